"""A server and its clients in one process, on one clock that jumps from event to event, with a network between them.

Every byte goes the whole way: links, sessions, the dispatcher, the lobby. What is delayed, cut or killed is drawn from
a seed, so that a match that fails can be played again.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Final, Protocol

from piecement_engine import Game
from piecement_engine.events import Event
from piecement_engine.game.inputs import Input, TakenAttack, pack_attack
from piecement_engine.game.setup import Setup
from piecement_engine.match import Attack, Contender, FollowedGame, OutError, Taken
from piecement_engine.rules.timing import MILLISECOND, SECOND
from piecement_engine.rules.versions import RULES_VERSION
from piecement_net.client_link import ClientLink
from piecement_net.errors import OnlineError
from piecement_net.limits import ServerLimits
from piecement_net.messages.base import Bye, Message, Numbered
from piecement_net.messages.from_client import Hello, Inputs, Join, Open, Ready, Target, Watch
from piecement_net.messages.from_server import Forced, MatchEnd, Past, RoomState, RoundEnd, RoundStart, Tick, Welcome
from piecement_net.messages.rooms import RoomRules
from piecement_net.messages.rounds import Stream, TargetChoice
from piecement_net.room_rules import digest, round_setups
from piecement_net.round_recordings import from_entries, to_entries, unpack_entries
from piecement_server.connections import ServerConnection, Sessions
from piecement_server.dispatcher import Dispatcher
from piecement_server.log import Log
from piecement_server.rooms.effects import Report, StoreMatch
from piecement_server.rooms.lobby import Lobby
from piecement_server.rooms.match_record import MatchRecord, RoundRecord
from tests.app.server.stacker import Stacker

_CHECK_NS: Final = 100 * MILLISECOND
_BATCH_NS: Final = 50 * MILLISECOND
_QUIET_NS: Final = 250 * MILLISECOND

Latency = Callable[[Random], int]
"""Draws how long some bytes are on their way, in ns."""


def steady(ms: float) -> Latency:
    return lambda _: round(ms * MILLISECOND)


def between(least_ms: float, most_ms: float) -> Latency:
    return lambda random: round(random.uniform(least_ms, most_ms) * MILLISECOND)


def stalling(latency: Latency, chance: float, stall_ms: float) -> Latency:
    """Return a latency that stalls at times."""
    return lambda random: latency(random) + (round(stall_ms * MILLISECOND) if random.random() < chance else 0)


class World:
    """The clock, and what is to happen."""

    def __init__(self, seed: int) -> None:
        self.now_ns = 10 * SECOND
        self.random: Final = Random(seed)
        self._events: list[tuple[int, int, Callable[[], object]]] = []
        self._order = count()

    def at(self, time_ns: int, work: Callable[[], object]) -> None:
        heappush(self._events, (max(time_ns, self.now_ns), next(self._order), work))

    def after(self, wait_ns: int, work: Callable[[], object]) -> None:
        self.at(self.now_ns + wait_ns, work)

    def run(self, until: Callable[[], bool], most_ns: int = 3600 * SECOND) -> None:
        """Advance the clock until a condition is true."""
        end_ns = self.now_ns + most_ns
        while not until():
            if not self._events or self.now_ns > end_ns:
                raise AssertionError(f"nothing came of it by {self.now_ns / 1e9:.3f} s")
            self.now_ns, _, work = heappop(self._events)
            work()


class Wire:
    """A connection through the network: bytes arrive in order, late, or not at all once it is cut."""

    def __init__(self, world: World, server: "Server", client: "VirtualClient", latency: Latency) -> None:
        self.connection: Final = server.dispatcher.connect(world.now_ns)
        self.is_open = True
        self._world: Final = world
        self._server: Final = server
        self._client: Final = client
        self._latency: Final = latency
        self._arrives_ns = [world.now_ns, world.now_ns]

    def to_server(self, data: bytes) -> None:
        self._carry(0, lambda: self._server.receive(self, data))

    def to_client(self, data: bytes) -> None:
        self._carry(1, lambda: self._client.receive(data))

    def stall_down(self, for_ns: int) -> None:
        """Hold back all messages to the client for a while; its own messages arrive."""
        self._arrives_ns[1] = max(self._arrives_ns[1], self._world.now_ns + for_ns)

    def close(self) -> None:
        """Cut it: what is on the way is lost, and both ends hear of that."""
        if self.is_open:
            self.is_open = False
            self._world.after(self._latency(self._world.random), lambda: self._server.lost(self))
            self._client.lost(self)

    def _carry(self, direction: int, deliver: Callable[[], object]) -> None:
        arrives_ns = max(self._arrives_ns[direction], self._world.now_ns + self._latency(self._world.random))
        self._arrives_ns[direction] = arrives_ns
        self._world.at(arrives_ns, lambda: deliver() if self.is_open else None)


class Server:
    """The server but for its sockets, with a store in memory."""

    def __init__(self, world: World, matches: list[MatchRecord] | None = None) -> None:
        self.world: Final = world
        self.matches: Final[list[MatchRecord]] = [] if matches is None else matches
        """What was stored, in order."""
        self.reports: Final[list[Report]] = []
        self.is_up = True
        random = Random(world.random.getrandbits(64))
        self.lobby: Final = Lobby(random)
        sessions = Sessions(ServerLimits(), "virtual", secret=lambda: f"{random.getrandbits(128):032x}")
        self.dispatcher: Final = Dispatcher(self.lobby, sessions, Log("error"))
        self._wires: dict[ServerConnection, Wire] = {}
        self._due_ns: int | None = None
        for match in self._standing():
            self.lobby.restore(match, world.now_ns)
        self._check()

    @property
    def rounds(self) -> list[RoundRecord]:
        """The rounds that were stored, in order."""
        return [match.round for match in self.matches if match.round is not None]

    def _standing(self) -> list[MatchRecord]:
        """Return each match as it stood when it was stored last, with its last round."""
        newest: dict[str, MatchRecord] = {}
        for match in self.matches:
            last = newest[match.id].round if match.id in newest else None
            newest[match.id] = match.model_copy(update={"round": match.round or last})
        return list(newest.values())

    def connect(self, client: "VirtualClient", latency: Latency) -> Wire:
        wire = Wire(self.world, self, client, latency)
        self._wires[wire.connection] = wire
        return wire

    def kill(self) -> None:
        """End it as SIGKILL does: nothing is said, and what was not stored is lost."""
        self.is_up = False
        for wire in list(self._wires.values()):
            wire.close()

    def receive(self, wire: Wire, data: bytes) -> None:
        if self.is_up:
            try:
                self.dispatcher.receive(wire.connection, data, self.world.now_ns)
            except OnlineError:
                wire.to_client(wire.connection.data_to_send())
                wire.close()
            self._settle()

    def lost(self, wire: Wire) -> None:
        if self.is_up and self._wires.pop(wire.connection, None) is not None:
            self.dispatcher.lost(wire.connection, self.world.now_ns)
            self._settle()

    def _check(self) -> None:
        if not self.is_up:
            return
        for wire in list(self._wires.values()):
            try:
                self.dispatcher.check(wire.connection, self.world.now_ns)
            except OnlineError:
                wire.to_client(wire.connection.data_to_send())
                wire.close()
        self.dispatcher.advance(self.world.now_ns)
        self._settle()
        self.world.after(_CHECK_NS, self._check)

    def _settle(self) -> None:
        self.dispatcher.settle(self.world.now_ns)
        for connection in self.dispatcher.pop_unsent():
            data = connection.data_to_send()
            if data and connection in self._wires:
                self._wires[connection].to_client(data)
        for task in self.dispatcher.pop_tasks():
            if isinstance(task, Report):
                assert task.kind != "room", task.text
                self.reports.append(task)
            elif isinstance(task, StoreMatch):
                self._store(task)
        due_ns = self.lobby.due_ns
        if self._due_ns is None or due_ns < self._due_ns:
            self._due_ns = due_ns
            self.world.at(due_ns, lambda: self._advance(due_ns))

    def _advance(self, due_ns: int) -> None:
        if self.is_up and self._due_ns == due_ns:
            self._due_ns = None
            self.lobby.advance(self.world.now_ns)
            self._settle()

    def _store(self, task: StoreMatch) -> None:
        def finish() -> None:
            if self.is_up:
                self.matches.append(task.record)
                if task.record.round is not None:
                    self.lobby.stored(task.room, f"{task.record.id}-{task.record.rounds}", self.world.now_ns)
                    self._settle()

        self.world.after(2 * MILLISECOND, finish)


class Playing(Protocol):
    """Player of a client's own game."""

    def advance(self, time_ns: int) -> list[Event]:
        """Play on to a time, and return what happened."""
        ...


class NotedGame:
    """The game of somebody else as it was told, and not simulated."""

    def __init__(self) -> None:
        self.known_ns = 0
        self.inputs: Final[list[Input]] = []

    def follow(self, to_ns: int, inputs: Sequence[Input]) -> None:
        self.known_ns = to_ns
        self.inputs.extend(inputs)


@dataclass(eq=False)
class OwnRound:
    """A round as a client has it."""

    start: RoundStart
    setups: tuple[Setup, ...]
    side: int | None
    """Which of the players one is; None for who watches."""
    begins_ns: int | None = None
    """Start by the own clock; None until the server's clock is known well enough, and the round has begun."""
    game: Game | None = None
    contender: Contender | None = None
    player: Playing | None = None
    sent_to_ns: int = 0
    is_out: bool = False
    resumed_ns: int | None = None
    """How far the server knew the game that is gone on with, and has not been gone on with yet."""
    announced: deque[Attack] = field(default_factory=deque[Attack])
    """Attacks on oneself that were made later than one's own game has come."""


class VirtualClient:
    """A bot, or somebody who watches, at a server."""

    def __init__(
        self,
        world: World,
        server: Server,
        name: str,
        latency: Latency,
        *,
        player: Callable[[Game, int], Playing] = Stacker,
        plays: bool = True,
        follows: bool = True,
    ) -> None:
        """Connect to a server.

        `player` makes who plays a game, given a seed. Who does not follow the games of the others notes what was told
        of them, which is to equal what was stored all the same, and is spared the simulation.
        """
        self.world: Final = world
        self.server = server
        self.name: Final = name
        self.latency: Final = latency
        self.room: str | None = None
        """The room to join; None to open one."""
        self.rules: RoomRules | None = None
        """The rules to open one with."""
        self.skew_ns: Final = world.random.randrange(100 * SECOND)
        """How far the clock is ahead of the server's."""
        self.heard: Final[list[Message]] = []
        """All but ticks, in order."""
        self.match_ended = False
        self._awaits_past = False
        self.followed: dict[int, FollowedGame | NotedGame] = {}
        """The games of the others in the last round, by seat."""
        self.round: OwnRound | None = None
        self.state: RoomState | None = None
        self.is_done = False
        """Whether to get ready for no more rounds."""
        self.chooses = False
        """Whether to choose another target every now and then."""
        self.takes_after_ns = 0
        """How long attacks are left lying that are known, by one who cheats."""
        self._player: Final = player
        self._plays: Final = plays
        self._follows: Final = follows
        self._attacks: dict[tuple[int, int], TakenAttack] = {}
        self._wire: Wire | None = None
        hello = Hello(client="1", engine="1", rules_version=RULES_VERSION, name=name, bot=plays)
        self._hello: Final = hello
        self._link = ClientLink(hello, self.now_ns)
        self._joined = False
        self._is_alive = True
        self._no_network_until_ns = 0
        self.connect()
        self._tick()

    @property
    def now_ns(self) -> int:
        return self.world.now_ns + self.skew_ns

    def of(self, kind: type[Message]) -> list[Message]:
        return [message for message in self.heard if isinstance(message, kind)]

    # The connection

    def connect(self) -> None:
        if not self._is_alive or self._wire is not None or self._link.ended:
            return
        if not self.server.is_up or self.world.now_ns < self._no_network_until_ns:
            self._link.lost(self.now_ns)
            self._retry()
            return
        self._wire = self.server.connect(self, self.latency)
        self._link.connect(self.now_ns)
        self._flush()

    @property
    def is_seated(self) -> bool:
        """True if it is connected and has a seat there."""
        return self._link._out is not None and self.state is not None and self.state.you is not None

    @property
    def ended_rounds(self) -> list[int]:
        """The rounds whose end it has heard of; the last one is told again by a server that was started again."""
        return list(dict.fromkeys(message.round for message in self.heard if isinstance(message, RoundEnd)))

    def cut(self, for_ns: int = 0) -> None:
        """Break the connection, and refuse new ones for a while."""
        self._no_network_until_ns = self.world.now_ns + for_ns
        if self._wire is not None:
            self._wire.close()
        elif for_ns:
            self._retry()

    def stall_down(self, for_ns: int) -> None:
        if self._wire is not None:
            self._wire.stall_down(for_ns)

    def kill(self) -> None:
        """End the program as SIGKILL does, and start it again at once, with what it had written down."""
        resume = self._link.resume
        self._is_alive = False
        self.cut()
        self._is_alive = True
        self._link = ClientLink(self._hello, self.now_ns, resume=resume)
        self.round = self.state = None
        self.followed, self._attacks = {}, {}
        self.connect()

    def lost(self, wire: Wire) -> None:
        if wire is self._wire:
            self._wire = None
            self._link.lost(self.now_ns)
            self._retry()

    def _retry(self) -> None:
        self.world.at(self._link.retry_ns - self.skew_ns, self.connect)

    def send(self, message: Numbered) -> None:
        self._link.send(message, self.now_ns)
        self._flush()

    def receive(self, data: bytes) -> None:
        for message in self._link.receive(data, self.now_ns):
            self._apply(message)
        self._flush()

    def _flush(self) -> None:
        data = self._link.data_to_send()
        if data and self._wire is not None:
            self._wire.to_server(data)

    # What is heard

    def _apply(self, message: Message) -> None:
        if not isinstance(message, Tick):
            self.heard.append(message)
        match message:
            case Welcome():
                self._arrive(message)
            case RoomState():
                self.state = message
                self.room = message.id
                own = next((player for player in message.players if player.p == message.you), None)
                if own is not None and not own.ready and message.state in ("waiting", "pause") and not self.is_done:
                    self.send(Ready())
            case RoundStart():
                self._begin(message)
            case Tick():
                self._follow(message)
            case Past():
                self._catch_up(message)
            case Forced():
                self._hear_forced(message)
            case RoundEnd():
                self._link.set_in_round(False, self.now_ns)
            case MatchEnd():
                self.match_ended = True
            case Bye():
                raise AssertionError(f"{self.name} was sent away: {message.text}")
            case _:
                pass

    def _arrive(self, message: Welcome) -> None:
        if message.resumed:
            if self._awaits_past:
                self.send(Watch())
            return
        self.round = self.state = None
        if self._joined:
            return
        self._joined = True
        if self.room is None and self.rules is not None:
            self.send(Open(name=f"{self.name}'s room", rules=self.rules))
        elif self.room is not None:
            self.send(Join(room=self.room, role="play" if self._plays else "watch"))

    def _begin(self, start: RoundStart) -> None:
        setups = round_setups(start.rules, start.players)
        assert digest(setups) == start.digest
        seats = [player.p for player in start.players]
        you = self.state.you if self.state else None
        side = seats.index(you) if you in seats else None
        self.round = OwnRound(start, setups, side)
        self._awaits_past = self._link.clock.server_ns(self.now_ns) > start.at
        self._link.set_in_round(True, self.now_ns)
        self._attacks = {}
        self.followed = {seat: self._other_game(setups[n]) for n, seat in enumerate(seats) if n != side}
        if side is not None:
            self._play(self.round, Game.from_setup(setups[side]))

    def _play(self, own: OwnRound, game: Game) -> None:
        own.game = game
        own.contender = Contender(game, game.setup, own.side or 0)
        own.player = self._player(game, game.view.seed + (own.side or 0))

    def _other_game(self, setup: Setup) -> FollowedGame | NotedGame:
        return FollowedGame(setup) if self._follows else NotedGame()

    def _follow(self, tick: Tick) -> None:
        own = self.round
        assert own is not None
        if self._awaits_past:  # which tells it once more
            return
        for attack in tick.k:
            self._attacks[attack.target, attack.id] = TakenAttack(attack.at, attack.holes)
        for stream in tick.s:
            if stream.seat in self.followed:
                game = self.followed[stream.seat]
                game.follow(stream.to, self._inputs(stream, game.known_ns))
        seat = None if own.side is None else own.start.players[own.side].p
        for attack in tick.k:
            if attack.target == seat:
                self._announce(own, attack.id)

    def _announce(self, own: OwnRound, number: int) -> None:
        if own.contender is not None and own.side is not None:
            attack = self._attacks[own.start.players[own.side].p, number]
            own.announced.append(Attack(number, attack.at_ns, 0, own.side, attack.holes))
            self._take(own)

    def _take(self, own: OwnRound) -> None:
        if own.resumed_ns is not None:
            return
        while own.game and own.contender and own.announced:
            if own.announced[0].at_ns + self.takes_after_ns > own.game.view.time_ns:
                break
            own.contender.announce(own.announced.popleft())

    def _inputs(self, stream: Stream, after_ns: int) -> list[Input]:
        return [
            (time_ns, pack_attack(self._attacks[stream.seat, change.number]) if isinstance(change, Taken) else change)
            for time_ns, change in from_entries(stream.entries, after_ns)
        ]

    def _catch_up(self, past: Past) -> None:
        own = self.round
        assert own is not None
        self._awaits_past = False
        seats = [player.p for player in own.start.players]
        for attack in (*past.taken, *past.k):
            self._attacks[attack.target, attack.id] = TakenAttack(attack.at, attack.holes)
        for seat, to_ns, text in past.games:
            inputs = self._inputs(Stream(seat, to_ns, unpack_entries(text)), 0)
            side = seats.index(seat)
            if side != own.side:
                self.followed[seat] = self._other_game(own.setups[side])
                self.followed[seat].follow(to_ns, inputs)
            elif own.game is None or own.game.view.time_ns < to_ns:
                followed = FollowedGame(own.setups[side])
                followed.follow(to_ns, inputs)
                self._play(own, followed.game)
                own.sent_to_ns = own.resumed_ns = to_ns
        for attack in past.k:
            if own.side is not None and attack.target == seats[own.side]:
                self._announce(own, attack.id)

    def _hear_forced(self, forced: Forced) -> None:
        own = self.round
        if own is not None and own.contender is not None:
            try:
                own.contender.forced(forced.id, forced.at)
            except OutError:
                own.is_out = not self.takes_after_ns  # who cheats plays on

    # As time goes by

    def _tick(self) -> None:
        self.world.after(_BATCH_NS, self._tick)
        if self._wire is not None:
            try:
                self._link.timers(self.now_ns)
            except OnlineError:
                self.cut()
        if self.round is not None:
            self._play_on(self.round)
        self._flush()

    @property
    def _team(self) -> int:
        own = self.round
        return 0 if own is None or own.side is None else own.start.players[own.side].team

    def _elapsed_ns(self, own: OwnRound) -> int:
        """Return the time of the round; 0 before it begins, or before the server's clock is known."""
        if own.begins_ns is None and self._link.clock.ready:
            begins_ns = own.start.at - self._link.clock.offset_ns
            if self.now_ns > begins_ns:  # fixed from then on: a game whose clock is corrected would jump
                own.begins_ns = begins_ns
        return 0 if own.begins_ns is None else self.now_ns - own.begins_ns

    def _play_on(self, own: OwnRound) -> None:
        elapsed_ns = self._elapsed_ns(own)
        if own.player is None or own.contender is None or own.game is None or elapsed_ns <= 0 or own.is_out:
            return
        if own.game.view.end is None:
            if own.resumed_ns is not None:  # nobody played meanwhile, but the pieces fell
                own.contender.observe(own.game.update(max(own.resumed_ns, elapsed_ns)))
                own.resumed_ns = None
            own.contender.observe(own.player.advance(max(elapsed_ns, own.game.view.time_ns)))
            self._take(own)
            if self.chooses and self.world.random.random() < 0.1:
                choices: list[TargetChoice] = ["least", "random", "turns", "back", "stack"]
                choices += [player.p for player in own.start.players if player.team != self._team]
                to = self.world.random.choice(choices)
                self.send(Target(r=own.start.round, at=own.game.view.time_ns, to=to))
        batch = own.contender.batch()
        if batch is None:
            return
        entries = tuple(to_entries(batch.entries, own.sent_to_ns))
        own.sent_to_ns = batch.to_ns
        self.send(Inputs(r=own.start.round, to=batch.to_ns, e=entries, h=batch.check))
