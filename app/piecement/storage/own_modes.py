"""The modes of the rules that the player stored."""

from contextlib import suppress

from piecement.session.own_rules import OwnRules
from piecement.storage.errors import StorageError
from piecement.storage.store import Store
from piecement_engine import Mode, RuleError


def stored_modes(store: Store) -> tuple[Mode, ...]:
    """Return the modes of all stored rules that this version can play; none where they cannot be read."""
    modes: list[Mode] = []
    with suppress(StorageError):
        for stored in store.rule_sets.all() if store.paths.games.exists() else ():
            with suppress(RuleError):
                modes.append(OwnRules.read(stored.text).mode())
    return tuple(modes)
