"""Nested tables, as in TOML: what differs between two of them, and how that is carried over to a third."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, cast

Tables = dict[str, Any]  # TOML has values of many types
Path = tuple[str, ...]
"""The names that lead from the outermost table to a value."""

GONE: Final = object()
"""Stands for a value that is not there any more."""


def changes(old: Mapping[str, Any], new: Mapping[str, Any], within: Path = ()) -> dict[Path, object]:
    """Return the innermost values that differ, by path; `GONE` for those that went."""
    found: dict[Path, object] = {}
    for name in {**old, **new}:
        before, after = old.get(name, GONE), new.get(name, GONE)
        if isinstance(before, dict) and isinstance(after, dict):
            found |= changes(cast("Tables", before), cast("Tables", after), (*within, name))
        elif before != after:
            found[(*within, name)] = after
    return found


def with_changes(tables: Tables, wanted: Mapping[Path, object]) -> Tables:
    """Return tables with values set, or taken out, at their paths."""
    changed = deepcopy(tables)
    for path, value in wanted.items():
        if value is GONE:
            remove(changed, path)
        else:
            _set(changed, path, value)
    return changed


def remove(tables: Tables, path: Sequence[object]) -> tuple[str, ...]:
    """Take out the value at a path, or as deep along it as there is one; return the path that was taken out."""
    taken: list[str] = []
    for name in path:
        inner = tables.get(taken[-1]) if taken else tables
        if not isinstance(inner, dict) or name not in inner:
            break
        tables = cast("Tables", inner)
        taken.append(cast("str", name))
    if taken:
        del tables[taken[-1]]
    return tuple(taken)


def _set(tables: Tables, path: Path, value: object) -> None:
    *way, last = path
    for name in way:
        inner = tables.setdefault(name, {})
        if not isinstance(inner, dict):
            inner = tables[name] = {}
        tables = cast("Tables", inner)
    tables[last] = value
