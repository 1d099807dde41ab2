"""Puzzle: stage after stage, a board to be emptied with given pieces (see `puzzle_stages`)."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final, Self

from piecement_engine.board.pieces import EMPTY, GREY
from piecement_engine.errors import RuleError
from piecement_engine.events import End, Spin
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.table import Table
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import with_fields
from piecement_engine.modes.puzzle_stages import GOAL_TEXTS, PERFECT_CLEAR, STAGES, PuzzleStage, checked_stages
from piecement_engine.modes.standards import attack_of, spin_of
from piecement_engine.modes.tables import mode, number
from piecement_engine.rules.attack import GUIDELINE, AttackCounter


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
        object.__setattr__(self, "stages", checked_stages(self.stages, self.kind))
        self.check_whole("stage", 1, len(self.stages))
        self.check_whole("attempts", 1, 1000)

    def hooks(self) -> Hooks:
        return _PuzzleHooks(self.stages, self.attempts, self.stage, silent=False)


class _PuzzleHooks(Hooks):
    def __init__(self, stages: tuple[PuzzleStage, ...], attempts: int, first: int, *, silent: bool = True) -> None:
        self.silent = silent
        self._stages = stages
        self._attempts = attempts
        self._number = first
        """Number of the present stage, from 1."""
        self._attempt = 1
        self._reached = 0
        """Lines or attack that count for the goal."""
        self._counter = AttackCounter(GUIDELINE)
        self._pieces = 0
        """Number of pieces before this attempt."""
        self.outcomes = ()
        pars = [stage.par for stage in stages[first - 1 :]]
        self.par = sum(pars) if all(pars) else None

    def copy(self) -> Self:
        other = copy(self)
        other._counter = self._counter.copy()
        return other

    @property
    def _stage(self) -> PuzzleStage:
        return self._stages[self._number - 1]

    def started(self, table: Table) -> None:
        other_widths = {len(row) for stage in self._stages for row in stage.rows} - {table.width}
        if other_widths:
            raise RuleError(f"width is {table.width}: the puzzle is {max(other_widths)} wide")
        highest = max(len(stage.rows) for stage in self._stages)
        if highest > table.height:
            raise RuleError(f"height is {table.height}: the puzzle is {highest} high")
        self._load(table)
        self._announce_stage(table)

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        goal = self._stage.goal
        if goal == "lines":
            self._reached += len(rows)
        elif goal == "attack":
            self._reached += attack_of(table, rows, self._counter)
        elif goal == "spin" and spin_of(table) is not Spin.NONE:
            self._reached = max(self._reached, len(rows))

    def spawning(self, table: Table) -> None:
        has_locked = table.end is None and table.pieces > self._pieces
        if has_locked and self._stage.par and self._is_reached(table):
            self._advance(table)

    def out_of_pieces(self, table: Table) -> None:
        if self._is_reached(table):
            self._advance(table)
        else:
            self._retry(table)

    def _is_reached(self, table: Table) -> bool:
        stage = self._stage
        return not table.rows if stage.goal == PERFECT_CLEAR else self._reached >= stage.lines

    def _advance(self, table: Table) -> None:
        """Begin the next stage, or win the game after the last one."""
        self.outcomes = (*self.outcomes, table.pieces - self._pieces)
        self._number += 1
        self._attempt = 1
        if self._number > len(self._stages):
            table.set_level(self._number)
            table.finish(End.COMPLETED)
        else:
            self._load(table)
            self._announce_stage(table)

    def _retry(self, table: Table) -> None:
        """Begin another attempt at the stage, or lose the game after the last one."""
        self.outcomes = (*self.outcomes, 0)
        self._attempt += 1
        if self._attempt > self._attempts:
            table.finish(End.LIMIT_REACHED)
        else:
            self._load(table)
            self._announce_attempt(table)

    def _load(self, table: Table) -> None:
        stage = self._stage
        self._reached = 0
        self._counter = AttackCounter(GUIDELINE)
        self._pieces = table.pieces
        table.set_rows([tuple(EMPTY if cell == "." else GREY for cell in row) for row in reversed(stage.rows)])
        table.set_queue(stage.pieces)
        table.set_level(self._number)

    def _announce_stage(self, table: Table) -> None:
        stage, stages = self._stage, len(self._stages)
        table.announce("Stage {number} of {count}: {name}", number=self._number, count=stages, name=stage.name)
        if stage.goal != PERFECT_CLEAR:
            table.announce(*GOAL_TEXTS[stage.goal], count=stage.lines)
        if stage.par:
            table.announce("Par {count}", count=stage.par)

    def _announce_attempt(self, table: Table) -> None:
        stage, left = self._stage, self._attempts + 1 - self._attempt
        table.announce("{name}: {count} try left", "{name}: {count} tries left", name=stage.name, count=left)
        if self._attempt <= len(stage.hints) + 1:
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
