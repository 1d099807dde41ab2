"""Games to draw, made up cell by cell, and the text of pictures of them."""

# pyright: reportIncompatibleVariableOverride=false, reportIncompatibleMethodOverride=false

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from piecement.render.picture import Picture
from piecement.render.scene import Caption, Focus
from piecement.render.skins.look import Look
from piecement.session.live_stats import Stats
from piecement_engine import Button, Hold, Rules
from piecement_engine.limits import Limit, Limits
from piecement_engine.pieces import TETROMINOES, Piece, Shape
from piecement_engine.view import GameView

RULES = Rules(limits=Limits(lines=Limit(40)), preview_count=4)
"""The rules of a game of forty lines with four previews."""

LEGEND = (("Move", "[←] [→]"), ("Rotate", "[A] [D]"), ("Drop", "[↓] [↑]"), ("Hold", "[Space]"), ("Pause", "[Esc]"))
"""A key legend as the application gives it."""

CAPTION = Caption(title="40-Lines", focus=Focus.TIME, legend=LEGEND)
"""What is fixed about the game that is drawn."""

STATS = Stats(pieces_per_second=1.5, keys_per_piece=3.25, finesse=0.9, combo=2, back_to_back=3)
"""Every figure that can be given."""

PIECE = Piece(TETROMINOES["T"], 0, 3, 10)
GHOST = PIECE._replace(y=1)
HOLD = Hold(TETROMINOES["S"], may_swap=True)


class Counts(dict[str, int]):
    """How often each shape was placed; a default of a field has to have a hash."""

    __hash__ = object.__hash__  # type: ignore[assignment]  # a dictionary has none


@dataclass(kw_only=True)
class DrawnGame(GameView):
    """A game as far as it is drawn; every field can be set."""

    rules: Rules = RULES
    time_ns: int = 63_456_000_000
    level: int = 3
    score: int = 1280
    lines: int = 12
    width: int = 10
    skyline: int = 20
    rows: Sequence[tuple[int, ...]] = ((1, 1, 0, 2, 3, 4, 5, 6, 7, 254),)
    piece: Piece | None = PIECE
    ghost: Piece | None = GHOST
    hold: Hold | None = HOLD
    next: tuple[Shape, ...] = tuple(TETROMINOES[name] for name in "JTOS")
    pieces: int = 3
    pieces_locked: Mapping[str, int] = Counts(O=2, I=1)
    held: frozenset[Button] = frozenset()
    lock_due_ns: int | None = None
    lock_delay_ns: int = 500_000_000


def picture_of(view: DrawnGame, look: Look, width: int, height: int, stats: Stats = STATS) -> Picture:
    """Return a picture that has been shown a game."""
    picture = Picture(look, CAPTION)
    picture.resize(width, height, view)
    picture.show(view, stats=stats, fps=60)
    return picture


def text_of(picture: Picture) -> list[str]:
    """Return the rows of a picture as plain text."""
    return [picture.build_row(y).text for y in range(picture.layout.size.height)]


def drawn(look: Look, width: int = 80, height: int = 24, view: DrawnGame | None = None) -> list[str]:
    """Return the rows of a picture of a game as plain text."""
    return text_of(picture_of(view or DrawnGame(), look, width, height))
