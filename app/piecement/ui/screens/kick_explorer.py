"""The kick explorer: rotate a piece on a board of your own with your own keys, and see each kick test."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.input.key_labels import key_label
from piecement.render.skins.skins import TileKind
from piecement.render.still_board import StillBoard
from piecement.settings.choices import names_of
from piecement.training.kick_explorer import COLUMNS, ROWS, KickExplorer
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.game.game_keys import free_rows
from piecement.ui.key_rows import LAST_KEYS, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.kicks import FACINGS, outcome_word, shown_offset, test_sentence
from piecement.ui.widgets.board_picture import BoardSheet, CellPressed
from piecement.ui.widgets.drawn_list import PlainList
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.language import N_, _
from piecement_engine import TETROMINOES, Button
from piecement_engine.board.pieces import Cell

_TURNS: Final = {1: N_("clockwise"), 2: N_("180°"), 3: N_("counter-clockwise")}

_BLOCKED: Final = "><"
_CURSOR: Final = "[]"
_RED: Final = TETROMINOES["Z"].tile
"""Tile id whose colour marks blocking cells."""

_ROTATIONS: Final = {Button.ROTATE_RIGHT: 1, Button.ROTATE_LEFT: 3, Button.ROTATE_180: 2}
_LEAST_ROWS: Final = 6
"""Minimum number of visible rows."""


_CHANGES: Final = {
    "system": KickExplorer.next_system, "piece": KickExplorer.next_shape, "clear": KickExplorer.clear
}  # fmt: skip
"""The changes by key, besides moves."""


class KickList(PlainList, can_focus=False):
    """The tests of a rotation, a line each."""


class KickExplorerScreen(MenuScreen):
    NODE = Node.KICK_EXPLORER
    KEYS = (
        KeyRow(
            N_("arrows"),
            N_("move the piece"),
            (),
            {"left": "move(-1,0)", "right": "move(1,0)", "up": "move(0,1)", "down": "move(0,-1)"},
        ),
        KeyRow("PgUp PgDn", N_("move it up, down"), (), {"pageup": "move(0,1)", "pagedown": "move(0,-1)"}),
        KeyRow("Tab", N_("next system"), (("tab", N_("system")),), {"tab,f2": "change('system')"}),
        KeyRow("H", N_("next test"), (("h", N_("test")),), {"h,ctrl+t,f3": "step(1)"}),
        KeyRow("Shift+Tab", N_("previous test"), (), {"shift+tab": "step(-1)"}),
        KeyRow("N", N_("next piece"), (("n", N_("piece")),), {"n,ctrl+n": "change('piece')"}),
        KeyRow("D", N_("draw: arrows, Space"), (("d", N_("draw")),), {"d,f6": "draw"}),
        KeyRow("Space", N_("fill or clear a cell"), (), {"space": "fill"}),
        KeyRow("R", N_("restart"), (), {"r,ctrl+r": "restart"}),
        KeyRow("Del", N_("clear the board"), (), {"delete": "change('clear')"}),
        KeyRow(N_("mouse"), N_("drag piece, draw cells")),
        *LAST_KEYS,
    )
    AUTO_FOCUS: ClassVar[str | None] = ""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._explorer = KickExplorer(services.settings.now.gameplay.rotation_system)
        self._cursor: Cell | None = None
        """Cell of the drawing cursor; None while keys move the piece."""
        self._dragged: Cell | None = None
        """The cell by which the mouse drags the piece; None while it draws."""
        self._fills = False
        """Whether the mouse fills the cells that it draws, or erases them."""
        self._sheet: Final = BoardSheet(self._board(), services)
        self._told: Final = Static(self._text(), id="told", classes="framed", markup=False)
        self._tests: Final = KickList(list_id="tests")

    def contents(self) -> ComposeResult:
        tests = Vertical(
            Static(_("TESTS"), id="title"),
            Static(_("   #   x   y"), id="columns"),
            self._tests,
            id="told_tests",
            classes="framed",
        )
        yield ScreenPage(_("Kicks"), self._told, self._sheet, tests)

    def on_mount(self) -> None:
        self.follow_settings(self._show)
        self._show()

    def key_rows(self) -> Iterator[KeyRow]:
        """Yield the player's rotation keys, and the keys of this screen that no button uses."""
        bindings, ascii_only = self._services.settings.now.controls.bindings, self.ascii_only
        first = [key for button in _ROTATIONS for key in bindings.keys(button)[:1]]
        if first:
            keys = " ".join(key_label(key, ascii_only=ascii_only) for key in first)
            yield KeyRow(keys, _("rotate right, left, 180°"), ((" ".join(first), _("rotate")),))
        yield from free_rows(self.KEYS, bindings)

    def on_key(self, event: events.Key) -> None:
        """Move and rotate with the player's keys, unless the cursor is drawing."""
        button = self._services.settings.now.controls.bindings.button(event.key)
        act = self._actions.get(button) if button is not None and self._cursor is None else None
        if act is not None:
            event.stop()
            act()
            self._show()

    @property
    def _actions(self) -> Mapping[Button, Callable[[], object]]:
        """Explorer action of each button."""
        explorer = self._explorer
        return {
            Button.MOVE_LEFT: partial(explorer.move, -1, 0),
            Button.MOVE_RIGHT: partial(explorer.move, 1, 0),
            Button.SOFT_DROP: partial(explorer.move, 0, -1),
            Button.TELEPORT_LEFT: partial(explorer.move, -COLUMNS, 0),
            Button.TELEPORT_RIGHT: partial(explorer.move, COLUMNS, 0),
            Button.HARD_DROP: explorer.drop,
            Button.SONIC_DROP: explorer.drop,
            Button.HOLD: explorer.next_shape,
            **{button: partial(explorer.turn, turns) for button, turns in _ROTATIONS.items()},
        }

    def action_move(self, dx: int, dy: int) -> None:
        if self._cursor is None:
            self._explorer.move(dx, dy)
        else:
            x, y = self._cursor
            self._cursor = (x + dx) % COLUMNS, (y + dy) % ROWS
        self._show()

    def action_step(self, by: int) -> None:
        self._explorer.look_at(self._explorer.step + by)
        self._show()

    def action_change(self, name: str) -> None:
        _CHANGES[name](self._explorer)
        self._show()

    def action_draw(self) -> None:
        """Switch the arrows between the cursor and the piece."""
        self._cursor = (self._explorer.piece.x, self._explorer.piece.y) if self._cursor is None else None
        self._show()

    def action_fill(self) -> None:
        if self._cursor is not None:
            self._explorer.fill(self._cursor, filled=not self._explorer.is_filled(self._cursor))
            self._show()

    def action_restart(self) -> None:
        self._explorer, self._cursor = KickExplorer(self._explorer.system), None
        self._show()

    def on_cell_pressed(self, event: CellPressed) -> None:
        """Drag the piece from one of its cells; draw from any other, or erase if that is filled."""
        explorer = self._explorer
        if event.is_first:
            explorer.end_turn()
            self._dragged = event.cell if event.cell in explorer.piece.cells else None
            self._fills = not explorer.is_filled(event.cell)
        if self._dragged is None:
            explorer.fill(event.cell, filled=self._fills)
        else:
            explorer.move(event.cell[0] - self._dragged[0], event.cell[1] - self._dragged[1])
            self._dragged = event.cell
        self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._explorer.look_at(event.option_index)
        self._show()

    def _show(self) -> None:
        self._sheet.show(self._board())
        self._told.update(Content(self.plain(self._text())))
        self.show_keys()
        tests = self._explorer.tests
        self._tests.set_options(
            Option(f"{number:>3} {shown_offset(test.offset)}  {outcome_word(test.outcome)}")
            for number, test in enumerate(tests, start=1)
        )
        self._tests.highlighted = self._explorer.step if tests else None

    def _board(self) -> StillBoard:
        """Return the board with the piece; a test shows its outline before the rotation, and the tested spot."""
        explorer, test = self._explorer, self._explorer.test
        board = StillBoard(COLUMNS, ROWS, tuple(tuple(row) for row in explorer.board.tiles[:ROWS]), least=_LEAST_ROWS)
        board = board.with_piece(explorer.piece, TileKind.GHOST if test else TileKind.ACTIVE)
        if test is not None:
            board = board.with_piece(test.piece)
        blocked = test.blocked if test else () if explorer.fits else explorer.piece.cells
        board = board.with_marks(blocked, _BLOCKED, _RED)
        return board if self._cursor is None else board.with_marks((self._cursor,), _CURSOR)

    def _text(self) -> str:
        explorer = self._explorer
        system, piece = _("System: {name}"), _("Piece: {letter}, pointing {facing}")
        letter, facing = explorer.piece.shape.name, _(FACINGS[explorer.piece.orientation])
        lines = [system.format(name=names_of("rotation_system").text(explorer.system))]
        lines.append(piece.format(letter=letter, facing=facing))
        if explorer.turns:
            lines.append(_("Rotate: {way}").format(way=_(_TURNS[explorer.turns])))
        return "\n".join([*lines, "", self._sentence()])

    def _sentence(self) -> str:
        explorer, test = self._explorer, self._explorer.test
        if self._cursor is not None:
            return _("Arrows move the cursor; Space fills or clears the cell.")
        if test is None:
            if explorer.fits:
                return _("Move and rotate the piece to see each kick test.")
            return _("The piece does not fit here, so it cannot rotate.")
        sentence = test_sentence(explorer.step + 1, test)
        is_last = explorer.step + 1 == len(explorer.tests)
        if not is_last or explorer.fitting is not None:
            return sentence
        return f"{sentence} {_('No test fits: the piece does not rotate.')}"
