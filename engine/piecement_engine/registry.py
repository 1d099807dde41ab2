"""Registries of values by the names that rules and recordings use, and registration after a trial call."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from piecement_engine.errors import EngineError, RuleError, UnknownNameError, cut, cut_repr, unknown_name

_Value = TypeVar("_Value")


class Registry(dict[str, _Value]):
    """Values by name. `registry["x"]` raises `UnknownNameError` with the nearest name, if there is none called x."""

    def __init__(self, kind: str, values: Mapping[str, _Value]) -> None:
        super().__init__(values)
        self._kind = kind
        """Kind of its values, in one word or a few, for the error."""

    def __missing__(self, name: object) -> _Value:
        raise UnknownNameError(unknown_name(self._kind, name, self))


def register(
    registry: dict[str, Any],  # `fits` has checked the value for its registry
    name: object,
    value: object,
    *,
    fits: bool,
    form: str,
    replace: bool = False,
    trial: Callable[[], object] | None = None,
) -> None:
    """Add a value to a registry.

    Raises `RuleError` if the value does not fit (the message contains `form`), if its name is not a text, if the name
    belongs to another value and `replace` is false, or if the `trial`, which calls the value, raises an error.
    """
    if not fits:
        raise RuleError(f"{cut_repr(value)} cannot be registered: it is to be {form}")
    if not isinstance(name, str) or not name:
        raise RuleError(f"the name {cut_repr(name)} cannot be registered: it is a text")
    if not replace and registry.get(name, value) is not value:
        raise RuleError(f"{cut(name)} is registered already: choose another name, or give replace=True")
    if trial is not None:
        try:
            trial()
        except EngineError as error:
            raise RuleError(f"{cut(name)} cannot be registered: {error}") from error
        except Exception as error:
            said = f"{type(error).__name__}: {cut(error)}" if str(error) else type(error).__name__
            raise RuleError(f"{cut(name)} cannot be registered: a trial call raised {said}") from error
    registry[name] = value


def require(answer: object, call: str, form: str, *, fits: bool) -> None:
    """Raise `RuleError` about the answer of a call unless it fits."""
    if not fits:
        raise RuleError(f"{call} returned {cut_repr(answer)}: it is to return {form}")
