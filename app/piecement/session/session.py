"""Session: a game with its clock, buttons, pauses and statistics, without a display.

Game time is the clock minus a zero that moves by the length of each pause. A press applies at its own time unless the
game is already drawn past it. Nothing here draws, sleeps or reads keys.
"""

from collections.abc import Callable, Collection, Sequence
from typing import ClassVar, Final, NamedTuple, Self

from piecement.session.records import FinishedGame
from piecement.session.statistics import SessionStatistics
from piecement.terminal.clock import SECOND_NS, now_ns
from piecement_base.origin import UnrankedReasons
from piecement_base.plan import FULL_SPEED, Plan
from piecement_engine import Button, Event, Game, GameView, Recording, Replayer
from piecement_engine.game.inputs import (
    BUTTON_BITS,
    FORFEIT,
    ChargedPress,
    Input,
    TakenAttack,
    buttons_to_mask,
    mask_to_buttons,
    pack_attack,
    pack_charge,
)
from piecement_engine.recording.anchors import Cut

Clock = Callable[[], int]
"""Clock in ns that never runs backwards."""

INPUT_GRID_NS: Final = 2_000_000
"""Grid of game time to which inputs are rounded up (ns); their effects are shown at once all the same.

On a grid of 1 ms, a minute of 2.5 pieces per second takes 1040 bytes of recording, above the limit of one kilobyte; on
this grid it takes 900.
"""

_NOTHING: Final = frozenset[Button]()
_LONG_NS: Final = 3600 * SECOND_NS
"""The time that anything takes in a game whose clock stands."""


class _Undone(NamedTuple):
    """Pieces or presses that an undo took back."""

    cut: Cut
    inputs: tuple[Input, ...]
    """The inputs after the cut."""
    end_ns: int
    """Game time of the undo."""


class Session:
    """Game with its clock and statistics; it starts paused, at the moment of its game."""

    STOPS: ClassVar[bool] = True
    """Whether its clock stops in a pause, so that a countdown may precede the rest of the game."""

    jumps: int = 0
    """Number of jumps: back, or too far ahead to show the events between."""

    def __init__(
        self, plan: Plan, game: Game, clock: Clock = now_ns, replayer: Replayer[SessionStatistics] | None = None
    ) -> None:
        """Create a session of a game; its replayer may already contain counts."""
        self.plan = plan
        self.unranked = UnrankedReasons()
        """Reasons so far that make the game unranked."""
        self.practised_by = ""
        """First thing that made the game practice here: "undo", "hint", "level" or "finesse"."""
        self._clock = clock
        self._speed = plan.speed
        self._replayer = Replayer(game, SessionStatistics()) if replayer is None else replayer
        self.view: GameView = self._replayer.view
        """The live view of the game. Going back replaces the object."""
        self._zero_ns: int | None = None
        """Clock value at game time 0; None while paused."""
        self._stopped_at_ns = game.view.time_ns
        self._attacks: list[int] = []
        """Attack inputs that wait for the next moment of the grid."""
        self._undone: list[_Undone] = []
        """Undone steps that can be redone, the next one last; a press or a change of level empties it."""

    @classmethod
    def going_on(cls, plan: Plan, replayer: Replayer[SessionStatistics], clock: Clock = now_ns) -> Self:
        """Return a session that continues from the moment of a replay, including its counts."""
        current = cls(plan, replayer.game, clock, replayer)
        current._release()
        return current

    @property
    def game(self) -> Game:
        """Current game; going back replaces it."""
        return self._replayer.game

    @property
    def statistics(self) -> SessionStatistics:
        return self._replayer.tracker

    def branch(self) -> Replayer[SessionStatistics]:
        """Return a copy of the game, for playing on elsewhere."""
        return self._replayer.branch()

    @property
    def unused_buttons(self) -> frozenset[Button]:
        """Buttons without effect in this game."""
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
        """Current game time (ns), which continues after the end so that the end can be animated.

        It is never before the time to which the game has advanced: inputs count from the next moment of the grid, so
        the game may be slightly ahead of the clock.
        """
        return max(self._stopped_at_ns, self.view.time_ns) if self._zero_ns is None else self._present()

    @property
    def next_event_at_ns(self) -> int:
        """Clock time before which the running game does not change unless a button does."""
        return (self._zero_ns or 0) + self._on_clock(self.view.next_timer_ns)

    @property
    def next_second_at_ns(self) -> int:
        """Clock time of the next whole second of the running game."""
        return (self._zero_ns or 0) + self._on_clock((self.view.time_ns // SECOND_NS + 1) * SECOND_NS)

    @property
    def since_end_ns(self) -> int:
        """Time since the end of the game (ns); 0 while it is running."""
        if self.view.end is None:
            return 0
        return max(0, self.time_ns - self.view.time_ns) if self._speed else _LONG_NS

    def resume(self) -> None:
        if self._zero_ns is None:
            self._zero_ns = self._clock() - self._on_clock(self._stopped_at_ns)

    def pause(self, at_ns: int | None = None) -> list[Event]:
        """Release all buttons and stop game time, at a moment of the clock or now; return the events until then."""
        if self._zero_ns is None:
            return []
        stopped_at_ns = self._present(at_ns)
        events = self.hold(_NOTHING, at_ns)
        self._stopped_at_ns = stopped_at_ns
        self._zero_ns = None
        return events

    def advance(self) -> list[Event]:
        """Advance the game to the present and return the events."""
        if self._zero_ns is None or self.view.end is not None:
            return []
        return self._play(self._present())

    def hold(self, buttons: frozenset[Button], at_ns: int | None = None) -> list[Event]:
        """Set the held buttons from a moment of the clock on, by default from now, and return the events."""
        if self._zero_ns is None or self.view.end is not None:
            return []
        mask = 0  # on the way of a key, which enters no further module for it
        for button in buttons:
            mask |= BUTTON_BITS[button]
        if mask:
            self._undone.clear()
        return self._play(self._input_time(at_ns), mask)

    def hold_charged(self, buttons: frozenset[Button], charged_ns: int) -> list[Event]:
        """Set the held buttons from now on, of which a direction has been held for a while, and return the events."""
        if self._zero_ns is None or self.is_over:
            return []
        self._undone.clear()
        return self._play(self._input_time(), pack_charge(ChargedPress(buttons_to_mask(buttons), charged_ns)))

    def update(self, time_ns: int, held: Collection[str] | None = None) -> list[Event]:
        """Advance to a game time and set the held buttons from then on, as bots do."""
        if held:
            self._undone.clear()
        return self._play(time_ns, None if held is None else buttons_to_mask(held))

    def play_on(self) -> list[Event]:
        """Advance, without a clock, until a piece is in play or the game has ended; return the events."""
        events: list[Event] = []
        while self.view.end is None and (self.view.piece is None or self.view.dropped):
            events += self.update(max(self.view.time_ns, self.view.next_timer_ns))
        return events

    def follow(self, trial: Game) -> list[Event]:
        """Do what was done in a copy of the game, as `play_on` goes on after it; return the events."""
        events: list[Event] = []
        for time_ns, change in trial.inputs_since(len(self.game.inputs)):
            events += self.update(time_ns, mask_to_buttons(change))
        if not self.is_over:
            events += self.update(trial.view.time_ns)
        return events + self.play_on()

    def take_attack(self, time_ns: int, at_ns: int, holes: Sequence[int]) -> list[Event]:
        """Queue garbage rows that another player sent at `at_ns`, from the next moment of the grid on.

        Unlike that of a game, it returns no events: the next advance returns those until then.
        """
        self._attacks.append(pack_attack(TakenAttack(at_ns, tuple(holes))))
        return []

    def inputs_since(self, count: int) -> tuple[Input, ...]:
        """Return the inputs of the game after the first `count`."""
        return self.game.inputs_since(count)

    def undo_piece(self) -> bool:
        """Go back, for practice, to the spawn of the last locked piece; return whether there was one."""
        return self._go_back(self._replayer.last_piece)

    def undo_press(self) -> bool:
        """Go back, for practice, to just before the last button press; return whether there was one."""
        return self._go_back(self._replayer.last_press)

    def redo(self) -> bool:
        """Play again, for practice, what the last undo took back; return whether there was anything."""
        if not self._undone or self.is_over:
            return False
        undone = self._undone.pop()
        self._replayer.go_back(undone.cut)
        self._replayer.learn(undone.inputs, undone.end_ns)
        self._replayer.seek(undone.end_ns)
        self._continue_here()
        return True

    def shift_level(self, change: int) -> list[Event]:
        """Raise or lower the level, for practice, by `LEVEL_UP` or `LEVEL_DOWN`."""
        if self._zero_ns is None or self.is_over:
            return []
        self.practise_by("level")
        self._undone.clear()
        return self._replayer.play(self._input_time(), change)

    def mark_unranked(self, **reasons: bool) -> None:
        """Add reasons that make the game unranked, by the names of `UnrankedReasons`."""
        self.unranked |= UnrankedReasons(**reasons)

    def practise_by(self, what: str) -> None:
        """Make the game practice, by one of the names in `practised_by`."""
        self.practised_by = self.practised_by or what
        self.mark_unranked(practice=True)

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
        return FinishedGame(
            self.plan, recording, self.statistics, self.unranked, practised_by=self.practised_by, view=self.view
        )

    def _go_back(self, cut: Cut | None) -> bool:
        if cut is None or self.is_over:
            return False
        self._undone.append(_Undone(cut, self.game.inputs_since(cut.inputs), self.view.time_ns))
        self._replayer.go_back(cut)
        self._continue_here()
        self.practise_by("undo")
        return True

    def _continue_here(self) -> None:
        """Go on from the moment to which the game went back or forward."""
        self.view = self._replayer.view
        self._release()
        if self.is_running:
            self._zero_ns = self._clock() - self._on_clock(self.view.time_ns)

    def _play(self, time_ns: int, change: int | None = None) -> list[Event]:
        """Advance to a time and apply an input, after the attacks due by then."""
        if not self._attacks:
            return self._replayer.play(time_ns, change)
        events: list[Event] = []
        next_ns = _on_grid(self.view.time_ns)
        while self._attacks and next_ns <= time_ns and not self.is_over:
            events += self._replayer.play(next_ns, self._attacks.pop(0))
        return events if self.is_over else events + self._replayer.play(time_ns, change)

    def _release(self) -> None:
        """Release all buttons at the next moment of the grid."""
        if not self.is_over:
            self._replayer.play(_on_grid(self.view.time_ns), 0)
        self._stopped_at_ns = self.view.time_ns

    def _present(self, at_ns: int | None = None) -> int:
        """Return the game time of a moment, but none that the game has already passed."""
        time_ns, played_ns = (self._clock() if at_ns is None else at_ns) - (self._zero_ns or 0), self.view.time_ns
        if self._speed != FULL_SPEED:
            time_ns = time_ns * self._speed // FULL_SPEED
        return played_ns if time_ns < played_ns else time_ns  # noqa: FURB136  # max is a call

    def _on_clock(self, time_ns: int) -> int:
        """Return the time that a game time takes on the clock, at least."""
        if self._speed == FULL_SPEED:
            return time_ns
        return -(-time_ns * FULL_SPEED // self._speed) if self._speed else _LONG_NS

    def _input_time(self, at_ns: int | None = None) -> int:
        """Return the game time of an input, rounded up to the grid to keep recordings short."""
        return _on_grid(self._present(at_ns))


def _on_grid(time_ns: int) -> int:
    """Return the next moment of the grid."""
    return time_ns + -time_ns % INPUT_GRID_NS
