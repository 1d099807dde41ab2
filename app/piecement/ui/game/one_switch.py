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
        """Time of the next step, by the clock; 0 before the first one."""
        self._groups: list[_Group] = []
        """Placements by column; an empty group is hold."""
        self._chosen: _Group = ()
        """The placements of the chosen column; empty while columns are stepped through."""
        self._at = -1
        self._piece: Piece | None = None

    @property
    def goals(self) -> tuple[Piece, ...]:
        """The piece at its target, as the only entry; empty for hold."""
        choices = self._choices
        chosen = choices[self._at] if 0 <= self._at < len(choices) else ()
        return tuple(placement.piece for placement in chosen[:1])

    def advance(self, now_ns: int) -> list[Event]:
        """Bring a piece into play, and step if it is time to; return what happened in the game."""
        events = self._session.play_on()
        if self._session.view.piece is not self._piece:
            self._begin()
            self.due_ns = 0
        if now_ns >= self.due_ns and self._groups:
            self._at = (self._at + 1) % len(self._choices)
            self.due_ns = now_ns + self.step_ns
        return events

    def press(self, now_ns: int) -> list[Event]:
        """Choose what the mark is on."""
        if not self._groups or self._session.is_over:
            return []
        choice, self.due_ns = self._choices[max(0, self._at)], now_ns + self.step_ns
        if not choice:
            return swap_hold(self._session)
        first, *others = choice
        if others:
            self._chosen, self._at = choice, 0
            return []
        return play_placement(self._session, first)

    @property
    def _choices(self) -> list[_Group]:
        return [(placement,) for placement in self._chosen] if self._chosen else self._groups

    def _begin(self) -> None:
        """Step through the columns of the piece in play."""
        self._piece, self._chosen, self._at = self._session.view.piece, (), -1
        self._groups = []
        if self._piece is None:
            return
        by_column = groupby(placements_of(self._session), attrgetter("piece.x"))
        self._groups = [tuple(group) for _column, group in by_column]
        if Position.of(self._session.view).may_hold and Button.HOLD not in self._session.unused_buttons:
            self._groups.append(())
