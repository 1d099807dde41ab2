"""Puzzle: stage after stage, a board to be emptied with given pieces. The stages are from tetrs (MIT, see LICENSE)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from piecement_engine.board.pieces import EMPTY, GREY
from piecement_engine.errors import RuleError
from piecement_engine.events import End
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.view import Table
from piecement_engine.modes.mode import Mode, Number, with_fields
from piecement_engine.rules.goals import Limit, Limits
from piecement_engine.rules.rules import Rules


class PuzzleStage(NamedTuple):
    """A board that its pieces can empty, in their order."""

    name: str
    pieces: str
    rows: tuple[str, ...]
    """Rows as `Board.from_text` reads them, but highest first."""


_COLUMN: Final = 17
"""Width of each drawn stage, in characters."""

_DRAWN: Final = """\
I-spin           I-spin           I-spin Triple    I-spin trial     S-spin           S-spins
II               IJ               ILO              IIL              S                SSS
#####.####       #####..###       ##..#...##       #####..###       ####..####       ####....##
#####.####       #####.####       ##....####       ###.##.###       ###..#####       ###....###
#####.####       #####.####       ####.#####       ###.##.###                        #####..###
#####.####       ##....####       ####.#####       ###.....##                        ####..####
####....##                        ####.#####       ###.######

Z-spin galore    SuZ-spins        J-spin           L_J-spin         L-spin           L/J-spins
ZZZZ             SSIIZ            JI               JLI              L                JLJL
#..#######       ####..####       ##.....###       ##......##       #####.####       #...##...#
##..######       ###..#####       ######.###       ##.####.##       ###...####       #.#.##.#.#
###..#####       ##....####       #####..###       ##..##..##                        #...##...#
####..####       ##....####
#####..###       ###....###
######..##       ##..##..##
#######..#
########..

77               7-turn           L-turn           L-turn trial     T-spin           T-spin pt.2
LL               LO               LO               LLO              TI               TL
####..####       #####..###       ####..####       ####..####       ####....##       ####....##
#####.####       ###....###       ####..####       ####..####       ###...####       ###...####
###...####       ####.#####       ####...###       ##.....###       ####.#####       ####.#####
####.#####       ####.#####       ####.#####       ###..#####
####.#####                                         ###.######

T-tuck           T-insert         T-go-round       T T-spin Setup   T T-spin Triple  ~ Finale ~
TT               TO               TO               TO               TLJ              TLOSIJZ
##...#####       ####..####       ###..#####       #####..###       ####...###       ####..####
###..#####       ####..####       ###...####       #####..###       #####..###       #..#..####
###...####       #####.####       #####..###       ###...####       ###...####       ..###.####
                 ####...###       #####.####       ####.#####       ####.#####       ###....###
                                                                    ###..#####       ######...#
                                                                    ####.#####       ..#....###
                                                                                     #####.####
                                                                                     #..#..####
                                                                                     #####.####
"""
"""Name, pieces and rows of each stage."""


def _stages() -> Iterator[PuzzleStage]:
    for band in _DRAWN.split("\n\n"):
        lines = band.splitlines()
        for left in range(0, len(lines[0]), _COLUMN):
            name, pieces, *rows = (line[left : left + _COLUMN].rstrip() for line in lines)
            yield PuzzleStage(name, pieces, tuple(filter(None, rows)))


STAGES: Final = tuple(_stages())
"""All stages in order."""


@register_modifier
@dataclass(frozen=True, slots=True)
class Puzzle(Modifier):
    """All stages in order. A stage is won or lost when the piece after its last one would spawn."""

    kind = "puzzle"

    attempts: int = 5
    """Maximum number of attempts per stage."""
    stage: int = 1
    """First stage, from 1."""

    def __post_init__(self) -> None:
        self.check_whole("stage", 1, len(STAGES))
        self.check_whole("attempts", 1, 1000)

    def hooks(self) -> Hooks:
        return _PuzzleHooks(self)


class _PuzzleHooks(Hooks):
    silent = True

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._stage = puzzle.stage
        self._attempt = 1

    def started(self, table: Table) -> None:
        if table.width != len(STAGES[0].rows[0]):
            raise RuleError(f"width is {table.width}: the puzzle is {len(STAGES[0].rows[0])} wide")
        self._load(table)

    def out_of_pieces(self, table: Table) -> None:
        if table.rows:
            self._retry(table)
        else:
            self._advance(table)

    def _advance(self, table: Table) -> None:
        self._stage += 1
        self._attempt = 1
        if self._stage > len(STAGES):
            table.set_level(self._stage)
            table.finish(End.COMPLETED)
        else:
            self._load(table)

    def _retry(self, table: Table) -> None:
        self._attempt += 1
        if self._attempt > self._puzzle.attempts:
            table.finish(End.LIMIT_REACHED)
        else:
            self._load(table)

    def _load(self, table: Table) -> None:
        stage = STAGES[self._stage - 1]
        table.set_rows([tuple(EMPTY if cell == "." else GREY for cell in row) for row in reversed(stage.rows)])
        table.set_queue(stage.pieces)
        table.set_level(self._stage)
        left = self._puzzle.attempts + 1 - self._attempt
        if self._attempt == 1:
            table.announce(f"Stage {self._stage} of {len(STAGES)}: {stage.name}")
        else:
            table.announce(f"{stage.name}: {left} {'try' if left == 1 else 'tries'} left")


PUZZLE: Final[Mode] = Mode(
    name="puzzle",
    title="Puzzle",
    sentence="Clear the board with the pieces you get, in 24 stages.",
    group="Practice",
    rules=Rules(start_level=3, hold="off", limits=Limits(level=Limit(len(STAGES))), modifiers=(Puzzle(),)),
    ranking=("-level", "time"),
    headline="level",
    options=(
        Number(
            name="stage",
            title="Stage",
            sentence="The stage that the game starts at. From a later one it is for practice.",
            default=1,
            low=1,
            high=len(STAGES),
            is_practice=True,
            titles={number: f"{number} {stage.name}" for number, stage in enumerate(STAGES, start=1)},
            apply=lambda rules, stage: with_fields(rules, Puzzle, stage=stage),
        ),
    ),
    keeps=frozenset({"rotation_system"}),
)
