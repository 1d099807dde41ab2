"""One game being played, without anything to see: the clock, the buttons, pausing and counting.

Game time is the clock less the moment of its zero, which moves on by the length of each pause. A
press is applied at the time it was made, unless the game has already been drawn past it. Nothing here draws,
sleeps or knows a key.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final, Self

from piecement.session.plan import Plan
from piecement.session.result import FinishedGame
from piecement.session.statistics import SessionStatistics
from piecement.session.unranked_reasons import UnrankedReasons
from piecement.terminal.clock import now_ns
from piecement_engine import Button, Event, Game, GameView, Recording, Replayer
from piecement_engine.buttons import buttons_to_mask
from piecement_engine.inputs import FORFEIT, Input, TakenAttack, pack_attack
from piecement_engine.replayer import Cut

Clock = Callable[[], int]
"""Returns a time in ns that never runs backwards."""

INPUT_GRID_NS: Final = 2_000_000
"""Inputs count from the next multiple of this game time on: what follows is seen at once all the same.

On a grid of 1 ms a minute of 2.5 pieces a second takes 1040 bytes of recording, which is more than the kilobyte that it
may; on this one it takes 900.
"""

_NOTHING: Final = frozenset[Button]()


class Session:
    """A game, the time it runs in and what is counted about it. A session begins paused, where its game is."""

    jumps: int = 0
    """Number of jumps: back, or too far ahead to show the events between."""

    def __init__(
        self, plan: Plan, game: Game, clock: Clock = now_ns, replayer: Replayer[SessionStatistics] | None = None
    ) -> None:
        """Begin with a game, whose replayer may have counted already."""
        self.plan = plan
        self.unranked = UnrankedReasons()
        """Why the game is unranked, as far as it was played."""
        self._clock = clock
        self._replayer = Replayer(game, SessionStatistics()) if replayer is None else replayer
        self._zero_ns: int | None = None
        """The clock's reading at game time 0; None while paused."""
        self._stopped_at_ns = game.view.time_ns
        self._attacks: list[int] = []
        """The inputs of attacks that wait for the next moment of the grid."""

    @classmethod
    def going_on(cls, plan: Plan, replayer: Replayer[SessionStatistics], clock: Clock = now_ns) -> Self:
        """Return a session that goes on from the moment of a replay, with what was counted until then."""
        current = cls(plan, replayer.game, clock, replayer)
        current._release()
        return current

    @property
    def game(self) -> Game:
        """The game; going back replaces it by another."""
        return self._replayer.game

    @property
    def statistics(self) -> SessionStatistics:
        return self._replayer.tracker

    def branch(self) -> Replayer[SessionStatistics]:
        """Return the game as it is now, to be played on elsewhere."""
        return self._replayer.branch()

    @property
    def view(self) -> GameView:
        return self.game.view

    @property
    def unused_buttons(self) -> frozenset[Button]:
        """The buttons that do nothing in this game."""
        view = self.view
        return view.barred | {Button.HOLD} if view.rules.hold == "off" else view.barred

    @property
    def is_running(self) -> bool:
        return self._zero_ns is not None

    @property
    def is_over(self) -> bool:
        return self.view.end is not None

    @property
    def has_begun(self) -> bool:
        """Whether the clock has ever run."""
        return self.is_running or self._stopped_at_ns > 0

    @property
    def time_ns(self) -> int:
        """The game time now; it runs on after the end, so that the end can be shown in time.

        It is no time that the game has passed already: an input counts from the next moment of the grid, so that the
        game may be a little ahead of the clock.
        """
        return max(self._stopped_at_ns, self.view.time_ns) if self._zero_ns is None else self._present()

    @property
    def next_event_at_ns(self) -> int:
        """The moment of the clock before which nothing happens in the running game unless a button changes."""
        return (self._zero_ns or 0) + self.view.next_timer_ns

    @property
    def since_end_ns(self) -> int:
        """How long the game has been over; 0 while it is not."""
        return max(0, self.time_ns - self.view.time_ns) if self.is_over else 0

    def resume(self) -> None:
        """Let game time pass."""
        if self._zero_ns is None:
            self._zero_ns = self._clock() - self._stopped_at_ns

    def pause(self, at_ns: int | None = None) -> list[Event]:
        """Release all buttons and stop game time, at a moment of the clock or now; return what happened until then."""
        if self._zero_ns is None:
            return []
        stopped_at_ns = self._present(at_ns)
        events = self.hold(_NOTHING, at_ns)
        self._stopped_at_ns = stopped_at_ns
        self._zero_ns = None
        return events

    def advance(self) -> list[Event]:
        """Run the game to the present moment."""
        if self._zero_ns is None or self.is_over:
            return []
        return self._play(self._present())

    def hold(self, buttons: frozenset[Button], at_ns: int | None = None) -> list[Event]:
        """Have these buttons held, and no others, from a moment of the clock on; from now on without one."""
        if self._zero_ns is None or self.is_over:
            return []
        return self._play(self._input_time(at_ns), buttons_to_mask(buttons))

    def update(self, time_ns: int, held: Collection[str] | None = None) -> list[Event]:
        """Run the game to a game time, and have these buttons held from then on: how a bot plays it."""
        return self._play(time_ns, None if held is None else buttons_to_mask(held))

    def take_attack(self, time_ns: int, at_ns: int, holes: Sequence[int]) -> list[Event]:
        """Have garbage rows wait that another player made at `at_ns`, from the next moment of the grid on.

        What happens until then comes with what is played next; nothing is returned.
        """
        self._attacks.append(pack_attack(TakenAttack(at_ns, tuple(holes))))
        return []

    def inputs_since(self, count: int) -> tuple[Input, ...]:
        """Return the inputs of the game after the first `count` ones."""
        return self.game.inputs_since(count)

    def undo_piece(self) -> bool:
        """Go back, for practice, to where the piece that locked last came into play; return whether one has locked."""
        return self._go_back(self._replayer.last_piece)

    def undo_press(self) -> bool:
        """Go back, for practice, to just before the last press of a button; return whether there was one."""
        return self._go_back(self._replayer.last_press)

    def mark_unranked(self, **reasons: bool) -> None:
        """Note why the game is unranked, by the names of `UnrankedReasons`."""
        self.unranked |= UnrankedReasons(**reasons)

    def forfeit(self) -> list[Event]:
        if self.is_over:
            return []
        self.resume()
        return self._replayer.play(self._input_time(), FORFEIT)

    def finished(self) -> FinishedGame:
        """Return the game as a value. Raises `ValueError` unless it is over."""
        if not self.is_over:
            raise ValueError("the game is not over")
        recording = Recording.of(self.game, lock_checks=self.statistics.lock_checks.checks)
        return FinishedGame(self.plan, recording, self.statistics, self.unranked, view=self.view)

    def _go_back(self, cut: Cut | None) -> bool:
        if cut is None or self.is_over:
            return False
        self._replayer.go_back(cut)
        self._release()
        self.mark_unranked(practice=True)
        if self.is_running:
            self._zero_ns = self._clock() - cut.time_ns
        return True

    def _play(self, time_ns: int, change: int | None = None) -> list[Event]:
        """Play on to a time and apply an input, after the attacks that are there by then."""
        if not self._attacks:
            return self._replayer.play(time_ns, change)
        events: list[Event] = []
        next_ns = _on_grid(self.view.time_ns)
        while self._attacks and next_ns <= time_ns and not self.is_over:
            events += self._replayer.play(next_ns, self._attacks.pop(0))
        return events if self.is_over else events + self._replayer.play(time_ns, change)

    def _release(self) -> None:
        """Let go of all buttons, as of the moment where the game is now."""
        if not self.is_over:
            self._replayer.play(self.view.time_ns, 0)
        self._stopped_at_ns = self.view.time_ns

    def _present(self, at_ns: int | None = None) -> int:
        """Return the game time of a moment, but no time that the game has already passed."""
        zero_ns = self._zero_ns or 0
        return max(self.view.time_ns, (self._clock() if at_ns is None else at_ns) - zero_ns)

    def _input_time(self, at_ns: int | None = None) -> int:
        """Return the game time of an input: the next moment of the grid, which recordings are short for."""
        return _on_grid(self._present(at_ns))


def _on_grid(time_ns: int) -> int:
    """Return the next moment of the grid."""
    return time_ns + -time_ns % INPUT_GRID_NS
