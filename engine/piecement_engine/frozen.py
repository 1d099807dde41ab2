"""Frozen values: the decorator `frozen`, for values that a game makes all the time.

A frozen dataclass sets each field through `object.__setattr__`, which takes more than three times as long. Here the
constructor writes slots of private names, and under its own name a field can only be read. In compiled modules,
`compile.py` writes such classes out. All other values are frozen dataclasses with slots.
"""

from typing import Any, Final, TypeVar, dataclass_transform

_Value = TypeVar("_Value")


@dataclass_transform(frozen_default=True)
def frozen(cls: type[_Value]) -> type[_Value]:
    """Make the values of a class frozen, without defaults, and compared by type and fields; a class decorator."""
    own = [name for name in cls.__annotations__ if name not in cls.__dict__]
    names: tuple[str, ...] = (*getattr(cls, "__match_args__", ()), *own)
    body = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    made: Any = type(  # gets more members below
        cls.__name__,
        cls.__bases__,
        body | _METHODS | {"__slots__": [f"_{name}" for name in own], "__match_args__": names},
    )
    for name in own:
        setattr(made, name, property(getattr(made, f"_{name}").__get__))
    writes = (f" self._{name} = {name}" for name in names)
    scope: dict[str, Any] = {}
    exec("\n".join((f"def __init__(self, {', '.join(names)}):", *writes)), scope)  # noqa: S102  # names of fields only
    made.__init__ = scope["__init__"]
    return made  # type: ignore[no-any-return]  # of type Any on purpose


def _values(value: Any) -> tuple[object, ...]:  # of any of these classes, as below
    return tuple(getattr(value, name) for name in value.__match_args__)


def frozen_eq(value: object, other: object) -> bool:
    """Return whether two frozen values have the same class and equal fields."""
    return type(value) is type(other) and _values(value) == _values(other)


def frozen_hash(value: object) -> int:
    """Return the hash of a frozen value."""
    return hash((type(value), _values(value)))


def frozen_repr(value: Any) -> str:
    """Return the `repr` of a frozen value."""
    given = (f"{name}={field!r}" for name, field in zip(value.__match_args__, _values(value), strict=True))
    return f"{type(value).__qualname__}({', '.join(given)})"


def as_arguments(value: object) -> tuple[type, tuple[object, ...]]:
    """Return the class of a frozen value and its arguments, for copies and pickles."""
    return type(value), _values(value)


_METHODS: Final[dict[str, object]] = {
    "__eq__": frozen_eq,
    "__hash__": frozen_hash,
    "__repr__": frozen_repr,
    "__reduce__": as_arguments,
}
