"""Stored data: its amount, its place, and the settings for it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widgets import Static

from piecement.language import _
from piecement.settings.interface import RETENTION
from piecement.settings.retention import Retention
from piecement.storage.errors import StorageError
from piecement.ui import STYLES
from piecement.ui.bases.action_screen import ActionScreen
from piecement.ui.key_rows import ANYWHERE, BACK, LIST, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.texts.plain_hints import plain_hint
from piecement.ui.widgets.action_list import Action, ActionList

if TYPE_CHECKING:
    from piecement.ui.services import Services

_IMPORT: Final = "import"

_LOSSES: Final = {
    Retention.NOTHING: (
        _("Delete all games, replays, saved games and settings for good?"),
        _("Yes, delete everything"),
    ),
    Retention.SETTINGS: (_("Delete all games, replays and saved games for good?"), _("Yes, delete all games")),
    Retention.SCORES: (_("Delete all replays for good, and keep the results?"), _("Yes, delete all replays")),
}
"""Question before less is stored, and the answer that confirms it."""


def build(services: "Services", _: None) -> "StorageScreen":
    return StorageScreen(services)


class StorageScreen(ActionScreen):
    """Screen of the stored data."""

    NODE = Node.STORAGE
    KEYS = (*LIST, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "storage.tcss"

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._services = services

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(_("Storage"), classes="heading")
            with Center():
                yield ActionList(self.actions(), at=self._retention.value)
            yield Static(id="hint", markup=False)
            yield Static(id="facts")
        yield self.key_line()

    def on_mount(self) -> None:
        self._show_facts()

    def run(self, name: str) -> None:
        try:
            status = self._import_replays() if name == _IMPORT else self._choose(Retention(name))
        finally:
            self._show_facts()
        self.refresh_actions(name, status)

    def _choose(self, chosen: Retention) -> str:
        if chosen is self._retention:
            return ""
        self._services.settings.set_retention(chosen)
        return _("Saved from now on: {what}.").format(what=RETENTION.text(chosen))

    def _import_replays(self) -> str:
        imported = self._services.store.replays.import_folder()
        if not imported.files:
            return _("There are no replay files in that folder.")
        again = imported.files - imported.games - len(imported.complaints)
        counts = _("{games} new, {again} already known, {refused} refused.").format(
            games=imported.games, again=again, refused=len(imported.complaints)
        )
        return " ".join((counts, *imported.complaints[:1]))

    def actions(self) -> Iterator[Action]:
        now = self._retention
        for one in Retention:
            title, sentence = RETENTION.text(one), RETENTION.sentence(one)
            if one is now:
                title = plain_hint(f"• {title} •", ascii_only=self._services.appearance.ascii_only)
            yield Action(one.value, title, sentence, *(_LOSSES[one] if now.includes(one) and one is not now else ()))
        yield Action(
            _IMPORT,
            _("Import replays"),
            _("Import all replay files in {replays}.").format(replays=self._services.store.paths.replays),
        )

    def _show_facts(self) -> None:
        lines = [Content.assemble((f"{label:<14}", "$muted"), value) for label, value in self._facts()]
        self.query_one("#facts", Static).update(Content("\n").join(lines))

    def _facts(self) -> Iterator[tuple[str, str]]:
        store = self._services.store
        if not store.may_save:
            yield _("This run"), _("saves nothing: started with --no-save")
        try:
            contents = store.statistics.stored()
            yield (
                _("Games"),
                _("{games}, {recordings} with a replay").format(games=contents.games, recordings=contents.recordings),
            )
            yield _("Save slots"), str(contents.save_slots)
        except StorageError as error:
            yield _("Games"), str(error)
        yield _("Settings"), _short(store.paths.settings)
        yield _("Scores"), f"{_short(store.paths.games)}{_size(store.paths.games)}"
        yield _("Exports"), _short(store.paths.replays)

    @property
    def _retention(self) -> Retention:
        return Retention(self._services.settings.now.storage.retention)


def _short(path: Path) -> str:
    """Return a path with `~` for the player's home."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(path)


def _size(path: Path) -> str:
    try:
        return f" ({path.stat().st_size / 1e6:.1f} MB)"
    except OSError:
        return ""
