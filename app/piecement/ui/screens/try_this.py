"""Little-known features, each with its key and an action that tries it."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.widgets import Static

from piecement.language import _
from piecement.session.plan import Plan
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS, LIST
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.services import Services
from piecement.ui.texts.tips import TIPS, Tip
from piecement.ui.widgets.menu_list import Entry, MenuList
from piecement.ui.widgets.page import ScreenPage


class TryThisScreen(MenuScreen):
    NODE = Node.TRY_THIS
    KEYS = (*LIST, *LAST_KEYS)

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._menu: Final = MenuList(self._entries(), has_sentences=False)

    def contents(self) -> ComposeResult:
        yield ScreenPage(_("Try this"), self._menu, Static(id="hint", markup=False, classes="card"))

    def _entries(self) -> Iterator[Entry]:
        for tip in TIPS:
            keys, sentence = self.plain(tip.keys), self.plain(tip.sentence)
            yield Entry(tip.name, tip.title, partial(self._try, tip), figure=keys, sentence=sentence)

    def _try(self, tip: Tip) -> None:
        if isinstance(tip.deed, Plan):
            self.navigate(Node.GAME, Trigger.CHOICE, tip.deed)
        else:
            self._services.settings.apply(tip.deed(self._services.settings.now))
            self.show_hint(tip.done)
