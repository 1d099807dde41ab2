"""The line at the foot of a screen that tells its keys."""

from typing import Final

from textual.content import Content
from textual.widgets import Static

MENU_KEYS: Final = (("↑↓", "move"), ("Enter", "choose"))
"""The keys of any menu."""

BACK_KEY: Final = ("Esc", "back")
"""The key of any pop-up."""

HELP_KEY: Final = ("?", "keys")
"""The key of any screen."""


class KeyLine(Static):
    """Keys and what they do, in one line."""

    DEFAULT_CSS = "KeyLine { dock: bottom; height: 1; text-align: center; }"

    def __init__(self, *keys: tuple[str, str]) -> None:
        parts = [Content.from_markup("[$accent]$key[/] [$muted]$does[/]", key=key, does=does) for key, does in keys]
        super().__init__(Content("   ").join(parts))
