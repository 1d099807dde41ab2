"""The recording of a match: the games of all sides and the attacks between them, as one."""

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Self
from zlib import crc32

from piecement_engine.errors import EngineError, RecordingError, RuleError, cut
from piecement_engine.events import AttackMade, Event, RowsDue
from piecement_engine.inputs import unpack_attack
from piecement_engine.json_values import are_ints, as_list, as_object, read_json
from piecement_engine.match.ledger import Attack, LedgerSide, LostRows
from piecement_engine.recording import Recording
from piecement_engine.replayer import Tracker

MATCH_RECORDING_VERSION: Final = 1
"""The version of the form that is written."""

_TITLE: Final = "piecement match"
_GAME_LINES: Final = 5
"""How many lines the text of a game's recording has."""


class MatchDesync(NamedTuple):
    """Where the replay of a match differs from what is recorded."""

    side: int
    time_ns: int
    """The game time up to which that side's game is known to agree."""
    sentence: str
    """What differs."""


@dataclass(frozen=True, slots=True)
class MatchRecording:
    """A match, or one round of it. A side is the number of a game."""

    games: tuple[Recording, ...]
    attacks: tuple[Attack, ...]
    """All attacks, in the order in which they counted."""
    lost: tuple[LostRows, ...] = ()
    """The clears whose rows went to nobody."""
    about: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)  # values of any JSON type
    """What the application stores with it, such as the names. The engine does not read it."""

    @property
    def time_ns(self) -> int:
        """How long the longest game was played."""
        return max((game.time_ns for game in self.games), default=0)

    def verify(self) -> MatchDesync | None:
        """Replay all games; return what differs from what is recorded, or None if nothing does.

        It is proven that each game comes to its result, that each side took the attacks on it and no others, and that
        each attack has the rows that a clear of its sender left. Whom an attack goes to, and what is lost since nobody
        was left, is the judge's word.
        """
        for side, game in enumerate(self.games):
            desync = game.verify(budget=game.fair_budget())
            if desync is not None:
                return MatchDesync(side, desync.time_ns, desync.sentence)
            try:
                sentence = self._taken_otherwise(side) or self._sent_otherwise(side)
            except EngineError as error:
                sentence = str(error)
            if sentence is not None:
                return MatchDesync(side, 0, sentence)
        return None

    def to_text(self) -> str:
        """Return the recording as lines of ASCII text, with a checksum."""
        head: dict[str, Any] = {"attacks": [list(attack) for attack in self.attacks]}  # as above
        if self.lost:
            head["lost"] = [list(lost) for lost in self.lost]
        if self.about:
            head["about"] = dict(self.about)
        lines = (f"{_TITLE} {MATCH_RECORDING_VERSION}", json.dumps(head, separators=(",", ":")))
        body = "".join(f"{line}\n" for line in lines) + "".join(game.to_text() for game in self.games)
        return f"{body}{crc32(body.encode()):08x}\n"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the recording that `to_text` wrote so. Raises `RecordingError` for any other text."""
        lines = text.replace("\r\n", "\n").split("\n")
        if lines[0] != f"{_TITLE} {MATCH_RECORDING_VERSION}":
            expected = f"{_TITLE} {MATCH_RECORDING_VERSION}"
            raise RecordingError(
                "not the recording of a match: its first line is {line!r}, not {expected!r}",
                line=cut(lines[0]),
                expected=expected,
            )
        body = "".join(f"{line}\n" for line in lines[:-2])
        if lines[-2:] != [f"{crc32(body.encode(errors='surrogateescape')):08x}", ""]:
            raise RecordingError("the recording is damaged: its checksum is wrong")
        try:
            head = as_object(read_json(lines[1]), "its head is not a table")
            about = as_object(head.get("about", {}), "what is written about it is not a table")
            attacks = tuple(map(_attack, as_list(head.get("attacks"), "its attacks are no list")))
            lost = tuple(map(_lost, as_list(head.get("lost", []), "its lost rows are no list")))
        except RecordingError:
            raise
        except (RuleError, ValueError, RecursionError) as error:
            raise RecordingError("the recording is damaged: {error}", error=error) from error
        games = tuple(Recording.from_text(game) for game in _games(lines[2:-2]))
        return cls(games, attacks, lost, dict(about))

    def _taken_otherwise(self, side: int) -> str | None:
        """Return how the attacks in a side's game differ from those on it."""
        taken = [own for _, change in self.games[side].inputs if (own := unpack_attack(change))]
        against = [attack for attack in self.attacks if attack.target == side]
        for number, (own, attack) in enumerate(zip(taken, against, strict=False), start=1):
            if (number, *own) != (attack.number, attack.at_ns, attack.holes):
                return f"attack {number} on side {side} is another one in the game"
        if len(taken) > len(against):
            return f"the game of side {side} has {len(taken)} attacks, and there are {len(against)} on it"
        return None

    def _sent_otherwise(self, side: int) -> str | None:
        """Return how the attacks by a side differ from what its clears left of those on it."""
        sent = deque(attack for attack in self.attacks if attack.sender == side)
        against = [attack for attack in self.attacks if attack.target == side]
        lost_ns = {lost.time_ns for lost in self.lost if lost.side == side}
        for time_ns, rows in _rows_left(self.games[side], against):
            if time_ns in lost_ns:
                continue
            if not sent:
                return f"an attack of {rows} rows by side {side} is missing"
            attack = sent.popleft()
            if attack.rows != rows or attack.at_ns < time_ns:
                return f"side {side} made {rows} rows, and an attack has {attack.rows}"
        if sent and sent[0].at_ns <= self.games[side].time_ns:  # later ones came while the end was not known yet
            return f"side {side} made no attack of {sent[0].rows} rows"
        return None


class _Garbage(Tracker):
    """Collects what is said of garbage rows."""

    __slots__ = ("events",)

    def __init__(self) -> None:
        self.events: list[AttackMade | RowsDue] = []

    def count(self, events: Sequence[Event]) -> None:
        self.events += [event for event in events if isinstance(event, AttackMade | RowsDue)]


def _rows_left(game: Recording, against: Sequence[Attack]) -> Iterator[tuple[int, int]]:
    """Yield the time of each clear, and the rows left of it after those that it cancels."""
    garbage, side, arriving = _Garbage(), LedgerSide(), deque(against)
    game.replayer(garbage).run(game.time_ns, game.fair_budget())
    for event in garbage.events:
        while arriving and arriving[0].at_ns <= event.time_ns:
            attack = arriving.popleft()
            side.waiting.append((attack.at_ns, attack.rows))
        if isinstance(event, RowsDue):
            side.rise(event.count)
        elif rows := event.rows - side.cancel(event.time_ns, event.rows):
            yield event.time_ns, rows


def _attack(given: object) -> Attack:
    """Return an attack of a JSON list. Raises `RecordingError` for what is none."""
    match given:
        case [int(number), int(at_ns), int(sender), int(target), object() as holes] if are_ints(holes):
            return Attack(number, at_ns, sender, target, tuple(holes))
        case _:
            raise RecordingError("the recording is damaged: {given} is no attack", given=cut(given))


def _lost(given: object) -> LostRows:
    """Return lost rows of a JSON list. Raises `RecordingError` for what is none."""
    match given:
        case [int(side), int(time_ns)]:
            return LostRows(side, time_ns)
        case _:
            raise RecordingError("the recording is damaged: {given} are no lost rows", given=cut(given))


def _games(lines: Sequence[str]) -> Iterator[str]:
    """Yield the texts of the games."""
    for start in range(0, len(lines), _GAME_LINES):
        yield "".join(f"{line}\n" for line in lines[start : start + _GAME_LINES])
