"""The first lesson, step by step: a board, pieces, where they are to lie, and a sentence with keys.

No piece falls by itself until the last step. A step is a row of the table: a language or another lesson is a line more.
"""

from dataclasses import replace
from typing import Final, NamedTuple

from piecement_base.language import N_
from piecement.training.trainer_modes import STILL_RULES, trainer_mode
from piecement_engine import Game, Limit, Limits, Piece, Rules
from piecement_engine.bots import Placement
from piecement_engine.rules.rules import LONGEST_NS

_RULES: Final = replace(
    STILL_RULES,
    hold="off",
    lock_delay_ns=LONGEST_NS,
    locking="infinite",
    no_soft_drop_lock=True,
    spin_rule="t_three_corner",
    preview_count=0,
)
_GAME_RULES: Final = Rules(
    rotation_system="srs",
    randomizer="bag",
    preview_count=5,
    limits=Limits(lines=Limit(10)),
)
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
    """Whether it is enough that the piece is above its goal and turned as it, without a drop."""
    teaches_hold: bool = False

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
        return Game(own, 0, pieces=(*self.pieces, *_SPARE), board=self.drawn[::-1])


_FIRST: Final = N_("First steps")
_MORE: Final = N_("More for each clear")

STEPS: Final = (
    LessonStep(
        "move", _FIRST, N_("Move the piece over the gap: {left} and {right}."),
        ("###..####.", "###..####."), "O", ("O-N@3,0",), reaches=True,
    ),
    LessonStep(
        "turn", _FIRST, N_("Turn the piece upright with {turn}, and move it over the gap."),
        ("####.####.", "####.####.", "####.####."), "I", ("I-E@4,0",), reaches=True,
    ),
    LessonStep(
        "drop", _FIRST, N_("The outline at the bottom shows where the piece would land. Drop it there: {hard_drop}."),
        ("###..####.", "###..####."), "O", ("O-N@3,0",),
    ),
    LessonStep(
        "row", _FIRST, N_("A full row goes away. Fill the gap, and look: {hard_drop}."),
        ("#######..#", "#######..#"), "O", ("O-N@7,0",),
    ),
    LessonStep(
        "hold", _FIRST, N_("This piece does not fit. Put it aside with {hold}, and use the next one."),
        ("######....",), "ZI", ("I-N@6,0",), teaches_hold=True,
    ),
    LessonStep(
        "tuck", _FIRST,
        N_("Lower the piece with {soft_drop}, push it under the ledge with {right}, and fix it: {hard_drop}."),
        ("........##", "####......"), "I", ("I-N@6,0",),
    ),
    LessonStep(
        "quad", _FIRST, N_("Four rows at once are worth most. Turn the long piece upright, and drop it into the gap."),
        ("#########.",) * 4, "I", ("I-E@9,0",),
    ),
    LessonStep("game", _FIRST, N_("Now pieces fall by themselves. Clear ten rows.")),
    LessonStep(
        "combo", _MORE, N_("Clear rows with two pieces in a row: that is a combo, and worth more."),
        ("########..",) * 4, "OO", ("O-N@8,0", "O-N@8,0"),
    ),
    LessonStep(
        "back_to_back", _MORE, N_("Clear four rows twice, and nothing less between: that is called back-to-back."),
        ("#########.",) * 8, "II", ("I-E@9,0", "I-E@9,0"),
    ),
    LessonStep(
        "spin", _MORE,
        N_("A spin: lower the T with {soft_drop} above the gap, turn it in with {turn}, and fix it: {hard_drop}."),
        ("####......", "###...####", "####.#####"), "T", ("T-S@3,0",),
    ),
    LessonStep(
        "perfect_clear", _MORE, N_("Leave no block behind: a perfect clear."),
        ("######....", "######...."), "OO", ("O-N@6,0", "O-N@8,0"),
    ),
    LessonStep(
        "kick", _MORE,
        N_("A kick: turn the long piece upright, lower it at the wall, and turn it again. It moves aside by itself."),
        (*(".#########",) * 3, "....######"), "I", ("I-N@0,0",),
    ),
    LessonStep(
        "send", _MORE,
        N_("In a match, full rows go to the other player as grey rows: four at once send four. Send them."),
        ("#########.",) * 4, "I", ("I-E@9,0",),
    ),
    LessonStep(
        "receive", _MORE, N_("Grey rows from the other player have a gap. Fill the gap, and they go away."),
        ("GGGGGG.GGG", "GGGGGG.GGG", "GGGGGG.GGG", "GGGGGG.GGG"), "I", ("I-E@6,0",),
    ),
    LessonStep(
        "finesse", _MORE,
        N_("Fewer presses are faster: keep {right} pressed, and the piece runs to the wall. Then {hard_drop}."),
        ("########..", "########.."), "O", ("O-N@8,0",),
    ),
)  # fmt: skip
"""All steps, in order."""
