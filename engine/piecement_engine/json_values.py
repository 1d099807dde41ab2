"""Reading values that came from JSON: what they are is checked before anything else looks at them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard, cast

from piecement_engine.errors import RuleError


def read_json(text: str) -> object:
    """Return a value of a JSON text. Raises `ValueError` for a text that is none."""
    value: object = json.loads(text, parse_constant=_reject_number)
    return value


def _reject_number(name: str) -> object:
    """Raise `ValueError`: Python reads `NaN` and `Infinity`, which are not JSON."""
    raise ValueError(f"{name} is no number")


def as_object(value: object, complaint: str) -> Mapping[str, Any]:  # a JSON object has values of any JSON type
    """Return a value that must be a JSON object. Raises `RuleError` with the complaint otherwise."""
    if not isinstance(value, Mapping):
        raise RuleError(complaint)
    return cast("Mapping[str, Any]", value)  # a JSON object has names for keys; as above


def as_list(value: object, complaint: str) -> Sequence[Any]:  # a JSON list has entries of any JSON type
    """Return a value that must be a JSON list. Raises `RuleError` with the complaint otherwise."""
    if not isinstance(value, list | tuple):
        raise RuleError(complaint)
    return cast("Sequence[Any]", value)  # as above


def are_ints(values: object) -> TypeGuard[Sequence[int]]:
    """Tell whether a value is a JSON list of whole numbers; `true` is none."""
    return isinstance(values, list | tuple) and all(type(value) is int for value in cast("Sequence[object]", values))


def as_texts(value: object, complaint: str) -> Sequence[str]:
    """Return a value that must be a JSON list of texts. Raises `RuleError` with the complaint otherwise."""
    entries = as_list(value, complaint)
    if not all(isinstance(entry, str) for entry in entries):
        raise RuleError(complaint)
    return entries
