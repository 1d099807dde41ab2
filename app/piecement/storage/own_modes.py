"""The modes of the rules that the player stored."""

from piecement.session.own_rules import OwnRules
from piecement.storage.errors import StorageError
from piecement.storage.store import Store
from piecement_engine import Mode, RuleError


def stored_modes(store: Store) -> tuple[Mode, ...]:
    """Return the modes of all stored rules that this version can play; none where they cannot be read."""
    if not store.paths.games.exists():
        return ()
    try:
        lines = [stored.text for stored in store.rule_sets.all()]
    except StorageError:
        return ()
    return tuple(mode for line in lines if (mode := _to_mode(line)) is not None)


def _to_mode(line: str) -> Mode | None:
    try:
        return OwnRules.read(line).mode()
    except RuleError:
        return None
