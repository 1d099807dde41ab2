"""Saved games as entries of a list."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial

from piecement.language import _
from piecement.session.formatting import clock_text, day_text, grouped
from piecement.session.plan import Origin, mode_title
from piecement.storage.errors import StorageError
from piecement.storage.saved_games import SLOTS, SaveSlot
from piecement.storage.store import Store
from piecement.ui.texts.results import Figure
from piecement.ui.widgets.menu_list import Choose, Entry
from piecement_engine import Recording, Result


class SavedEntry(Entry):
    """A saved game, with what is beside it."""

    def __init__(
        self,
        name: str,
        origin: Origin,
        choose: Choose,
        *,
        time_ns: int,
        saved: datetime,
        now: datetime,
        recording: Callable[[], Recording],
        delete: Callable[[], object],
        more: Iterable[Figure] = (),
        sentence: str = "",
        key: str = "",
    ) -> None:
        """Create the entry; both reading its recording and deleting it may raise `StorageError`."""
        label, day = f"{mode_title(origin.mode)}, {clock_text(time_ns)}", day_text(saved, now)
        super().__init__(name, label, choose, figure=day, sentence=sentence, key=key)
        self.saved: Figure = _("Saved"), f"{day} {saved.astimezone():%H:%M}"
        self.figures = self.saved, *more
        """Figures known without a replay of the game."""
        self.recording = recording
        self.delete = delete


def saved_games(store: Store) -> Mapping[str, SaveSlot]:
    """Return the games in slots by the names of the slots; none where they cannot be read."""
    try:
        return {saved.name: saved for saved in store.save_slots.all()}
    except StorageError:
        return {}


def slot_entry(slot: SaveSlot, choose: Choose, store: Store, *, sentence: str) -> SavedEntry:
    """Return the entry of a slot with a game in it."""
    return SavedEntry(
        slot.name,
        slot.origin,
        choose,
        time_ns=slot.result.time_ns,
        saved=slot.saved,
        now=store.now(),
        recording=partial(store.save_slots.recording, slot.name),
        delete=partial(store.save_slots.delete, slot.name),
        more=result_figures(slot.result),
        sentence=sentence,
        key=slot.name if slot.name in SLOTS else "-",
    )


def result_figures(result: Result) -> Iterator[Figure]:
    """Yield the figures of a game so far, besides its time."""
    yield _("Score"), grouped(result.score)
    yield _("Lines"), grouped(result.lines)
    yield _("Level"), grouped(result.level)
    yield _("Pieces"), grouped(result.pieces)
