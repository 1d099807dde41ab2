"""Recordings: a game as its setup and the changes of buttons over time, with the result that they lead to."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self
from zlib import crc32

from piecement_engine.budget import Budget
from piecement_engine.errors import EngineError, RecordingError, cut
from piecement_engine.game import Game
from piecement_engine.inputs import Input
from piecement_engine.notices import End, Notice, PieceLocked
from piecement_engine.recording_text import RecordingParts, read_outline, read_text, write_text
from piecement_engine.setup import Setup
from piecement_engine.view import GameView

_LOCKS_A_STEP: Final = 8
"""How many pieces lie between two steps of a trail."""


_TOO_HIGH: Final = 1 << 62
"""Above what any result of a game can be."""

_EVENTS: Final = 500_000
_EVENTS_AN_INPUT: Final = 50
"""How many events a recording from outside may have, and how many more for each of its inputs.

People cause some five to twenty events with each change of buttons; half a million take a second or two.
"""


Watch = Callable[[Iterable[Notice]], object]
"""Takes what happened since it was told last."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a game, or where it stood when it was recorded."""

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
class Parting:
    """Where the replay of a recording leaves what is recorded."""

    time_ns: int
    """The game time until which both agree, as far as is known."""
    sentence: str
    """What differs."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A game: replaying it gives the identical game, on any platform."""

    setup: Setup
    inputs: tuple[Input, ...]
    """The changes of buttons, in the order of time."""
    result: Result
    """What the game came to."""
    about: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)  # values of any JSON type
    """What its keeper wrote beside it, such as the name of the mode. The engine does not look at it."""
    trail: bytes = b""
    """A check value for each eighth piece that locked, to find where a replay parts; see `with_trail`."""

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
        return Budget(_EVENTS + _EVENTS_AN_INPUT * len(self.inputs), "one recording", abandons=True)

    def replay(self, until_ns: int | None = None, watch: Watch | None = None, *, budget: Budget | None = None) -> Game:
        """Return the game as it was at the end, or at an earlier time; `watch` is told what happens on the way.

        Raises `RecordingError` where the inputs do not fit the game, or it has more events than a budget allows. Give
        a recording that comes from outside its `fair_budget`.
        """
        stop = self.time_ns if until_ns is None else min(until_ns, self.time_ns)
        try:
            game, _ = self._played(stop, watch, budget)
        except EngineError as error:
            raise RecordingError(f"the recording does not replay: {error}") from error
        return game

    def with_trail(self, *, budget: Budget | None = None) -> Self:
        """Return the recording with its trail, for which it is replayed. Raises `RecordingError` if it cannot be."""
        trail = Trail()
        self.replay(watch=trail.take, budget=budget)
        return replace(self, trail=bytes(trail.steps))

    def verify(self, *, budget: Budget | None = None) -> Parting | None:
        """Replay everything; return where that parts from what is recorded, or None if it nowhere does."""
        trail = Trail()
        try:
            game, refusal = self._played(self.time_ns, trail.take, budget)
        except EngineError as error:
            return Parting(trail.time_ns, f"the game cannot be played: {error}")
        return trail.parting(self.trail) or refusal or _difference(self.result, Result.of(game.view))

    def to_text(self) -> str:
        """Return the recording as a few lines of ASCII text, with a checksum."""
        return write_text(RecordingParts(self.setup, self.inputs, self._result_dict(), dict(self.about), self.trail))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the recording that `to_text` wrote so.

        Raises `RecordingError` for any other text: if a single byte of it was changed, it is another.
        """
        parts = read_text(text)
        return cls(parts.setup, parts.inputs, _result(parts.result), parts.about, parts.trail)

    @staticmethod
    def outline_of(text: str) -> "tuple[Result, Mapping[str, Any]]":  # as above
        """Return what the game of a text came to and what is written beside it, far quicker than `from_text`.

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

    def _played(self, stop: int, watch: Watch | None, budget: Budget | None) -> tuple[Game, Parting | None]:
        """Return the game at a time, and the input that came after its end if there is one."""
        watch = watch or _look_away
        game = Game.from_setup(self.setup)
        for time, mask in self.inputs:
            if time > stop:
                break
            if game.view.end is not None:
                end = f"the game ends ({game.view.end}) at {clock(game.view.time_ns)}"
                return game, Parting(game.view.time_ns, f"{end}, and there is an input at {clock(time)}")
            watch(game.play(time, mask, budget))
        if game.view.end is None:
            watch(game.update(stop, budget=budget))
        return game, None


class Trail:
    """Check values of the pieces that lock, one step for every few of them."""

    def __init__(self) -> None:
        self.steps = bytearray()
        self.time_ns = 0
        """When the last piece locked."""
        self._step_times = [0]
        self._locks = 0
        self._check = 0

    def take(self, notices: Iterable[Notice]) -> None:
        """Go on by what a game reported."""
        for notice in notices:
            if isinstance(notice, PieceLocked):
                shape, orientation, x, y = notice.piece
                self._check = crc32(f"{notice.time_ns} {shape.name} {orientation} {x} {y}".encode(), self._check)
                self._locks += 1
                self.time_ns = notice.time_ns
                if self._locks % _LOCKS_A_STEP == 0:
                    self.steps.append(self._check & 0xFF)
                    self._step_times.append(notice.time_ns)

    def parting(self, recorded: bytes) -> Parting | None:
        """Return where a recorded trail leaves this one; an empty one says nothing."""
        for step, (ours, theirs) in enumerate(zip(self.steps, recorded, strict=False)):
            if ours != theirs:
                first = step * _LOCKS_A_STEP + 1
                sentence = f"one of the pieces {first} to {first + _LOCKS_A_STEP - 1} locks at another place or time"
                return Parting(self._step_times[step], sentence)
        if recorded and len(recorded) != len(self.steps):
            steps = min(len(recorded), len(self.steps))
            sentence = f"{self._locks} pieces lock, and {len(recorded) * _LOCKS_A_STEP} or more are recorded"
            return Parting(self._step_times[steps], sentence)
        return None


def _look_away(_: Iterable[Notice]) -> None:
    pass


def clock(time_ns: int) -> str:
    """Return a time as a player reads it, such as 1:02.345."""
    minutes, rest = divmod(time_ns // 1_000_000, 60_000)
    return f"{minutes}:{rest // 1000:02}.{rest % 1000:03}"


def _difference(recorded: Result, replayed: Result) -> Parting | None:
    for name in ("end", "time_ns", "pieces", "lines", "level", "score"):
        was, comes_to = getattr(recorded, name), getattr(replayed, name)
        if was != comes_to:
            spoken = name.removesuffix("_ns")
            sentence = f"the recorded {spoken} is {_said(was)}, and the game comes to {_said(comes_to)}"
            return Parting(min(recorded.time_ns, replayed.time_ns), sentence)
    return None


def _said(value: object) -> str:
    return "none" if value is None else str(value)


def _result(given: Mapping[str, Any]) -> Result:  # as above
    names = ("time", "score", "lines", "level", "pieces")
    if not all(type(given.get(name)) is int and 0 <= given[name] < _TOO_HIGH for name in names):
        raise RecordingError("the recording is damaged: its result is not made of whole numbers")
    end = given.get("end")
    if end is not None and end not in list(End):
        raise RecordingError(f"the recording is of an end {cut(end)!r} that this version does not know")
    return Result(None if end is None else End(end), *(given[name] for name in names))
