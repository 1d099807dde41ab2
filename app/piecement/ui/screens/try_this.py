"""Little-known features, each with an action that tries it."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical

from piecement.render.still_board import StillBoard
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS, LIST
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.services import Services
from piecement.ui.texts.tips import TIPS, Tip
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.language import _
from piecement_base.plan import Plan

_HEIGHT: Final = 8
"""Rows of the picture of a tip."""


class TryThisScreen(MenuScreen):
    NODE = Node.TRY_THIS
    KEYS = (*LIST, *LAST_KEYS)
    HAS_SENTENCES = False

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._picture: Final = BoardPicture(None, services)

    def contents(self) -> ComposeResult:
        yield ScreenPage(_("Try this"), self.menu_list, Vertical(self._picture, self.hint, classes="card"))

    def show_card(self) -> None:
        board = next((tip.board for tip in TIPS if tip.name == self.menu_list.current_name), None)
        self._picture.show(StillBoard.of_text(board.split(), _HEIGHT) if board else None)

    def entries(self) -> Iterator[Entry]:
        for tip in TIPS:
            yield Entry(tip.name, _(tip.title), partial(self._try, tip), self.plain(_(tip.sentence)))

    def _try(self, tip: Tip) -> None:
        if isinstance(tip.action, Plan):
            self.navigate(Node.GAME, Trigger.CHOICE, tip.action)
        else:
            self._services.settings.apply(tip.action(self._services.settings.now))
            self.show_hint(_(tip.done))
