"""What the settings file was like in earlier versions, and how it becomes what it is now."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from piecement.storage.tables import Tables

SETTINGS_VERSION: Final = 2
"""The version of the file that is written."""


def _unversioned(tables: Tables) -> Tables:
    """Version 0 is a file that says no version, as one written by hand: it holds what version 1 holds."""
    return tables


def _renamed(tables: Tables) -> Tables:
    """Version 1 called the presets slots, and had other names for two settings."""
    _rename(tables, "slots", "presets")
    _rename(tables.get("storage"), "keep", "retention")
    _rename(tables.get("interface"), "greeted_by", "first_run_notice")
    return tables


def _rename(table: Any, old: str, new: str) -> None:  # whatever a file has at a place where a table belongs
    if isinstance(table, dict) and old in table:
        renamed = cast("Tables", table)
        renamed.setdefault(new, renamed.pop(old))


SETTINGS_MIGRATIONS: Final[Mapping[int, Callable[[Tables], Tables]]] = {0: _unversioned, 1: _renamed}
"""What brings each version to the one after it."""
