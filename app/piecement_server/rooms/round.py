"""A round that is played, and the disputes about its games.

The judge decides the games; a round adds the timing of messages, the limits of silence, and the penalties for
impossible inputs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Final

from piecement_engine.errors import EngineError
from piecement_engine.game.inputs import FORFEIT
from piecement_engine.match.followed_game import FollowedGame
from piecement_engine.match.judge import Judge
from piecement_engine.match.judged_side import AHEAD_NS, LONGEST_TRIP_NS, Batch, BatchEntry, BatchError, Taken
from piecement_engine.match.ledger import Attack, Knockout
from piecement_engine.recording.lock_checks import LockCheck
from piecement_engine.rules.timing import MILLISECOND, SECOND
from piecement_net.dispute import Dispute, read_locks
from piecement_net.errors import RoomError
from piecement_net.messages import fields, rounds
from piecement_net.messages.from_client import Inputs, OwnGame, Target
from piecement_net.messages.from_server import Desynced, Forced, Over, Past, RoundStart
from piecement_net.messages.rooms import RoomRules
from piecement_net.messages.rounds import RoundAccount, StartPlayer
from piecement_net.room_rules import TARGETS, digest, round_setups
from piecement_net.round_recordings import from_entries, pack_entries, to_entries
from piecement_server.rooms.broadcast import Broadcast
from piecement_server.rooms.effects import Report, RoomEffects
from piecement_server.rooms.match_record import RoundRecord, SeatRecord
from piecement_server.rooms.members import Member, lost_together

_KNOWN_TO_ALL: Final = ("name", "bot", "hand", "percent", "team")
"""Facts of a player that all readers of a round receive."""
LOST_NS: Final = 10 * SECOND
"""Maximum lag of a player's known game before the player loses the round (ns)."""
LAG_NS: Final = 3 * SECOND
"""Maximum lag of a game in a rated round; time beyond it counts as slow or cut off (ns)."""
SLOW_NS: Final = 3 * SECOND
CUT_NS: Final = 20 * SECOND
"""Maximum total time further behind in a rated round, while slow and while cut off (ns)."""
CUT_AFTER_NS: Final = SECOND
"""Silence after which a connected client counts as cut off (ns); it sends four times a second."""
LONGEST_NS: Final = 3600 * SECOND
"""Maximum length of a round (ns); the players left at its end share the first place."""
PLAYERS_EVERY_NS: Final = 25 * MILLISECOND
"""Minimum interval between ticks (ns) for more than two players, who send every 50 ms; two get each batch at once."""
WATCHERS_EVERY_NS: Final = 250 * MILLISECOND
CHECK_EVERY_NS: Final = 100 * MILLISECOND
"""Minimum interval between two checks for late players, when a message arrives (ns)."""
IDLE_CHECK_EVERY_NS: Final = 2 * CHECK_EVERY_NS
"""Interval between checks without a message (ns): a timer for each room costs more than a check."""
MOST_CLOCK_FAULTS: Final = 2
"""Number of batches ahead of the clock that puts a player out."""
MOST_DISPUTES: Final = 2
"""Maximum number of disputes in a room: each holds the recordings of a round."""


class Disputes:
    """Disputes that wait for the player's version, one per member."""

    def __init__(self, effects: RoomEffects) -> None:
        self._effects: Final = effects
        self._waiting: dict[int, Dispute] = {}

    def begin(self, member: int, dispute: Dispute) -> None:
        self.end(member)
        while len(self._waiting) >= MOST_DISPUTES:
            self.end(next(iter(self._waiting)))
        self._waiting[member] = dispute

    def add(self, member: int, message: OwnGame) -> None:
        """Add a part of a member's version; unrequested parts are ignored."""
        dispute = self._waiting.get(member)
        if dispute is not None and dispute.add(message):
            self.end(member)

    def end(self, member: int) -> None:
        """Report the dispute of a member, if any, with the parts received."""
        dispute = self._waiting.pop(member, None)
        if dispute is not None:
            self._effects.add(Report("desync", dispute.summary, dispute.text()))

    def end_all(self) -> None:
        for member in list(self._waiting):
            self.end(member)


@dataclass(slots=True, eq=False)
class RoundPlayer:
    """Player of a round."""

    participant: SeatRecord
    member: Member
    held: list[Batch] = field(default_factory=list[Batch])
    """Batches held until their time has come."""
    clock_faults: int = 0
    differs: bool = False
    """Whether the client's game is known to differ."""
    forced: set[int] = field(default_factory=set[int])
    """Numbers of the attacks that the judge applied in the player's place."""
    received_ns: int = 0
    """Time of the last message about its game."""
    slow_ns: int = 0
    cut_ns: int = 0
    """Total time in which the game lagged by more than `LAG_NS`, while slow and while cut off (ns)."""

    @property
    def seat(self) -> int:
        return self.participant.seat


class Round:
    """Round of a match; `at_ns` is its start by the server's clock."""

    def __init__(
        self,
        number: int,
        *,
        at_ns: int,
        rules: RoomRules,
        players: Sequence[RoundPlayer],
        is_rated: bool,
        effects: RoomEffects,
        disputes: Disputes,
        random: Random,
    ) -> None:
        self.at_ns: Final = at_ns
        self.players: Final = tuple(players)
        self.seats: Final = {player.seat: side for side, player in enumerate(players)}
        """Side of each player, by seat."""
        self._is_rated: Final = is_rated
        self._effects: Final = effects
        self._disputes: Final = disputes
        seed = random.getrandbits(64)
        lines = tuple(
            StartPlayer(
                p=player.seat,
                seed=seed if rules.same_pieces else random.getrandbits(64),
                **{name: getattr(player.participant, name) for name in _KNOWN_TO_ALL},
            )
            for player in players
        )
        self._setups: Final = round_setups(rules, lines)
        self._start: Final = RoundStart(round=number, at=at_ns, rules=rules, digest=digest(self._setups), players=lines)
        self._garbage_seed: Final = random.getrandbits(64)
        self._judge: Final = Judge(
            self._setups,
            garbage_seed=self._garbage_seed,
            targeting=TARGETS[rules.targets],
            teams=[player.participant.side for player in players],
        )
        self._choices: Final[list[rounds.WireChoice]] = []
        self._sides: Final = {player.member.id: side for side, player in enumerate(players)}
        self._to_players: Final = Broadcast(PLAYERS_EVERY_NS if len(players) > 2 else 0, effects)
        self._to_watchers: Final = Broadcast(WATCHERS_EVERY_NS, effects)
        self._broadcasts: Final = (self._to_players, self._to_watchers)
        self._checked_ns = at_ns - CHECK_EVERY_NS
        self._ends: Final[list[Over]] = []
        """Ends of games so far."""
        self.has_ended = False
        self.is_void = False
        """Whether the connections of all whose games ran were lost in one event."""
        self.was_played = False
        """Whether any player has pressed a button, or given up."""
        self.lags_s: tuple[int, ...] = ()
        """Lag of each player's known game behind the clock, in whole seconds."""

    # Readers

    def subscribe(self, member: Member, now_ns: int) -> None:
        """Send a member the round from its start, and all later news."""
        self._effects.send(member.id, self._start)
        self.resend(member, now_ns)

    def resend(self, member: Member, now_ns: int) -> None:
        """Send a member who has the start the history of the round, and all later news."""
        side = self._sides.get(member.id)
        broadcast = self._to_watchers if side is None else self._to_players
        own = None if side is None else self.players[side].seat
        broadcast.subscribe(member.id, own, self._watermark_ns, now_ns)
        if now_ns > self.at_ns:
            self._effects.send(member.id, self._history())
            for over in self._ends:
                self._effects.send(member.id, over)

    def leave(self, member: Member) -> None:
        """Record that a member left the room; an active player loses the round."""
        for broadcast in self._broadcasts:
            broadcast.unsubscribe(member.id)
        side = self._sides.get(member.id)
        if side is not None:
            self._end_game(side)

    def reconnected(self, member: Member, now_ns: int) -> None:
        """Record that a member is connected again."""
        side = self._sides.get(member.id)
        if side is not None:
            self._judge.announced_again(side, now_ns - self.at_ns)

    def lag_ns(self, seat: int, now_ns: int) -> int:
        """Return the lag of a player's known game behind the clock (ns)."""
        return self._judge.behind_ns(self.seats[seat], now_ns - self.at_ns) if seat in self.seats else 0

    # Inputs of players

    def receive(self, member: Member, message: Inputs, now_ns: int) -> None:
        side = self._sides.get(member.id)
        if side is None or message.r != self._start.round or self._judge.has_ended(side):
            return
        player = self.players[side]
        after_ns = player.held[-1].to_ns if player.held else self._judge.known_ns(side)
        check = None if message.h is None else LockCheck(*message.h)
        batch = Batch(message.to, tuple(from_entries(message.e, after_ns)), check)
        elapsed_ns = now_ns - self.at_ns
        player.received_ns = now_ns
        if batch.to_ns > elapsed_ns + AHEAD_NS:
            self._count_clock_fault(side, player)
        if player.held or batch.to_ns > elapsed_ns + AHEAD_NS:
            player.held.append(batch)
        else:
            self._play(side, batch, elapsed_ns)

    def choose(self, member: Member, message: Target, now_ns: int) -> None:
        """Record a player's choice of a target. One that comes too late, or too often, is ignored."""
        side = self._sides.get(member.id)
        if side is None or message.r != self._start.round or message.at > now_ns - self.at_ns + AHEAD_NS:
            return
        seat = self.players[side].seat
        if sum(choice.seat == seat for choice in self._choices) >= rounds.MOST_CHOICES:
            return
        choice = TARGETS[message.to] if isinstance(message.to, str) else self.seats.get(message.to, side)
        try:
            counts = self._judge.choose(side, message.at, choice)
        except EngineError:
            raise RoomError("no_target") from None
        if counts:
            made = rounds.WireChoice(seat, message.at, message.to)
            self._choices.append(made)
            for broadcast in self._broadcasts:
                broadcast.add_event(made)

    def _count_clock_fault(self, side: int, player: RoundPlayer) -> None:
        player.clock_faults += 1
        if player.clock_faults < MOST_CLOCK_FAULTS:
            self._effects.refuse(player.member.id, RoomError("clock"))
        elif player.clock_faults == MOST_CLOCK_FAULTS:
            self._put_out(side, RoomError("out_clock"))

    def _play(self, side: int, batch: Batch, elapsed_ns: int) -> None:
        player, judge = self.players[side], self._judge
        if judge.has_ended(side) or judge.is_over:  # neither played nor broadcast
            return
        sent_ns = player.member.unacknowledged_ns  # of the first announcement that the player may have missed
        missed_from_ns = None if sent_ns is None else sent_ns - PLAYERS_EVERY_NS - self.at_ns  # it waited for a tick
        try:
            difference = judge.inputs(side, batch, elapsed_ns, player.member.rtt_ns, missed_from_ns)
        except BatchError as error:
            self._put_out(side, RoomError(f"out_{error.code}", why=error))
            return
        # Neither releasing all buttons nor taking an attack is an action.
        self.was_played |= any(change and not isinstance(change, Taken) for _, change in batch.entries)
        forced = player.forced
        news = [entry for entry in batch.entries if not (isinstance(entry[1], Taken) and entry[1].number in forced)]
        self._broadcast(side, news)
        if difference is not None and not player.differs:
            player.differs = True
            self._effects.send(player.member.id, Desynced(p=player.seat, lock=difference.agreed))
            self._disputes.begin(player.member.id, self._dispute(side, batch, difference.agreed))

    def _broadcast(self, side: int, entries: Sequence[BatchEntry]) -> None:
        for broadcast in self._broadcasts:
            broadcast.add(self.players[side].seat, self._judge.known_ns(side), entries)

    def _put_out(self, side: int, why: RoomError) -> None:
        """End a player's game; the round continues without it."""
        self._effects.refuse(self.players[side].member.id, why)
        self._end_game(side)

    def _put_out_absent(self, side: int, why: RoomError) -> None:
        """End the game of an absent player, or the round without a result if all connections were lost at once."""
        running = [player.member for other, player in enumerate(self.players) if not self._judge.has_ended(other)]
        if lost_together(running):
            self.is_void = True
        else:
            self._put_out(side, why)

    def _end_game(self, side: int) -> None:
        """End a player's game at the time up to which it is known."""
        if not self._judge.has_ended(side):
            end_ns = self._judge.known_ns(side)
            self._judge.absent(side)
            self._broadcast(side, [(end_ns, FORFEIT)])

    # Timers

    @property
    def due_ns(self) -> int:
        """Time at which `advance` next has something to do (ns)."""
        ticks_ns = (broadcast.due_ns for broadcast in self._broadcasts)
        return max(self.at_ns + 1, min(self._checked_ns + IDLE_CHECK_EVERY_NS, *ticks_ns))

    def advance(self, now_ns: int) -> None:
        """Settle the round up to now, and broadcast the results."""
        elapsed_ns = now_ns - self.at_ns
        if self.has_ended or elapsed_ns <= 0:
            return
        if now_ns >= self._checked_ns + CHECK_EVERY_NS:
            passed_ns, self._checked_ns = now_ns - self._checked_ns, now_ns
            sides = range(len(self.players))
            for side in sides:
                self._check_timeouts(side, elapsed_ns)
                if self._is_rated:
                    self._count_lag(side, passed_ns, now_ns)
            self.lags_s = tuple(self._judge.behind_ns(side, elapsed_ns) // SECOND for side in sides)
        for outcome in self._judge.settle(elapsed_ns):
            if isinstance(outcome, Knockout):
                self._broadcast_end(outcome)
            else:
                attack = self._attack(outcome)
                for broadcast in self._broadcasts:
                    broadcast.add_event(attack)
        self.has_ended = self._judge.is_over or elapsed_ns > LONGEST_NS
        for broadcast in self._broadcasts:
            if self.has_ended or now_ns >= broadcast.due_ns:
                broadcast.flush(self._watermark_ns, now_ns)

    def _check_timeouts(self, side: int, elapsed_ns: int) -> None:
        """Play the held batches of a player, apply overdue attacks, or end the game after long silence."""
        player, judge = self.players[side], self._judge
        while player.held and player.held[0].to_ns <= elapsed_ns + AHEAD_NS:
            self._play(side, player.held.pop(0), elapsed_ns)
        if judge.behind_ns(side, elapsed_ns) > LOST_NS:
            self._put_out_absent(side, RoomError("out_absent", seconds=LOST_NS // SECOND))
        for forced in judge.force(side, player.member.rtt_ns):
            player.forced.add(forced.number)
            self._effects.send(player.member.id, Forced(p=player.seat, id=forced.number, at=forced.time_ns))
            self._broadcast(side, [(forced.time_ns, Taken(forced.number))])

    def _count_lag(self, side: int, passed_ns: int, now_ns: int) -> None:
        """Count the lag of a rated game, and end one whose lag exceeds the limits."""
        player = self.players[side]
        trip_ns = min(player.member.rtt_ns, LONGEST_TRIP_NS)
        if self._judge.behind_ns(side, now_ns - self.at_ns) <= LAG_NS + trip_ns:
            return
        if player.member.present and now_ns - player.received_ns <= CUT_AFTER_NS:
            player.slow_ns += passed_ns
        else:
            player.cut_ns += passed_ns
        if player.slow_ns > SLOW_NS:
            self._put_out(side, RoomError("out_lag", seconds=LAG_NS // SECOND))
        elif player.cut_ns > CUT_NS:
            self._put_out_absent(side, RoomError("out_cut", seconds=CUT_NS // SECOND))

    def _broadcast_end(self, knockout: Knockout) -> None:
        side = knockout.side
        place = self._judge.order[side]
        over = Over(p=self.players[side].seat, at=knockout.time_ns, end=knockout.end.value, place=place)
        self._ends.append(over)
        for broadcast in self._broadcasts:
            broadcast.send(over)

    def _attack(self, attack: Attack) -> rounds.WireAttack:
        target, sender = self.players[attack.target].seat, self.players[attack.sender].seat
        return rounds.WireAttack(target, attack.number, attack.at_ns, sender, attack.holes)

    @property
    def _watermark_ns(self) -> int:
        """Time up to which the round is settled, within the limit of messages (ns)."""
        return min(self._judge.watermark_ns, fields.LONGEST_ROUND_NS)

    # Results

    def record(self) -> RoundRecord:
        """Return the recording of all sides."""
        start, judge = self._start, self._judge
        return RoundRecord(
            round=start.round,
            rules=start.rules,
            players=start.players,
            games=tuple(
                rounds.PlayedGame(player.seat, judge.known_ns(side), judge.recording(side).to_text())
                for side, player in enumerate(self.players)
            ),
            attacks=tuple(map(self._attack, judge.attacks)),
            garbage_seed=self._garbage_seed,
            places=tuple(map(rounds.Place, (player.seat for player in self.players), judge.standings)),
            accounts=tuple(map(self._account, range(len(self.players)))),
            lost=tuple((self.players[rows.side].seat, rows.time_ns) for rows in judge.lost),
            choices=tuple(self._choices),
        )

    def _account(self, side: int) -> RoundAccount:
        seat, view, counts = self.players[side].seat, self._judge.view(side), self._judge.counts(side)
        return RoundAccount(p=seat, pieces=view.pieces, lines=view.lines, time=view.time_ns, **counts._asdict())

    def _history(self) -> Past:
        waiting, taken, games = list[rounds.WireAttack](), list[rounds.WireAttack](), list[rounds.PastGame]()
        for side, player in enumerate(self.players):
            numbers, stream = count(1), self._judge.stream(side)
            inputs = [(at_ns, Taken(next(numbers)) if change < FORFEIT else change) for at_ns, change in stream]
            games.append(rounds.PastGame(player.seat, self._judge.known_ns(side), pack_entries(to_entries(inputs))))
            attacks = list(map(self._attack, self._judge.announced(side)))
            first_waiting = sum(change < FORFEIT for _, change in stream)
            taken += attacks[:first_waiting]
            waiting += attacks[first_waiting:]
        # A history may be longer than clients accept: its reader leaves then, and the round goes on.
        return Past.model_construct(
            t="past",
            round=self._start.round,
            games=tuple(games),
            k=tuple(waiting),
            taken=tuple(taken),
            c=tuple(self._choices),
            w=self._watermark_ns,
        )

    def _dispute(self, side: int, batch: Batch, agreed: int) -> Dispute:
        """Return the dispute about a player's game: its judged inputs, and the player's lock check."""
        again = FollowedGame(self._setups[side])
        judged = read_locks(again.follow(self._judge.known_ns(side), self._judge.stream(side)))
        facts = {"to": batch.to_ns, "said": batch.check, "round": self.record().model_dump()}
        return Dispute(self.players[side].seat, agreed, judged, facts)
