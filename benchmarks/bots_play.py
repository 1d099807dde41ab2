"""Games of bots without a clock or buttons, for figures over many pieces: deal, choose, place, and again."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from time import process_time

from piecement_engine.board.piece_sets import piece_set
from piecement_engine.board.pieces import Shape
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.bot import Bot
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.position import Position
from piecement_engine.events import Spin
from piecement_engine.game.inputs import Button
from piecement_engine.rules.attack import GUIDELINE, Clear
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.scoring import SCORINGS, Lock

Deal = Iterator[Shape]
Dealer = Callable[[tuple[Shape, ...], int], Deal]
Choose = Callable[[Position], Placement | None]


def bag(shapes: tuple[Shape, ...], seed: int) -> Deal:
    """Deal shuffled bags."""
    random = Random(seed)
    while True:
        left = list(shapes)
        while left:
            yield left.pop(int(random.random() * len(left)))


def uniform(shapes: tuple[Shape, ...], seed: int) -> Deal:
    """Deal every shape as likely."""
    random = Random(seed)
    while True:
        yield shapes[int(random.random() * len(shapes))]


def arena_for(rules: Rules) -> Arena:
    """Return the arena of rules for a player without half turns."""
    return arena(rules, barred={Button.ROTATE_180})


def chooser(bot: Bot) -> Choose:
    """Return what thinks to the end and takes the last choice."""

    def choose(position: Position) -> Placement | None:
        *_, choice = bot.think(position)
        return choice

    return choose


@dataclass
class Played:
    """What came of a game."""

    pieces: int = 0
    lines: int = 0
    rows_sent: int = 0
    points: int = 0
    spin_doubles: int = 0
    quads: int = 0
    perfect_clears: int = 0
    seconds: list[float] = field(default_factory=list[float])
    """CPU time of each choice."""


@dataclass
class Table:
    """A game as it stands."""

    arena: Arena
    deal: Deal
    queue: list[Shape]
    bits: int
    hold: Shape | None = None
    combo: int = 0
    back_to_back: int = 0

    def position(self) -> Position | None:
        """Return what a bot sees, or None where the next piece has no room."""
        rules = self.arena.rules
        while len(self.queue) < rules.preview_count + 2:
            self.queue.append(next(self.deal))
        piece = self.arena.entry(self.bits, self.queue[0])
        known = tuple(self.queue[1 : 1 + rules.preview_count])
        return piece and Position(
            self.arena,
            self.bits,
            piece,
            self.hold,
            self.arena.holds,
            known,
            combo=self.combo,
            back_to_back=self.back_to_back,
        )

    def place(self, position: Position, choice: Placement, played: Played) -> int:
        """Place a piece, count what came of it, and return the lines."""
        if choice.hold:
            used = 1 if self.hold else 2
            self.hold = self.queue[0]
            del self.queue[:used]
        else:
            del self.queue[0]
        self.bits, lines = self.arena.locked(position.bits, choice.piece)
        perfect = lines > 0 and self.bits == self.arena.layout.empty
        award = SCORINGS[self.arena.rules.scoring].award(
            Lock(lines, choice.spin, perfect, 1, self.combo, self.back_to_back)
        )
        played.rows_sent += GUIDELINE.rows(Clear(lines, choice.spin, perfect, self.combo, self.back_to_back))
        self.combo, self.back_to_back = award.combo, award.back_to_back
        played.points += award.points
        played.pieces += 1
        played.lines += lines
        played.perfect_clears += perfect
        played.quads += lines == 4
        played.spin_doubles += lines == 2 and choice.spin is Spin.FULL
        return lines


def play(rules: Rules, choose: Choose, dealer: Dealer, seed: int, most_pieces: int) -> Played:
    """Play until the pieces are used up or there is no room."""
    arena_ = arena_for(rules)
    table = Table(arena_, dealer(piece_set(rules.pieces), seed), [], arena_.layout.empty)
    played = Played()
    while played.pieces < most_pieces:
        position = table.position()
        if position is None:
            break
        started = process_time()
        choice = choose(position)
        played.seconds.append(process_time() - started)
        if choice is None:
            break
        table.place(position, choice, played)
    return played


def dig(rules: Rules, choose: Choose, seed: int, rows: int, shown: int) -> Played:
    """Clear so many rows of garbage with a hole each, of which so many lie there at a time; new ones come at once."""
    arena_ = arena_for(rules)
    layout = arena_.layout
    random = Random(seed)
    table = Table(arena_, bag(piece_set(rules.pieces), seed), [], layout.empty)
    played = Played()
    lying = hidden = 0
    hole = -1
    while hidden < shown:
        hole = push_in(table, random, hole)
        hidden += 1
    lying, left = shown, rows - shown
    while lying:
        position = table.position()
        choice = choose(position) if position else None
        if position is None or choice is None:
            break
        full = _full_rows(position, choice)
        table.place(position, choice, played)
        lying -= sum(row < lying for row in full)
        while left and lying < shown:
            hole = push_in(table, random, hole)
            lying, left = lying + 1, left - 1
    return played


def _full_rows(position: Position, choice: Placement) -> list[int]:
    board = position.arena.board(position.bits | position.arena.layout.cells(choice.piece))
    return board.full_rows()


def push_in(table: Table, random: Random, last_hole: int) -> int:
    """Push a row in from below, with its hole elsewhere than in the row before, and return where that is."""
    layout = table.arena.layout
    hole = int(random.random() * layout.width)
    while hole == last_hole:
        hole = int(random.random() * layout.width)
    filled = table.bits & layout.field
    row = layout.rows[0] & ~(1 << layout.bit(hole, 0))
    table.bits = layout.empty | (filled >> 1 & layout.field) | row
    return hole
