"""The ledger of a match: who attacks whom with how many rows.

Theory of operation. Each side reports the events of its own game, in their order. The ledger settles the events of all
sides by game time, not by the order of the reports, up to a time before which everything is known. So an attack does
not depend on the delay of messages. The rows of a clear first cancel rows that wait for the same side, those of the
oldest attack first; only attacks made before the clear count, so that clears at one instant pass each other. The rest
goes to a side of another team: the one that the sender has chosen, or one by its targeting. A choice is an event
too, so it also counts by game time. Clears of a side that reports too late count at the time up to which all was
settled, but cancel only attacks made before their real time.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from piecement_engine.errors import EngineError, RuleError
from piecement_engine.events import AttackMade, End, Event, GameEnded, LinesCleared, PieceLocked, RowsDue, RowsRaised
from piecement_engine.game.incoming import RowCounts
from piecement_engine.game.setup import Setup
from piecement_engine.game.state import NEVER
from piecement_engine.match.ledger_side import LedgerSide, count_attack
from piecement_engine.match.targeting import LEAST_ATTACKED, TARGETINGS, Aim, target_of
from piecement_engine.rng import Rng
from piecement_engine.rules.garbage_rules import GarbageRules


class TargetChosen(NamedTuple):
    """Choice of a side: a targeting by name, or another side to attack as long as its game runs."""

    time_ns: int
    choice: int | str


_Reported = AttackMade | RowsDue | GameEnded | TargetChosen | PieceLocked | LinesCleared | RowsRaised
_OF_TWO: Final = (AttackMade, RowsDue, GameEnded)
"""Reported events in a match of two sides."""
_OF_MORE: Final = (*_OF_TWO, TargetChosen, PieceLocked, LinesCleared, RowsRaised)
"""Reported events in a match of more sides, in which choices and stacks decide the target."""


class Attack(NamedTuple):
    """Rows sent from one side to another."""

    number: int
    """Number among the attacks on the target, from 1."""
    at_ns: int
    """Game time at which it counts (ns)."""
    sender: int
    target: int
    holes: tuple[int, ...]
    """Columns of the holes, the first row to rise first."""

    @property
    def rows(self) -> int:
        return len(self.holes)


class Knockout(NamedTuple):
    """End of the game of a side."""

    side: int
    time_ns: int
    end: End


class LostRows(NamedTuple):
    """Rows of a clear without a target, because all other games had ended when it counted."""

    side: int
    time_ns: int
    """Game time of the clear."""


def own_teams(sides: int, teams: Sequence[int]) -> tuple[int, ...]:
    """Return the team of each side; without teams each side is one. Raises `EngineError` if there is only one."""
    if teams and len(teams) != sides:
        raise EngineError(f"a match of {sides} sides: {len(teams)} teams are given, not one for each")
    if sides > 1 and len(set(teams)) == 1:
        raise EngineError(f"all {sides} sides are in one team: a match has at least two")
    return tuple(teams) or tuple(range(sides))


def team_ends_ns(ends_ns: Sequence[int], teams: Sequence[int]) -> dict[int, int]:
    """Return the end of each team's last game (ns), from those of the sides; `NEVER` is that of a running game."""
    ends: dict[int, int] = {}
    for end_ns, team in zip(ends_ns, teams, strict=True):
        ends[team] = max(end_ns, ends.get(team, 0))
    return ends


def decided_ns(ends_ns: Sequence[int], teams: Sequence[int]) -> int:
    """Return the time at which all teams but one, or an only one, were out (ns), or `NEVER`."""
    ends = sorted(team_ends_ns(ends_ns, teams).values())
    return ends[max(0, len(ends) - 2)]


class Ledger:
    """Attacks of a match. A side is a number from 0."""

    def __init__(
        self,
        rules: Sequence[GarbageRules],
        widths: Sequence[int],
        seed: int,
        targeting: str = LEAST_ATTACKED,
        teams: Sequence[int] = (),
    ) -> None:
        """Begin with the garbage rules and the board width of each side. The seed decides holes and random targets.

        `teams` has the number of each side's team; without it, each side plays for itself.
        """
        if targeting not in TARGETINGS:
            raise EngineError(f"targeting is {targeting!r}: it must be one of {', '.join(TARGETINGS)}")
        self._messiness: Final = tuple(rule.rule.messiness for rule in rules)
        self._widths: Final = tuple(widths)
        self._rng: Final = Rng(seed)
        self._targeting: Final = targeting
        self.teams: Final = own_teams(len(rules), teams)
        """Team of each side."""
        self._sides: Final = tuple(LedgerSide() for _ in rules)
        self._reports: Final = tuple(deque[_Reported]() for _ in rules)
        """Reported events of each side that are not settled yet."""
        self._kinds: Final[tuple[type[_Reported], ...]] = _OF_MORE if len(rules) > 2 else _OF_TWO
        self.attacks: Final[list[Attack]] = []
        """All attacks, in the order in which they counted."""
        self.lost: Final[list[LostRows]] = []
        """Clears whose rows had no target."""
        self._reported = 0
        """Number of reported events that are not settled."""
        self._settled_ns = 0
        """Time before which all events are settled, except late reports (ns)."""
        self._over_ns: int | None = None
        """Time at which all games but those of one team had ended (ns)."""

    def report(self, side: int, events: Iterable[Event | TargetChosen]) -> None:
        """Add the events of a side's game since its last report, and its choices, in order of time."""
        reported = [event for event in events if isinstance(event, self._kinds)]
        self._reports[side].extend(reported)
        self._reported += len(reported)

    def settle(self, before_ns: int) -> list[Attack | Knockout]:
        """Settle all events before a time, and late ones; return the attacks and ends, in order."""
        settled: list[Attack | Knockout] = []
        while self._reported and (side := self._next(before_ns)) is not None:
            event = self._reports[side].popleft()
            self._reported -= 1
            match event:
                case AttackMade():
                    attack = self._attack(side, event)
                    if attack is not None:
                        settled.append(attack)
                case RowsDue():
                    self._sides[side].rise(event.count)
                case GameEnded():
                    settled.append(self._end(side, event))
                case TargetChosen():
                    self._sides[side].choose(event.choice)
                case _:
                    self._sides[side].track_height(event)
        self._settled_ns = max(self._settled_ns, before_ns)
        return settled

    def check_choice(self, side: int, choice: int | str) -> None:
        """Raise `EngineError` unless a side can choose this target."""
        foes = [other for other, team in enumerate(self.teams) if team != self.teams[side]]
        if choice not in TARGETINGS and not (isinstance(choice, int) and choice in foes):
            raise EngineError(f"the target is {choice!r}: a side of another team, or one of {', '.join(TARGETINGS)}")

    def counts(self, side: int) -> RowCounts:
        """Return the settled counts of a side."""
        of = self._sides[side]
        return RowCounts(of.made, of.sent, of.cancelled, of.received, sum(rows for _, rows in of.waiting))

    @property
    def final_ns(self) -> int:
        """Last time at which all is settled (ns): the end of the match, if it is over."""
        return max(0, self._settled_ns - 1) if self._over_ns is None else self._over_ns

    @property
    def alive(self) -> tuple[int, ...]:
        """Sides whose games are still running, by the settled events."""
        return tuple(number for number, side in enumerate(self._sides) if side.ended_ns is None)

    def _next(self, before_ns: int) -> int | None:
        """Return the side with the first event before a time. No event counts once only one team is left."""
        if self._over_ns is not None:
            before_ns = min(before_ns, self._over_ns + 1)
        first = min(
            ((reported[0].time_ns, number) for number, reported in enumerate(self._reports) if reported),
            default=(before_ns, 0),
        )
        return first[1] if first[0] < before_ns else None

    def _attack(self, number: int, event: AttackMade) -> Attack | None:
        side = self._sides[number]
        side.made += event.rows
        rows = event.rows - side.cancel(event.time_ns, event.rows)
        if not rows:
            return None
        at_ns = max(event.time_ns, self._settled_ns)
        others = self._targets(number, at_ns)
        if not others:
            self.lost.append(LostRows(number, event.time_ns))
            return None
        target = target_of(Aim(self._sides, number, others, self._rng), self._targeting)
        count_attack(self._sides, number, target, rows)
        attacked = self._sides[target]
        attacked.waiting.append((at_ns, rows))
        self.attacks.append(Attack(attacked.attacks, at_ns, number, target, self._holes(target, rows)))
        return self.attacks[-1]

    def _targets(self, number: int, at_ns: int) -> list[int]:
        """Return the sides of other teams whose games run at a time, or end at that very time."""
        own = self.teams[number]
        return [
            other
            for other, side in enumerate(self._sides)
            if self.teams[other] != own and (side.ended_ns is None or side.ended_ns >= at_ns)
        ]

    def _holes(self, target: int, rows: int) -> tuple[int, ...]:
        """Draw the holes of an attack: the first anywhere, each other one by the messiness of the target's rules."""
        rng, width, messiness = self._rng, self._widths[target], self._messiness[target]
        holes = [rng.below(width)]
        for _ in range(rows - 1):
            holes.append(rng.below(width) if rng.below(100) < messiness else holes[-1])
        return tuple(holes)

    def _end(self, number: int, event: GameEnded) -> Knockout:
        self._sides[number].ended_ns = event.time_ns
        if self._over_ns is None and len({self.teams[side] for side in self.alive}) == 1:
            ends_ns = [NEVER if side.ended_ns is None else side.ended_ns for side in self._sides]
            self._over_ns = decided_ns(ends_ns, self.teams)
        return Knockout(number, event.time_ns, event.end)


def new_ledger(
    setups: Sequence[Setup], garbage_seed: int, targeting: str = LEAST_ATTACKED, teams: Sequence[int] = ()
) -> Ledger:
    """Return a new ledger for a match of these setups. Raises `RuleError` if one has no garbage rules."""
    garbage = [setup.rules.garbage for setup in setups if setup.rules.garbage is not None]
    if not setups or len(garbage) < len(setups):
        raise RuleError("a match has sides whose rules have garbage")
    return Ledger(garbage, [setup.rules.width for setup in setups], garbage_seed, targeting, teams)
