"""Positions to dig through or to clear line by line, each with the result of a bot.

The seed determines a position, so the bot and the player get the same pieces, with hold and five pieces of preview. A
test replays the bot to check its results.
"""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from piecement.training.trainers import PATIENT_RULES
from piecement_base.language import N_
from piecement_base.tables import read_table
from piecement_engine import Board, Game, GameView, Limit, Limits, Mode, Piece, Rules
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.bots import Pace, Placement, Player, Position
from piecement_engine.modes.cheese import Cheese
from piecement_engine.modes.combo import LAYOUTS, Combo
from piecement_engine.rng import Rng
from piecement_engine.rules.timing import SECOND

MOST_COMBO: Final = 20
"""Combo length that completes a position of the four-wide well."""

_FLAT_CHEESE: Final = 40
"""Probability that the hole under a stack changes its column from row to row (percent)."""


class DigKind(StrEnum):
    """Goal of a position."""

    CHEESE = "cheese"
    """Dig through rows with one hole each."""
    DOWNSTACK = "downstack"
    """Dig through such rows under a stack."""
    FOUR_WIDE = "four_wide"
    """Clear a line with every piece."""


class DigPosition(NamedTuple):
    """Position with the result of a bot."""

    kind: DigKind
    seed: int
    size: int
    """Number of rows to dig through, or number of the starting layout of the four-wide well."""
    bots_number: int
    """Pieces that the bot used to dig through, or lines that it cleared in a row."""
    depth: int = 6
    """Search depth of the bot (pieces), from which the test repeats its game."""
    way: str = ""
    """Placements of the bot: letter, orientation, column and row of each piece, the last two as hexadecimal digits."""

    @property
    def name(self) -> str:
        """Storage key of the attempts."""
        return f"{self.kind}_{self.size}_{self.seed}"

    @property
    def mode(self) -> Mode:
        """Mode of the position's game."""
        return _mode(self.kind, self.size)

    def game(self, rules: Rules) -> Game:
        """Return a game of the position, by the rules of its mode or the same rules with a player's handling."""
        board = messy_stack(self.seed, 4 + self.size) if self.kind is DigKind.DOWNSTACK else ()
        return Game(rules, self.seed, board=board)

    def faults(self, number: int) -> int:
        """Return the gap between the player's number and the bot's, or 0 if the player was at least as good."""
        worse = self.bots_number - number if self.kind is DigKind.FOUR_WIDE else number - self.bots_number
        return max(0, worse)


class BotGame:
    """The bot's game at a position, piece by piece."""

    def __init__(self, position: DigPosition) -> None:
        self._way: Final = position.way.split()
        self._game: Final = position.game(position.mode.rules)
        self._player: Final = Player(self._game, self, Pace(pieces_per_second=1))
        self._time_ns = 0

    def view_after(self, pieces: int) -> GameView:
        """Return the game after the given number of pieces, or after its end. The number never decreases."""
        view = self._game.view
        while view.pieces < min(pieces, len(self._way)) and view.end is None:
            self._time_ns += SECOND
            self._player.advance(self._time_ns)
        return view

    def think(self, position: Position) -> Iterator[Placement | None]:
        """Yield the placement that the bot chose."""
        if (number := self._game.view.pieces) < len(self._way):
            letter, orientation, x, y = tuple(self._way[number])
            piece = Piece(TETROMINOES[letter], int(orientation), int(x, 16), int(y, 16))
            yield Placement(piece, position.queue[0] is not piece.shape, site=position.site)


@lru_cache(maxsize=16)
def _mode(kind: DigKind, size: int) -> Mode:
    if kind is DigKind.FOUR_WIDE:
        combo = Combo(layout=list(LAYOUTS)[size - 1])
        rules = replace(PATIENT_RULES, limits=Limits(pieces=Limit(MOST_COMBO)), modifiers=(combo,))
    else:
        messiness = 100 if kind is DigKind.CHEESE else _FLAT_CHEESE
        cheese = Cheese(rows=size, supply=size, messiness=messiness, repeats=False)
        rules = replace(PATIENT_RULES, limits=Limits(lines=Limit(size)), modifiers=(cheese,))
    return Mode(name="dig", title=N_("Dig"), sentence="", rules=rules, ranking=(), headline="")


def messy_stack(seed: int, pieces: int) -> tuple[str, ...]:
    """Return rows (lowest first) on which the given number of pieces was dropped at random without filling a row."""
    rng = Rng(seed)
    board = Board(geometry(PATIENT_RULES.width, PATIENT_RULES.height, 4))
    shapes = list(TETROMINOES.values())
    for _ in range(pieces):
        shape = shapes[int(rng() * len(shapes))]
        orientation = int(rng() * 4)
        x = int(rng() * (board.width - shape.widths[orientation] + 1))
        placed = board.dropped(Piece(shape, orientation, x, PATIENT_RULES.skyline))
        after = board.copy()
        after.lock(placed)
        if not after.full_rows():
            board = after
    return tuple(board.to_text())


def _read(row: dict[str, str]) -> DigPosition:
    numbers = {name: int(row[name]) for name in ("seed", "size", "bots_number", "depth")}
    return DigPosition(DigKind(row["kind"]), way=row["way"], **numbers)


POSITIONS: Final = tuple(map(_read, read_table(__file__, "dig_positions.csv")))
"""All positions by kind, from easy to hard."""
