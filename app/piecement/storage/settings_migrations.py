"""Migrations of the settings file from earlier versions."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from piecement.storage.nested_tables import Tables

SETTINGS_VERSION: Final = 4
"""Version of written files."""


def _unversioned(tables: Tables) -> Tables:
    """Version 0 is a file that says no version, as one written by hand: it holds what version 1 holds."""
    return tables


def _renamed(tables: Tables) -> Tables:
    """Version 1 called the presets slots, and had other names for two settings."""
    _rename(tables, "slots", "presets")
    _rename(tables.get("storage"), "keep", "retention")
    _rename(tables.get("interface"), "greeted_by", "first_run_notice")
    return tables


_ROTATE_180: Final = "rotate_180"
_KEYS_FOR_180: Final = {"Guideline": ["a"], "Vim": ["s"]}
"""Keys of two presets since version 3; the first preset has its key by default."""


def _with_key_for_180(tables: Tables) -> Tables:
    """Version 2 had built-in presets without a key to rotate by 180 degrees: a player's own ones stay without."""
    presets = _inner(tables, "presets", "controls")
    for name in _inner(presets, "own"):
        if keys := _inner(presets, "own", name, "keys"):
            keys.setdefault(_ROTATE_180, [])
    keys, chosen = _inner(tables, "controls", "keys"), presets.get("chosen")
    if keys and isinstance(chosen, str):
        keys.setdefault(_ROTATE_180, _KEYS_FOR_180.get(chosen, []))
    return tables


def _with_renamed_spin_rule(tables: Tables) -> Tables:
    """Version 3 knew one spin rule by a name that is close to another one's now."""
    own = _inner(tables, "presets", "gameplay", "own")
    for gameplay in (_inner(tables, "gameplay"), *(_inner(own, name) for name in own)):
        if gameplay.get("spin_rule") == "all_mini":
            gameplay["spin_rule"] = "guideline_all_mini"
    return tables


def _inner(tables: Tables, *path: str) -> Tables:
    """Return the table at a path, or an empty table if it is missing."""
    table: Any = tables  # as below
    for name in path:
        table = cast("Tables", table).get(name) if isinstance(table, dict) else None
    return cast("Tables", table) if isinstance(table, dict) else {}


def _rename(table: Any, old: str, new: str) -> None:  # whatever a file has at a place where a table belongs
    if isinstance(table, dict) and old in table:
        renamed = cast("Tables", table)
        renamed.setdefault(new, renamed.pop(old))


SETTINGS_MIGRATIONS: Final[Mapping[int, Callable[[Tables], Tables]]] = {
    0: _unversioned,
    1: _renamed,
    2: _with_key_for_180,
    3: _with_renamed_spin_rule,
}
"""Migrations from each settings version to the next."""
