"""The line at the foot of a screen that tells its keys."""

from typing import Final

from textual.content import Content
from textual.widgets import Static

from piecement.menus.plain_hints import app_of, plain_hint, wants_ascii

MENU_KEYS: Final = (("↑↓", "move"), ("Enter", "choose"))
"""The keys of any menu."""

_GAP: Final = 3

BACK_KEY: Final = ("Esc", "back")
"""The key of any pop-up."""

HELP_KEY: Final = ("?", "keys")
"""The key of any screen."""


class KeyLine(Static):
    """Keys and what they do, in one line: as many of them as fit, the first ones first."""

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
        parts = [
            Content.assemble((plain_hint(key, ascii_only=ascii_only), "$accent"), " ", (does, "$muted"))
            for key, does in self._keys
        ]
        while parts and sum(part.cell_length for part in parts) + _GAP * (len(parts) - 1) > self.size.width:
            parts.pop()
        self.update(Content(" " * _GAP).join(parts))
