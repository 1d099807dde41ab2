"""The line at the bottom of a screen that shows its keys. A click on a key presses it."""

import re
from typing import Final

from textual import events
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from piecement.ui.key_rows import Labelled
from piecement.ui.texts.plain_hints import app_of, plain_hint, wants_ascii

_GAPS: Final = (3, 2)
"""The blanks between two keys, and the blanks where the line is too long."""

_MOST: Final = 7
"""The keys that a line shows at most."""

_LAST: Final = ("Esc", "?")
"""The keys at the end of every line, which are left out last."""

_ONE_KEY: Final = re.compile(r"Ctrl\+\w|<-|->|[↑↓←→?]|[A-Za-z]+|(?<!\S)[-+](?!\S)")
_NAMED: Final = {
    "↑": "up", "↓": "down", "←": "left", "→": "right", "Up": "up", "Down": "down", "Left": "left", "Right": "right",
    "<-": "left", "->": "right", "?": "question_mark", "Enter": "enter", "Esc": "escape", "Del": "delete",
    "Space": "space", "-": "minus", "+": "plus",
}  # fmt: skip
"""The names of Textual for labels that differ from them."""

_META: Final = "pressed_key"
"""The style's metadata with the name of the key to press on a click."""


class KeyLine(Static):
    """As many of seven keys as fit, the first ones first; Esc and the help come last, and are left out last."""

    DEFAULT_CSS = "KeyLine { dock: bottom; height: 1; text-align: center; }"

    def __init__(self, *keys: Labelled) -> None:
        super().__init__()
        self._keys = keys

    def on_mount(self) -> None:
        self.watch(app_of(self), "ascii_only", self.on_resize, init=False)

    def on_click(self, event: events.Click) -> None:
        if (key := event.style.meta.get(_META)) is not None:
            self.app.simulate_key(str(key))

    def show(self, *keys: Labelled) -> None:
        self._keys = keys
        self.on_resize()

    def on_resize(self) -> None:
        ascii_only = wants_ascii(self)
        own = [label for label in self._keys if label[0] not in _LAST]
        last = sorted((label for label in self._keys if label[0] in _LAST), key=lambda label: _LAST.index(label[0]))
        del own[max(0, _MOST - len(last)) :]
        while own or last:
            keys = [_label(*label, ascii_only=ascii_only) for label in (*own, *last)]
            for gap in _GAPS:
                line = Content(" " * gap).join(keys)
                if line.cell_length <= self.size.width:
                    self.update(line)
                    return
            (own or last).pop()
        self.update()


def _label(key: str, does: str, *, ascii_only: bool) -> Content:
    """Return keys and what they do; a click on the words presses the last key."""
    shown = plain_hint(key, ascii_only=ascii_only)
    label = Content.assemble((shown, "$key"), " ", (does, "$muted"))
    for match in _ONE_KEY.finditer(shown):  # each overrides the ones before it, from where it begins
        label = label.stylize(Style.from_meta({_META: _NAMED.get(match[0]) or match[0].lower()}), match.start())
    return label
