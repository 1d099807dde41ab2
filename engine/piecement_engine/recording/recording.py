"""Recordings: a game as its setup and inputs, with its result, and a check by replay."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, Self, overload

from piecement_engine.errors import EngineError, RecordingError, cut
from piecement_engine.events import End, PieceLocked
from piecement_engine.explained import explained
from piecement_engine.game.budget import Budget
from piecement_engine.game.game import Game
from piecement_engine.game.inputs import Input
from piecement_engine.game.setup import Setup
from piecement_engine.game.view import GameView
from piecement_engine.json_values import as_object, is_whole
from piecement_engine.recording.lock_checks import LOCKS_PER_CHECK, LockChecks
from piecement_engine.recording.recording_text import read_facts, read_recording, refusing_damage, write_recording
from piecement_engine.recording.replayer import Replayer, refusal
from piecement_engine.recording.trackers import T, Tracker

_TOO_HIGH: Final = 1 << 62
"""Exclusive upper bound of the numbers in a result."""

_STEPS: Final = 500_000
"""Maximum cost of a recording from outside (steps, see `budget`): half a million take a second or two."""
_STEPS_AN_INPUT: Final = 50
"""Extra steps for each input of a recording: a change of buttons by a player costs five to twenty."""


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a game, or its counts at the time of the recording."""

    end: End | None
    """Reason for the end, or None if the game is still running."""
    time_ns: int
    """Game time (ns)."""
    score: int
    lines: int
    level: int
    pieces: int
    """Number of locked pieces."""

    @classmethod
    def of(cls, view: GameView) -> Self:
        """Return the present result of a game."""
        return cls(view.end, view.time_ns, view.score, view.lines, view.level, view.pieces)


@dataclass(frozen=True, slots=True)
class Desync:
    """First difference between a recording and its replay."""

    time_ns: int
    """Game time up to which both are known to agree (ns)."""
    sentence: str
    """Description of the difference."""


@explained
@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded game. A replay gives the identical game, on any platform."""

    setup: Setup
    inputs: tuple[Input, ...]
    """All inputs, in the order of time."""
    result: Result
    """Result at the end of the recording."""
    about: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)  # values of any JSON type
    """Data of the application, such as the name of the mode. The engine does not read it."""
    lock_checks: bytes = b""
    """Check value for each eighth lock, which locates a difference of a replay; see `LockChecks`."""

    @classmethod
    def of(cls, game: Game, about: Mapping[str, Any] | None = None, lock_checks: bytes = b"") -> Self:  # any JSON
        """Return the recording of a game up to its present time; without `about` it has that of the setup."""
        about = game.setup.about if about is None else about
        return cls(game.setup, game.inputs, Result.of(game.view), about, lock_checks)

    def __repr__(self) -> str:
        """Return the mode, the seed and the result in a line; `to_text` returns the whole recording."""
        result, mode = self.result, self.about.get("mode")
        of_mode = f" of {cut(mode)}" if isinstance(mode, str) else ""
        counts = f"{result.time_ns / 1e9:.3f} s, {result.pieces} pieces, {result.lines} lines, {result.score} points"
        end = f", ended by {result.end}" if result.end else ""
        return f"<Recording{of_mode}, seed {self.setup.seed}: {counts}, {len(self.inputs)} inputs{end}>"

    @property
    def time_ns(self) -> int:
        """Game time at the end of the recording (ns)."""
        return self.result.time_ns

    def fair_budget(self) -> Budget:
        """Return a new budget for one replay: ample for played games, and small for forged recordings."""
        return Budget(_STEPS + _STEPS_AN_INPUT * len(self.inputs), "one recording", abandons=True)

    @overload
    def replayer(self) -> Replayer[Tracker]: ...
    @overload
    def replayer(self, tracker: T) -> Replayer[T]: ...
    def replayer(self, tracker: Any = None) -> Replayer[Any]:  # of any kind of tracker
        """Return a replayer at the start, with the counts of a tracker if there is one.

        Raises `RecordingError` if the game cannot begin.
        """
        try:
            game = Game.from_setup(self.setup)
            return Replayer(game, Tracker() if tracker is None else tracker, self.inputs, self.time_ns)
        except EngineError as error:
            raise refusal(error) from error

    def replay(self, until_ns: int | None = None, *, budget: Budget | None = None) -> Game:
        """Return the game, replayed to the end or to an earlier time.

        Args:
            until_ns: The game time (ns) to stop at; without it, the end.
            budget: The steps that the replay may take. Pass `fair_budget()` for a recording from outside.

        Raises:
            RecordingError: If the inputs do not fit the game, or the replay exceeds the budget.
        """
        replayer = self.replayer()
        replayer.run(self.time_ns if until_ns is None else until_ns, budget)
        return replayer.game

    def verify(self, *, budget: Budget | None = None) -> Desync | None:
        """Replay all inputs; return the first difference from the recording, or None if there is none."""
        locks = _TimedLockChecks()
        try:
            replayer = self.replayer(locks)
            replayer.run(self.time_ns, budget)
        except RecordingError as error:
            return Desync(locks.times[-1], f"the game cannot be played: {error.__cause__}")
        return (
            _differing_lock(self.lock_checks, locks.checks, locks.times)
            or _input_after_end(replayer)
            or _difference(self.result, Result.of(replayer.view))
        )

    def facts(self) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return the setup, the result and `about`, unless that is empty, as JSON types."""
        result = {field.name.removesuffix("_ns"): getattr(self.result, field.name) for field in fields(Result)}
        about = {"about": dict(self.about)} if self.about else {}
        return {"setup": self.setup.to_dict(), "result": result, **about}

    def to_text(self) -> str:
        """Return the recording as a few lines of ASCII text, with a checksum."""
        return write_recording(self.facts(), self.inputs, self.lock_checks)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the recording that `to_text` wrote.

        Raises:
            RecordingError: If the text is no recording, is of a later version, or was changed by as little as a byte.
        """
        with refusing_damage():
            return cls.of_facts(*read_recording(text))

    @classmethod
    def of_facts(cls, facts: Mapping[str, Any], inputs: tuple[Input, ...], lock_checks: bytes) -> Self:  # any JSON
        """Return the recording with unchecked facts, as `facts` returns them. Raises `EngineError` for other ones."""
        return cls(_setup(facts.get("setup")), inputs, *_result_and_about(facts), lock_checks)

    @staticmethod
    def outline_of(text: str) -> "tuple[Result, Mapping[str, Any]]":  # of any JSON type
        """Return the result and the `about` of a text, far quicker than `from_text`.

        Raises `RecordingError` as `from_text` does, except for unreadable inputs.
        """
        with refusing_damage():
            return _result_and_about(read_facts(text))


class _TimedLockChecks(LockChecks):
    """Lock checks of a game, and the times of the locks."""

    __slots__ = ("times",)

    def __init__(self) -> None:
        super().__init__()
        self.times = array("q", (0,))

    def _add(self, lock: PieceLocked) -> None:
        super()._add(lock)
        self.times.append(lock.time_ns)


def _clock(time_ns: int) -> str:
    """Return a time as text, such as 1:02.345."""
    minutes, rest = divmod(time_ns // 1_000_000, 60_000)
    return f"{minutes}:{rest // 1000:02}.{rest % 1000:03}"


def _differing_lock(recorded: bytes, replayed: bytes, times: Sequence[int]) -> Desync | None:
    """Return the first difference in lock checks. An empty value of `recorded` means that none were recorded."""
    for check, (ours, theirs) in enumerate(zip(replayed, recorded, strict=False)):
        if ours != theirs:
            before = check * LOCKS_PER_CHECK
            pieces = f"{before + 1} to {before + LOCKS_PER_CHECK}"
            return Desync(times[before], f"one of the pieces {pieces} locks at another place or time")
    if recorded and len(recorded) != len(replayed):
        agreed = min(len(recorded), len(replayed)) * LOCKS_PER_CHECK
        sentence = f"{len(times) - 1} pieces lock, and {len(recorded) * LOCKS_PER_CHECK} or more are recorded"
        return Desync(times[agreed], sentence)
    return None


def _input_after_end(replayer: Replayer[Any]) -> Desync | None:  # of any tracker
    view, late = replayer.view, replayer.next_input
    if view.end is None or late is None:
        return None
    end = f"the game ends ({view.end}) at {_clock(view.time_ns)}"
    return Desync(view.time_ns, f"{end}, and there is an input at {_clock(late[0])}")


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


def _result(given: Mapping[str, Any]) -> Result:  # of any JSON type
    names = ("time", "score", "lines", "level", "pieces")
    if not all(is_whole(given.get(name), 0, _TOO_HIGH - 1) for name in names):
        raise RecordingError("the recording is damaged: its result is not made of whole numbers")
    end = given.get("end")
    if end is not None and end not in list(End):
        raise RecordingError("the recording ends with {end!r}, which this version does not know", end=cut(end))
    return Result(None if end is None else End(end), *(given[name] for name in names))


def _setup(given: object) -> Setup:
    """Return the setup of a head. Raises `RecordingError` if no game can begin with it."""
    try:
        return Setup.from_dict(given)
    except EngineError as error:
        raise RecordingError("the recording is of a game that cannot be played: {error}", error=error) from error


def _result_and_about(head: Mapping[str, Any]) -> tuple[Result, dict[str, Any]]:  # of any JSON type
    """Return the result and the `about`. Raises `RuleError` if one of them is no table."""
    result = as_object(head.get("result"), "its result is not a table")
    return _result(result), dict(as_object(head.get("about", {}), "its description is not a table"))
