"""Recordings: a game as its setup and the changes of buttons over time, with the result that they lead to."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self
from zlib import crc32

from piecement_engine.budget import Budget
from piecement_engine.errors import EngineError, RecordingError, cut
from piecement_engine.events import End, Event, PieceLocked
from piecement_engine.game import Game
from piecement_engine.inputs import Input
from piecement_engine.recording_text import RecordingParts, read_outline, read_text, write_text
from piecement_engine.setup import Setup
from piecement_engine.view import GameView

_LOCKS_A_STEP: Final = 8
"""How many locks there are between two checks."""


_TOO_HIGH: Final = 1 << 62
"""Above what any result of a game can be."""

_STEPS: Final = 500_000
_STEPS_AN_INPUT: Final = 50
"""How many steps a recording from outside may cost, and how many more for each of its inputs (see `budget`).

A change of buttons by a player costs five to twenty steps; half a million steps take a second or two.
"""


OnEvents = Callable[[Iterable[Event]], object]
"""Called with the events since its last call."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game, or its counts when it was recorded."""

    end: End | None
    """How it ended, or None while it goes on."""
    time_ns: int
    """The game time, in ns."""
    score: int
    lines: int
    level: int
    pieces: int
    """How many pieces locked."""

    @classmethod
    def of(cls, view: GameView) -> Self:
        """Return the result of a game as it stands."""
        return cls(view.end, view.time_ns, view.score, view.lines, view.level, view.pieces)


@dataclass(frozen=True, slots=True)
class Desync:
    """The point from which the replay of a recording differs from what is recorded."""

    time_ns: int
    """The game time up to which both are known to agree."""
    sentence: str
    """What differs."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A game: replaying it gives the identical game, on any platform."""

    setup: Setup
    inputs: tuple[Input, ...]
    """The changes of buttons, in the order of time."""
    result: Result
    """The result at the end of the recording."""
    about: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)  # values of any JSON type
    """What the application stores with it, such as the name of the mode. The engine does not read it."""
    lock_checks: bytes = b""
    """A check value for each eighth piece that locked, to find where a replay differs; see `with_lock_checks`."""

    @classmethod
    def of(cls, game: Game, about: Mapping[str, Any] | None = None) -> Self:  # as above
        """Return the recording of a game as far as it was played."""
        return cls(game.setup, game.inputs, Result.of(game.view), about or {})

    @property
    def time_ns(self) -> int:
        """How far the game was played, in ns."""
        return self.result.time_ns

    def fair_budget(self) -> Budget:
        """Return a new budget for one replay: ample for games that people play, and little for a forged recording."""
        return Budget(_STEPS + _STEPS_AN_INPUT * len(self.inputs), "one recording", abandons=True)

    def replay(
        self, until_ns: int | None = None, watch: OnEvents | None = None, *, budget: Budget | None = None
    ) -> Game:
        """Return the game as it was at the end, or at an earlier time; `watch` is called with the events on the way.

        Raises `RecordingError` where the inputs do not fit the game, or it takes more steps than a budget allows. Give
        a recording that comes from outside its `fair_budget`.
        """
        stop = self.time_ns if until_ns is None else min(until_ns, self.time_ns)
        try:
            game, _ = self._played(stop, watch, budget)
        except EngineError as error:
            raise RecordingError(f"the recording does not replay: {error}") from error
        return game

    def with_lock_checks(self, *, budget: Budget | None = None) -> Self:
        """Replay it and return it with lock checks. Raises `RecordingError` if it does not replay."""
        lock_checks = LockChecks()
        self.replay(watch=lock_checks.record, budget=budget)
        return replace(self, lock_checks=bytes(lock_checks.steps))

    def verify(self, *, budget: Budget | None = None) -> Desync | None:
        """Replay everything; return where that differs from what is recorded, or None if it does not."""
        lock_checks = LockChecks()
        try:
            game, refusal = self._played(self.time_ns, lock_checks.record, budget)
        except EngineError as error:
            return Desync(lock_checks.time_ns, f"the game cannot be played: {error}")
        return lock_checks.desync(self.lock_checks) or refusal or _difference(self.result, Result.of(game.view))

    def to_text(self) -> str:
        """Return the recording as a few lines of ASCII text, with a checksum."""
        return write_text(
            RecordingParts(self.setup, self.inputs, self._result_dict(), dict(self.about), self.lock_checks)
        )

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the recording that `to_text` wrote so.

        Raises `RecordingError` for any other text: if a single byte of it was changed, it is another.
        """
        parts = read_text(text)
        return cls(parts.setup, parts.inputs, _result(parts.result), parts.about, parts.lock_checks)

    @staticmethod
    def outline_of(text: str) -> "tuple[Result, Mapping[str, Any]]":  # as above
        """Return the result and the `about` of a text, far quicker than `from_text`.

        Raises `RecordingError` as that does, but for inputs that cannot be read.
        """
        result, about = read_outline(text)
        return _result(result), about

    def _result_dict(self) -> dict[str, Any]:  # values of any JSON type
        result = self.result
        return {
            "end": result.end,
            "time": result.time_ns,
            "score": result.score,
            "lines": result.lines,
            "level": result.level,
            "pieces": result.pieces,
        }

    def _played(self, stop: int, watch: OnEvents | None, budget: Budget | None) -> tuple[Game, Desync | None]:
        """Return the game at a time, and the input that came after its end if there is one."""
        watch = watch or _ignore
        game = Game.from_setup(self.setup)
        for time, mask in self.inputs:
            if time > stop:
                break
            if game.view.end is not None:
                end = f"the game ends ({game.view.end}) at {clock(game.view.time_ns)}"
                return game, Desync(game.view.time_ns, f"{end}, and there is an input at {clock(time)}")
            watch(game.play(time, mask, budget))
        if game.view.end is None:
            watch(game.update(stop, budget=budget))
        return game, None


class LockChecks:
    """Check values of the pieces that lock, one step for every few of them."""

    def __init__(self) -> None:
        self.steps = bytearray()
        self.time_ns = 0
        """When the last piece locked."""
        self._step_times = [0]
        self._locks = 0
        self._check = 0

    def record(self, events: Iterable[Event]) -> None:
        """Add the locks among the events of a game."""
        for event in events:
            if isinstance(event, PieceLocked):
                shape, orientation, x, y = event.piece
                self._check = crc32(f"{event.time_ns} {shape.name} {orientation} {x} {y}".encode(), self._check)
                self._locks += 1
                self.time_ns = event.time_ns
                if self._locks % _LOCKS_A_STEP == 0:
                    self.steps.append(self._check & 0xFF)
                    self._step_times.append(event.time_ns)

    def desync(self, recorded: bytes) -> Desync | None:
        """Return the first difference to recorded checks; none are recorded in an empty value."""
        for step, (ours, theirs) in enumerate(zip(self.steps, recorded, strict=False)):
            if ours != theirs:
                first = step * _LOCKS_A_STEP + 1
                sentence = f"one of the pieces {first} to {first + _LOCKS_A_STEP - 1} locks at another place or time"
                return Desync(self._step_times[step], sentence)
        if recorded and len(recorded) != len(self.steps):
            steps = min(len(recorded), len(self.steps))
            sentence = f"{self._locks} pieces lock, and {len(recorded) * _LOCKS_A_STEP} or more are recorded"
            return Desync(self._step_times[steps], sentence)
        return None


def _ignore(_: Iterable[Event]) -> None:
    pass


def clock(time_ns: int) -> str:
    """Return a time as a player reads it, such as 1:02.345."""
    minutes, rest = divmod(time_ns // 1_000_000, 60_000)
    return f"{minutes}:{rest // 1000:02}.{rest % 1000:03}"


def _difference(recorded: Result, replayed: Result) -> Desync | None:
    for name in ("end", "time_ns", "pieces", "lines", "level", "score"):
        was, comes_to = getattr(recorded, name), getattr(replayed, name)
        if was != comes_to:
            spoken = name.removesuffix("_ns")
            sentence = f"the recorded {spoken} is {_as_text(was)}, and the game comes to {_as_text(comes_to)}"
            return Desync(min(recorded.time_ns, replayed.time_ns), sentence)
    return None


def _as_text(value: object) -> str:
    return "none" if value is None else str(value)


def _result(given: Mapping[str, Any]) -> Result:  # as above
    names = ("time", "score", "lines", "level", "pieces")
    if not all(type(given.get(name)) is int and 0 <= given[name] < _TOO_HIGH for name in names):
        raise RecordingError("the recording is damaged: its result is not made of whole numbers")
    end = given.get("end")
    if end is not None and end not in list(End):
        raise RecordingError(f"the recording is of an end {cut(end)!r} that this version does not know")
    return Result(None if end is None else End(end), *(given[name] for name in names))
