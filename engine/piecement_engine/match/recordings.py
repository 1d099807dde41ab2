"""Recordings: of a round, the games of all sides as one; of a match, the rounds in one text."""

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, NamedTuple, Self

from piecement_engine.errors import EngineError, RecordingError, cut
from piecement_engine.events import AttackMade, RowsDue
from piecement_engine.game.inputs import unpack_attack
from piecement_engine.game.state import NEVER
from piecement_engine.json_values import are_ints, as_list, as_object, is_whole, read_json
from piecement_engine.match.ledger import Attack, LostRows
from piecement_engine.match.ledger_side import LedgerSide
from piecement_engine.recording.recording import Recording
from piecement_engine.recording.recording_text import refusing_damage, with_checksum, without_checksum


class SideDesync(NamedTuple):
    """First difference between a recorded round and its replay."""

    side: int
    time_ns: int
    """Game time up to which that side's game is known to agree (ns)."""
    sentence: str
    """Description of the first difference."""


@dataclass(frozen=True, slots=True)
class RoundRecording:
    """A recorded round: the games of its sides and the attacks between them. A side is the index of a game."""

    games: tuple[Recording, ...]
    attacks: tuple[Attack, ...] | None
    """All attacks, in the order in which they counted; None if they were not recorded."""
    lost: tuple[LostRows, ...] = ()
    """Clears whose rows had no target, although other games were still running at the time of the clear."""
    about: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)  # values of any JSON type
    """Data of the application, such as the names. The engine does not read it."""

    @property
    def time_ns(self) -> int:
        """Length of the longest game (ns)."""
        return max((game.time_ns for game in self.games), default=0)

    def verify(self) -> SideDesync | None:
        """Replay all games; return the first difference from the recording, or None if there is none.

        This proves that each game has its result, that each side accepted the attacks on it and no others, and that
        each attack has the rows that a clear of its sender left. The targets, and rows lost without a target, are the
        judge's word. Without recorded attacks, only each game alone is proven.
        """
        for side, game in enumerate(self.games):
            desync = game.verify(budget=game.fair_budget())
            if desync is not None:
                return SideDesync(side, desync.time_ns, desync.sentence)
            try:
                sentence = self._attack_difference(side)
            except EngineError as error:
                sentence = str(error)
            if sentence:
                return SideDesync(side, 0, sentence)
        return None

    def _attack_difference(self, side: int) -> str:
        """Return the difference between a side's game and the attacks on it and by it, or an empty text."""
        if self.attacks is None:
            return ""
        against = [attack for attack in self.attacks if attack.target == side]
        taken = [own for _, change in self.games[side].inputs if (own := unpack_attack(change))]
        for number, (own, attack) in enumerate(zip(taken, against, strict=False), start=1):
            if (number, *own) != (attack.number, attack.at_ns, attack.holes):
                return f"attack {number} on side {side} is another one in the game"
        if len(taken) > len(against):
            return f"the game of side {side} has {len(taken)} attacks, and there are {len(against)} on it"
        return self._sent_difference(side, against, deque(attack for attack in self.attacks if attack.sender == side))

    def _sent_difference(self, side: int, against: Sequence[Attack], sent: deque[Attack]) -> str:
        """Return the difference between the attacks by a side and the rows that its clears left."""
        lost_ns = {lost.time_ns for lost in self.lost if lost.side == side}
        others = [game.result for number, game in enumerate(self.games) if number != side]
        # Clears after the end of the last of the other games have no target.
        alone_ns = max((NEVER if result.end is None else result.time_ns for result in others), default=0)
        for time_ns, rows in _rows_left(self.games[side], against):
            if time_ns in lost_ns or time_ns > alone_ns:
                continue
            if not sent:
                return f"an attack of {rows} rows by side {side} is missing"
            attack = sent.popleft()
            if attack.rows != rows or attack.at_ns < time_ns:
                return f"side {side} made {rows} rows, and an attack has {attack.rows}"
        if sent and sent[0].at_ns <= self.games[side].time_ns:  # later ones count while the end was not known yet
            return f"side {side} made no attack of {sent[0].rows} rows"
        return ""


def _rows_left(game: Recording, against: Sequence[Attack]) -> Iterator[tuple[int, int]]:
    """Yield the time of each clear (ns), and its rows that are left after cancelling."""
    side, arriving = LedgerSide(), deque(against)
    for event in game.replayer().advance(game.time_ns, game.fair_budget()):
        if not isinstance(event, AttackMade | RowsDue):
            continue
        while arriving and arriving[0].at_ns <= event.time_ns:
            attack = arriving.popleft()
            side.waiting.append((attack.at_ns, attack.rows))
        if isinstance(event, RowsDue):
            side.rise(event.count)
        elif rows := event.rows - side.cancel(event.time_ns, event.rows):
            yield event.time_ns, rows


RECORDED_MATCH_VERSION: Final = 2
"""Version of the written form. Version 1, of one round, is read as well."""

_TITLE: Final = "piecement match"
_GAME_LINES: Final = 5
"""Number of lines of the text of a game's recording."""


class RoundDesync(NamedTuple):
    """First difference between a recorded match and its replay."""

    round: int
    """Index of the round, from 0."""
    desync: SideDesync


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """A recorded match: its rounds, in one text."""

    rounds: tuple[RoundRecording, ...]
    about: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)  # values of any JSON type
    """Data of the application, such as the names. The engine does not read it."""

    @property
    def time_ns(self) -> int:
        """Length of all rounds together (ns)."""
        return sum(recording.time_ns for recording in self.rounds)

    def verify(self) -> RoundDesync | None:
        """Replay all rounds; return the first difference from the recording, or None if there is none."""
        for number, recording in enumerate(self.rounds):
            desync = recording.verify()
            if desync is not None:
                return RoundDesync(number, desync)
        return None

    def to_text(self) -> str:
        """Return the match as lines of ASCII text, with a checksum."""
        head: dict[str, Any] = {"rounds": [_head(recording) for recording in self.rounds]}  # of any JSON type
        if self.about:
            head["about"] = dict(self.about)
        lines = (f"{_TITLE} {RECORDED_MATCH_VERSION}", json.dumps(head, separators=(",", ":")))
        games = (game.to_text() for recording in self.rounds for game in recording.games)
        return with_checksum("".join(f"{line}\n" for line in lines) + "".join(games))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the match that `to_text` wrote, in this version or an earlier one.

        Raises `RecordingError` if the text is no recorded match, or was changed.
        """
        with refusing_damage():
            text = text.replace("\r\n", "\n")
            version = _version(text.partition("\n")[0])
            lines = without_checksum(text).split("\n")
            starts = range(2, len(lines) - 1, _GAME_LINES)
            texts = ("\n".join([*lines[start : start + _GAME_LINES], ""]) for start in starts)
            games = map(Recording.from_text, texts)
            head = as_object(read_json(lines[1]), "its header is not a table")
            about = _about(head)
            if version == 1:
                as_list(head.get("attacks"), "its attacks are not a list")
                return cls((_recording({**head, "games": len(starts)}, games),), about)
            heads = as_list(head.get("rounds"), "its rounds are not a list")
            rounds = tuple(_recording(as_object(each, "a round is not a table"), games) for each in heads)
        if next(games, None) or not rounds:
            raise RecordingError("the recording is damaged: its games are not those of its rounds")
        return cls(rounds, about)


def _version(line: str) -> int:
    for version in range(1, RECORDED_MATCH_VERSION + 1):
        if line == f"{_TITLE} {version}":
            return version
    expected = f"{_TITLE} {RECORDED_MATCH_VERSION}"
    raise RecordingError(
        "not the recording of a match: its first line is {line!r}, not {expected!r}", line=cut(line), expected=expected
    )


def _head(recording: RoundRecording) -> dict[str, Any]:  # values of any JSON type
    head: dict[str, Any] = {"games": len(recording.games)}
    if recording.attacks is not None:
        head["attacks"] = [list(attack) for attack in recording.attacks]
    if recording.lost:
        head["lost"] = [list(lost) for lost in recording.lost]
    if recording.about:
        head["about"] = dict(recording.about)
    return head


def _recording(head: Mapping[str, object], games: Iterator[Recording]) -> RoundRecording:
    """Return a round from its head and the next games of a match."""
    count = head.get("games")
    own = tuple(islice(games, count)) if is_whole(count, 1) else ()
    if not own or len(own) != count:
        raise RecordingError("the recording is damaged: the number of games in a round is {count}", count=cut(count))
    written = head.get("attacks")
    attacks = None if written is None else tuple(map(_attack, as_list(written, "its attacks are not a list")))
    lost = tuple(map(_lost, as_list(head.get("lost", []), "its lost rows are not a list")))
    return RoundRecording(own, attacks, lost, _about(head))


def _about(head: Mapping[str, object]) -> dict[str, Any]:  # values of any JSON type
    return dict(as_object(head.get("about", {}), "its description is not a table"))


def _attack(given: object) -> Attack:
    """Return the attack of a JSON list. Raises `RecordingError` if it is not one."""
    match given:
        case [int(number), int(at_ns), int(sender), int(target), object() as holes] if are_ints(holes):
            return Attack(number, at_ns, sender, target, tuple(holes))
        case _:
            raise RecordingError("the recording is damaged: {given} is not an attack", given=cut(given))


def _lost(given: object) -> LostRows:
    """Return the lost rows of a JSON list. Raises `RecordingError` if they are not."""
    match given:
        case [int(side), int(time_ns)]:
            return LostRows(side, time_ns)
        case _:
            raise RecordingError("the recording is damaged: {given} are not lost rows", given=cut(given))
