"""A match: games that send garbage to each other.

It reads the events of each game. Every row that a clear makes first cancels one row that waits for the same player; the
rest is sent. A sent row waits on the other side until its delay is over and a piece has locked there; then it rises. So
each row sent is cancelled, received or pending.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from piecement_engine.bots.attack import GUIDELINE, AttackRule, Clear
from piecement_engine.bots.bot import Bot
from piecement_engine.bots.pace import Pace
from piecement_engine.bots.player import Player
from piecement_engine.events import Accolade, Event, PieceLocked, Spin
from piecement_engine.game import Game
from piecement_engine.rng import Rng
from piecement_engine.rules import Rules
from piecement_engine.timing import MILLISECOND
from piecement_engine.view import GameView

_STEP_NS: Final = 10 * MILLISECOND
"""How often garbage is passed on: shorter than any appearance delay that leaves rows time to rise."""


class MatchGame(Protocol):
    """What a match needs of a game."""

    @property
    def view(self) -> GameView: ...

    def raise_garbage(self, time_ns: int, holes: Sequence[int]) -> list[Event]:
        """Have rows with holes in these columns rise before the next piece."""
        ...


class Attack(NamedTuple):
    """A clear made rows."""

    side: int
    """The number of the player."""
    made: int
    cancelled: int
    """How many of them cancelled rows that waited for that player."""
    target: int | None
    """Who gets the rest; None where nobody is left or nothing."""

    @property
    def sent(self) -> int:
        """How many rows went to the target."""
        return self.made - self.cancelled if self.target is not None else 0


class Ledger(NamedTuple):
    """The counts of garbage rows of one side."""

    made: int = 0
    """Rows that this player's clears made."""
    sent: int = 0
    """Those of them that went to others."""
    cancelled: int = 0
    """Rows against this player that the player's own clears cancelled."""
    received: int = 0
    """Rows that rose at this player's side."""
    pending: int = 0
    """Rows that wait there."""


class Match:
    """The garbage between games. A side is the number of a game in the order given."""

    def __init__(self, games: Sequence[MatchGame], rule: AttackRule = GUIDELINE, seed: int = 0) -> None:
        self.rule: Final = rule
        """How clears become garbage."""
        self._games: Final = tuple(games)
        self._sides: Final = tuple(_Side(rule, game.view.width, seed) for game in games)

    def apply(self, side: int, events: Iterable[Event]) -> list[Attack]:
        """Apply the events of a game, up to its present time, and return the attacks among them."""
        attacks: list[Attack] = []
        own = self._sides[side]
        for lock_ns, clears in _locks(events):
            if not clears:
                own.lock_without_lines()
            for clear in clears:
                made = own.rows_of(clear)
                if made:
                    attacks.append(self._attack(side, made, clear.time_ns))
            if not (clears and self.rule.clears_hold_up):
                self._raise_rows(side, lock_ns)
        return attacks

    def ledger(self, side: int) -> Ledger:
        return self._sides[side].ledger()

    def pending(self, side: int) -> int:
        """Return how many rows wait for a player."""
        return len(self._sides[side].waiting)

    @property
    def alive(self) -> tuple[int, ...]:
        """The players whose games go on."""
        return tuple(side for side, game in enumerate(self._games) if game.view.end is None)

    @property
    def winner(self) -> int | None:
        alive = self.alive
        return alive[0] if len(alive) == 1 else None

    def _attack(self, side: int, made: int, time_ns: int) -> Attack:
        own = self._sides[side]
        cancelled = own.cancel(made)
        rest = made - cancelled
        target = self._target(side) if rest else None
        own.made += made
        if target is not None:
            own.sent += rest
            self._sides[target].wait(rest, time_ns)
        return Attack(side, made, cancelled, target)

    def _target(self, side: int) -> int | None:
        """Return who of the others alive has had the least against them so far, the first of several."""
        others = [other for other in self.alive if other != side]
        return min(others, key=lambda other: (self._sides[other].sent_here, other), default=None)

    def _raise_rows(self, side: int, time_ns: int) -> None:
        game = self._games[side]
        if game.view.end is None:
            holes = self._sides[side].risen(time_ns)
            if holes:
                game.raise_garbage(game.view.time_ns, holes)


class _Side:
    """The garbage of one side: its counts, the rows that wait, and the holes of the rows that rise."""

    def __init__(self, rule: AttackRule, width: int, seed: int) -> None:
        self.made = 0
        self.sent = 0
        self.sent_here = 0
        self.waiting: deque[int] = deque()
        """When each row that waits can rise, in ns."""
        self._rule = rule
        self._width = width
        self._rng = Rng(seed)
        self._hole = -1
        self._cancelled = 0
        self._received = 0
        self._combo = 0
        self._combo_until_ns = 0
        self._special = False

    def ledger(self) -> Ledger:
        return Ledger(self.made, self.sent, self._cancelled, self._received, len(self.waiting))

    def lock_without_lines(self) -> None:
        """End the combo, unless time does that."""
        if not self._rule.combo_window_ns:
            self._combo = 0

    def rows_of(self, clear: Accolade) -> int:
        """Count a clear, and return how many rows it makes."""
        rule = self._rule
        if rule.combo_window_ns and clear.time_ns > self._combo_until_ns:
            self._combo = 0
        special = clear.spin is not Spin.NONE or clear.lines >= 4
        rows = rule.rows(Clear(clear.lines, clear.spin, clear.perfect_clear, self._combo, special and self._special))
        start_ns = self._combo_until_ns if self._combo else clear.time_ns
        self._combo_until_ns = start_ns + rule.window_ns(clear.lines, self._combo)
        self._combo += 1
        self._special = special
        return rows

    def wait(self, rows: int, time_ns: int) -> None:
        rule = self._rule
        ready = time_ns + rule.delay_ns
        if self.waiting and rule.row_interval_ns:
            ready = self.waiting[-1] + rule.row_interval_ns
        self.waiting.extend(ready + row * rule.row_interval_ns for row in range(rows))
        self.sent_here += rows

    def cancel(self, rows: int) -> int:
        """Take out rows that wait, those that would rise first, and return how many there were."""
        cancelled = min(rows, len(self.waiting))
        for _ in range(cancelled):
            self.waiting.popleft()
        self._cancelled += cancelled
        return cancelled

    def risen(self, time_ns: int) -> list[int]:
        """Return the holes of the rows that rise now."""
        holes: list[int] = []
        while self.waiting and self.waiting[0] <= time_ns and len(holes) < self._rule.most_rows:
            self.waiting.popleft()
            holes.append(self._next_hole(first=not holes))
        self._received += len(holes)
        return holes

    def _next_hole(self, *, first: bool) -> int:
        moves = first or self._rng.below(100) < self._rule.messiness
        if self._hole < 0 or moves:
            self._hole = self._rng.below(self._width)
        return self._hole


def _locks(events: Iterable[Event]) -> list[tuple[int, list[Accolade]]]:
    """Return the time of each lock with the clears that came of it."""
    locks: list[tuple[int, list[Accolade]]] = []
    for event in events:
        if isinstance(event, PieceLocked):
            locks.append((event.time_ns, []))
        elif isinstance(event, Accolade) and event.lines and locks:
            locks[-1][1].append(event)
    return locks


class MatchOutcome(NamedTuple):
    """The result of a match of bots."""

    winner: int | None
    """The number of the bot that was left; None where the pieces or the lives of both ran out at once."""
    pieces: tuple[int, ...]
    ledgers: tuple[Ledger, ...]
    games: tuple[Game, ...]


def play_match(
    bots: Sequence[Bot],
    paces: Sequence[Pace],
    rules: Rules,
    seed: int,
    *,
    attack: AttackRule = GUIDELINE,
    most_pieces: int = 1000,
) -> MatchOutcome:
    """Let bots play on the same pieces until one is left, or one has locked the most pieces allowed."""
    games = tuple(Game(rules, seed) for _ in bots)
    players = [Player(game, bot, pace) for game, bot, pace in zip(games, bots, paces, strict=True)]
    match = Match(games, attack, seed)
    time_ns = 0
    while len(match.alive) > 1 and max(game.view.pieces for game in games) < most_pieces:
        time_ns += _STEP_NS
        for side in match.alive:
            match.apply(side, players[side].advance(time_ns))
    return MatchOutcome(
        winner=match.winner,
        pieces=tuple(game.view.pieces for game in games),
        ledgers=tuple(match.ledger(side) for side in range(len(games))),
        games=games,
    )
