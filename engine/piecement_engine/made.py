"""Dictionary that makes its values. It is compiled: in a subclass of `dict` in Python, each lookup calls a method."""

from collections.abc import Callable
from typing import Final, TypeVar

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
