"""The names of players, as a recording of a match has them."""

from collections.abc import Mapping, Sequence
from typing import cast


def names_of(about: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names that the facts about a match have, as they are there: nobody has checked them."""
    names = about.get("names")
    return tuple(map(str, cast("Sequence[object]", names))) if isinstance(names, list | tuple) else ()
