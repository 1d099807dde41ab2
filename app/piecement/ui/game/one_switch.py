"""One-switch play: a mark steps through the placements, and one key chooses; no time passes in the game meanwhile.

The mark first steps through columns, then through the placements that begin in the chosen one. Hold comes last.
"""

from itertools import groupby
from operator import attrgetter
from typing import Final

from piecement.session.session import Session
from piecement.session.turns import placements_of, play_placement, swap_hold
from piecement_engine import Button, Event, Piece
from piecement_engine.play import Placement, Position

_Group = tuple[Placement, ...]


class OneSwitch:
    """Plays a session whose clock stands."""

    def __init__(self, session: Session, step_ns: int) -> None:
        self._session: Final = session
        self.step_ns = step_ns
        """Time that the mark rests on each choice."""
        self.due_ns = 0
        """Time of the next step, by the clock; 0 while there is nothing to choose."""
        self._choices: list[_Group] = []
        """The placements of each column, or each placement of the chosen one alone; an empty group is hold."""
        self._at = 0
        """The number of the choice with the mark."""
        self._piece: Piece | None = None
        """The piece that the choices are for."""

    @property
    def goals(self) -> tuple[Piece, ...]:
        """The piece at its target, as the only entry; empty for hold."""
        marked = self._choices[self._at] if self._choices else ()
        return tuple(placement.piece for placement in marked[:1])

    def advance(self, now_ns: int) -> list[Event]:
        """Bring a piece into play, and step if it is time to; return what happened in the game."""
        events = self._session.play_on()
        if self._session.view.piece is not self._piece:
            self._piece = self._session.view.piece
            self._choices, self._at = self._columns(), 0
            self.due_ns = now_ns + self.step_ns if self._choices else 0
        elif now_ns >= self.due_ns and self._choices:
            self._at = (self._at + 1) % len(self._choices)
            self.due_ns = now_ns + self.step_ns
        return events

    def press(self, now_ns: int) -> list[Event]:
        """Choose what the mark is on; before the mark is on a choice for the piece in play, a press does nothing."""
        if not self._choices or self._session.view.piece is not self._piece or self._session.is_over:
            return []
        chosen = self._choices[self._at]
        if len(chosen) > 1:
            self._choices, self._at = [(placement,) for placement in chosen], 0
            self.due_ns = now_ns + self.step_ns
            return []
        self._choices, self._piece, self.due_ns = [], None, 0
        return play_placement(self._session, chosen[0]) if chosen else swap_hold(self._session)

    def _columns(self) -> list[_Group]:
        """Return the placements of the piece in play by column, and last hold, if it is allowed."""
        if self._piece is None:
            return []
        columns = [tuple(group) for _column, group in groupby(placements_of(self._session), attrgetter("piece.x"))]
        may_hold = Position.of(self._session.view).may_hold and Button.HOLD not in self._session.unused_buttons
        return [*columns, ()] if may_hold else columns
