"""Followed games: those of players whose inputs become known bit by bit, and shortened recordings."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from piecement_engine.events import Event
from piecement_engine.game.game import Game
from piecement_engine.game.inputs import Input
from piecement_engine.game.setup import Setup
from piecement_engine.game.view import GameView
from piecement_engine.recording.lock_checks import LockCheck, LockChecks
from piecement_engine.recording.recording import Recording


class FollowedGame:
    """The game of a player whose inputs become known bit by bit."""

    def __init__(self, setup: Setup) -> None:
        self.game: Final = Game.from_setup(setup)
        self.known_ns = 0
        """Game time before which all inputs are known (ns)."""
        self._checks: Final = LockChecks()

    @property
    def view(self) -> GameView:
        return self.game.view

    @property
    def has_ended(self) -> bool:
        return self.game._end is not None

    @property
    def check(self) -> LockCheck:
        """Check of the locks before `known_ns`."""
        return self._checks.last

    def follow(self, to_ns: int, inputs: Sequence[Input]) -> list[Event]:
        """Simulate up to but excluding a time, and return the events.

        `inputs` are all inputs from `known_ns` up to before `to_ns`, in order; a judge may also pass one at `to_ns`.
        Inputs after the end of the game are ignored.
        """
        events: list[Event] = []
        game = self.game
        for time_ns, change in inputs:
            if game._end is None:
                events += game.play(time_ns, change)
        self.known_ns = to_ns
        if game._end is None and to_ns > game._time:
            events += game.play(to_ns - 1, game._given)
        if events:
            self._checks.count(events)
        return events

    def recording(self, until_ns: int | None = None) -> Recording:
        """Return the recording of the known game, or of its part up to an earlier time."""
        whole = Recording.of(self.game, lock_checks=self._checks.checks)
        return whole if until_ns is None else shortened(whole, until_ns)


def shortened(recording: Recording, until_ns: int) -> Recording:
    """Return the part of a recording up to a time."""
    if recording.time_ns <= until_ns:
        return recording
    part = FollowedGame(recording.setup)
    part.follow(until_ns + 1, [entry for entry in recording.inputs if entry[0] <= until_ns])
    return replace(part.recording(), about=recording.about)
