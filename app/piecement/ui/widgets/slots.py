"""Save slots as entries of a list."""

from collections.abc import Mapping
from datetime import datetime

from piecement.session.formatting import clock_text, day_text
from piecement.session.plan import mode_title
from piecement.storage.errors import StorageError
from piecement.storage.saved_games import SLOTS, SaveSlot
from piecement.storage.store import Store
from piecement.ui.texts.games import slot_facts
from piecement.ui.widgets.menu_list import Choose, Entry


def saved_games(store: Store) -> Mapping[str, SaveSlot]:
    """Return the games in slots by the names of the slots; none where they cannot be read."""
    try:
        return {saved.name: saved for saved in store.save_slots.all()}
    except StorageError:
        return {}


def slot_entry(slot: SaveSlot, choose: Choose, now: datetime, *, sentence: str = "") -> Entry:
    """Return the entry of a slot with a game in it."""
    return Entry(
        slot.name,
        game_text(slot),
        choose,
        figure=day_text(slot.saved, now),
        sentence=f"{slot_facts(slot)}\n{sentence}".rstrip(),
        key=slot.name if slot.name in SLOTS else "-",
    )


def game_text(slot: SaveSlot) -> str:
    """Return the mode and the time of the game in a slot."""
    return f"{mode_title(slot.origin.mode)}, {clock_text(slot.result.time_ns)}"
