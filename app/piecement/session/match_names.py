"""Player names in match recordings."""

from collections.abc import Mapping, Sequence
from typing import cast


def player_names(about: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names in the facts of a match, unvalidated."""
    names = about.get("names")
    return tuple(map(str, cast("Sequence[object]", names))) if isinstance(names, list | tuple) else ()
