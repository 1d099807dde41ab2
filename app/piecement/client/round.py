"""A round as the program of a player or a watcher follows it, from the messages of the server."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from piecement.client.attack_log import AttackLog
from piecement.client.playback import Playback
from piecement.client.round_sessions import RemoteSession, RoundSession
from piecement.session.session import Clock, Session
from piecement.session.statistics import SessionStatistics
from piecement_base.modes import MATCH_MODE
from piecement_base.plan import Plan
from piecement_engine import Game, Recording, Replayer
from piecement_engine.game.inputs import Input, TakenAttack, pack_attack
from piecement_engine.game.setup import Setup
from piecement_engine.game.state import NEVER
from piecement_engine.match import Attack, OutError, RoundRecording, RowCounts, Taken
from piecement_engine.match.followed_game import shortened
from piecement_engine.match.ledger import decided_ns
from piecement_engine.rules.timing import SECOND
from piecement_net.dispute import client_report, played_lock
from piecement_net.errors import OnlineError
from piecement_net.limits import ATTACKS_OF_A_ROUND
from piecement_net.messages.from_client import Inputs, OwnGame, Target
from piecement_net.messages.from_server import Desynced, Forced, Over, Past, RoundStart, Tick
from piecement_net.messages.rounds import Entry, StartPlayer, TargetChoice, TargetName, WireAttack, WireChoice
from piecement_net.room_rules import TARGETS, digest, round_setups
from piecement_net.round_recordings import Lost, about_game, from_entries, to_entries, to_recording, unpack_entries

RoundMessage = Tick | Over | Past | Forced | Desynced
"""Message about a running round."""
_AT_ONCE_NS: Final = 120 * SECOND
"""Maximum game time of all games together that is simulated between two frames (ns); it takes some 50 ms."""


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
        self.own: RoundSession | None = None
        """Game of the player; None for a watcher."""
        self.others: Final[dict[int, RemoteSession]] = {}
        """Games of the other players, by seat."""
        self.ends: Final[dict[int, Over]] = {}
        """Ends of the finished games, by seat."""
        self.is_over = False
        self.is_out = False
        """Whether the player is out, as the server has another version of the game than this program."""
        self._start_ns: Final = start_ns
        self._clock: Final = clock
        self.playback: Final = None if you in self.players else Playback(clock, start_ns)
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
        """Number of the side of each player, by seat; players of a team share one."""
        self._log: Final = AttackLog(tuple(sides), start.rules.targets, tuple(sides.values()))
        for seat, setup in self._setups.items():
            if seat == you:
                self.own = RoundSession(self._plan(seat), setup, clock, start_ns, seat=seat)
            else:
                self.others[seat] = self._remote(seat, setup)

    @property
    def you(self) -> int | None:
        """Seat of the player; None for a watcher."""
        return None if self.own is None else self.own.seat

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
        return self.own if self.own is not None and seat == self.own.seat else self.others[seat]

    def counts(self, seat: int) -> RowCounts:
        """Return the row counts of a player; sent rows are those settled by the shown time."""
        counts = self.session(seat).view.garbage
        if seat == self.you:
            return counts
        return counts._replace(sent=self._log.sent(seat, self._shown_ns))

    def target(self, seat: int) -> int | None:
        """Return the target of a player at the shown time, or None if there is none or it is unknown."""
        heights = {other: len(self.session(other).view.rows) for other in self._playing}
        return self._log.target(seat, heights, self._shown_ns)

    @property
    def _playing(self) -> list[int]:
        """Seats of the players who are not out at the shown time."""
        return [seat for seat in self.players if not self.place(seat) and not self.session(seat).is_over]

    def fixed_target(self, seat: int) -> int | None:
        """Return the opponent that a player has chosen and who still plays, or None."""
        fixed = self._log.fixed(seat, self._shown_ns)
        return fixed if fixed in self._playing else None

    def targeting(self, seat: int) -> TargetName:
        """Return the name of a player's targeting in messages."""
        targeting = self._log.targeting(seat, self._shown_ns)
        return next(name for name, known in TARGETS.items() if known == targeting)

    @property
    def choosable(self) -> tuple[int, ...]:
        """Seats of the opponents whom the player may choose to attack; none if the rules choose."""
        if self.own is None or self.own.is_over or not self.start.rules.choose:
            return ()
        others = tuple(seat for seat in self._playing if self._sides[seat] != self._sides[self.own.seat])
        return others if len(others) > 1 else ()

    def choose(self, to: TargetChoice) -> Target | None:
        """Choose whom the player attacks from now on; return the message for the server, or None if it is no choice."""
        if self.own is None or not self.choosable or (isinstance(to, int) and to not in self.choosable):
            return None
        choice = WireChoice(self.own.seat, self.own.view.time_ns, to)
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

    def advance(self) -> None:
        """Advance the own game to the present, whether it is visible or not."""
        if self.own is not None and not self.is_over:
            self.own.run()

    def finish(self, lost: Sequence[Lost] = ()) -> None:
        """Stop the games at the end of the round. `lost` are the clears whose rows had no target."""
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

    def recording(self) -> RoundRecording:
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
        if self.own is None:
            return []
        locks = [played_lock(number, lock) for number, lock in self.own.contender.last_locks]
        return client_report(self._recording(self.own.seat).to_text(), locks)

    def apply(self, message: RoundMessage) -> Sequence[OwnGame]:
        """Apply a message about the round. Returns messages that report the own game if the server found a difference.

        Raises `EngineError` or `OnlineError` if the message cannot be applied.
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
                if target == self.own.seat:
                    contender.announce(Attack(number, at_ns, sender, target, holes))

    def _apply_forced(self, forced: Forced) -> None:
        if self.own is not None and forced.p == self.own.seat:
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
