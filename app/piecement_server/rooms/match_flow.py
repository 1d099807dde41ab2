"""Match phases of a room: waiting until all are ready, countdown, round, pause, and so on to the match's end.

The first player with the required number of wins wins the match; the room then waits again, and starts a rematch once
all are ready. After a round without any input the next one waits until all are ready: two players who left their
keyboards would play draws forever. The end of a round is announced once it is stored, so that an announced result is
never lost.

A player who leaves by choice, or does not return, loses the match, unless it is won already. If all connections are
lost in one event, the running round is void and the won rounds decide; without any, the match does not count.

In a tournament, each pair of the bracket plays a match of its own while all others watch. A player who leaves loses by
a walkover, and so does one who is not ready within a minute after a round without any input.
"""

from collections.abc import Callable
from math import inf
from random import Random
from typing import Final

from piecement_engine.rules.timing import SECOND
from piecement_net.bracket import count_wins, decide_match, draw_bracket, remove_player
from piecement_net.errors import RoomError
from piecement_net.messages.base import Message
from piecement_net.messages.bracket import Bracket, Entrant
from piecement_net.network_clock import NEVER_NS
from piecement_server.rooms.effects import RoomEffects, StoreMatch
from piecement_server.rooms.match_record import MatchRecord, RoundRecord, SeatRecord
from piecement_server.rooms.members import Member, Members, Seat, lost_together
from piecement_server.rooms.round import Disputes, Round, RoundPlayer

COUNTDOWN_NS: Final = 3 * SECOND
"""Time between the announcement of a round and its start (ns)."""
PAIR_PAUSE_NS: Final = 10 * SECOND
"""Time between the announcement of a pair and that of its first round, unless both are ready before (ns)."""
WALKOVER_NS: Final = 60 * SECOND
"""Time after a round without input in which a player of a tournament has to be ready (ns)."""
PAUSE_NS: Final = 6 * SECOND
"""Time between the end of a round and the announcement of the next, unless all are ready before (ns)."""

WAITING: Final = "waiting"
COUNTDOWN: Final = "countdown"
PLAYING: Final = "playing"
PAUSE: Final = "pause"


class MatchFlow:
    """Matches of a room, one after another."""

    def __init__(
        self,
        opened: MatchRecord,
        members: Members,
        effects: RoomEffects,
        random: Random,
        note_change: Callable[[], object],
    ) -> None:
        """Start waiting, or resume a stored match: between two rounds, or right after its end.

        `note_change` is called whenever the state of the room changes.
        """
        is_in_match = bool(opened.id) and not opened.ended
        self.state = PAUSE if is_in_match else WAITING
        self.round: Round | None = None
        """Round in its countdown, in play or being stored."""
        self._note_change: Final = note_change
        self._opened: Final = opened
        self._members: Final = members
        self._effects: Final = effects
        self.disputes: Final = Disputes(effects)
        """Games that differ between players and server."""
        self._random: Final = random
        self._match_id = opened.id if is_in_match else ""
        self.rounds = opened.rounds
        """Number of ended rounds of the match."""
        self._next_round_ns = 0 if is_in_match else NEVER_NS
        self._walkover_ns = NEVER_NS
        """Time at which players of a tournament who are not ready lose by a walkover (ns)."""
        self._stored: RoundRecord | None = None
        """Ended round that is being stored."""
        self.draining = False
        """Whether no further match begins."""
        self.bracket: Bracket | None = None
        """Bracket of the present or last tournament."""
        self._set_bracket(opened.bracket)
        self.is_rated = opened.rated and not opened.ended
        """Whether the match is rated; a rematch in the same room is not."""
        self._participants = {seat.seat: seat for seat in opened.seats} if is_in_match else {}
        """Participants of the match, by seat."""
        self._departed: list[SeatRecord] = list(opened.left)
        self._by_score = opened.by_score
        """Whether the won rounds decide, although players left."""
        self._closing: list[Message] = opened.closing_messages()
        """Messages sent at the end of the last round, repeated to members who arrive later."""

    @property
    def is_in_match(self) -> bool:
        """Whether a match is in progress, including its pauses."""
        return bool(self._match_id)

    def is_watching(self, member: Member) -> bool:
        """Return whether a round runs that a member does not play."""
        seat = self._members.find_seat(member)
        return self.round is not None and (seat is None or seat.number not in self.round.seats)

    @property
    def kept_seats(self) -> frozenset[int]:
        """Seats of the round and of the tournament: other players may not take them, even if they are vacant."""
        seats = frozenset[int]() if self.round is None else frozenset(self.round.seats)
        if self.bracket is None or not self.is_in_match:
            return seats
        return seats.union(entrant.p for entrant in self.bracket.entrants)

    @property
    def due_ns(self) -> int:
        """Time at which `advance` next has something to do (ns)."""
        if self.round is None:
            return min(self._walkover_ns, self._next_round_ns if self._members.all_present else NEVER_NS)
        return self.round.due_ns if self._stored is None else NEVER_NS

    def welcome(self, member: Member, now_ns: int) -> None:
        """Send a new member the present round, or the result of the last one."""
        if self.round is not None:
            self.round.subscribe(member, now_ns)
            return
        for message in self._closing:
            self._effects.send(member.id, message)

    def on_seated(self, seat: Seat) -> None:
        """Add a new player to the match in progress, if any; a player who arrives during a tournament watches it."""
        if self.is_in_match and self.bracket is None:
            self._participants[seat.number] = SeatRecord.of(seat.number, seat.member)

    def leave(self, member: Member, seat: Seat | None) -> None:
        """Record that a member left; an active player loses the round. `seat` is the one vacated."""
        if seat is not None and self.is_in_match and self.bracket is not None:
            self.bracket = remove_player(self.bracket, seat.number)
        if seat is not None and seat.number in self._participants:
            if not self._departed:
                others = self._members.playing
                is_won = self._is_won(seat, *others)
                self._by_score = is_won or lost_together([member, *(other.member for other in others)])
            self._departed.append(self._seat_record(seat))
            del self._participants[seat.number]
        if self.round is not None:
            self.round.leave(member)

    def begin_match(self, now_ns: int, pause_ns: int = PAUSE_NS) -> None:
        """Begin a match with a pause before its first round."""
        self._set_up_match()
        self._members.clear_ready()
        self._pause(now_ns, pause_ns)

    def stop(self) -> None:
        """End the match and its round, without a result."""
        if self._stored is not None:
            raise RoomError("playing")
        self.round = None
        self._closing = []
        self._store_end(stopped=True)
        self._set_bracket(None)
        self._wait()

    def begin_now(self, now_ns: int) -> None:
        """Begin another match at once, if all are connected."""
        if self._members.all_present and not self.draining:
            self._begin(now_ns)

    def advance(self, now_ns: int) -> None:
        """Do due work; call it also after each event."""
        if self.round is None:
            self._advance_pause(now_ns)
        elif self._stored is None:
            lags_s = self.round.lags_s
            self.round.advance(now_ns)
            if lags_s != self.round.lags_s:
                self._note_change()
            self._follow(self.round, now_ns)

    def on_round_stored(self, record: str | None, now_ns: int) -> None:
        """Announce the end of the round, stored under a name or not at all, and continue."""
        if self._stored is None or self.round is None:
            return
        ended, self.round = self.round, None
        self._closing = [self._stored.end_message(record)]
        self._stored = None
        self._send_all(self._closing[0])
        self._members.clear_ready()
        self._pause(now_ns)
        if not ended.was_played:
            self._next_round_ns = NEVER_NS
            self._walkover_ns = NEVER_NS if self.bracket is None else now_ns + WALKOVER_NS
        self._advance_pause(now_ns)

    # Pauses

    def _advance_pause(self, now_ns: int) -> None:
        members = self._members
        if self._match_id and (not members.are_enough or self._is_won(*members.playing) or now_ns >= self._walkover_ns):
            self._end_match(now_ns)
        elif self.draining and not self._match_id:
            return
        elif members.all_present and (now_ns >= self._next_round_ns or all(seat.ready for seat in members.playing)):
            self._begin(now_ns)

    def _pause(self, now_ns: int, pause_ns: int = PAUSE_NS) -> None:
        self.state = PAUSE
        self._next_round_ns, self._walkover_ns = now_ns + pause_ns, NEVER_NS
        self._note_change()

    def _wait(self) -> None:
        self.state = WAITING
        self._next_round_ns = self._walkover_ns = NEVER_NS
        self._members.clear_ready()
        self._note_change()

    # Beginnings

    def _set_up_match(self) -> None:
        self._match_id = f"{self._random.getrandbits(64):016x}"
        self.rounds = 0
        self._departed.clear()
        self._by_score = False
        for seat in self._members.seats:
            seat.wins = 0
        self._participants = {seat.number: SeatRecord.of(seat.number, seat.member) for seat in self._members.playing}
        self._effects.add(StoreMatch(self._opened.room, self._record()))

    def _begin(self, now_ns: int) -> None:
        """Begin the next round, and its match if none is in progress; a tournament begins with a pause."""
        if not self._match_id and self._opened.rules.tournament:
            self._draw()
            self.begin_match(now_ns, PAIR_PAUSE_NS)
            return
        if not self._match_id:
            self._set_up_match()
        self._begin_round(now_ns)

    def _set_bracket(self, bracket: Bracket | None) -> None:
        self.bracket = bracket
        self._members.pair = frozenset() if bracket is None else bracket.seats

    def _draw(self) -> None:
        """Draw the bracket: accounts are seeded by rating, and guests after them in the order of joining."""
        seeds = sorted(self._members.by_arrival, key=lambda seat: -seat.member.rating if seat.member.account else inf)
        self._set_bracket(draw_bracket([Entrant(p=seat.number, name=seat.member.name) for seat in seeds]))

    def _begin_round(self, now_ns: int) -> None:
        self.disputes.end_all()
        players = [RoundPlayer(self._seat_record(seat), seat.member) for seat in self._members.playing]
        self.round = Round(
            self.rounds + 1,
            at_ns=now_ns + COUNTDOWN_NS,
            rules=self._opened.rules,
            players=players,
            is_rated=self.is_rated,
            effects=self._effects,
            disputes=self.disputes,
            random=self._random,
        )
        self._closing = []
        self.state = COUNTDOWN
        self._members.clear_ready()
        self._note_change()
        for member in self._members.members:
            self.round.subscribe(member, now_ns)

    # Ends

    def _follow(self, current: Round, now_ns: int) -> None:
        """Follow the phases of a round."""
        if self.state == COUNTDOWN and not self._members.are_enough:
            self.round = None
            self._pause(now_ns)
            self._advance_pause(now_ns)
        elif self.state == COUNTDOWN and now_ns >= current.at_ns:
            self.state = PLAYING
            self._note_change()
        elif current.is_void:
            self.round = None
            self._pause(now_ns)
        elif self.state == PLAYING and current.has_ended:
            self._store(current)

    def _store(self, ended: Round) -> None:
        self._stored = ended.record()
        self.rounds += 1
        first = {place.seat for place in self._stored.places if place.place == 1}
        winners = {player.participant.side for player in ended.players if player.seat in first}
        for seat in self._members.playing if len(winners) == 1 else ():
            seat.wins += seat.side in winners  # also teammates who joined during the round
        if self.bracket is not None:
            self.bracket = count_wins(self.bracket, {seat.number: seat.wins for seat in self._members.playing})
        self._effects.add(StoreMatch(self._opened.room, self._record(self._stored)))

    def _end_match(self, now_ns: int) -> None:
        """End the match; in a tournament, begin that of the next pair, if any."""
        record = self._store_end()
        if self.rounds:
            ended = record.end_message()
            self._closing.append(ended)
            self._send_all(ended)
        if self.bracket is not None:
            winner, walkover = self._pair_winner()
            self._set_bracket(decide_match(self.bracket, winner, walkover=walkover))
        if self._members.pair:
            self.begin_match(now_ns, PAIR_PAUSE_NS)
        else:
            self._wait()

    def _pair_winner(self) -> tuple[int, bool]:
        """Return the seat that wins the match of the pair, and whether by a walkover."""
        playing = self._members.playing
        for record in (*map(self._seat_record, playing), *self._departed):
            if record.wins >= self._opened.rules.first_to:
                return record.seat, False
        there = [seat.number for seat in playing if seat.ready or len(playing) == 1]
        pair = self.bracket.pair if self.bracket is not None else None
        return there[0] if there or pair is None else pair[0].p, True

    def _store_end(self, *, stopped: bool = False) -> MatchRecord:
        """Store the end of the match, which is over from now on, and return its last record."""
        record = self._record(ended=True, stopped=stopped)
        self._effects.add(StoreMatch(self._opened.room, record))
        self._match_id, self.is_rated = "", False
        self._participants.clear()
        return record

    # Records

    def _is_won(self, *seats: Seat) -> bool:
        return any(seat.wins >= self._opened.rules.first_to for seat in seats)

    def _seat_record(self, seat: Seat) -> SeatRecord:
        now = {"hand": seat.hand, "percent": seat.percent, "wins": seat.wins, "team": seat.team}
        record = self._participants.get(seat.number) or SeatRecord.of(seat.number, seat.member)
        return record.model_copy(update=now)

    def _record(
        self, ended_round: RoundRecord | None = None, *, ended: bool = False, stopped: bool = False
    ) -> MatchRecord:
        seats = tuple(map(self._seat_record, self._members.playing))
        waiting = [seat for seat in self._members.seats if seat.number not in self._participants]
        return self._opened.model_copy(
            update={
                "id": self._match_id,
                "seats": seats,
                "rounds": self.rounds,
                "round": ended_round,
                "ended": ended,
                "stopped": stopped,
                "rated": self.is_rated,
                "bracket": None if ended else self.bracket,
                "waiting": () if ended else tuple(map(self._seat_record, waiting)),
                "left": tuple(self._departed),
                "by_score": self._by_score,
            }
        )

    def _send_all(self, message: Message) -> None:
        for member in self._members.members:
            self._effects.send(member.id, message)
