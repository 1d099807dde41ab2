"""What the settings file was like in earlier versions, and how it becomes what it is now."""

from collections.abc import Callable, Mapping
from typing import Any, Final

Tables = dict[str, Any]  # TOML has values of many types
"""What a TOML file holds."""

SETTINGS_VERSION: Final = 1
"""The version of the file that is written."""


def _named(tables: Tables) -> Tables:
    """Version 0 is a file that says no version, as one written by hand: it holds what version 1 holds."""
    return tables


SETTINGS_MIGRATIONS: Final[Mapping[int, Callable[[Tables], Tables]]] = {0: _named}
"""What brings each version to the one after it."""
