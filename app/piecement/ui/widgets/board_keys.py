"""The keys of the board editor, and the list of keys that its key line has no room for."""

from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from piecement.language import _
from piecement.session.drawing import EMPTY
from piecement.ui.key_rows import ANYWHERE, BACK, KeyRow, KeyTable
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.brushes import BRUSHES

MOVES: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
"""The cells that arrows go, right and up."""

BOARD_KEYS: Final[KeyTable] = (
    KeyRow("Enter", _("play the board"), (("Enter", _("play")),), {"enter": "play"}),
    KeyRow(
        "IOSZTLJX",
        _("draw the cell"),
        (("IOSZTLJX", _("draw")),),
        {f"{letter.lower()},{letter}": f"paint('{letter}')" for letter in BRUSHES if letter != EMPTY},
    ),
    KeyRow(
        "Space Del",
        _("draw, empty (or mouse)"),
        (("Del", _("empty")),),
        {"space": "paint", "delete,backspace,0": f"paint('{EMPTY}')"},
    ),
    KeyRow(
        _("arrows"),
        _("move; Shift: and draw"),
        (),
        {f"{shift}{key}": f"move('{key}', {bool(shift)})" for shift in ("", "shift+") for key in MOVES},
    ),
    KeyRow(_("Ctrl+arrows"), _("shift the board"), (), {f"ctrl+{key}": f"change('{key}')" for key in MOVES}),
    KeyRow("G R", _("garbage row, remove row"), (), {"g": "change('garbage')", "r": "change('row')"}),
    KeyRow("M K", _("mirror, clear"), (), {"m": "change('mirror')", "k": "change('clear')"}),
    KeyRow("U Y", _("undo, redo"), (("U", _("undo")),), {"u": "undo", "y": "redo"}),
    KeyRow("PgUp PgDn", _("other pages"), (), {"pageup": "turn(-1)", "pagedown": "turn(1)"}),
    KeyRow("A H", _("piece: lay, turn; none"), (), {"a": "lay", "h": "change('no_piece')"}),
    KeyRow("P ,", _("garbage rises; it locks"), (), {"p": "change('rise')", "comma": "change('lock')"}),
    KeyRow("N D", _("add or delete a page"), (), {"n": "change('page')", "d": "change('no_page')"}),
    KeyRow("E Q", _("comment, first pieces"), (), {"e": "ask('comment')", "q": "ask('queue')"}),
    KeyRow(
        "W B",
        _("store, open a board"),
        (("W", _("store")), ("B", _("open"))),
        {"w": "ask('name')", "b": "open"},
    ),
    KeyRow("Shift+Del", _("delete the stored one"), (), {"shift+delete": "delete"}),
    KeyRow(
        "C V",
        _("copy fumen, letters"),
        (("C", _("copy")),),
        {"c": "copy", "v": "copy_letters"},
    ),
    KeyRow("F", _("enter a fumen"), (("F", _("fumen")),), {"f": "ask('fumen')"}),
    BACK,
    *ANYWHERE,
)


class MoreKeys(Static):
    """Lists keys and what they do."""

    def on_mount(self) -> None:
        ascii_only = wants_ascii(self)
        rows = [row for row in BOARD_KEYS if not row.line and row not in ANYWHERE]
        keys = [plain_hint(row.keys, ascii_only=ascii_only) for row in rows]
        width = max(map(cell_len, keys))
        lines = [
            Content.assemble((f"{its_keys:<{width}}", "$accent"), (f"  {row.does}", "$muted"))
            for its_keys, row in zip(keys, rows, strict=True)
        ]
        self.update(Content("\n").join(lines))
