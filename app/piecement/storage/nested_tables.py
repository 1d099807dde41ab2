"""Nested tables, as in TOML: what differs between two of them, and how that is carried over to a third."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, cast

Tables = dict[str, Any]  # TOML has values of many types
Path = tuple[str, ...]
"""The names that lead from the outermost table to a value."""

MOST_BYTES: Final = 1_000_000
"""The most bytes of a file that is read."""

DEEPEST: Final = 20
"""The most levels of tables and lists in one another."""

GONE: Final = object()
"""Stands for a value that is not there any more."""


def changes(old: Mapping[str, Any], new: Mapping[str, Any], within: Path = ()) -> dict[Path, object]:
    """Return the innermost differing values by path, `GONE` for removed ones."""
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


def is_deep(tables: Tables) -> bool:
    """Return whether tables and lists lie deeper in one another than is allowed."""
    level: list[object] = [tables]
    for _ in range(DEEPEST + 1):
        level = [inner for outer in level for inner in _inside(outer)]
    return bool(level)


def _inside(value: object) -> Sequence[object]:
    """Return the direct values of a table or a list; none for other values."""
    if isinstance(value, dict):
        return list(cast("Tables", value).values())
    return cast("list[object]", value) if isinstance(value, list) else ()


def present(tables: Tables, path: Sequence[object]) -> Path:
    """Return a path as deep as there is something along it."""
    found: list[str] = []
    within: Tables | None = tables
    for name in map(str, path):
        if within is None or name not in within:
            break
        found.append(name)
        within = within[name] if isinstance(within[name], dict) else None
    return tuple(found)


def remove(tables: Tables, path: Sequence[object]) -> None:
    """Take out the value at a path, or as deep along it as there is one."""
    found = present(tables, path)
    for name in found[:-1]:
        tables = tables[name]
    if found:
        del tables[found[-1]]


def _set(tables: Tables, path: Path, value: object) -> None:
    *way, last = path
    for name in way:
        inner = tables.setdefault(name, {})
        if not isinstance(inner, dict):
            inner = tables[name] = {}
        tables = cast("Tables", inner)
    tables[last] = value
