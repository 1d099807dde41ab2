"""The line at the foot of a screen that tells its keys."""

from typing import Final

from textual.content import Content
from textual.widgets import Static

from piecement.menus.plain_hints import app_of, plain_hint, wants_ascii

MENU_KEYS: Final = (("↑↓", "move"), ("Enter", "choose"))
"""The keys of any menu."""

_GAPS: Final = (3, 2)
"""The blanks between two keys, and where that is too many."""

BACK_KEY: Final = ("Esc", "back")
"""The key of any pop-up."""

LOAD_KEY: Final = ("Ctrl+L", "load")
"""The key of the screens on which no game is played."""

HELP_KEY: Final = ("?", "keys")
"""The key of any screen."""


class KeyLine(Static):
    """Keys and what they do, in one line: as many of them as fit, the first ones first, but above all back and help."""

    DEFAULT_CSS = "KeyLine { dock: bottom; height: 1; text-align: center; }"

    def __init__(self, *keys: tuple[str, str]) -> None:
        super().__init__()
        self._keys = keys

    def on_mount(self) -> None:
        """Keep to the characters of the skin."""
        self.watch(app_of(self), "ascii_only", self.on_resize, init=False)

    def tell(self, *keys: tuple[str, str]) -> None:
        """Tell of other keys from now on."""
        self._keys = keys
        self.on_resize()

    def on_resize(self) -> None:
        """Show what fits now."""
        ascii_only = wants_ascii(self)
        keys = {key: _told(*key, ascii_only=ascii_only) for key in self._keys}
        while keys:
            for gap in _GAPS:
                line = Content(" " * gap).join(keys.values())
                if line.cell_length <= self.size.width:
                    self.update(line)
                    return
            own = [key for key in keys if key not in {BACK_KEY, HELP_KEY}]
            del keys[(own or [*keys])[-1]]
        self.update()


def _told(key: str, does: str, *, ascii_only: bool) -> Content:
    return Content.assemble((plain_hint(key, ascii_only=ascii_only), "$accent"), " ", (does, "$muted"))
