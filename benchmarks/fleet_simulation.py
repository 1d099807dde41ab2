"""A fleet, simulated event by event: who comes, waits, plays, drops and goes, and which servers die meanwhile.

The queue is the one of the app, with its own rule of widening windows. Times are seconds. The same seed gives the same
run. Nobody is lost: who has come is here or has gone, which `Simulation.check` holds after every sample.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from math import cos, exp, log, pi
from random import Random
from typing import Final

from piecement_engine.rules.timing import SECOND
from piecement_net.limits import ServerLimits
from piecement_server.match_queue import BOT_AFTER_NS, MatchQueue, Waiting
from piecement_server.rooms.match_flow import COUNTDOWN_NS, PAUSE_NS

SEAT_S: Final = ServerLimits().seat_ns / SECOND
"""How long a seat is kept for who has gone."""
BETWEEN_S: Final = (PAUSE_NS + COUNTDOWN_NS) / SECOND
DAY_S: Final = 86_400.0
FIRST_TO: Final = 3
TICK_S: Final = 1.0
"""How often the queue is looked through."""
NEWS_S: Final = 1.0
"""How often a worker tells the others who waits there."""
SAMPLE_S: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What is simulated. What is no measure of the program is an assumption, and each can be changed."""

    players: int = 100_000
    """How many are there at the busiest hour."""
    workers: int = 300
    rooms_a_worker: int = ServerLimits().rooms
    hours: float = 1.0
    """How long, around the busiest hour."""
    night: float = 0.3
    """How many come in the quietest hour beside the busiest one."""
    friends: float = 0.2
    """Which share of those who come does so in twos, and opens a room for themselves; the others queue."""
    matches: float = 6.0
    """How many matches one plays before going, on average."""
    pause_s: float = 30.0
    """How long one looks around between two matches, on average."""
    round_s: float = 75.0
    spread: float = 0.5
    """The median of how long a round takes, and the standard deviation of its logarithm."""
    match_s: float | None = None
    """Have all matches be of one round, of exponential length with this mean: for tests against formulas."""
    deviation: float = 300.0
    """Of the ratings of all players, around 1500."""
    drop_every_s: float = 7_200.0
    """How long one plays until the connection breaks, on average."""
    away_s: float = 15.0
    """How long such a one is away, on average."""
    death_every_s: float = 86_400.0
    """How long a worker lives, on average."""
    restart_s: float = 5.0
    """How long a worker is away that has died: it is started anew, and its clients come back."""
    gone_s: float = 5.0
    """After how long the others know that the one who held the queue is gone."""
    drain_at_s: float | None = None
    """When all workers are replaced, one after another, each within its share of an hour."""
    one_queue: bool = True
    """Whether the queue is one for all, or each worker has its own."""
    seed: int = 1


@dataclass(slots=True, eq=False)
class Player:
    """Somebody who is there."""

    number: int
    rating: float
    worker: int
    left: int
    """How many matches are to be played yet."""
    friend: "Player | None" = None
    state: str = "lobby"


@dataclass(slots=True, eq=False)
class Worker:
    """A server."""

    number: int
    is_up: bool = True
    is_draining: bool = False
    matches: dict["Match", None] = field(default_factory=dict["Match", None])


@dataclass(slots=True, eq=False)
class Match:
    """Two who play, and where."""

    pair: tuple[Player, Player]
    worker: Worker
    wins: list[int] = field(default_factory=lambda: [0, 0])
    round: int = 0
    """Counts what was begun; an event of a round that was void is of another number."""
    began_s: float = 0.0


@dataclass(slots=True)
class Counts:
    """What was counted."""

    came: int = 0
    went: int = 0
    matches: int = 0
    rounds: int = 0
    void: int = 0
    """Rounds that a death has cut."""
    forfeits: int = 0
    """Matches that ended as somebody did not come back in time."""
    drops: int = 0
    deaths: int = 0
    drained: int = 0
    offered_bot: int = 0
    """How many waited so long that a bot was offered."""
    waits_s: list[float] = field(default_factory=list[float])
    """How long each one who queued has waited."""
    apart: list[float] = field(default_factory=list[float])
    """How much stronger the one of a pair was."""
    place_waits_s: list[float] = field(default_factory=list[float])
    """How long each pair has waited for a free room."""
    most_present: int = 0
    most_playing: int = 0
    most_waiting: int = 0
    most_rooms: int = 0
    """The fullest worker."""


class Simulation:
    """One run."""

    def __init__(self, world: World) -> None:
        self.world: Final = world
        self.counts: Final = Counts()
        self.now_s = 0.0
        self._random: Final = Random(world.seed)
        self._events: list[tuple[float, int, Callable[..., None], tuple[object, ...]]] = []
        self._order: Final = count()
        self._numbers: Final = count()
        self._present: dict[int, Player] = {}
        self._playing = 0
        self._workers: Final = [Worker(number) for number in range(world.workers)]
        self._queues: Final = [MatchQueue[int]() for _ in range(1 if world.one_queue else world.workers)]
        self._unplaced: Final[deque[tuple[float, tuple[Player, Player]]]] = deque()
        """Pairs for whom there is no room."""
        self._headless_until_s = 0.0
        """Until when nobody looks through the queue."""
        self._in_twos: Final = world.friends / (2 - world.friends)
        """How likely who comes is two."""
        stay_s = world.matches * (self._mean_match_s() + world.pause_s)
        self._arrivals_a_s: Final = world.players / stay_s / (1 + self._in_twos)

    def run(self) -> Counts:
        """Simulate it all, and return what was counted."""
        world = self.world
        end_s = world.hours * 3600
        if world.match_s is None:
            while len(self._present) < world.players * self._curve(0):
                self._come(self._number_of_matches(), early=True)
        self._at(self._next_arrival_s(), self._arrive)
        self._at(TICK_S, self._look_through)
        self._at(SAMPLE_S, self._sample)
        for worker in self._workers:
            self._at(self._random.expovariate(1 / world.death_every_s), self._die, worker)
            if world.drain_at_s is not None:
                self._at(world.drain_at_s + 3600 * worker.number / len(self._workers), self._drain, worker)
        while self._events and self._events[0][0] <= end_s:
            self.now_s, _, act, arguments = heappop(self._events)
            act(*arguments)
        return self.counts

    def check(self) -> None:
        """Raise `AssertionError` where somebody was lost, or is in two places."""
        counts = self.counts
        assert counts.came == counts.went + len(self._present), "somebody is lost"
        states = [player.state for player in self._present.values()]
        waiting = sum(len(queue) for queue in self._queues)
        seated = sum(2 * len(worker.matches) for worker in self._workers)
        assert states.count("queue") == waiting, "somebody waits nowhere"
        assert states.count("match") == seated == self._playing, "somebody plays nowhere"
        assert states.count("unplaced") == 2 * len(self._unplaced)
        assert all(len(worker.matches) <= self.world.rooms_a_worker for worker in self._workers)

    # Coming and going

    def _curve(self, at_s: float) -> float:
        """Return how many are there beside the busiest hour, which is in the middle of the run."""
        night = self.world.night
        angle = 2 * pi * (at_s - self.world.hours * 1800) / DAY_S
        return night + (1 - night) * (1 + cos(angle)) / 2

    def _next_arrival_s(self) -> float:
        """Return when the next one comes: of all that would at the busiest hour, so many as the hour has."""
        at_s = self.now_s
        while True:
            at_s += self._random.expovariate(self._arrivals_a_s)
            if self._random.random() < self._curve(at_s):
                return at_s

    def _arrive(self) -> None:
        self._come(self._number_of_matches())
        self._at(self._next_arrival_s(), self._arrive)

    def _number_of_matches(self) -> int:
        if self.world.matches <= 1:
            return 1
        return 1 + int(log(1 - self._random.random()) / log(1 - 1 / self.world.matches))

    def _come(self, matches: int, *, early: bool = False) -> None:
        player = self._new_player(matches)
        if self._random.random() < self._in_twos:
            player.friend = self._new_player(matches)
            player.friend.friend = player
            player.friend.worker = player.worker
        if early:  # in the middle of a match that nobody sees
            player.left -= 1
            wait_s = self._random.random() * (self.world.pause_s + self._mean_match_s())
            self._at(self.now_s + wait_s, self._go_on, (player, player.friend or player))
        else:
            self._want_match(player)

    def _new_player(self, matches: int) -> Player:
        rating = min(3000.0, max(100.0, self._random.gauss(1500, self.world.deviation)))
        player = Player(next(self._numbers), rating, self._random.randrange(len(self._workers)), matches)
        self._present[player.number] = player
        self.counts.came += 1
        return player

    def _go(self, player: Player) -> None:
        del self._present[player.number]
        self.counts.went += 1

    # The queue

    def _want_match(self, player: Player) -> None:
        if player.friend is not None:
            self._place((player, player.friend), self.now_s)
            return
        player.state = "asked"
        told_s = self._random.random() * NEWS_S if self.world.one_queue else 0.0
        self._at(self.now_s + told_s, self._hear_of, player, self.now_s)

    def _hear_of(self, player: Player, since_s: float) -> None:
        """Have who holds the queue know that somebody waits."""
        player.state = "queue"
        waiting = Waiting(player.number, str(player.number), player.rating, round(since_s * SECOND))
        self._queue_of(player).add(waiting)

    def _queue_of(self, player: Player) -> MatchQueue[int]:
        return self._queues[0 if self.world.one_queue else player.worker]

    def _look_through(self) -> None:
        """Pair all who fit, as whoever holds the queue does each second."""
        self._at(self.now_s + TICK_S, self._look_through)
        self._place_waiting()
        if self.now_s < self._headless_until_s:
            return
        now_ns = round(self.now_s * SECOND)
        for queue in self._queues:
            for first, second in queue.take_pairs(now_ns) if len(queue) > 1 else ():
                self._count_waits(first, second, now_ns)
                self._place((self._player(first), self._player(second)), self.now_s)

    def _player(self, waiting: Waiting[int]) -> Player:
        return self._present[waiting.key]

    def _count_waits(self, first: Waiting[int], second: Waiting[int], now_ns: int) -> None:
        for waiting in (first, second):
            self.counts.waits_s.append((now_ns - waiting.since_ns) / SECOND)
            self.counts.offered_bot += now_ns - waiting.since_ns >= BOT_AFTER_NS
        self.counts.apart.append(abs(first.rating - second.rating))

    def _place(self, pair: tuple[Player, Player], since_s: float) -> None:
        """Begin a match where there is a room: at the server of one of the two, or at any other."""
        worker = self._free_worker(pair)
        if worker is None:
            for player in pair:
                player.state = "unplaced"
            self._unplaced.append((since_s, pair))
            return
        self.counts.place_waits_s.append(self.now_s - since_s)
        match = Match(pair, worker, began_s=self.now_s)
        worker.matches[match] = None
        self._playing += 2
        for player in pair:
            player.state, player.worker = "match", worker.number
        self._begin_round(match)

    def _free_worker(self, pair: tuple[Player, Player]) -> Worker | None:
        near = [self._workers[player.worker] for player in pair]
        found = next(filter(self._is_free, near), None)
        if found is None and self._playing // 2 < self.world.rooms_a_worker * len(self._workers):
            start = self._random.randrange(len(self._workers))
            found = next(filter(self._is_free, (*self._workers[start:], *self._workers[:start])), None)
        return found

    def _is_free(self, worker: Worker) -> bool:
        return worker.is_up and not worker.is_draining and len(worker.matches) < self.world.rooms_a_worker

    def _place_waiting(self) -> None:
        while self._unplaced and self._free_worker(self._unplaced[0][1]) is not None:
            since_s, pair = self._unplaced.popleft()
            self._place(pair, since_s)

    # Matches

    def _mean_match_s(self) -> float:
        """Return about how long a match takes."""
        if self.world.match_s is not None:
            return self.world.match_s
        rounds = 4.1  # between equals, first to three
        return rounds * (self.world.round_s * exp(self.world.spread**2 / 2) + BETWEEN_S)

    def _begin_round(self, match: Match) -> None:
        world = self.world
        match.round += 1
        if world.match_s is not None:
            self._at(self.now_s + self._random.expovariate(1 / world.match_s), self._end_round, match, match.round)
            return
        length_s = world.round_s * exp(self._random.gauss(0, world.spread))
        drop_s = self._random.expovariate(2 / world.drop_every_s)
        if drop_s < length_s:
            self._at(self.now_s + drop_s, self._drop, match, match.round)
        self._at(self.now_s + BETWEEN_S + length_s, self._end_round, match, match.round)

    def _drop(self, match: Match, number: int) -> None:
        """Cut the connection of one of the two; who comes back too late has lost the match."""
        if match.round != number or match not in match.worker.matches:
            return
        self.counts.drops += 1
        if self._random.expovariate(1 / self.world.away_s) > SEAT_S:
            self.counts.forfeits += 1
            self._at(self.now_s + SEAT_S, self._end_match, match, number)

    def _end_round(self, match: Match, number: int) -> None:
        if match.round != number or match not in match.worker.matches:
            return
        self.counts.rounds += 1
        first, second = match.pair
        chance = 1 / (1 + 10 ** ((second.rating - first.rating) / 400))
        match.wins[self._random.random() >= chance] += 1
        if max(match.wins) == FIRST_TO or self.world.match_s is not None:
            self._end_match(match, number)
        else:
            self._begin_round(match)

    def _end_match(self, match: Match, number: int) -> None:
        if match.round != number or match.worker.matches.pop(match, match) is match:
            return
        self.counts.matches += 1
        self._playing -= 2
        if match.worker.is_draining and not match.worker.matches:
            self._at(self.now_s + self.world.restart_s, self._start_worker, match.worker)
        for player in match.pair:
            player.state = "lobby"
            player.left -= 1
        self._go_on(match.pair)
        if self._unplaced:
            self._place_waiting()

    def _go_on(self, pair: tuple[Player, Player]) -> None:
        """Have them look around, and play again or go; friends do so together."""
        for player in dict.fromkeys(pair if pair[0].friend is None else pair[:1]):
            if player.left > 0:
                self._at(self.now_s + self._random.expovariate(1 / self.world.pause_s), self._want_match, player)
                continue
            self._go(player)
            if player.friend is not None:
                self._go(player.friend)

    # Workers

    def _die(self, worker: Worker) -> None:
        """Kill a worker: its rounds are void, and begin anew when it is back; who waited there waits anew."""
        world = self.world
        self._at(self.now_s + self._random.expovariate(1 / world.death_every_s), self._die, worker)
        if not worker.is_up:
            return
        self.counts.deaths += 1
        worker.is_up = False
        if worker.number == 0 and world.one_queue:
            self._headless_until_s = self.now_s + world.gone_s
        for match in worker.matches:
            self.counts.void += 1
            match.round += 1  # whose events are of the round before
        self._requeue(worker)
        self._at(self.now_s + world.restart_s, self._start_worker, worker)

    def _requeue(self, worker: Worker) -> None:
        """Have those who waited there come back, and wait from then on."""
        queue = self._queues[0 if self.world.one_queue else worker.number]
        for waiting in list(queue.values()):
            player = self._player(waiting)
            if player.worker == worker.number:
                del queue[waiting.key]
                player.state = "lobby"
                self._at(self.now_s + self.world.restart_s, self._want_match, player)

    def _drain(self, worker: Worker) -> None:
        """Have a worker begin nothing more, and be replaced once its matches are over."""
        worker.is_draining = True
        self.counts.drained += 1
        if not worker.matches:
            self._at(self.now_s + self.world.restart_s, self._start_worker, worker)

    def _start_worker(self, worker: Worker) -> None:
        if worker.is_draining and worker.matches:
            worker.is_up = True  # it died while it drained, and has its matches to end
        else:
            worker.is_up, worker.is_draining = True, False
        for match in worker.matches:
            self._begin_round(match)

    # Time

    def _at(self, at_s: float, act: Callable[..., None], *arguments: object) -> None:
        heappush(self._events, (at_s, next(self._order), act, arguments))

    def _sample(self) -> None:
        self._at(self.now_s + SAMPLE_S, self._sample)
        counts = self.counts
        counts.most_present = max(counts.most_present, len(self._present))
        counts.most_playing = max(counts.most_playing, self._playing)
        counts.most_waiting = max(counts.most_waiting, sum(len(queue) for queue in self._queues))
        counts.most_rooms = max(counts.most_rooms, *(len(worker.matches) for worker in self._workers))
        self.check()


def simulate(world: World, **changes: object) -> Counts:
    """Run a world, with some of its values changed, and return what was counted."""
    return Simulation(replace(world, **changes)).run()  # type: ignore[arg-type]  # named as the fields are


def share(ordered: list[float], part: float) -> float:
    """Return below which figure so large a part of them is; the list is put into order."""
    if not ordered:
        return 0.0
    ordered.sort()
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def erlang_c(places: int, load: float) -> float:
    """Return how likely one waits in M/M/c, by Erlang's second formula; `load` is arrivals times mean service time."""
    blocked = 1.0
    for number in range(1, places + 1):
        blocked = load * blocked / (number + load * blocked)
    return places * blocked / (places - load * (1 - blocked))
