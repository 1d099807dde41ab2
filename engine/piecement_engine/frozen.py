"""Frozen values that are as cheap to make as changeable ones.

A frozen dataclass sets each field through `object.__setattr__`, and a game makes a value for all that happens. Here the
constructor writes the slots under private names; under its own name a field can only be read.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeVar, dataclass_transform

_Value = TypeVar("_Value")


@dataclass_transform(frozen_default=True)
def frozen(cls: type[_Value]) -> type[_Value]:
    """Make a class a frozen, slotted dataclass whose fields have no defaults; works as a class decorator."""
    made: Any = dataclass(slots=True, unsafe_hash=True)(cls)  # what dataclass makes is given more members below
    for name in made.__slots__:
        slot = made.__dict__[name]
        setattr(made, f"_{name}", slot)
        setattr(made, name, property(slot.__get__))
    names = [field.name for field in fields(made)]
    made.__init__ = _constructor(names)
    made.__reduce__ = _reducer(names)
    return made  # type: ignore[no-any-return]  # of type Any on purpose


def _constructor(names: Sequence[str]) -> Callable[..., None]:
    """Return an `__init__` that writes the private names of the slots."""
    lines = (f" self._{name} = {name}" for name in names)
    scope: dict[str, Any] = {}
    exec("\n".join((f"def __init__(self, {', '.join(names)}):", *lines)), scope)  # noqa: S102  # names of fields only
    return scope["__init__"]  # type: ignore[no-any-return]  # as above


def _reducer(names: Sequence[str]) -> Callable[[object], tuple[type, tuple[object, ...]]]:
    """Return a `__reduce__` that makes a copy by the constructor."""

    def reduce(value: object) -> tuple[type, tuple[object, ...]]:
        return type(value), tuple(getattr(value, name) for name in names)

    return reduce
