"""JSON values: reading them and checking their types."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from math import inf, isfinite
from typing import Any, Final, TypeGuard, cast

from piecement_engine.errors import RuleError, unknown_name

DEEPEST: Final = 100
"""Maximum number of nested lists and objects: Python could not write deeper values again."""


def read_json(text: str) -> object:
    """Return the value of a JSON text. Raises `ValueError` for any other text, and for too deeply nested values."""
    too_deep = f"lists or objects in one another, more than {DEEPEST} levels deep"
    try:
        value: object = _DECODER.decode(text)
    except RecursionError:
        raise ValueError(too_deep) from None
    if text.count("[") + text.count("{") > DEEPEST and _is_deep(value):
        raise ValueError(too_deep)
    return value


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [inner for each in level for inner in _inside(each)]
    return bool(level)


def _inside(value: object) -> Sequence[object]:
    """Return the direct values of a list or an object, or none for other values."""
    if isinstance(value, dict):
        return list(cast("dict[str, object]", value).values())
    return cast("list[object]", value) if isinstance(value, list) else ()


def _reject_number(name: str) -> object:
    """Raise `ValueError`: Python reads `NaN` and `Infinity`, which are not JSON."""
    raise ValueError(f"{name} is no number")


def _finite(text: str) -> float:
    """Return a number with a point or an exponent. Raises `ValueError` if it is too large."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text[:20]} is too large a number")
    return number


_DECODER: Final = json.JSONDecoder(parse_constant=_reject_number, parse_float=_finite)


def changed_fields(value: Any, base: object = None) -> dict[str, Any]:  # of any dataclass, with values of any JSON type
    """Return the fields that differ from those of `base` (otherwise from their defaults), in JSON's types."""
    return {
        field.name: _in_json(own)
        for field in fields(value)
        if (own := getattr(value, field.name)) != (field.default if base is None else getattr(base, field.name))
    }


def _in_json(value: Any) -> object:  # of any JSON type
    if isinstance(value, tuple):
        return [_in_json(entry) for entry in cast("tuple[object, ...]", value)]
    return value.to_dict() if hasattr(value, "to_dict") else value


def as_object(value: object, complaint: str) -> Mapping[str, Any]:  # a JSON object has values of any JSON type
    """Return the value if it is a JSON object. Raises `RuleError` with the complaint otherwise."""
    if not isinstance(value, Mapping):
        raise RuleError(complaint)
    return cast("Mapping[str, Any]", value)  # a JSON object has names for keys, and values of any JSON type


def check_names(given: Mapping[str, object], known: Collection[str], kind: str) -> None:
    """Raise `RuleError` if an object has an unknown name; `kind` is what its names name, such as "rule"."""
    for name in given:
        if name not in known:
            raise RuleError(unknown_name(kind, name, known))


def as_list(value: object, complaint: str) -> Sequence[Any]:  # a JSON list has entries of any JSON type
    """Return the value if it is a JSON list. Raises `RuleError` with the complaint otherwise."""
    if not isinstance(value, list | tuple):
        raise RuleError(complaint)
    return cast("Sequence[Any]", value)  # of any JSON type


def is_whole(value: object, least: float = -inf, most: float = inf) -> TypeGuard[int]:
    """Return whether a value is a whole number within bounds; `True` is none."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def are_ints(values: object) -> TypeGuard[Sequence[int]]:
    """Return whether a value is a JSON list of whole numbers; `true` is none."""
    return isinstance(values, list | tuple) and all(type(value) is int for value in cast("Sequence[object]", values))


def as_texts(value: object, complaint: str) -> Sequence[str]:
    """Return the value if it is a JSON list of texts. Raises `RuleError` with the complaint otherwise."""
    entries = as_list(value, complaint)
    if not all(isinstance(entry, str) for entry in entries):
        raise RuleError(complaint)
    return entries
