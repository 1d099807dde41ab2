"""The judge of a match over a network: simulates the game of each side from its inputs, and settles the attacks.

Theory of operation. Each side plays its own game and sends the inputs in batches. The judge plays them into a game of
its own for each side, so that nothing but inputs can be claimed. Attacks are settled by the ledger up to the
*watermark*, before which the inputs of all who play are known; who is further behind than `LATE_NS` is not waited for.
An attack is announced to its target, which takes it at a time of its own choice: the batch says `Taken(number)`, and
the judge fills in what the attack is. To take it earlier than its news came is of no use, as what rises follows from
when it was made; to take it later is bounded. Whoever does not take an attack in time is made to at the end of what is
known of his game. Clocks are bounded in both directions: nobody plays ahead of the time of the match, nor in slow
motion.

The judge has no clock: `now_ns` is the time since the start of the round as the caller measures it. All results depend
on the inputs alone as long as nobody is late, however they are cut into batches.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from piecement_engine.buttons import Button
from piecement_engine.errors import EngineError
from piecement_engine.incoming import RowCounts
from piecement_engine.inputs import FORFEIT, Input, TakenAttack, pack_attack
from piecement_engine.lock_checks import LockCheck
from piecement_engine.match.followed_game import FollowedGame
from piecement_engine.match.ledger import LEAST_ATTACKED, Attack, Knockout, LostRows
from piecement_engine.match.match_recording import MatchRecording
from piecement_engine.match.setups import ledger_of
from piecement_engine.recording import Recording
from piecement_engine.setup import Setup
from piecement_engine.state import NEVER
from piecement_engine.timing import MILLISECOND, SECOND
from piecement_engine.view import GameView

LATE_NS: Final = 500 * MILLISECOND
"""How far behind the clock a side may be for the others to wait for it."""

AHEAD_NS: Final = 150 * MILLISECOND
"""How far ahead of the clock a batch may reach."""

BEHIND_NS: Final = 10 * SECOND
"""How far behind the clock a batch may end."""

TAKE_WITHIN_NS: Final = SECOND
"""How far a side may play past the announcement of an attack without taking it, besides what messages travel.

Where nothing came of a side for a while, nothing may have reached it either: that time is added. So is the time in
which what was told has not reached a side that still sends, up to `STALLED_NS` of it.
"""

REACHES_WITHIN_NS: Final = 300 * MILLISECOND
"""After how long something that was told has stalled, if it is not acknowledged, besides what messages travel."""

STALLED_NS: Final = 6 * SECOND
"""How much time is added for that in a whole round: a side could acknowledge late to have more of it."""

LONGEST_TRIP_NS: Final = 2 * SECOND
"""How long messages count as travelling at most: a side could answer slowly to have more time."""


class Taken(NamedTuple):
    """In place of an input: an attack that was announced waits from now on."""

    number: int


BatchEntry = tuple[int, int | Taken]
"""A game time in ns, and the mask of the buttons held from then on, `FORFEIT`, or `Taken`."""


class Batch(NamedTuple):
    """What a player did since the last batch."""

    to_ns: int
    """The game time before which everything is known now."""
    entries: tuple[BatchEntry, ...]
    """All inputs since the last batch's `to_ns` and before this one's, in order."""
    check: LockCheck | None = None
    """The locks before that time."""


class ForcedAttack(NamedTuple):
    """An attack that the judge has taken for a side."""

    side: int
    number: int
    time_ns: int
    """The game time from which it waits."""


class LockDifference(NamedTuple):
    """The check of a batch is another than that of the judge, whose game counts."""

    side: int
    agreed: int
    """How many locks are known to have been the same; the next ones are not."""
    judged: LockCheck
    """What the judge's own game came to."""


class BatchError(EngineError):
    """A batch was refused, and nothing of it was played.

    `code` is `clock` (ahead of the clock), `slow` (too far behind it), `order` (times or inputs that cannot be),
    `taken` (an attack that was not announced, or is not the next one), `overdue` (an attack is taken later than it may
    be), or `late` (an attack was forced at another time, so that the player's own game is another one now).
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


_ALL_BUTTONS: Final = (1 << len(Button)) - 1


@dataclass(slots=True)
class _Announcement:
    """An attack that a side has been told of."""

    attack: Attack
    at_ns: int
    """The time of the match when it was told last."""
    stalled_before_ns: int
    """How much had been added before because what was told had not reached the side."""
    silent_ns: int = 0
    """The longest time since then in which nothing came of the side."""


@dataclass(slots=True)
class _Player:
    """What the judge keeps of one side."""

    side: int
    followed: FollowedGame
    announced: list[_Announcement] = field(default_factory=list[_Announcement])
    """All attacks on this side, by number."""
    heard_ns: int = 0
    """The time of the match when its last batch came."""
    taken: int = 0
    """How many of them the game has."""
    forced: dict[int, int] = field(default_factory=dict[int, int])
    """The times of those that the judge took, by number."""
    agreed: int = 0
    """How many locks the player and the judge have agreed on."""
    stalled_ns: int = 0
    """How much time was added because what was told had not reached the side."""

    def announce(self, attack: Attack, now_ns: int) -> None:
        self.announced.append(_Announcement(attack, now_ns, self.stalled_ns))

    def latest_ns(self, number: int, round_trip_ns: int) -> int:
        """Return the game time up to which an attack may be taken."""
        announcement = self.announced[number - 1]
        stalled_ns = self.stalled_ns - announcement.stalled_before_ns
        trip_ns = min(round_trip_ns, LONGEST_TRIP_NS)
        return announcement.at_ns + TAKE_WITHIN_NS + trip_ns + announcement.silent_ns + stalled_ns

    def attack_input(self, time_ns: int, number: int) -> Input:
        attack = self.announced[number - 1].attack
        return time_ns, pack_attack(TakenAttack(attack.at_ns, attack.holes))

    @property
    def waiting(self) -> list[_Announcement]:
        """The attacks that were announced and not taken."""
        return self.announced[self.taken :]

    def hear(self, now_ns: int, round_trip_ns: int, unheard_ns: int | None) -> None:
        """Note that a batch has come; see `Judge.inputs`."""
        silent_ns, self.heard_ns = now_ns - self.heard_ns, now_ns
        for announcement in self.waiting:
            announcement.silent_ns = max(announcement.silent_ns, min(silent_ns, now_ns - announcement.at_ns))
        if unheard_ns is not None and silent_ns <= REACHES_WITHIN_NS:
            self._count_stall(now_ns - silent_ns, now_ns, min(round_trip_ns, LONGEST_TRIP_NS), unheard_ns)

    def _count_stall(self, from_ns: int, to_ns: int, trip_ns: int, unheard_ns: int) -> None:
        """Add the part of a time in which an attack should have reached the side, and had not."""
        for announcement in self.waiting:
            if announcement.at_ns >= unheard_ns:
                begins_ns = max(from_ns, announcement.at_ns + REACHES_WITHIN_NS + trip_ns)
                self.stalled_ns = min(STALLED_NS, self.stalled_ns + max(0, to_ns - begins_ns))
                return

    def inputs_of(self, batch: Batch, round_trip_ns: int | None) -> list[Input]:
        """Return a batch as inputs of the game; without `round_trip_ns` clocks do not matter. Raises `BatchError`."""
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
                if not self._was_forced(time_ns, change.number):
                    taken += 1
                    self._check_taken(change.number, taken)
                    if round_trip_ns is not None:
                        self._check_overdue(time_ns, taken, round_trip_ns)
                    inputs.append(self.attack_input(time_ns, taken))
            elif FORFEIT <= change <= _ALL_BUTTONS:
                inputs.append((time_ns, change))
            else:
                raise BatchError("order", f"an input of {change}: it is a mask of buttons or {FORFEIT}")
        return inputs

    def _was_forced(self, time_ns: int, number: int) -> bool:
        forced_ns = self.forced.get(number)
        if forced_ns is not None and forced_ns != time_ns:
            raise BatchError("late", f"attack {number} is taken at {time_ns} ns: it was forced at {forced_ns} ns")
        return forced_ns is not None

    def _check_taken(self, number: int, following: int) -> None:
        if number != following:
            raise BatchError("taken", f"attack {number} is taken: the next one is {following}")
        if number > len(self.announced):
            raise BatchError("taken", f"attack {number} is taken: {len(self.announced)} were announced")

    def _check_overdue(self, time_ns: int, number: int, round_trip_ns: int) -> None:
        latest_ns = self.latest_ns(number, round_trip_ns)
        if time_ns > latest_ns:
            raise BatchError("overdue", f"attack {number} is taken at {time_ns} ns: it may be up to {latest_ns} ns")

    def differs(self, check: LockCheck | None) -> LockDifference | None:
        """Compare the locks up to the end of the last batch."""
        if check is None:
            return None
        own = self.followed.check
        if check == own:
            self.agreed = own.locks
            return None
        return LockDifference(self.side, self.agreed, own)


class Judge:
    """The games of all sides of one round. A side is a number from 0, in the order of the setups."""

    def __init__(self, setups: Sequence[Setup], *, garbage_seed: int, targeting: str = LEAST_ATTACKED) -> None:
        """Begin at time 0, with setups whose rules have garbage rules (see `match_setups`).

        `garbage_seed` decides where the holes are: no player may know it. `targeting` is a name in `TARGETINGS`.
        """
        self._players: Final = tuple(_Player(side, FollowedGame(setup)) for side, setup in enumerate(setups))
        self._ledger: Final = ledger_of(setups, garbage_seed, targeting)
        self._watermark_ns = 0
        self._attacks: Final[list[Attack]] = []
        """All attacks, in the order in which they counted."""
        self._playing = list(self._players)
        """Those whose games have not ended."""

    def inputs(
        self,
        side: int,
        batch: Batch,
        now_ns: int | None = None,
        round_trip_ns: int = 0,
        unheard_ns: int | None = None,
    ) -> LockDifference | None:
        """Play a batch of a side; return how its check differs, if it does. Without `now_ns` clocks do not matter.

        `round_trip_ns` is how long a message to the side and its answer travel; what was told to it at `unheard_ns` and
        later it has not acknowledged, and with None there is nothing of that kind. Raises `BatchError` and changes
        nothing. What comes after the end of the side's game, or of the round, is ignored.
        """
        player = self._players[side]
        if player.followed.has_ended or self.is_over:
            return None
        if now_ns is not None:
            _check_clock(batch.to_ns, now_ns)
            player.hear(now_ns, round_trip_ns, unheard_ns)
        inputs = player.inputs_of(batch, None if now_ns is None else round_trip_ns)
        self._play(player, batch.to_ns, inputs)
        return player.differs(batch.check)

    def settle(self, now_ns: int | None = None) -> list[Attack | Knockout]:
        """Settle what is known by now; return the attacks to announce and the games that ended, in order.

        Call it after the batches that arrived together, and from time to time without any: who is late by `now_ns` is
        not waited for. Without `now_ns` all are.
        """
        self._watermark_ns = max(self._watermark_ns, self._known_ns(now_ns))
        settled = self._ledger.settle(self._watermark_ns)
        for outcome in settled:
            if isinstance(outcome, Attack):
                player = self._players[outcome.target]
                self._attacks.append(outcome)
                player.announce(outcome, self._watermark_ns if now_ns is None else now_ns)
        return settled

    def force(self, side: int, round_trip_ns: int = 0) -> list[ForcedAttack]:
        """Take the attacks that the side has played past for too long, at the end of what is known of its game.

        `round_trip_ns` is as in `inputs`. The player is to be told; if his own game is past that time, it is another
        game from there on (`BatchError` with the code `late`).
        """
        player = self._players[side]
        forced: list[ForcedAttack] = []
        while not player.followed.has_ended and player.taken < len(player.announced):
            time_ns = player.followed.known_ns
            if time_ns <= player.latest_ns(player.taken + 1, round_trip_ns):
                break
            number = player.taken + 1
            player.forced[number] = time_ns
            forced.append(ForcedAttack(side, number, time_ns))
            self._play(player, time_ns, [player.attack_input(time_ns, number)])
        return forced

    def announced_again(self, side: int, now_ns: int) -> tuple[Attack, ...]:
        """Return the attacks that a side has not taken, to be sent to it once more; its time to take them begins anew.

        That is for a side that comes back after its connection broke.
        """
        player = self._players[side]
        attacks = tuple(announcement.attack for announcement in player.waiting)
        del player.announced[player.taken :]
        for attack in attacks:
            player.announce(attack, now_ns)
        return attacks

    def absent(self, side: int) -> None:
        """End the game of a side that does not come back, at the end of what is known of it, as a forfeit."""
        player = self._players[side]
        if not player.followed.has_ended:
            end_ns = player.followed.known_ns
            self._play(player, end_ns + 1, [(end_ns, FORFEIT)])

    def behind_ns(self, side: int, now_ns: int) -> int:
        """Return how far behind the clock the inputs of a side are known; 0 after its end."""
        followed = self._players[side].followed
        return 0 if followed.has_ended else max(0, now_ns - followed.known_ns)

    def known_ns(self, side: int) -> int:
        """Return the game time of a side before which all its inputs are known."""
        return self._players[side].followed.known_ns

    def has_ended(self, side: int) -> bool:
        """Return whether the game of a side has ended."""
        return self._players[side].followed.has_ended

    def view(self, side: int) -> GameView:
        return self._players[side].followed.view

    def stream(self, side: int, count: int = 0) -> tuple[Input, ...]:
        """Return the inputs of a side after the first `count` ones, attacks as `pack_attack` writes them."""
        return self._players[side].followed.game.inputs_since(count)

    def counts(self, side: int) -> RowCounts:
        """Return the counts of garbage rows, as far as they are settled."""
        return self._ledger.counts(side)

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """All attacks, in the order in which they counted: those of one who is late may have one time."""
        return tuple(self._attacks)

    @property
    def lost(self) -> tuple[LostRows, ...]:
        """The clears whose rows went to nobody."""
        return tuple(self._ledger.lost)

    def announced(self, side: int) -> tuple[Attack, ...]:
        """Return all attacks on a side so far; the one numbered n is at index n - 1."""
        return tuple(announcement.attack for announcement in self._players[side].announced)

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return len(self._players)

    @property
    def watermark_ns(self) -> int:
        """The game time before which all is settled."""
        return self._watermark_ns

    @property
    def is_over(self) -> bool:
        """Whether it is certain who has won: at most one plays, and is known to have outlasted all others."""
        playing = self._playing
        if len(playing) > 1 or not playing or len(self._players) == 1:
            return not playing
        return playing[0].followed.known_ns > max(end_ns for end_ns in self._ends_ns() if end_ns != NEVER)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each side, from 1: by the time of its end, as far as known. Equal times share a place."""
        ends_ns = self._ends_ns()
        return tuple(1 + sum(other > own for other in ends_ns) for own in ends_ns)

    @property
    def over_ns(self) -> int | None:
        """The game time at which the round was over."""
        if not self.is_over:
            return None
        ends_ns = sorted(self._ends_ns())
        return ends_ns[max(0, len(ends_ns) - 2)]

    def recording(self, side: int) -> Recording:
        """Return the recording of a side as far as it is known, but not past the end of the round."""
        return self._players[side].followed.recording(self.over_ns)

    def match_recording(self) -> MatchRecording:
        """Return the games of all sides as far as all is settled, and the attacks, as one recording."""
        over_ns = self.over_ns
        until_ns = max(0, self._watermark_ns - 1) if over_ns is None else over_ns
        games = tuple(player.followed.recording(until_ns) for player in self._players)
        return MatchRecording(games, tuple(self._attacks), tuple(self._ledger.lost))

    def _play(self, player: _Player, to_ns: int, inputs: Sequence[Input]) -> None:
        player.taken += sum(change < FORFEIT for _, change in inputs)
        events = player.followed.follow(to_ns, inputs)
        if events:
            self._ledger.report(player.side, events)
            if player.followed.has_ended:
                self._playing.remove(player)

    def _known_ns(self, now_ns: int | None) -> int:
        """Return the time before which the inputs of all who play and are not late are known."""
        known_ns = min((player.followed.known_ns for player in self._playing), default=NEVER)
        return known_ns if now_ns is None or not self._playing else max(known_ns, now_ns - LATE_NS)

    def _ends_ns(self) -> list[int]:
        """Return when each game ended; `NEVER` for those that go on."""
        views = [player.followed.view for player in self._players]
        return [NEVER if view.end is None else view.time_ns for view in views]


def _check_clock(to_ns: int, now_ns: int) -> None:
    if to_ns > now_ns + AHEAD_NS:
        raise BatchError("clock", f"a batch up to {to_ns} ns: the clock of the round is at {now_ns} ns")
    if to_ns < now_ns - BEHIND_NS:
        raise BatchError("slow", f"a batch up to {to_ns} ns: the clock of the round is at {now_ns} ns already")
