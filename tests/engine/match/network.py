"""Matches over a network in virtual time: a judge, contenders with simple players, and slow lines between them."""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any, Final, NamedTuple

from piecement_engine import Game, Rules, Setup
from piecement_engine.game.inputs import BUTTON_BITS, Input, unpack_attack
from piecement_engine.match import (
    Attack,
    Batch,
    BatchEntry,
    Contender,
    FollowedGame,
    Judge,
    Knockout,
    Taken,
    match_setups,
)
from piecement_engine.rules.garbage_rules import GarbageRules
from tests.engine.match.oracle import PLAIN

MS: Final = 1_000_000
SECOND: Final = 1000 * MS
BATCH_NS: Final = 50 * MS

RULES: Final = Rules(
    width=4,
    skyline=16,
    height=20,
    rotation_system="srs",
    randomizer="bag",
    preview_count=1,
    line_clear_delay_ns=0,
    appearance_delay_ns=0,
)
"""A small field, on which clears come by themselves."""

_TURNS: Final = (None, "rotate_right", "rotate_180", "rotate_left")


class SimplePlayer:
    """Drops each piece where it goes deepest of a few places; its game is the same whatever the network does."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self._random = Random(seed)

    def next_think_ns(self, now_ns: int) -> int:
        return now_ns + self._random.randrange(100 * MS, 400 * MS)

    def play(self, time_ns: int) -> list[Any]:
        """Play on to a time and drop a piece there; return the events."""
        game = self.game
        events = game.update(time_ns)
        piece = game.view.piece
        if game.view.end is not None or piece is None or game.view.dropped:
            return events
        for button in self._presses():
            for mask in (BUTTON_BITS[button], 0):
                if game.view.end is None:
                    events += game.play(time_ns, mask)
        return events

    def _presses(self) -> list[str]:
        """Return the buttons to press for the place where the piece lies lowest."""
        view, board = self.game.view, self.game.view.board
        piece = view.piece
        assert piece is not None
        choices: list[tuple[int, list[str]]] = []
        for _ in range(10):
            turn, right = self._random.randrange(4), self._random.randrange(view.width)
            width = piece.shape.widths[turn]
            goal = piece._replace(orientation=turn, x=min(right, view.width - width), y=view.skyline)
            button = _TURNS[turn]
            presses = [*([button] if button else []), "teleport_left", *["move_right"] * goal.x, "hard_drop"]
            choices.append((sum(y for _, y in board.dropped(goal).cells), presses))
        return min(choices)[1]


class Line(NamedTuple):
    """Travel times of one player's messages (ns), and the times of broken connections."""

    delay: Callable[[], int]
    breaks: tuple[tuple[int, int], ...] = ()
    """From when to when nothing goes through; what was sent comes after that."""
    killed_ns: int | None = None
    """When the player's program is killed; it comes back with the end of the first break, which begins then."""


@dataclass
class _Client:
    """A player at the end of a line."""

    side: int
    game: Game
    player: SimplePlayer
    contender: Contender
    line: Line
    up_ns: int = 0
    """When the last message on the way up arrives; none passes another."""
    down_ns: int = 0
    others: dict[int, FollowedGame] = field(default_factory=dict[int, FollowedGame])
    """The games of the others, as this player knows them."""
    passed_on: dict[int, int] = field(default_factory=dict[int, int])
    """How many inputs of each other side were sent to it."""
    life: int = 0
    """How often its program was started anew."""


class NetworkMatch:
    """A match with a judge in the middle."""

    def __init__(
        self,
        setups: tuple[Setup, ...],
        lines: list[Line],
        seed: int,
        *,
        targeting: str = "least_attacked",
        teams: Sequence[int] = (),
    ) -> None:
        """Prepare it; the seed is that of the players and of the garbage."""
        self.setups: Final = setups
        self.judge: Final = Judge(setups, garbage_seed=seed, targeting=targeting, teams=teams)
        self.attacks: Final[list[Attack]] = []
        self.knockouts: Final[list[Knockout]] = []
        self.seed: Final = seed
        self.targeting: Final = targeting
        self.teams: Final = teams
        self._queue: Final[list[tuple[int, int, Callable[..., None], tuple[Any, ...]]]] = []
        self._pushed = 0
        self.now_ns = 0
        self.clients: Final = [self._new_client(side, line) for side, line in enumerate(lines)]
        for client in self.clients:
            self._at(client.player.next_think_ns(0), self._think, client, client.life)
            self._at(BATCH_NS, self._flush, client, client.life)
            if client.line.killed_ns is not None:
                self._at(client.line.killed_ns, self._kill, client)
            for _, end_ns in client.line.breaks:
                self._at(end_ns, self._connect, client)
        self._at(BATCH_NS, self._tick)

    def play(self, most_ns: int = 120 * SECOND) -> "NetworkMatch":
        """Play it to its end."""
        while not self.judge.is_over and self.now_ns < most_ns:
            self.now_ns, _, do, arguments = heapq.heappop(self._queue)
            do(*arguments)
        return self

    def _new_client(self, side: int, line: Line) -> _Client:
        game = Game.from_setup(self.setups[side])
        game.update(0)
        player = SimplePlayer(game, self.seed * 10 + side)
        contender = Contender(game, self.setups[side], side)
        return _Client(side, game, player, contender, line, others=self._others(side))

    def _others(self, side: int) -> dict[int, FollowedGame]:
        return {other: FollowedGame(setup) for other, setup in enumerate(self.setups) if other != side}

    def _at(self, time_ns: int, do: Callable[..., None], *arguments: Any) -> None:
        heapq.heappush(self._queue, (time_ns, self._pushed, do, arguments))
        self._pushed += 1

    def _arrival_ns(self, line: Line) -> int:
        arrival_ns = self.now_ns + line.delay()
        for start_ns, end_ns in line.breaks:
            if start_ns <= arrival_ns < end_ns:
                return end_ns + line.delay()
        return arrival_ns

    def _think(self, client: _Client, life: int) -> None:
        if client.life == life and client.game.view.end is None:
            client.contender.observe(client.player.play(self.now_ns))
            self._at(client.player.next_think_ns(self.now_ns), self._think, client, life)

    def _flush(self, client: _Client, life: int) -> None:
        if client.life != life:
            return
        self._advance(client)
        batch = client.contender.batch()
        if batch is not None:
            client.up_ns = max(client.up_ns, self._arrival_ns(client.line))
            self._at(client.up_ns, self._receive, client, life, batch)
        self._at(self.now_ns + BATCH_NS, self._flush, client, life)

    def _advance(self, client: _Client) -> None:
        if client.game.view.end is None:
            client.contender.observe(client.game.update(self.now_ns))

    def _receive(self, client: _Client, life: int, batch: Batch) -> None:
        if client.life != life:
            return
        assert self.judge.inputs(client.side, batch, self.now_ns, SECOND) is None
        assert self.judge.force(client.side, SECOND) == []
        self._settle()

    def _tick(self) -> None:
        self._settle()
        for client in self.clients:
            for other in range(self.judge.sides):
                if other != client.side:
                    self._pass_on(client, other)
        self._at(self.now_ns + BATCH_NS, self._tick)

    def _settle(self) -> None:
        for outcome in self.judge.settle(self.now_ns):
            if isinstance(outcome, Attack):
                self.attacks.append(outcome)
                self._tell(self.clients[outcome.target], self._announce, outcome)
            else:
                self.knockouts.append(outcome)

    def _pass_on(self, client: _Client, other: int) -> None:
        sent = client.passed_on.get(other, 0)
        inputs = self.judge.stream(other, sent)
        client.passed_on[other] = sent + len(inputs)
        self._tell(client, self._follow, other, self.judge.known_ns(other), inputs)

    def _tell(self, client: _Client, do: Callable[..., None], *arguments: Any) -> None:
        client.down_ns = max(client.down_ns, self._arrival_ns(client.line))
        self._at(client.down_ns, do, client, client.life, *arguments)

    def _announce(self, client: _Client, life: int, attack: Attack) -> None:
        if client.life == life:
            self._advance(client)
            client.contender.announce(attack)

    def _follow(self, client: _Client, life: int, side: int, to_ns: int, inputs: Any) -> None:
        if client.life == life and to_ns >= client.others[side].known_ns:
            client.others[side].follow(to_ns, inputs)

    def _connect(self, client: _Client) -> None:
        """The connection is there again: the server's time to wait for attacks to be taken begins anew."""
        untaken = self.judge.announced_again(client.side, self.now_ns)
        if client.line.killed_ns is not None:
            self._come_back(client)
            for attack in untaken:
                self._tell(client, self._announce, attack)

    def _kill(self, client: _Client) -> None:
        client.life += 1

    def _come_back(self, client: _Client) -> None:
        """Start the program anew, with what the judge knows of the game."""
        client.life += 1
        client.game = Game.from_setup(self.setups[client.side])
        for time_ns, change in self.judge.stream(client.side):
            client.game.play(time_ns, change)
        known_ns = self.judge.known_ns(client.side)
        client.game.update(max(client.game.view.time_ns, known_ns - 1))
        client.contender = Contender(client.game, self.setups[client.side], client.side)
        client.others = self._others(client.side)
        client.passed_on.clear()
        client.player.game = client.game
        self._at(client.player.next_think_ns(self.now_ns), self._think, client, client.life)
        self._at(self.now_ns, self._flush, client, client.life)


def assert_all_agree(match: NetworkMatch) -> None:
    """Assert that a judge, all players and a replay have the same games, and the places follow from them."""
    judge = match.judge
    over_ns = judge.over_ns
    assert over_ns is not None
    assert judge.match_recording().verify() is None
    ends_ns: list[int] = []
    for client in match.clients:
        recording = judge.recording(client.side)
        assert recording.verify() is None
        own = [entry for entry in client.game.inputs if entry[0] <= over_ns]
        assert tuple(own) == recording.inputs
        game = recording.replay()
        assert Game.from_setup(match.setups[client.side]).view.rules == game.view.rules
        if client.game.view.end is not None and client.game.view.time_ns <= over_ns:
            assert (client.game.view.rows, client.game.view.time_ns) == (game.view.rows, game.view.time_ns)
        ends_ns.append(game.view.time_ns if game.view.end is not None else over_ns + 1)
        for side, followed in client.others.items():
            known = judge.stream(side)[: len(followed.game.inputs)]
            assert followed.game.inputs == known
    assert judge.order == tuple(1 + sum(other > own for other in ends_ns) for own in ends_ns)


def rejudged(match: NetworkMatch, slice_ns: int) -> Judge:
    """Judge the same inputs anew, in slices of another size and without delays."""
    fresh = Judge(match.setups, garbage_seed=match.seed, targeting=match.targeting, teams=match.teams)
    streams = [_entries(match.judge.recording(side).inputs) for side in range(fresh.sides)]
    goal_ns = 0
    while not fresh.is_over:
        goal_ns += slice_ns
        while any(_judge_on(fresh, side, stream, goal_ns) for side, stream in enumerate(streams)):
            fresh.settle()
        fresh.settle()
    return fresh


def _entries(inputs: Sequence[Input]) -> list[BatchEntry]:
    attacks = count(1)
    return [(time_ns, Taken(next(attacks)) if unpack_attack(change) else change) for time_ns, change in inputs]


def _judge_on(judge: Judge, side: int, stream: Sequence[BatchEntry], goal_ns: int) -> bool:
    """Give the judge the next inputs up to a time, or to an attack that is to come; return whether there were any."""
    known_ns, announced = judge.known_ns(side), len(judge.announced(side))
    ahead = [time_ns for time_ns, change in stream if isinstance(change, Taken) and change.number > announced]
    to_ns = min(goal_ns, *ahead[:1]) if ahead else goal_ns
    judge.inputs(side, Batch(to_ns, tuple(entry for entry in stream if known_ns <= entry[0] < to_ns)))
    return judge.known_ns(side) > known_ns


def random_match(
    seed: int, sides: int, make_line: Callable[[Random], Line], targeting: str, teams: Sequence[int] = ()
) -> NetworkMatch:
    """Return a match to be played; `PLAIN` is to be among the attacks."""
    random = Random(seed)
    percents = [random.choice((100, 100, 60, 150)) for _ in range(sides)]
    rules = replace(RULES, garbage=GarbageRules(attack=PLAIN.name))
    setups = match_setups(rules, seed, sides, percents=percents, same_pieces=seed % 3 > 0)
    return NetworkMatch(setups, [make_line(random) for _ in range(sides)], seed, targeting=targeting, teams=teams)
