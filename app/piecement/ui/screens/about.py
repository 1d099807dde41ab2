"""The credits."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from piecement.render.still_board import StillBoard
from piecement.ui.key_rows import LAST_KEYS, SCROLL
from piecement.ui.menu_graph import Node
from piecement.ui.screen import NodeScreen
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.language import N_, _
from piecement_engine import version

_TEXT: Final = N_("""\
[bold]Piecement $version[/]
A falling-piece game for the terminal.

[$key]The rules[/]
Symmetric rotation and smooth gravity.
Python programs can import them as [bold]piecement_engine[/].
""")

_THANKS: Final = N_("""\
[$key]Thanks to[/]
[bold]tetrs[/] by Lucas W, for the default rules. Its kick tables, puzzles and combo layouts are used under the MIT \
licence.
[bold]tetro-tui[/], [bold]jminos[/] and [bold]pytetris[/], for the rules of some modes.
The [bold]Java game[/] by smk291, for the falling blocks of Cascade.
The [bold]polyomino tutorial[/] of netris by Trevor Slocum, for pieces of any size.
[bold]Textual[/] and [bold]Rich[/] by Will McGugan and Textualize, for the drawing.

[$key]Licence[/]
MIT: use it, change it and share it freely. The whole text comes with the game.
""")

_TURNED: Final = StillBoard.of_text(
    ("..........", ".T......T.", "TTT....TT.", "........T.", "..........", ".T.....TTT", ".TT.....T.", ".T........")
)
"""A T in its four orientations."""


class AboutScreen(NodeScreen):
    """The credits."""

    NODE = Node.ABOUT
    KEYS = (SCROLL, *LAST_KEYS)

    def contents(self) -> ComposeResult:
        told, thanks = (Static(Content.from_markup(_(text), version=version.__version__)) for text in (_TEXT, _THANKS))
        game = Vertical(told, BoardPicture(_TURNED, self._services), classes="framed")
        yield ScreenPage(_(self.NODE.heading), VerticalScroll(game, Vertical(thanks, classes="framed"), can_focus=True))
