"""Quick forms of standard tools: a dictionary that makes its values, a copy, and a new named tuple.

The first two are compiled: in a subclass of `dict` in Python, each lookup calls a method.
"""

from collections.abc import Callable, Iterable
from typing import Final, Protocol, TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Made(dict[_Key, _Value]):
    """Dictionary that makes the value of a key on first use; from then on it is as quick as any other."""

    def __init__(self, make: Callable[[_Key], _Value]) -> None:
        super().__init__()
        self._make: Final = make

    def __missing__(self, key: _Key) -> _Value:
        value = self[key] = self._make(key)
        return value


def copied(value: _Value, fields: Iterable[str]) -> _Value:
    """Return a new value of the same class with the same attributes, in a third of the time of `copy.copy`."""
    other = type(value).__new__(type(value))
    for name in fields:
        setattr(other, name, getattr(value, name))
    return other


_Tuple = TypeVar("_Tuple", bound=tuple[object, ...])


class _NewTuple(Protocol):
    def __call__(self, kind: type[_Tuple], fields: tuple[object, ...], /) -> _Tuple: ...


new_tuple: _NewTuple = tuple.__new__  # pyright: ignore[reportUnknownVariableType]  # of any elements
"""`new_tuple(Piece, fields)` makes a named tuple of all its fields as `Piece(*fields)` does, in half the time."""
