"""All stored games at once: exported, imported and deleted."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from piecement.storage.game_query import GameQuery
from piecement.storage.paths import short_path
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS, LIST
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.label_lines import fact_lines
from piecement.ui.texts.stored import stored_counts, stored_places
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.formatting import grouped
from piecement_base.language import _, ngettext
from piecement_base.origin import Owner


class StorageScreen(MenuScreen):
    NODE = Node.STORAGE
    KEYS = (*LIST, *LAST_KEYS)

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._facts: Final = Static(id="facts")

    def contents(self) -> ComposeResult:
        card = Vertical(self.hint, self._facts, classes="card")
        yield ScreenPage(_(self.NODE.heading), self.menu_list, card)

    def card_title(self, of_row: str) -> str:
        return _("Your data")

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_facts)

    def entries(self) -> Iterator[Entry]:
        folder = short_path(self._services.store.paths.replays)
        sentence = _("Write every replay to {folder}.").format(folder=folder)
        yield Entry("export", _("Export replays"), self._export, sentence)
        sentence = _("Import all replay files in {folder}.").format(folder=folder)
        yield Entry("import", _("Import replays"), self._ask_whose, sentence)
        yield Entry("delete", _("Delete all games"), self._ask_to_delete, _("Settings and exported files stay."))

    def _export(self) -> None:
        """Write all recordings to files."""
        store = self._services.store
        games = store.games.read(list(store.games.listing(GameQuery())))
        exported = [store.replays.export(game.id) for game in games if game.has_recording]
        self._say(
            ngettext("{count} replay exported.", "{count} replays exported.", len(exported)).format(count=len(exported))
        )

    def _ask_whose(self) -> None:
        """Ask whose games are imported, as statistics count the player's games alone."""
        mine, others = _("They count in your statistics."), _("They do not count in your statistics.")
        self.menu_list.ask(
            _("Whose games are these?"),
            Entry("own", _("Mine"), partial(self._import, Owner.OWN), mine),
            Entry("other", _("Another player's"), partial(self._import, Owner.OTHER), others),
            Entry("unknown", _("I can't say"), partial(self._import, Owner.UNKNOWN), others),
        )

    def _import(self, owner: Owner) -> None:
        imported = self._services.store.replays.import_folder(owner)
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
        self.menu_list.confirm(question, _("Yes, delete all games"), self._delete)

    def _delete(self) -> None:
        self._services.store.delete_games()
        self._say(_("All games are deleted."))

    def _say(self, text: str) -> None:
        self._show_facts()
        self.show_hint(text)

    def _show_facts(self) -> None:
        store = self._services.store
        facts = (*stored_counts(store), ("", ""), *stored_places(store))
        self._facts.update(fact_lines(facts, self._facts.size.width))
