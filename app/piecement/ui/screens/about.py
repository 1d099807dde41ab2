"""Information about the game, its authors and its sources."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from piecement.language import _
from piecement.ui.key_rows import LAST_KEYS, SCROLL
from piecement.ui.menu_graph import Node
from piecement.ui.screen import NodeScreen
from piecement.ui.widgets.page import ScreenPage
from piecement_engine import version

_TEXT: Final = _("""\
[bold]Piecement $version[/]
A falling-piece game for the terminal.

[$key]The rules[/]
Symmetric rotation, smooth gravity, and a clock in nanoseconds.
Any Python program can import them: [bold]piecement_engine[/].
""")
_THANKS: Final = _("""\
[$key]Thanks to[/]
[bold]tetrs[/] by Lucas W, whose rules these are by default. Its kick tables, puzzles and combo layouts are used under \
the MIT licence.
[bold]tetro-tui[/], [bold]jminos[/] and [bold]pytetris[/], whose rules some modes have, and the consoles of the past.
The [bold]Java game[/] by smk291, whose falling blocks are the mode Cascade, and the [bold]polyomino tutorial[/] of \
netris by Trevor Slocum, which taught the pieces of any size.
[bold]Textual[/] and [bold]Rich[/] by Will McGugan and Textualize, which draw it.

[$key]Licence[/]
MIT: use it, change it and share it freely. The whole text comes with the game.
""")


class AboutScreen(NodeScreen):
    """The credits."""

    NODE = Node.ABOUT
    KEYS = (SCROLL, *LAST_KEYS)

    def contents(self) -> ComposeResult:
        texts = (Static(Content.from_markup(text, version=version.__version__)) for text in (_TEXT, _THANKS))
        yield ScreenPage(self.NODE.heading, VerticalScroll(*texts, can_focus=True))
