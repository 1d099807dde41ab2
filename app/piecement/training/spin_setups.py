"""Spin set-ups: boards on which only a rotation brings a piece to its spot, and the shortest solution.

They use SRS. A T spin is judged by its corners, a spin of any other piece by immobility.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from piecement.training.trainers import PATIENT_RULES
from piecement_base.language import N_
from piecement_base.tables import read_table
from piecement_engine import Button, Game, Limit, Limits, Mode, Piece, Rules, Spin
from piecement_engine.board.pieces import MIRRORED_LETTERS
from piecement_engine.bots.piece_paths import Step, path
from piecement_engine.bots.position import Position
from piecement_engine.events import Accolade
from piecement_engine.game.finesse import Press

_BARRED: Final = (Button.ROTATE_180,)
_PRESSES: Final = {
    Step.LEFT: Press(Button.MOVE_LEFT),
    Step.RIGHT: Press(Button.MOVE_RIGHT),
    Step.LEFT_WALL: Press(Button.MOVE_LEFT, held=True),
    Step.RIGHT_WALL: Press(Button.MOVE_RIGHT, held=True),
    Step.CLOCKWISE: Press(Button.ROTATE_RIGHT),
    Step.COUNTERCLOCKWISE: Press(Button.ROTATE_LEFT),
    Step.SONIC_DROP: Press(Button.SOFT_DROP, held=True),
    Step.HARD_DROP: Press(Button.HARD_DROP),
}
"""Press for each step of a path, without half turns, for which not every player has a key."""

SPINS: Final = Mode(
    name="spin_trainer",
    title=N_("Spins"),
    sentence="",
    rules=replace(
        PATIENT_RULES, spin_rule="guideline_all_mini", hold="off", preview_count=0, limits=Limits(pieces=Limit(1))
    ),
    ranking=(),
    headline="",
)
"""Mode of the set-ups: one piece, no gravity."""


class SpinSetup(NamedTuple):
    """Board with the spin to perform on it."""

    name: str
    letter: str
    lines: int
    """Number of lines that the spin clears."""
    drawn: tuple[str, ...]
    """Rows, highest first."""
    spin: Spin = Spin.FULL

    @property
    def board(self) -> tuple[str, ...]:
        """Rows, lowest first."""
        return self.drawn[::-1]

    def mirrored(self) -> "SpinSetup":
        """Return the mirror image, including the piece."""
        drawn = tuple(row[::-1] for row in self.drawn)
        return SpinSetup(f"{self.name}_mirrored", self.letter.translate(MIRRORED_LETTERS), self.lines, drawn, self.spin)

    def game(self, rules: Rules) -> Game:
        """Return a game with this one piece."""
        return Game(rules, 0, pieces=(self.letter,), board=self.board)

    def solves(self, accolade: Accolade) -> bool:
        """Return whether the accolade is for the spin of this set-up."""
        return accolade.spin is self.spin and accolade.lines == self.lines and accolade.shape.name == self.letter


class SpinSolution(NamedTuple):
    """Shortest solution of a spin set-up."""

    place: Piece
    """Placement of the piece."""
    steps: tuple[Step, ...]
    """Steps including the hard drop, without half turns."""

    @property
    def presses(self) -> tuple[Press, ...]:
        """Presses of the steps, one each."""
        return tuple(_PRESSES[step] for step in self.steps)


@lru_cache(maxsize=64)
def solution(setup: SpinSetup) -> SpinSolution:
    """Return the shortest solution of a set-up. Raises `ValueError` if there is none."""
    rules = SPINS.rules
    ways = list(_ways(Position.from_text("\n".join(setup.drawn), setup.letter, rules, barred=_BARRED), setup))
    if not ways:
        raise ValueError(f"no way leads to the spin of {setup.name}")
    return min(ways, key=lambda way: len(way.steps))


def _ways(position: Position, setup: SpinSetup) -> Iterator[SpinSolution]:
    allowed = frozenset(_PRESSES)
    for one in position.placements:
        if position.piece and (one.lines, one.spin) == (setup.lines, setup.spin):
            steps = path(position.arena, position.bits, position.piece, one.piece, setup.spin, allowed=allowed)
            if steps:
                yield SpinSolution(one.piece, tuple(steps))


def _read(row: dict[str, str]) -> SpinSetup:
    return SpinSetup(row["name"], row["letter"], int(row["lines"]), tuple(row["drawn"].split()), Spin(row["spin"]))


SETUPS: Final = tuple(
    each for setup in map(_read, read_table(__file__, "spin_setups.csv")) for each in (setup, setup.mirrored())
)
"""All set-ups from easy to hard, each followed by its mirror image."""
