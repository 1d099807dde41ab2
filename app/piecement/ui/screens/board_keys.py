"""Keys of the board editor, its changes without a key, and the list of the main keys beside the board."""

from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from piecement.render.cells import pad
from piecement.session.drawing import EMPTY
from piecement.ui.key_rows import LAST_KEYS, KeyRow, KeyTable
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.board_widgets import BRUSHES
from piecement_base.language import N_, _

MOVES: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
"""The cells that arrows go, right and up."""

BOARD_KEYS: Final[KeyTable] = (
    KeyRow(
        "IOSZTLJX",
        N_("draw the cell"),
        (),
        {letter.lower(): f"paint('{letter}')" for letter in BRUSHES if letter != EMPTY},
    ),
    KeyRow(
        "Space Del",
        N_("draw, empty (or mouse)"),
        (("space", N_("draw")),),
        {"space": "paint", "delete,backspace,0": f"paint('{EMPTY}')"},
    ),
    KeyRow("Enter", N_("play this board"), (("enter", N_("play")),), {"enter": "play"}),
    KeyRow(
        N_("arrows"),
        N_("move; Shift: and draw"),
        (),
        {f"{shift}{key}": f"move('{key}', {bool(shift)})" for shift in ("", "shift+") for key in MOVES},
    ),
    KeyRow(N_("Ctrl+arrows"), N_("shift the board"), (), {f"ctrl+{key}": f"change('{key}')" for key in MOVES}),
    KeyRow("W B", N_("save, open a board"), (("w", N_("save")), ("b", N_("open"))), {"w": "ask('name')", "b": "open"}),
    KeyRow("F C V", N_("enter, copy; copy text"), (), {"f": "ask('fumen')", "c": "copy", "v": "copy_letters"}),
    KeyRow("G R", N_("garbage row, remove row"), (), {"g": "change('garbage')", "r": "change('row')"}),
    KeyRow("M K", N_("more changes, clear"), (("m", N_("more")),), {"m": "more", "k": "change('clear')"}),
    KeyRow("U Y", N_("undo, redo"), (), {"u": "undo", "y": "redo"}),
    KeyRow("PgUp PgDn", N_("other pages"), (), {"pageup": "turn(-1)", "pagedown": "turn(1)"}),
    KeyRow("A H", N_("place, rotate, no piece"), (), {"a": "lay", "h": "change('no_piece')"}),
    KeyRow("P ,", N_("garbage rises; it locks"), (), {"p": "change('rise')", "comma": "change('lock')"}),
    KeyRow("N D", N_("add or delete a page"), (), {"n": "change('page')", "d": "change('no_page')"}),
    KeyRow("E Q", N_("comment, first pieces"), (), {"e": "ask('comment')", "q": "ask('queue')"}),
    KeyRow("Shift+Del", N_("delete the saved board"), (), {"shift+delete": "delete"}),
    *LAST_KEYS,
)

_MAIN_KEYS: Final = (
    ("Enter", N_("Play this board")),
    ("W", N_("Save")),
    ("B", N_("Open…")),
    ("F", N_("Enter a code (fumen)")),
    ("C", N_("Copy as code (fumen)")),
    ("G", N_("Garbage row at the bottom")),
    ("M", N_("More: mirror, pages…")),
    ("U", N_("Undo")),
)

MORE_CHANGES: Final = {
    "change('mirror')": N_("Mirror"),
    "change('left')": N_("Shift left"),
    "change('right')": N_("Shift right"),
    "change('up')": N_("Shift up"),
    "change('down')": N_("Shift down"),
    "change('clear')": N_("Clear"),
    "change('row')": N_("Remove this row"),
    "change('page')": N_("New page"),
    "change('no_page')": N_("Delete page"),
    "turn(1)": N_("Next page"),
    "turn(-1)": N_("Previous page"),
    "lay": N_("Place a piece"),
    "ask('comment')": N_("Comment…"),
    "ask('queue')": N_("First pieces…"),
    "store_puzzle": N_("Save as a puzzle, and try it"),
}
"""Titles of the changes behind M, by action."""


class BoardKeys(Static):
    """Lists the main keys, one to a line."""

    def on_mount(self) -> None:
        ascii_only = wants_ascii(self)
        width = max(cell_len(key) for key, _does in _MAIN_KEYS)
        lines = [
            Content.assemble((pad(key, width), "$key"), f"  {plain_hint(_(does), ascii_only=ascii_only)}")
            for key, does in _MAIN_KEYS
        ]
        self.update(Content("\n").join(lines))
