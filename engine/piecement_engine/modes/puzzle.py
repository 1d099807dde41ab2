"""Puzzle: stage after stage, a board to be emptied with given pieces. The stages are from tetrs (MIT, see LICENSE)."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, Self

from piecement_engine.board.pieces import EMPTY, GREY, TETROMINOES
from piecement_engine.errors import RuleError, cut
from piecement_engine.events import End, Spin
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.view import Table
from piecement_engine.json_values import as_list, as_texts
from piecement_engine.modes.mode import Mode, with_fields
from piecement_engine.modes.practice import MOST_PIECES
from piecement_engine.modes.standards import attack_of, spin_of
from piecement_engine.modes.tables import mode, number
from piecement_engine.rules.attack import GUIDELINE, MOST_SENT, AttackCounter


class PuzzleStage(NamedTuple):
    """A board that its pieces can empty, in their order."""

    name: str
    pieces: str
    rows: tuple[str, ...]
    """Rows as `Board.from_text` reads them, but highest first."""
    goal: str = "perfect_clear"
    """One of `GOALS`."""
    lines: int = 0
    """Number of lines of the goal, or of rows of attack by the guideline."""
    hints: tuple[str, ...] = ()
    """Sentences, one more of which is shown at each new attempt."""
    par: int = 0
    """The fewest pieces that reach the goal. With one the stage is won as soon as the goal is reached; 0 for none."""


GOALS: Final = ("perfect_clear", "lines", "spin", "attack")
"""Goals of a stage: an empty board after the last piece, so many lines in all or by one spin, or so much attack."""

GOAL_TEXTS: Final = {
    "lines": ("Goal: {count} line", "Goal: {count} lines"),
    "spin": ("Goal: {count} line by one spin", "Goal: {count} lines by one spin"),
    "attack": ("Goal: {count} row of attack", "Goal: {count} rows of attack"),
}
"""Sentence of each goal with a count, for one and for more."""

_COLUMN: Final = 17
"""Width of each drawn stage, in characters."""

_DRAWN: Final = Path(__file__).with_name("stages.txt").read_text("utf-8")
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
        return _PuzzleHooks(STAGES, self.attempts, self.stage)


@register_modifier
@dataclass(frozen=True, slots=True)
class PuzzlePack(Modifier):
    """Custom stages in order, judged as those of `Puzzle`, or by their par."""

    kind = "puzzle_pack"

    stages: tuple[PuzzleStage, ...] = STAGES
    attempts: int = 5
    """Maximum number of attempts per stage."""
    stage: int = 1
    """First stage, from 1."""

    def __post_init__(self) -> None:
        if not isinstance(self.stages, (list, tuple)) or not 1 <= len(self.stages) <= _MOST_STAGES:
            raise RuleError(
                f"stages of {self.kind} are {cut(repr(self.stages))}: they are a list of 1 to {_MOST_STAGES}"
            )
        object.__setattr__(self, "stages", tuple(_checked(stage) for stage in self.stages))
        self.check_whole("stage", 1, len(self.stages))
        self.check_whole("attempts", 1, 1000)

    def hooks(self) -> Hooks:
        return _PuzzleHooks(self.stages, self.attempts, self.stage, silent=False)


MOST_OF_A_PIECE: Final = {"lines": 4, "spin": 4, "attack": MOST_SENT}
"""Highest count of a goal for each piece."""

_MOST_STAGES: Final = 100
_MOST_TEXT: Final = 80
_MOST_ROWS: Final = 16


def _checked(given: object) -> PuzzleStage:
    """Return a stage, whose rows are equally wide. Raises `RuleError` for anything else."""
    complaint = f"a stage is {cut(repr(given))}: it is a name, pieces, rows, a goal, a count, hints and a par"
    match as_list(given, complaint):
        case [str(name), str(pieces), rows, str(goal), int(count), hints, int(par)]:
            pass
        case _:
            raise RuleError(complaint)
    texts, lines = (name, *as_texts(hints, "a stage has a hint that is no text")), as_texts(rows, "a row is no text")
    if not all(len(text) <= _MOST_TEXT and text.isprintable() for text in texts):
        raise RuleError(f"name and hints of a stage are texts of up to {_MOST_TEXT} letters")
    if not 1 <= len(pieces) <= MOST_PIECES or not set(pieces) <= TETROMINOES.keys():
        raise RuleError(f"pieces of a stage are {cut(pieces)!r}: they are 1 to {MOST_PIECES} of {''.join(TETROMINOES)}")
    if len(lines) > _MOST_ROWS or not all(row and set(row) <= {"#", "."} for row in lines):
        raise RuleError(f"the rows of a stage are {cut(repr(rows))}: they are up to {_MOST_ROWS} of # and .")
    if len({len(row) for row in lines}) > 1 or any("." not in row for row in lines):
        raise RuleError("the rows of a stage are not equally wide, or one is full")
    most = MOST_OF_A_PIECE.get(goal, 0) * len(pieces)
    if goal not in GOALS or isinstance(count, bool) or not (goal == GOALS[0] or 1 <= count <= most):
        raise RuleError(
            f"the goal of a stage is {count} {cut(goal)}: it must be one of {', '.join(GOALS)}, with its count"
        )
    if isinstance(par, bool) or not 0 <= par <= len(pieces):
        raise RuleError(
            f"par of a stage is {par}: it must be 1 to {len(pieces)}, the number of its pieces, or 0 for none"
        )
    return PuzzleStage(name, pieces, tuple(lines), goal, count, tuple(texts[1:]), par)


class _PuzzleHooks(Hooks):
    def __init__(self, stages: tuple[PuzzleStage, ...], attempts: int, stage: int, *, silent: bool = True) -> None:
        self.silent = silent
        self._stages = stages
        self._attempts = attempts
        self._stage = stage
        self._attempt = 1
        self._reached = 0
        """Lines or attack that count for the goal."""
        self._counter = AttackCounter(GUIDELINE)
        self._pieces = 0
        """Number of pieces before this attempt."""
        self.outcomes = ()
        pars = [one.par for one in stages[stage - 1 :]]
        self.par = sum(pars) if all(pars) else None

    def copy(self) -> Self:
        other = copy(self)
        other._counter = self._counter.copy()
        return other

    def started(self, table: Table) -> None:
        widths = {len(row) for stage in self._stages for row in stage.rows}
        if widths - {table.width}:
            raise RuleError(f"width is {table.width}: the puzzle is {max(widths)} wide")
        self._load(table)

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        goal = self._stages[self._stage - 1].goal
        if goal == "lines":
            self._reached += len(rows)
        elif goal == "attack":
            self._reached += attack_of(table, rows, self._counter)
        elif goal == "spin" and spin_of(table) is not Spin.NONE:
            self._reached = max(self._reached, len(rows))

    def spawning(self, table: Table) -> None:
        has_begun = table.end is None and table.pieces > self._pieces
        if has_begun and self._stages[self._stage - 1].par and self._is_reached(table):
            self._advance(table)

    def out_of_pieces(self, table: Table) -> None:
        if self._is_reached(table):
            self._advance(table)
        else:
            self._retry(table)

    def _is_reached(self, table: Table) -> bool:
        stage = self._stages[self._stage - 1]
        return not table.rows if stage.goal == GOALS[0] else self._reached >= stage.lines

    def _advance(self, table: Table) -> None:
        self.outcomes = (*self.outcomes, table.pieces - self._pieces)
        self._stage += 1
        self._attempt = 1
        if self._stage > len(self._stages):
            table.set_level(self._stage)
            table.finish(End.COMPLETED)
        else:
            self._load(table)

    def _retry(self, table: Table) -> None:
        self.outcomes = (*self.outcomes, 0)
        self._attempt += 1
        if self._attempt > self._attempts:
            table.finish(End.LIMIT_REACHED)
        else:
            self._load(table)

    def _load(self, table: Table) -> None:
        stage = self._stages[self._stage - 1]
        self._reached = 0
        self._counter = AttackCounter(GUIDELINE)
        self._pieces = table.pieces
        table.set_rows([tuple(EMPTY if cell == "." else GREY for cell in row) for row in reversed(stage.rows)])
        table.set_queue(stage.pieces)
        table.set_level(self._stage)
        left = self._attempts + 1 - self._attempt
        if self._attempt == 1:
            stages = len(self._stages)
            table.announce("Stage {number} of {count}: {name}", number=self._stage, count=stages, name=stage.name)
        else:
            table.announce("{name}: {count} try left", "{name}: {count} tries left", name=stage.name, count=left)
        if self._attempt == 1 and stage.goal != GOALS[0]:
            table.announce(*GOAL_TEXTS[stage.goal], count=stage.lines)
        if self._attempt == 1 and stage.par:
            table.announce("Par {count}", count=stage.par)
        if 1 < self._attempt <= len(stage.hints) + 1:
            table.announce(stage.hints[self._attempt - 2])


PUZZLE: Final[Mode] = mode(
    "puzzle",
    options=(
        number(
            "puzzle.stage",
            lambda rules, stage: with_fields(rules, Puzzle, stage=stage),
            high=len(STAGES),
            is_practice=True,
            titles={number: f"{number} {stage.name}" for number, stage in enumerate(STAGES, start=1)},
        ),
    ),
)
