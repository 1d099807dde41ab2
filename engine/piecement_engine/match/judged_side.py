"""One side of a match as the judge knows it: its batches of inputs, the attacks on it, and the bounds of its clock."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from piecement_engine.errors import EngineError
from piecement_engine.game.inputs import ALL_BUTTONS, FORFEIT, Input, TakenAttack, pack_attack
from piecement_engine.game.state import NEVER
from piecement_engine.match.followed_game import FollowedGame
from piecement_engine.match.ledger import Attack, TargetChosen
from piecement_engine.recording.lock_checks import LockCheck
from piecement_engine.rules.timing import MILLISECOND, SECOND

AHEAD_NS: Final = 150 * MILLISECOND
"""Maximum lead of the end of a batch over the clock (ns)."""

BEHIND_NS: Final = 10 * SECOND
"""Maximum lag of the end of a batch behind the clock (ns)."""

ACCEPT_WITHIN_NS: Final = SECOND
"""Time after the announcement of an attack in which a side must take it, besides the travel time of messages (ns).

A silence of the side is added, since messages to it may not have arrived either. So is the time in which announcements
did not reach a side that still sends, up to `STALLED_NS`.
"""

REACHES_WITHIN_NS: Final = 300 * MILLISECOND
"""Time after which an unacknowledged announcement has stalled, besides the travel time of messages (ns)."""

STALLED_NS: Final = 6 * SECOND
"""Maximum added time for stalls in a round (ns): a side could acknowledge late to gain time."""

LONGEST_TRIP_NS: Final = 2 * SECOND
"""Maximum travel time of messages that counts (ns): a side could reply slowly to gain time."""


class Taken(NamedTuple):
    """In place of an input: an announced attack waits from now on."""

    number: int


BatchEntry = tuple[int, int | Taken]
"""A game time (ns), and the mask of the buttons held from then on, `FORFEIT`, or `Taken`."""


class Batch(NamedTuple):
    """Inputs of a player since the last batch."""

    to_ns: int
    """Game time before which all inputs are known now (ns)."""
    entries: tuple[BatchEntry, ...]
    """All inputs from the last batch's `to_ns` up to before this one's, in order."""
    check: LockCheck | None = None
    """Check of the locks before that time."""


class ForcedAttack(NamedTuple):
    """An attack that the judge forced on a side."""

    side: int
    number: int
    time_ns: int
    """Game time from which it waits."""


class LockDifference(NamedTuple):
    """Difference between the check of a batch and that of the judge, whose game counts."""

    side: int
    agreed: int
    """Number of locks known to be the same."""
    judged: LockCheck
    """Check of the game as the judge simulates it."""


class BatchError(EngineError):
    """A batch was refused, and no part of it was played.

    `code` is `clock` (ahead of the clock), `slow` (too far behind it), `order` (impossible times or inputs), `taken`
    (an attack that was not announced, or is not the next one), `overdue` (an attack is taken too late), or `late` (an
    attack was forced at another time, so that the game of the player is another one now).
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(slots=True)
class _Announcement:
    """An announced attack."""

    attack: Attack
    at_ns: int
    """Match time of its last announcement."""
    stalled_before_ns: int
    """Time added for stalls before the announcement."""
    silent_ns: int = 0
    """Longest silence of the side since then."""


@dataclass(slots=True)
class JudgedSide:
    """State of one side."""

    side: int
    followed: FollowedGame
    announced: list[_Announcement] = field(default_factory=list[_Announcement])
    """All attacks on this side, in the order of their numbers, which begin with 1."""
    heard_ns: int = 0
    """Match time of the arrival of its last batch."""
    taken: int = 0
    """Number of announced attacks that the game has taken."""
    forced: dict[int, int] = field(default_factory=dict[int, int])
    """Times of the attacks that the judge forced, by number."""
    agreed: int = 0
    """Number of locks on which player and judge agree."""
    stalled_ns: int = 0
    """Time added for stalls so far."""
    choices: list[TargetChosen] = field(default_factory=list[TargetChosen])
    """Choices of a target that the known part of the game has not reached."""

    def announce(self, attack: Attack, now_ns: int) -> None:
        self.announced.append(_Announcement(attack, now_ns, self.stalled_ns))

    def latest_ns(self, number: int, round_trip_ns: int) -> int:
        """Return the last game time at which an attack may be taken (ns)."""
        announcement = self.announced[number - 1]
        stalled_ns = self.stalled_ns - announcement.stalled_before_ns
        trip_ns = min(round_trip_ns, LONGEST_TRIP_NS)
        return announcement.at_ns + ACCEPT_WITHIN_NS + trip_ns + announcement.silent_ns + stalled_ns

    def attack_input(self, time_ns: int, number: int) -> Input:
        attack = self.announced[number - 1].attack
        return time_ns, pack_attack(TakenAttack(attack.at_ns, attack.holes))

    @property
    def waiting(self) -> list[_Announcement]:
        """Attacks that were announced and not taken."""
        return self.announced[self.taken :]

    def inputs_of(self, batch: Batch, now_ns: int | None, round_trip_ns: int, unheard_ns: int | None) -> list[Input]:
        """Record the arrival of a batch, and return it as inputs of the game. For the arguments see `Judge.inputs`.

        Raises `BatchError`; nothing has changed then.
        """
        if now_ns is None:
            return self._checked(batch, None)
        _check_clock(batch.to_ns, now_ns)
        waiting, heard_ns, stalled_ns = self.waiting, self.heard_ns, self.stalled_ns
        silences_ns = [announcement.silent_ns for announcement in waiting]
        self._receive(now_ns, round_trip_ns, unheard_ns)
        try:
            return self._checked(batch, round_trip_ns)
        except BatchError:
            self.heard_ns, self.stalled_ns = heard_ns, stalled_ns
            for announcement, silent_ns in zip(waiting, silences_ns, strict=True):
                announcement.silent_ns = silent_ns
            raise

    def _receive(self, now_ns: int, round_trip_ns: int, unheard_ns: int | None) -> None:
        """Record the arrival of a batch."""
        silent_ns, self.heard_ns = now_ns - self.heard_ns, now_ns
        for announcement in self.waiting:
            announcement.silent_ns = max(announcement.silent_ns, min(silent_ns, now_ns - announcement.at_ns))
        if unheard_ns is not None and silent_ns <= REACHES_WITHIN_NS:
            self._count_stall(now_ns - silent_ns, now_ns, min(round_trip_ns, LONGEST_TRIP_NS), unheard_ns)

    def _count_stall(self, from_ns: int, to_ns: int, trip_ns: int, unheard_ns: int) -> None:
        """Add the part of a span in which an attack should have reached the side, but had not."""
        for announcement in self.waiting:
            if announcement.at_ns >= unheard_ns:
                begins_ns = max(from_ns, announcement.at_ns + REACHES_WITHIN_NS + trip_ns)
                self.stalled_ns = min(STALLED_NS, self.stalled_ns + max(0, to_ns - begins_ns))
                return

    def _checked(self, batch: Batch, round_trip_ns: int | None) -> list[Input]:
        """Return a batch as inputs of the game. Without `round_trip_ns`, no attack is taken too late."""
        inputs: list[Input] = []
        before_ns, taken = self.followed.known_ns, self.taken
        if not before_ns <= batch.to_ns < NEVER:
            raise BatchError("order", f"a batch up to {batch.to_ns} ns: all before {before_ns} ns is known already")
        for time_ns, change in batch.entries:
            if not before_ns <= time_ns < batch.to_ns:
                span = f"from {before_ns} to before {batch.to_ns} ns, in order"
                raise BatchError("order", f"an input at {time_ns} ns: those of this batch are {span}")
            before_ns = time_ns
            if isinstance(change, Taken):
                if not self._check_forced(time_ns, change.number):
                    taken += 1
                    self._check_taken(change.number, taken)
                    latest_ns = NEVER if round_trip_ns is None else self.latest_ns(taken, round_trip_ns)
                    if time_ns > latest_ns:
                        sentence = f"attack {taken} is taken at {time_ns} ns: it may be up to {latest_ns} ns"
                        raise BatchError("overdue", sentence)
                    inputs.append(self.attack_input(time_ns, taken))
            elif FORFEIT <= change <= ALL_BUTTONS:
                inputs.append((time_ns, change))
            else:
                raise BatchError("order", f"an input of {change}: it is a mask of buttons or {FORFEIT}")
        return inputs

    def _check_forced(self, time_ns: int, number: int) -> bool:
        """Return whether the judge forced an attack. Raises `BatchError` if it did so at another time."""
        forced_ns = self.forced.get(number)
        if forced_ns is not None and forced_ns != time_ns:
            raise BatchError("late", f"attack {number} is taken at {time_ns} ns: it was forced at {forced_ns} ns")
        return forced_ns is not None

    def _check_taken(self, number: int, following: int) -> None:
        """Raises `BatchError` unless the number is the following one, and of an announced attack."""
        if number != following:
            raise BatchError("taken", f"attack {number} is taken: the next one is {following}")
        if number > len(self.announced):
            raise BatchError("taken", f"attack {number} is taken: {len(self.announced)} were announced")

    def compare_locks(self, check: LockCheck | None) -> LockDifference | None:
        """Compare a check with the locks of the game: count them as agreed, or return the difference."""
        if check is None:
            return None
        own = self.followed.check
        if check == own:
            self.agreed = own.locks
            return None
        return LockDifference(self.side, self.agreed, own)


def _check_clock(to_ns: int, now_ns: int) -> None:
    if to_ns > now_ns + AHEAD_NS:
        raise BatchError("clock", f"a batch up to {to_ns} ns: the clock of the round is at {now_ns} ns")
    if to_ns < now_ns - BEHIND_NS:
        raise BatchError("slow", f"a batch up to {to_ns} ns: the clock of the round is at {now_ns} ns already")
