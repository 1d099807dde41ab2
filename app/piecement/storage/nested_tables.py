"""Nested tables, as TOML and JSON have them: values by path, and the differences between two tables."""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, cast

Tables = dict[str, Any]  # TOML has values of many types
"""A table of TOML, with the tables in it."""

TablePath = tuple[str, ...]
"""The names that lead from the outermost table to a value."""

DEEPEST: Final = 20
"""The most levels of tables and lists in one another."""

REMOVED: Final = object()
"""Stands for a removed value."""


def changes(old: Mapping[str, Any], new: Mapping[str, Any], within: TablePath = ()) -> dict[TablePath, object]:
    """Return the innermost differing values by path, `REMOVED` for removed ones."""
    found: dict[TablePath, object] = {}
    for name in {**old, **new}:
        before, after = old.get(name, REMOVED), new.get(name, REMOVED)
        if isinstance(before, dict) and isinstance(after, dict):
            found |= changes(cast("Tables", before), cast("Tables", after), (*within, name))
        elif before != after:
            found[(*within, name)] = after
    return found


def with_changes(tables: Tables, values: Mapping[TablePath, object]) -> Tables:
    """Return tables with values set, or taken out, at their paths."""
    changed = deepcopy(tables)
    for path, value in values.items():
        if value is REMOVED:
            remove(changed, path)
            continue
        *way, last = path
        holding = changed
        for name in way:
            if not isinstance(holding.get(name), dict):
                holding[name] = {}
            holding = holding[name]
        holding[last] = value
    return changed


def is_deep(value: object, levels: int = DEEPEST) -> bool:
    """Return whether tables and lists lie deeper in one another than is allowed."""
    contents: Iterable[object] = ()
    if isinstance(value, dict):
        contents = cast("dict[str, object]", value).values()
    elif isinstance(value, list):
        contents = cast("list[object]", value)
    return levels < 0 or any(is_deep(each, levels - 1) for each in contents)


def existing_path(tables: Tables, path: Sequence[object]) -> TablePath:
    """Return a path as deep as there is something along it."""
    names = tuple(map(str, path))
    lengths = range(len(names), 0, -1)
    return next((names[:to] for to in lengths if names[to - 1] in inner(tables, *names[: to - 1])), ())


def remove(tables: Tables, path: TablePath) -> None:
    """Take out the value at a path, if there is one."""
    *way, last = path
    inner(tables, *way).pop(last, None)


def inner(tables: Tables, *path: str) -> Tables:
    """Return the table at a path, or an empty table if it is missing."""
    table: Any = tables  # whatever a file has at the path
    for name in path:
        table = cast("Tables", table).get(name) if isinstance(table, dict) else None
    return cast("Tables", table) if isinstance(table, dict) else {}


def ensured(tables: Tables, name: str) -> Tables:
    """Return the table of a name, created if missing; a detached one if something else has the name."""
    table = tables.setdefault(name, {})
    return cast("Tables", table) if isinstance(table, dict) else {}
