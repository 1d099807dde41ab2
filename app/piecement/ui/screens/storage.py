"""Export, import and deletion of stored games, and where they are."""

from collections.abc import Iterator
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from piecement.language import _, ngettext
from piecement.session.formatting import grouped
from piecement.settings.retention import Retention
from piecement.storage.game_query import GameQuery
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS, LIST
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.stored import fact_lines, short_path, stored_counts, stored_places
from piecement.ui.widgets.menu_list import Entry, MenuList
from piecement.ui.widgets.page import ScreenPage

_DELETED_TO: Final = Retention.SETTINGS
"""Data that stays when all games are deleted."""


class StorageScreen(MenuScreen):
    NODE = Node.STORAGE
    KEYS = (*LIST, *LAST_KEYS)

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._menu: Final = MenuList(self._entries())
        self._facts: Final = Static(id="facts")

    def contents(self) -> ComposeResult:
        card = Vertical(Static(id="hint", markup=False), self._facts, classes="card")
        yield ScreenPage(self.NODE.heading, self._menu, card)

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_facts)

    def _entries(self) -> Iterator[Entry]:
        folder = short_path(self._services.store.paths.replays)
        sentence = _("Write every replay to {folder}.").format(folder=folder)
        yield Entry("export", _("Export replays"), self._export, sentence=sentence)
        sentence = _("Import all replay files in {folder}.").format(folder=folder)
        yield Entry("import", _("Import replays"), self._import, sentence=sentence)
        sentence = _("Settings and exported files stay.")
        yield Entry("delete", _("Delete all games"), self._ask_to_delete, sentence=sentence)

    def _export(self) -> None:
        """Write all recordings to files."""
        store = self._services.store
        games = store.games.read(list(store.games.listing(GameQuery())))
        exported = [store.replays.export(game.id) for game in games if game.has_recording]
        self._say(
            ngettext("{count} replay exported.", "{count} replays exported.", len(exported)).format(count=len(exported))
        )

    def _import(self) -> None:
        imported = self._services.store.replays.import_folder()
        if not imported.files:
            self._say(_("There are no replay files in that folder."))
            return
        again = imported.files - imported.games - len(imported.complaints)
        counts = _("{games} new, {again} already there, {refused} rejected.").format(
            games=imported.games, again=again, refused=len(imported.complaints)
        )
        self._say(" ".join((counts, *imported.complaints[:1])))

    def _ask_to_delete(self) -> None:
        games = self._services.store.statistics.stored().games
        question = ngettext(
            "Delete {count} game, its replay and saves for good?",
            "Delete all {count} games, replays and saves for good?",
            games,
        ).format(count=grouped(games))
        self._menu.confirm(question, _("Yes, delete all games"), self._delete)

    def _delete(self) -> None:
        """Delete all games, and store as much as before from now on."""
        settings = self._services.settings
        kept = Retention(settings.now.storage.retention)
        settings.set_retention(_DELETED_TO)
        settings.set_retention(kept)
        self._say(_("All games are deleted."))

    def _say(self, text: str) -> None:
        self._show_facts()
        self.show_hint(text)

    def _show_facts(self) -> None:
        store = self._services.store
        counts, places = (fact_lines(facts(store), self._facts.size.width) for facts in (stored_counts, stored_places))
        self._facts.update(Content.assemble(counts, "\n\n", places))
