"""A round as its player's program follows it, and the attacks in it.

Both follow from the attacks and the choices by the rules of the room, as on the server; no message holds them. Only a
random target is not known beforehand: then it is the player attacked last.
"""

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Final

from piecement.client.round_sessions import Playback, RemoteSession, RoundSession
from piecement.session.session import Clock, Session
from piecement.session.statistics import SessionStatistics
from piecement_base.plan import MATCH_MODE, Plan
from piecement_engine import Game, Recording, Replayer
from piecement_engine.game.inputs import Input, TakenAttack, pack_attack
from piecement_engine.game.setup import Setup
from piecement_engine.game.state import NEVER
from piecement_engine.match import Attack, MatchRecording, OutError, RowCounts, Taken
from piecement_engine.match.ledger import Aim, LedgerSide, count_attack, decided_ns, target_of
from piecement_engine.match.recordings import shortened
from piecement_engine.rng import Rng
from piecement_engine.rules.timing import SECOND
from piecement_net.dispute import client_report, played_lock
from piecement_net.errors import OnlineError
from piecement_net.limits import ATTACKS_OF_A_ROUND
from piecement_net.messages.base import StartPlayer
from piecement_net.messages.fields import Entry, TargetChoice, TargetName, WireAttack, WireChoice
from piecement_net.messages.from_client import Inputs, OwnGame, Target
from piecement_net.messages.from_server import Desynced, Forced, Over, Past, RoundStart, Tick
from piecement_net.room_rules import TARGETS, digest, round_setups
from piecement_net.round_recordings import Lost, about_game, from_entries, to_entries, to_recording, unpack_entries

_DRAWN: Final = "random"
_TIME: Final = attrgetter("at")


class AttackLog:
    """Attacks and choices of targets of a round up to a time."""

    def __init__(self, seats: Sequence[int], targets: TargetName, sides: Sequence[int] = ()) -> None:
        """Start without attacks; `targets` is the targeting of the room rules.

        `sides` has a number for each player, which those of a team share.
        """
        self._seats: Final = tuple(seats)
        self._side_of: Final = {seat: side for side, seat in enumerate(seats)}
        self._targets: Final = targets
        self._teams: Final = tuple(sides or seats)
        self._events: Final[list[WireAttack | WireChoice]] = []
        self._known: Final[set[WireAttack | WireChoice]] = set()
        self._sides = [LedgerSide() for _ in seats]
        self._counted = 0
        """Number of events counted so far."""

    @property
    def attacks(self) -> tuple[WireAttack, ...]:
        """All known attacks, in order of time."""
        return tuple(event for event in self._events if isinstance(event, WireAttack))

    @property
    def choices(self) -> tuple[WireChoice, ...]:
        """All known choices of targets, in order of time."""
        return tuple(event for event in self._events if isinstance(event, WireChoice))

    def add(self, events: Iterable[WireAttack | WireChoice]) -> None:
        """Add attacks and choices, ignoring known ones and players outside the round."""
        for event in events:
            seats = {event.seat} if isinstance(event, WireChoice) else {event.target, event.sender}
            if event not in self._known and self._side_of.keys() >= seats:
                self._known.add(event)
                insort(self._events, event, key=_TIME)
                if self._events[-1] is not event:
                    self._forget()

    def go_to(self, time_ns: int | None) -> None:
        """Count the attacks and choices up to a time of the round, or all of them for None."""
        if time_ns is not None and self._counted and self._events[self._counted - 1].at > time_ns:
            self._forget()
        while self._counted < len(self._events) and (time_ns is None or self._events[self._counted].at <= time_ns):
            event = self._events[self._counted]
            if isinstance(event, WireAttack):
                count_attack(self._sides, self._side_of[event.sender], self._side_of[event.target], len(event.holes))
            else:
                choice = TARGETS[event.to] if isinstance(event.to, str) else self._side_of.get(event.to, -1)
                self._sides[self._side_of[event.seat]].choose(choice)
            self._counted += 1

    def sent(self, seat: int) -> int:
        """Return the number of rows a player has sent."""
        return self._sides[self._side_of[seat]].sent

    def fixed(self, seat: int) -> int | None:
        """Return the player that another one has chosen, or None for a target by a targeting."""
        chosen = self._sides[self._side_of[seat]].chosen
        return None if chosen is None or chosen < 0 else self._seats[chosen]

    def targeting(self, seat: int) -> str:
        """Return the targeting of a player, by its name in the engine."""
        return self._sides[self._side_of[seat]].targeting or TARGETS[self._targets]

    def target(self, seat: int, playing: Mapping[int, int]) -> int | None:
        """Return the remaining player targeted by the next clear, or None if unknown.

        `playing` has the seats of those who play, each with the height of the stack.
        """
        sender = self._side_of[seat]
        others = [
            side
            for side, other in enumerate(self._seats)
            if other in playing and self._teams[side] != self._teams[sender]
        ]
        if seat not in playing or not others:
            return None
        if self.targeting(seat) == _DRAWN and len(others) > 1 and self._sides[sender].chosen not in others:
            last = self._sides[sender].target
            return self._seats[last] if last in others else None
        for side in others:
            self._sides[side].height = playing[self._seats[side]]
        return self._seats[target_of(Aim(self._sides, sender, others, Rng(0)), TARGETS[self._targets])]

    def _forget(self) -> None:
        self._sides = [LedgerSide() for _ in self._seats]
        self._counted = 0


RoundMessage = Tick | Over | Past | Forced | Desynced
"""Message about a running round."""
_AT_ONCE_NS: Final = 120 * SECOND
"""Game time of all games together to catch up with between two frames (ns), which takes some 50 ms."""


class ClientRound:
    """A round on a client. The game of the player and the messages about other games never wait for each other."""

    def __init__(
        self, start: RoundStart, you: int | None, clock: Clock, start_ns: int, setups: Sequence[Setup] | None = None
    ) -> None:
        """Prepare a round that begins at a reading of the clock; `you` is the player's seat, or None for a watcher.

        The `setups` of its games follow from the start, except for recorded rounds. Raises `RuleError` for invalid
        rules.
        """
        self.start: Final = start
        self.number: Final = start.round
        self.players: Final[Mapping[int, StartPlayer]] = {player.p: player for player in start.players}
        self.you: Final = you if you in self.players else None
        self.own: RoundSession | None = None
        self.others: Final[dict[int, RemoteSession]] = {}
        """Games of the others, by seat."""
        self.ends: Final[dict[int, Over]] = {}
        """Ends of the finished games, by seat."""
        self.is_over = False
        self.is_out = False
        """Whether the server has another version of the player's game, which counts."""
        self._start_ns: Final = start_ns
        self._clock: Final = clock
        self.playback: Final = Playback(clock, start_ns) if self.you is None else None
        """Playback of the round for a watcher, or None for a player."""
        setups = setups or round_setups(start.rules, start.players)
        self._setups: Final[Mapping[int, Setup]] = {
            player.p: setup for player, setup in zip(start.players, setups, strict=True)
        }
        self.has_same_rules: Final = digest(setups) == start.digest
        """Whether the server expands the rules as this program does."""
        self._batched_ns = 0
        self._lost: tuple[Lost, ...] = ()
        self._attacks: Final[dict[tuple[int, int], WireAttack]] = {}
        """All attacks so far, by target and number."""
        sides = {player.p: player.team or -1 - player.p for player in start.players}
        self._sides: Final[Mapping[int, int]] = sides
        """Number of each player, by seat, which those of a team share."""
        self._log: Final = AttackLog(tuple(sides), start.rules.targets, tuple(sides.values()))
        for seat, setup in self._setups.items():
            if seat == self.you:
                self.own = RoundSession(self._plan(seat), setup, clock, start_ns, seat=seat)
            else:
                self.others[seat] = self._remote(seat, setup)

    @property
    def time_ns(self) -> int:
        """Time since the start of the round (ns), negative before it."""
        return self._clock() - self._start_ns

    @property
    def is_running(self) -> bool:
        """Whether the round has begun and not ended."""
        return not self.is_over and self.time_ns >= 0

    @property
    def last_playing(self) -> frozenset[int] | None:
        """Seats of the only player or team that the server has not announced as out; None while there are more."""
        playing = {side for seat, side in self._sides.items() if seat not in self.ends}
        return frozenset(seat for seat, side in self._sides.items() if side in playing) if len(playing) <= 1 else None

    def session(self, seat: int) -> Session:
        """Return the session of a player. Raises `KeyError` for a seat outside the round."""
        return self.own if seat == self.you and self.own is not None else self.others[seat]

    def counts(self, seat: int) -> RowCounts:
        """Return the row counts of a player; sent rows are those settled by the shown time."""
        counts = self.session(seat).view.garbage
        if seat == self.you:
            return counts
        return counts._replace(sent=self._shown_log.sent(seat))

    def target(self, seat: int) -> int | None:
        """Return the target of a player at the shown time, or None if there is none or it is unknown."""
        return self._shown_log.target(seat, {other: len(self.session(other).view.rows) for other in self._playing})

    @property
    def _playing(self) -> list[int]:
        """Seats of the players who are not out at the shown time."""
        return [seat for seat in self.players if not self.place(seat) and not self.session(seat).is_over]

    def fixed_target(self, seat: int) -> int | None:
        """Return the opponent that a player has chosen and who still plays, or None."""
        fixed = self._shown_log.fixed(seat)
        return fixed if fixed in self._playing else None

    def targeting(self, seat: int) -> TargetName:
        """Return the name of a player's targeting in messages."""
        targeting = self._shown_log.targeting(seat)
        return next(name for name, known in TARGETS.items() if known == targeting)

    @property
    def choosable(self) -> tuple[int, ...]:
        """Seats of the opponents whom the player may choose to attack; none if the rules choose."""
        if self.own is None or self.own.is_over or not self.start.rules.choose:
            return ()
        others = tuple(seat for seat in self._playing if self._sides[seat] != self._sides[self.you or 0])
        return others if len(others) > 1 else ()

    def choose(self, to: TargetChoice) -> Target | None:
        """Choose whom the player attacks from now on; return the message for the server, or None if it is no choice."""
        if self.own is None or not self.choosable or (isinstance(to, int) and to not in self.choosable):
            return None
        choice = WireChoice(self.own.contender.side, self.own.view.time_ns, to)
        self._log.add((choice,))
        return Target(r=self.number, at=choice.at, to=to)

    def place(self, seat: int) -> int:
        """Return the place of a player who is out by the shown time, or 0."""
        over, shown_ns = self.ends.get(seat), self._shown_ns
        return 0 if over is None or (shown_ns is not None and over.at > shown_ns) else over.place or 0

    @property
    def _shown_ns(self) -> int | None:
        """Shown time of the round (ns), or None for all that is known."""
        return None if self.playback is None else self.playback.time_ns()

    @property
    def _shown_log(self) -> AttackLog:
        """Attacks and choices up to the shown time."""
        self._log.go_to(self._shown_ns)
        return self._log

    def advance(self) -> None:
        """Advance the own game to the present, whether it is visible or not."""
        if self.own is not None and not self.is_over:
            self.own.run()

    def finish(self, lost: Sequence[Lost] = ()) -> None:
        """Stop the own game at the end of the round. `lost` are the clears whose rows went to nobody."""
        self.is_over = True
        self._lost = tuple(lost)
        if self.own is not None:
            self.own.stop()
            for remote in self.others.values():
                remote.stop()
        if self.playback is not None:
            self.playback.end_ns = max(remote.known_ns for remote in self.others.values())

    def batch(self) -> Inputs | None:
        """Return the player's inputs since the last batch, or None if no time has passed."""
        batch = self.own.contender.batch() if self.own is not None else None
        if batch is None:
            return None
        entries, self._batched_ns = tuple(to_entries(batch.entries, self._batched_ns)), batch.to_ns
        return Inputs(r=self.start.round, to=batch.to_ns, e=entries, h=batch.check)

    def recording(self) -> MatchRecording:
        """Return the games up to the end of the round, and the attacks, as one recording."""
        games = {seat: self._recording(seat) for seat in self.players}
        return to_recording(self.start, games, self._log.attacks, self._lost, self._log.choices)

    def _recording(self, seat: int) -> Recording:
        session = self.session(seat)
        about = about_game(self.players[seat].name)
        whole = Recording.of(session.game, about, session.statistics.lock_checks.checks)
        ends_ns = [self.ends[other].at if other in self.ends else NEVER for other in self.players]
        return shortened(whole, decided_ns(ends_ns, tuple(self._sides.values())))

    def _report(self) -> list[OwnGame]:
        if self.you is None or self.own is None:
            return []
        locks = [played_lock(number, lock) for number, lock in self.own.contender.last_locks]
        return client_report(self._recording(self.you).to_text(), locks)

    def apply(self, message: RoundMessage) -> Sequence[OwnGame]:
        """Apply a message about the round, and return the messages that report the own game after a difference.

        Raises `EngineError` or `OnlineError` if it is not possible.
        """
        match message:
            case Tick():
                self._apply_tick(message)
            case Over():
                self.ends[message.p] = message
            case Past():
                self._apply_history(message)
            case Forced():
                self._apply_forced(message)
            case Desynced():
                if message.p == self.you:
                    self.is_out = True
                    return self._report()
        return ()

    def _apply_tick(self, tick: Tick) -> None:
        self._remember((*tick.k, *tick.c))
        for seat, to_ns, entries in tick.s:
            if seat in self.others:
                remote = self.others[seat]
                remote.receive(to_ns, tuple(self._inputs(seat, remote.known_ns, entries)))
        self._announce(tick.k)

    def _remember(self, events: Sequence[WireAttack | WireChoice]) -> None:
        self._attacks.update({(event.target, event.id): event for event in events if isinstance(event, WireAttack)})
        if len(self._attacks) > ATTACKS_OF_A_ROUND:
            raise OnlineError("too_many_attacks", most=ATTACKS_OF_A_ROUND)
        self._log.add(events)

    def _inputs(self, seat: int, from_ns: int, entries: Iterable[Entry]) -> Iterator[Input]:
        """Yield the inputs of the game for the entries of a stream."""
        for time_ns, change in from_entries(entries, from_ns):
            if not isinstance(change, Taken):
                yield time_ns, change
            elif taken := self._attacks.get((seat, change.number)):
                yield time_ns, pack_attack(TakenAttack(taken.at, taken.holes))

    def _announce(self, attacks: Sequence[WireAttack]) -> None:
        """Announce the attacks on the player to the own game."""
        if self.own is not None and not self.is_over:
            contender = self.own.contender
            for target, number, at_ns, sender, holes in attacks:
                if target == self.you:
                    contender.announce(Attack(number, at_ns, sender, contender.side, holes))

    def _apply_forced(self, forced: Forced) -> None:
        if forced.p == self.you and self.own is not None:
            try:
                self.own.contender.forced(forced.id, forced.at)
            except OutError:
                self.is_out = True

    def _apply_history(self, past: Past) -> None:
        """Continue from the history on the server; the own game is replaced only if it was lost or differs."""
        self._remember((*past.taken, *past.k, *past.c))
        for game in past.games:
            # The server knows more of the own game after a restart of the program.
            is_behind = self.is_out or self.own is None or self.own.view.time_ns < game.to
            if game.seat in self.players and (game.seat != self.you or is_behind):
                self.learn(game.seat, game.to, self._inputs(game.seat, 0, unpack_entries(game.entries)))
        self._announce(past.k)

    def learn(self, seat: int, to_ns: int, inputs: Iterable[Input]) -> None:
        """Replace a player's game by inputs, known up to a time. Raises `EngineError` or `OnlineError`."""
        setup = self._setups[seat]
        if seat == self.you:
            if to_ns > self.time_ns:
                raise OnlineError("game_ahead")
            replayer = Replayer(Game.from_setup(setup), SessionStatistics(), tuple(inputs), to_ns)
            replayer.seek(to_ns)
            self.own = RoundSession(self._plan(seat), setup, self._clock, self._start_ns, seat=seat, replayer=replayer)
            self._batched_ns = to_ns
        else:
            if self.others[seat].known_ns:
                self.others[seat] = self._remote(seat, setup)
            self.others[seat].receive(to_ns, tuple(inputs))

    def _remote(self, seat: int, setup: Setup) -> RemoteSession:
        shown_ns = None if self.playback is None else self.playback.time_ns
        at_once_ns = _AT_ONCE_NS // len(self.players)
        return RemoteSession(self._plan(seat), setup, self._clock, shown_ns, at_once_ns)

    def _plan(self, seat: int) -> Plan:
        return Plan(MATCH_MODE, self.players[seat].seed)
