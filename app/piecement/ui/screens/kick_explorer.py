"""The kick explorer: turn a piece on a board of your own, and see each test of the rotation system."""

from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.render.board_text import kick_picture
from piecement.render.pen import Pen
from piecement.settings.rule_names import ROTATIONS
from piecement.training.kick_explorer import ROWS, KickExplorer
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.texts.boards import FACINGS, outcome_word, shown_offset, test_sentence
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.board_field import CellField, CellPressed
from piecement.ui.widgets.menu_list import PlainList
from piecement_engine.board.pieces import Cell

if TYPE_CHECKING:
    from piecement.ui.services import Services

_TURNS: Final = {1: _("clockwise"), 2: _("by half"), 3: _("counter-clockwise")}
_READY: Final = _("Move the piece, and turn it: each test of the turn is shown.")
_HIDDEN: Final = _("The piece does not fit here, so that it cannot turn.")
_DRAWING: Final = _("Arrows move the mark; Space fills the cell, or empties it.")
_NONE_FITS: Final = _("No test fits: the piece does not turn.")


_OTHER_LINES: Final = 8
"""Rows of the screen outside the field."""
_NARROW_OTHER_LINES: Final = 9
"""The same where what is told stands above the field."""
_LEAST_ROWS: Final = 4


def build(services: "Services", __: None) -> "KickExplorerScreen":
    return KickExplorerScreen(services)


class KickList(PlainList, can_focus=False):
    """The tests of a turn, a line each."""


class KeyedLine(Static):
    """A line that a click on it does what its key does."""

    def __init__(self, key: str, widget_id: str) -> None:
        super().__init__(id=widget_id)
        self._key = key

    def on_click(self) -> None:
        self.app.simulate_key(self._key)


class KickExplorerScreen(MenuScreen):
    NODE = Node.KICK_EXPLORER
    KEYS = (
        KeyRow(
            _("arrows"),
            _("move the piece"),
            (("← → ↑ ↓", _("move")),),
            {"left": "move(-1,0)", "right": "move(1,0)", "up": "move(0,1)", "down": "move(0,-1)"},
        ),
        KeyRow(
            "X Z A",
            _("turn right, left, by half"),
            (("X Z A", _("turn")),),
            {"x": "turn(1)", "z": "turn(3)", "a": "turn(2)"},
        ),
        KeyRow("N B", _("next test, the one before"), (("N B", _("test")),), {"n": "step(1)", "b": "step(-1)"}),
        KeyRow("Y P", _("other system, other piece"), (("Y P", _("system, piece")),), {"y": "system", "p": "piece"}),
        KeyRow("D", _("draw: arrows and Space"), (("D", _("draw")),), {"d": "draw", "space": "fill"}),
        KeyRow("Del", _("empty the board"), (), {"delete": "clear"}),
        KeyRow(_("mouse"), _("drag the piece, draw cells")),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "kick_explorer.tcss"

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._services = services
        self._explorer = KickExplorer(services.settings.now.gameplay.rotation_system)
        self._pen = Pen(services.appearance.look)
        self._cursor: Cell | None = None
        """Mark of the cell to draw; None while arrows move the piece."""
        self._drag: Cell | bool = False
        """The cell of the piece that the mouse holds, or whether it fills cells."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(_("Kicks"), classes="heading")
            with Horizontal(id="explorer"):
                yield CellField(ROWS, "field")
                with Vertical(id="told"):
                    yield KeyedLine("y", "system")
                    yield KeyedLine("p", "piece")
                    yield Static(id="turn")
                    yield Static(id="columns")
                    yield KickList(list_id="tests")
            yield Static(id="hint", markup=False)
        yield self.key_line()

    def on_mount(self) -> None:
        self._services.settings.changed.subscribe(self, lambda __: self._apply_look())
        self._show()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    def action_move(self, dx: int, dy: int) -> None:
        if self._cursor is None:
            self._explorer.move(dx, dy)
        else:
            x, y = self._cursor
            self._cursor = (x + dx) % self._explorer.board.width, (y + dy) % ROWS
        self._show()

    def action_turn(self, turns: int) -> None:
        self._cursor = None
        self._explorer.turn(turns)
        self._show()

    def action_step(self, by: int) -> None:
        self._explorer.look_at(self._explorer.step + by)
        self._show()

    def action_system(self) -> None:
        self._explorer.next_system()
        self._show()

    def action_piece(self) -> None:
        self._explorer.next_shape()
        self._show()

    def action_draw(self) -> None:
        """Switch the arrows between the mark and the piece."""
        self._cursor = (self._explorer.piece.x, self._explorer.piece.y) if self._cursor is None else None
        self._show()

    def action_fill(self) -> None:
        if self._cursor is not None:
            self._explorer.fill(self._cursor, filled=not self._explorer.is_filled(self._cursor))
            self._show()

    def action_clear(self) -> None:
        self._explorer.clear()
        self._show()

    def on_cell_pressed(self, event: CellPressed) -> None:
        """Drag the piece from one of its cells; draw from any other, or erase if that is filled."""
        explorer = self._explorer
        if event.is_first:
            explorer.end_turn()
            is_piece = event.cell in explorer.piece.cells
            self._drag = event.cell if is_piece else not explorer.is_filled(event.cell)
        if isinstance(self._drag, bool):
            explorer.fill(event.cell, filled=self._drag)
        else:
            explorer.move(event.cell[0] - self._drag[0], event.cell[1] - self._drag[1])
            self._drag = event.cell
        self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._explorer.look_at(event.option_index)
        self._show()

    def sentence(self, option: Option) -> str:
        """Return what came of the test that is looked at."""
        return self._sentence()

    def _apply_look(self) -> None:
        self._pen = Pen(self._services.appearance.look)
        self._show()

    def _show(self) -> None:
        explorer, test = self._explorer, self._explorer.test
        field = self.query_one(CellField)
        others = _NARROW_OTHER_LINES if self.has_class("-narrow") else _OTHER_LINES
        field.rows = max(_LEAST_ROWS, min(ROWS, self.size.height - others))
        picture = kick_picture(
            explorer.board,
            field.rows,
            self._pen,
            before=explorer.piece,
            after=test and test.piece,
            blocked=test.blocked if test else () if explorer.fits else explorer.piece.cells,
            cursor=self._cursor,
        )
        field.update(picture)
        system = ROTATIONS.titles[explorer.system]
        self._tell("system", _("System: {name}").format(name=system))
        facing = FACINGS[explorer.piece.orientation]
        self._tell(
            "piece", _("Piece: {letter}, pointing {facing}").format(letter=explorer.piece.shape.name, facing=facing)
        )
        self._tell("turn", _("Turn: {way}").format(way=_TURNS[explorer.turns]) if explorer.turns else "")
        self._list()
        self._tell("hint", self._sentence())

    def _tell(self, widget: str, text: str) -> None:
        self.query_one(f"#{widget}", Static).update(plain_hint(text, ascii_only=wants_ascii(self)))

    def _list(self) -> None:
        tests = self._explorer.tests
        listed = self.query_one(KickList)
        self._tell("columns", _("  No   x   y") if tests else "")
        listed.clear_options()
        listed.add_options(
            Option(f"{number:>3} {shown_offset(test.offset)}  {outcome_word(test.outcome)}")
            for number, test in enumerate(tests, start=1)
        )
        listed.highlighted = self._explorer.step if tests else None

    def _sentence(self) -> str:
        explorer, test = self._explorer, self._explorer.test
        if self._cursor is not None:
            return _DRAWING
        if test is None:
            return _READY if explorer.fits else _HIDDEN
        sentence = test_sentence(explorer.step + 1, test)
        is_last = explorer.step + 1 == len(explorer.tests)
        return f"{sentence} {_NONE_FITS}" if is_last and explorer.fitting is None else sentence
