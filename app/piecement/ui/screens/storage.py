"""What is kept, how much of it there is, and where."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widgets import Static

from piecement.settings.keep import KEEP_TITLES, Keep
from piecement.storage.errors import StorageError
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, LIST, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.plain_hints import plain_hint
from piecement.ui.widgets.deed_list import Deed, DeedChosen, DeedConsidered, DeedList

if TYPE_CHECKING:
    from piecement.ui.services import Services

_SENTENCES: Final = {
    Keep.NOTHING: "Only this choice itself is remembered.",
    Keep.SETTINGS: "Settings; games are forgotten when the program ends.",
    Keep.SCORES: "Also results, saved games, and a game whose terminal was closed.",
    Keep.REPLAYS: "Also how every game was played, to be watched again.",
}

_IMPORT: Final = "import"

_LOSSES: Final = {
    Keep.NOTHING: "Delete all games, replays, saved games and settings for good?",
    Keep.SETTINGS: "Delete all games, replays and saved games for good?",
    Keep.SCORES: "Delete all replays for good, and keep the results?",
}
"""What to ask before less is kept."""


def build(services: "Services", _: None) -> "StorageScreen":
    """Return the screen."""
    return StorageScreen(services)


class StorageScreen(MenuScreen):
    """What is kept."""

    NODE = Node.STORAGE
    KEYS = (*LIST, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "storage.tcss"

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._services = services
        self._done = ""
        """What is to be said of the last thing that was done."""

    def compose(self) -> ComposeResult:
        """Lay out the choice over what there is."""
        with Vertical(classes="page"):
            yield Static("What is kept", classes="heading")
            with Center():
                yield DeedList(self._deeds(), at=self._keep.value)
            yield Static(id="hint", markup=False)
            yield Static(id="facts")
        yield self.key_line()

    def on_mount(self) -> None:
        """Tell what there is."""
        self._tell_facts()

    def on_deed_considered(self, event: DeedConsidered) -> None:
        """Explain what could be kept, or first what was done."""
        self.query_one("#hint", Static).update(self._done or event.sentence)
        self._done = ""

    def on_deed_chosen(self, event: DeedChosen) -> None:
        """Keep so much from now on, or take in replays."""
        if event.deed.name == _IMPORT:
            self._done = self._take_in()
            self.query_one(DeedList).offer(self._deeds(), at=_IMPORT)
        else:
            self._choose(Keep(event.deed.name))
        self._tell_facts()

    def _choose(self, keep: Keep) -> None:
        if keep is not self._keep:
            try:
                self._services.settings.keep(keep)
                self._done = f"From now on: {KEEP_TITLES[keep].lower()}."
            except StorageError as error:
                self._done = str(error)
        self.query_one(DeedList).offer(self._deeds(), at=keep.value)

    def _take_in(self) -> str:
        """Keep the games of exported replays; return what to say of it."""
        try:
            taken = self._services.store.replays.import_folder()
        except StorageError as error:
            return str(error)
        if not taken.files:
            return "There are no replay files in that folder."
        again = taken.files - taken.games - len(taken.complaints)
        told = f"{taken.games} new, {again} known already, {len(taken.complaints)} refused."
        return " ".join((told, *taken.complaints[:1]))

    def _deeds(self) -> Iterator[Deed]:
        now = self._keep
        for keep, title in KEEP_TITLES.items():
            is_less = now.includes(keep) and keep is not now
            label = (
                plain_hint(f"• {title} •", ascii_only=self._services.appearance.ascii_only) if keep is now else title
            )
            yield Deed(keep.value, label, _SENTENCES[keep], _LOSSES.get(keep, "") if is_less else "")
        yield Deed(
            _IMPORT, "Take in replays", f"Keep the games of all replay files in {self._services.store.paths.replays}."
        )

    def _tell_facts(self) -> None:
        lines = [Content.assemble((f"{label:<12}", "$muted"), value) for label, value in self._facts()]
        self.query_one("#facts", Static).update(Content("\n").join(lines))

    def _facts(self) -> Iterator[tuple[str, str]]:
        store = self._services.store
        if not self._services.store.may_save:
            yield "This run", "keeps nothing, as it was started with --no-save"
        try:
            contents = store.statistics.stored()
            yield "Games", f"{contents.games}, {contents.recordings} with a replay"
            yield "Save slots", str(contents.save_slots)
        except StorageError as error:
            yield "Games", str(error)
        yield "Settings", _short(store.paths.settings)
        yield "Scores", f"{_short(store.paths.games)}{_size(store.paths.games)}"
        yield "Exports", _short(store.paths.replays)

    @property
    def _keep(self) -> Keep:
        return Keep(self._services.settings.now.storage.keep)


def _short(path: Path) -> str:
    """Return a path with a sign for the player's home."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(path)


def _size(path: Path) -> str:
    try:
        return f" ({path.stat().st_size / 1e6:.1f} MB)"
    except OSError:
        return ""
