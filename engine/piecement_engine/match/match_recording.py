"""The recording of a round of a match: the games of all sides, and the attacks between them."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from piecement_engine.errors import EngineError
from piecement_engine.events import AttackMade, Event, RowsDue
from piecement_engine.inputs import unpack_attack
from piecement_engine.match.ledger import Attack, LedgerSide, LostRows
from piecement_engine.recording import Recording
from piecement_engine.replayer import Tracker
from piecement_engine.state import NEVER


class MatchDesync(NamedTuple):
    """First difference between a recorded match and its replay."""

    side: int
    time_ns: int
    """Game time up to which that side's game is known to agree (ns)."""
    sentence: str
    """Description of the first difference."""


@dataclass(frozen=True, slots=True)
class MatchRecording:
    """One round of a match, or a match of one round. A side is the index of a game."""

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

    def verify(self) -> MatchDesync | None:
        """Replay all games; return the first difference from the recording, or None if there is none.

        This proves that each game has its result, that each side accepted the attacks on it and no others, and that
        each attack has the rows that a clear of its sender left. The targets, and rows lost without a target, are the
        judge's word. Without recorded attacks, only each game alone is proven.
        """
        for side, game in enumerate(self.games):
            desync = game.verify(budget=game.fair_budget())
            if desync is not None:
                return MatchDesync(side, desync.time_ns, desync.sentence)
            try:
                sentence = "" if self.attacks is None else self._otherwise(side, self.attacks)
            except EngineError as error:
                sentence = str(error)
            if sentence:
                return MatchDesync(side, 0, sentence)
        return None

    def _otherwise(self, side: int, attacks: Sequence[Attack]) -> str:
        """Return the difference between a side's game and the attacks, or an empty text."""
        against = [attack for attack in attacks if attack.target == side]
        sent = deque(attack for attack in attacks if attack.sender == side)
        return self._taken_otherwise(side, against) or self._sent_otherwise(side, against, sent)

    def _taken_otherwise(self, side: int, against: Sequence[Attack]) -> str:
        """Return the difference between the attacks in a side's game and those on it."""
        taken = [own for _, change in self.games[side].inputs if (own := unpack_attack(change))]
        for number, (own, attack) in enumerate(zip(taken, against, strict=False), start=1):
            if (number, *own) != (attack.number, attack.at_ns, attack.holes):
                return f"attack {number} on side {side} is another one in the game"
        if len(taken) > len(against):
            return f"the game of side {side} has {len(taken)} attacks, and there are {len(against)} on it"
        return ""

    def _sent_otherwise(self, side: int, against: Sequence[Attack], sent: deque[Attack]) -> str:
        """Return the difference between the attacks by a side and the rows that its clears left."""
        lost_ns = {lost.time_ns for lost in self.lost if lost.side == side}
        alone_ns = self._alone_ns(side)
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

    def _alone_ns(self, side: int) -> int:
        """Return the end of the last of the other games (ns): later clears of the side have no target."""
        others = [game.result for number, game in enumerate(self.games) if number != side]
        return max((NEVER if result.end is None else result.time_ns for result in others), default=0)


class _Garbage(Tracker):
    """Collects the events of garbage rows."""

    __slots__ = ("events",)

    def __init__(self) -> None:
        self.events: list[AttackMade | RowsDue] = []

    def count(self, events: Sequence[Event]) -> None:
        self.events += [event for event in events if isinstance(event, AttackMade | RowsDue)]


def _rows_left(game: Recording, against: Sequence[Attack]) -> Iterator[tuple[int, int]]:
    """Yield the time of each clear (ns), and the rows left of it after those that it cancels."""
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
