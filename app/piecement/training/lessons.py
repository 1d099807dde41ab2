"""The first lesson, step by step: a board, pieces with their goals, and a sentence with keys.

No piece falls by itself until the last step.
"""

from dataclasses import replace
from typing import Final, NamedTuple

from piecement.training.trainers import PATIENT_RULES, trainer_mode
from piecement_base.language import N_
from piecement_base.tables import read_table
from piecement_engine import Game, Limit, Limits, Piece, Rules
from piecement_engine.bots import Placement
from piecement_engine.rules.garbage_rules import GarbageRules

_RULES: Final = replace(PATIENT_RULES, hold="off", spin_rule="t_three_corner", preview_count=0)
_GAME_RULES: Final = Rules(rotation_system="srs", randomizer="bag", preview_count=5, limits=Limits(lines=Limit(10)))
LESSON: Final = trainer_mode("lesson", N_("Learn to play"), _RULES)
LESSON_GAME: Final = trainer_mode("lesson_game", N_("Learn to play"), _GAME_RULES)

_SPARE: Final = ("O", "O")
"""Pieces after the last one of a step, which are never played: without them the game would end."""


class LessonStep(NamedTuple):
    """One step of the lesson."""

    name: str
    chapter: str
    task: str
    """Sentences with the player's keys as `{left}`, `{right}`, `{turn}`, `{soft_drop}`, `{hard_drop}` and `{hold}`."""
    drawn: tuple[str, ...] = ()
    """Rows, highest first."""
    pieces: str = ""
    """Letters of the pieces; empty for a game."""
    goals: tuple[str, ...] = ()
    """Placements, one after another."""
    reaches: bool = False
    """Whether the piece only has to be above its goal, in the same orientation, without a drop."""
    teaches_hold: bool = False
    sends: bool = False
    """Whether clears send rows."""
    attack: tuple[int, ...] = ()
    """Holes of grey rows from another player, lowest last, which rise as the first piece locks."""

    @property
    def places(self) -> tuple[Piece, ...]:
        return tuple(Placement.parse(goal).piece for goal in self.goals)

    @property
    def is_game(self) -> bool:
        return not self.pieces

    def game(self, rules: Rules) -> Game:
        """Return the game of the step; the rules have the player's handling."""
        if self.is_game:
            return Game(rules, None)
        own = replace(rules, hold="once", preview_count=1) if self.teaches_hold else rules
        own = replace(own, garbage=GarbageRules() if self.sends else None)
        return Game(own, 0, pieces=(*self.pieces, *_SPARE), board=self.drawn[::-1])


def _read(row: dict[str, str]) -> LessonStep:
    return LessonStep(
        name=row["name"],
        chapter=row["chapter"],
        task=row["task"],
        drawn=tuple(row["drawn"].split()),
        pieces=row["pieces"],
        goals=tuple(row["goals"].split()),
        reaches=row["reaches"] == "yes",
        teaches_hold=row["hold"] == "yes",
        sends=row["sends"] == "yes",
        attack=tuple(map(int, row["attack"])),
    )


STEPS: Final = tuple(map(_read, read_table(__file__, "lessons.csv")))
"""All steps, in order."""
