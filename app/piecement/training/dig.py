"""Positions to dig through or to clear line by line, each with the result of a bot.

The seed determines a position, so the bot and the player get the same pieces, with hold and five pieces of preview. A
test replays the bot to check its results.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from piecement.language import N_
from piecement_engine import Board, Game, GameView, Limit, Limits, Mode, Piece, Rules
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Shape
from piecement_engine.bots import Pace, Placement, Player, Position
from piecement_engine.modes.cheese import Cheese
from piecement_engine.modes.combo import LAYOUTS, Combo
from piecement_engine.rng import Rng
from piecement_engine.rules.rules import LONGEST_NS
from piecement_engine.rules.timing import MILLISECOND, SECOND

MOST_COMBO: Final = 20
"""Combo length that completes a position of the four-wide well."""

_RULES: Final = Rules(
    rotation_system="srs",
    randomizer="bag",
    preview_count=5,
    fall_delay_ns=LONGEST_NS,
    lock_delay_ns=LONGEST_NS,
    locking="infinite",
    soft_drop_interval_ns=33 * MILLISECOND,
    no_soft_drop_lock=True,
)
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


@dataclass(frozen=True, slots=True)
class DigPosition:
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
            placed = self._way[number]
            piece = Piece(TETROMINOES[placed[0]], int(placed[1]), int(placed[2], 16), int(placed[3], 16))
            yield Placement(piece, position.piece.shape is not piece.shape)


@lru_cache(maxsize=16)
def _mode(kind: DigKind, size: int) -> Mode:
    return Mode(name="dig", title=N_("Dig"), sentence="", rules=_rules(kind, size), ranking=(), headline="")


def _rules(kind: DigKind, size: int) -> Rules:
    if kind is DigKind.FOUR_WIDE:
        layout = list(LAYOUTS)[size - 1]
        return replace(_RULES, limits=Limits(pieces=Limit(MOST_COMBO)), modifiers=(Combo(layout=layout),))
    messiness = 100 if kind is DigKind.CHEESE else _FLAT_CHEESE
    cheese = Cheese(rows=size, supply=size, messiness=messiness, repeats=False)
    return replace(_RULES, limits=Limits(lines=Limit(size)), modifiers=(cheese,))


def messy_stack(seed: int, pieces: int) -> tuple[str, ...]:
    """Return rows (lowest first) on which the given number of pieces was dropped at random without filling a row."""
    rng = Rng(seed)
    board = Board(geometry(_RULES.width, _RULES.height, 4))
    for shape in _drawn(rng, pieces):
        orientation = int(rng() * 4)
        x = int(rng() * (board.width - shape.widths[orientation] + 1))
        placed = board.dropped(Piece(shape, orientation, x, _RULES.skyline))
        after = board.copy()
        after.lock(placed)
        if not after.full_rows():
            board = after
    return tuple(board.to_text())


def _drawn(rng: Rng, count: int) -> Iterator[Shape]:
    shapes = list(TETROMINOES.values())
    for _ in range(count):
        yield shapes[int(rng() * len(shapes))]


POSITIONS: Final = (
    DigPosition(DigKind.CHEESE, 0, 3, 4, 4, "T272 I002 J241 Z330"),
    DigPosition(DigKind.CHEESE, 1, 3, 4, 4, "Z112 T271 I101 J160"),
    DigPosition(DigKind.CHEESE, 3, 4, 6, 4, "O004 T123 I063 S142 J131 Z160"),
    DigPosition(DigKind.CHEESE, 4, 4, 6, 4, "Z323 J073 O084 T102 L241 I310"),
    DigPosition(DigKind.CHEESE, 0, 5, 7, 4, "S374 I163 L232 T382 J201 O001 I150"),
    DigPosition(DigKind.CHEESE, 8, 5, 7, 6, "I124 S183 T302 J251 O031 Z022 I100"),
    DigPosition(DigKind.CHEESE, 0, 6, 8, 6, "I106 Z185 T164 L233 S112 J151 O071 Z330"),
    DigPosition(DigKind.CHEESE, 7, 6, 8, 6, "T135 O075 Z114 I163 L383 J102 L341 S320"),
    DigPosition(DigKind.CHEESE, 3, 8, 12, 4, "I068 J207 S146 L325 Z164 O084 I153 T102 T162 J142 L211 Z180"),
    DigPosition(DigKind.CHEESE, 0, 8, 13, 6, "Z187 J246 S325 T175 O005 I035 L224 J384 L104 T153 Z332 I181 S110"),
    DigPosition(DigKind.CHEESE, 3, 10, 13, 4, "J209 S148 L327 Z166 O086 T155 I104 J113 Z182 S032 O062 T311 I330"),
    DigPosition(
        DigKind.CHEESE, 1, 10, 16, 4, "S309 L378 T167 Z326 J317 I196 O008 L345 J144 I163 O073 T133 S143 Z182 I101 Z110"
    ),
    DigPosition(DigKind.DOWNSTACK, 5, 1, 5, 4, "T102 L231 S303 Z222 J240"),
    DigPosition(DigKind.DOWNSTACK, 8, 1, 5, 4, "J381 O072 I162 T105 L220"),
    DigPosition(DigKind.DOWNSTACK, 3, 2, 8, 4, "S155 T075 O004 I062 J133 L073 Z302 I120"),
    DigPosition(DigKind.DOWNSTACK, 5, 2, 11, 6, "J365 Z077 T105 O042 I332 L045 T234 S015 J102 O043 I160"),
    DigPosition(DigKind.DOWNSTACK, 5, 3, 9, 6, "T356 J105 L133 S335 Z115 O085 J104 O044 I160"),
    DigPosition(DigKind.DOWNSTACK, 3, 3, 13, 4, "O005 T373 I193 J134 S263 L203 Z043 J122 Z062 S182 O002 L221 T250"),
    DigPosition(DigKind.DOWNSTACK, 3, 4, 13, 6, "O006 I064 Z076 J135 L075 T104 L075 S114 T104 S074 Z144 J122 I160"),
    DigPosition(
        DigKind.DOWNSTACK, 5, 4, 14, 4, "J247 O089 S328 L049 Z02a I104 T249 O07a S05b L38a Z15c I107 J079 I160"
    ),
    DigPosition(
        DigKind.DOWNSTACK,
        0,
        5,
        22,
        6,
        "I182 L012 T102 J184 Z204 S228 L005 O005 I152 Z372 T126 S183 O063 S063 J303 J104 L354 I193 O073 T212 T102 J140",
    ),
    DigPosition(
        DigKind.DOWNSTACK,
        9,
        5,
        24,
        4,
        "O075 T279 L385 I105 J325 Z116 L276 O078 S007 I197 S179 J107 T136 L155 Z145 S215 T334 I312 J102 Z322 "
        "S182 O004 Z323 I150",
    ),
    DigPosition(
        DigKind.DOWNSTACK,
        0,
        6,
        23,
        6,
        "S326 T13d Z206 J35b I37b L00a O00b I183 J187 L007 Z186 S305 T206 L266 J154 Z173 I103 O014 O084 T364 "
        "J153 L331 S330",
    ),
    DigPosition(
        DigKind.DOWNSTACK,
        8,
        6,
        27,
        4,
        "Z078 T149 S15a J279 I10a L34c O08a S16a T026 J327 Z069 O08a L308 I124 O067 J206 T385 Z156 S077 L206 "
        "Z215 I373 J121 S001 O041 T221 L350",
    ),
    DigPosition(DigKind.FOUR_WIDE, 0, 2, 5, 6, "L350 T130 S040 I031 Z140 O052"),
    DigPosition(DigKind.FOUR_WIDE, 1, 1, 6, 6, "O050 T230 J240 Z330 I032 L150 L042"),
    DigPosition(DigKind.FOUR_WIDE, 1, 3, 6, 6, "O051 T231 J241 Z331 I033 L151 L043"),
    DigPosition(DigKind.FOUR_WIDE, 1, 4, 6, 6, "O051 T231 J241 Z331 I033 L151 L043"),
    DigPosition(DigKind.FOUR_WIDE, 12, 5, 6, 6, "Z150 T241 L330 O050 I031 S030 J041"),
    DigPosition(
        DigKind.FOUR_WIDE,
        3,
        1,
        20,
        6,
        "I032 S240 L350 Z230 T130 J041 O050 I130 L040 J041 S240 Z330 O050 T130 O050 L240 J130 S150 Z230 I031",
    ),
    DigPosition(
        DigKind.FOUR_WIDE,
        12,
        1,
        20,
        6,
        "Z150 T230 L350 I032 S031 J030 L350 O030 Z150 S030 I031 T130 J350 O040 I130 J240 O040 L350 T130 S040",
    ),
    DigPosition(
        DigKind.FOUR_WIDE,
        3,
        2,
        20,
        6,
        "T350 S030 I031 Z330 O050 L230 L350 J030 S330 I032 Z040 T350 O030 J150 O030 T350 L230 S330 Z040 I160",
    ),
    DigPosition(
        DigKind.FOUR_WIDE,
        11,
        2,
        20,
        6,
        "T350 J031 I032 S230 L350 Z230 Z330 O050 T130 O050 I031 S330 L041 J031 O050 T230 L350 J030 S330 I032",
    ),
    DigPosition(
        DigKind.FOUR_WIDE,
        6,
        3,
        20,
        6,
        "T041 S151 I033 O031 L351 Z231 J131 S241 L351 I033 T330 Z331 O051 J131 L041 Z151 O031 T241 I131 S140",
    ),
    DigPosition(
        DigKind.FOUR_WIDE,
        13,
        3,
        20,
        6,
        "I033 L041 T241 J131 O051 S331 Z041 I032 L351 O031 T241 Z331 J351 L231 Z151 S330 S040 I031 O030 J350",
    ),
    DigPosition(
        DigKind.FOUR_WIDE,
        6,
        4,
        20,
        6,
        "T150 S151 I033 O031 L351 Z231 J131 S241 L351 I033 T330 Z331 O051 J131 L041 Z151 O031 T241 I131 S140",
    ),
    DigPosition(
        DigKind.FOUR_WIDE,
        12,
        4,
        20,
        6,
        "Z150 T151 O031 I161 S330 J032 L340 T351 L330 Z151 I033 O031 J231 S151 I033 O031 L351 J031 S331 Z041",
    ),
    DigPosition(
        DigKind.FOUR_WIDE,
        4,
        5,
        20,
        6,
        "I034 Z150 O041 T351 S031 L231 L351 T330 I131 J041 O051 S331 Z041 J241 I131 J241 L042 T231 Z151 S031",
    ),
    DigPosition(
        DigKind.FOUR_WIDE,
        13,
        5,
        20,
        6,
        "I034 L241 J351 O041 T131 Z041 I032 S151 O031 T351 L231 S331 J351 Z031 Z151 L231 S331 I033 O051 T231",
    ),
)
"""All positions by kind, from easy to hard."""
