"""Games to draw, made up cell by cell, and the text of pictures of them."""

# pyright: reportIncompatibleVariableOverride=false, reportIncompatibleMethodOverride=false

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from textual.geometry import Size
from textual.strip import Strip

from piecement.render.layout import Layout, Slot
from piecement.render.picture import Picture
from piecement.render.scene import Caption, Scene
from piecement.render.skins.look import Look, PanelKind
from piecement.session.hud import HudStats
from piecement.terminal.canvas.canvas import changed_rows
from piecement_engine import Button, End, Event, Hold, Rules
from piecement_engine.board.pieces import TETROMINOES, Piece, Shape
from piecement_engine.game.view import GameView
from piecement_engine.match import RowCounts
from piecement_engine.rules.limits import Limit, Limits

RULES = Rules(limits=Limits(lines=Limit(40)), preview_count=4)
"""The rules of a game of forty lines with four previews."""

LEGEND = (("Move", "[←] [→]"), ("Rotate", "[A] [D]"), ("Drop", "[↓] [↑]"), ("Hold", "[Space]"), ("Pause", "[Esc]"))
"""A key legend as the application gives it."""

CAPTION = Caption(title="40-Lines", focus="time", legend=LEGEND, is_timed=True)
"""What is fixed about the game that is drawn."""

STATS = HudStats(pieces_per_second=1.5, keys_per_piece=3.25, finesse=0.9, combo=2, back_to_back=3)
"""Every figure that can be given."""

PIECE = Piece(TETROMINOES["T"], 0, 3, 10)
GHOST = PIECE._replace(y=1)
HOLD = Hold(TETROMINOES["S"], may_swap=True)


SENT = RowCounts(sent=4)


class Counts(dict[str, int]):
    """Number of placements of each shape; a default of a field has to have a hash."""

    __hash__ = object.__hash__  # type: ignore[assignment]  # a dictionary has none


@dataclass(kw_only=True)
class DrawnGame(GameView):
    """A game as far as it is drawn; every field can be set."""

    rules: Rules = RULES  # type: ignore[misc]  # final in a game
    time_ns: int = 63_456_000_000
    level: int = 3
    score: int = 1280
    end: End | None = None
    back_to_back: int = 0
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
    garbage: RowCounts = SENT
    lock_due_ns: int | None = None
    lock_delay_ns: int = 500_000_000


_USUAL: Final = Look()


class Drawing:
    """A picture of a game, and the last frame of it."""

    def __init__(
        self,
        view: GameView,
        look: Look = _USUAL,
        size: tuple[int, int] = (80, 24),
        caption: Caption = CAPTION,
        events: Iterable[Event] = (),
        **more: Any,  # of many types
    ) -> None:
        """Make a frame of a scene, and of events that have just happened; `more` are further fields of the scene."""
        self.picture = Picture()
        self.scene = Scene(view, look, caption, Size(*size), view.time_ns)._replace(**more)
        self.picture.on_events(events, view, look)
        self.frame = self.picture.frame(self.scene)

    def show(self, *, is_answer: bool = False, **changes: Any) -> list[int]:  # of many types
        """Make a frame of the scene with changes, or the answer to a key, and return which rows are others."""
        now = {"time_ns": changes.get("view", self.scene.view).time_ns, **changes}
        self.scene, before = self.scene._replace(**now), self.frame
        self.frame = self.picture.frame(self.scene, is_answer=is_answer)
        return list(changed_rows(self.frame.rows, before.rows))

    @property
    def layout(self) -> Layout:
        """Positions of all parts."""
        return self.frame.layout

    def row(self, y: int) -> Strip:
        """Return a row as it is painted."""
        return self.frame.rows[y].build()


def picture_of(view: DrawnGame, look: Look, width: int, height: int, stats: HudStats = STATS) -> Drawing:
    """Return the drawing of a game with all figures."""
    return Drawing(view, look, (width, height), stats=stats, fps=60)


def text_of(drawing: Drawing) -> list[str]:
    """Return the rows of a drawing as plain text."""
    return [row.build().text for row in drawing.frame.rows]


def drawn(look: Look, width: int = 80, height: int = 24, view: DrawnGame | None = None) -> list[str]:
    """Return the rows of a picture of a game as plain text."""
    return text_of(picture_of(view or DrawnGame(), look, width, height))


def assert_apart(layout: Layout) -> None:
    """Check that the field and all parts beside it lie apart from each other, and within the terminal."""
    field = layout.field
    slots = [Slot(PanelKind.MODE, field.x, field.y, field.width, len(field.lines)), *layout.slots]
    for one, other in combinations(slots, 2):
        across = one.x < other.x + other.width and other.x < one.x + one.width
        down = one.y < other.y + other.height and other.y < one.y + one.height
        assert not (across and down), (layout.size, one, other)
    for slot in slots:
        assert slot.x >= 0
        assert slot.y >= 0
        assert slot.x + slot.width <= layout.size.width
        assert slot.y + slot.height <= layout.size.height
