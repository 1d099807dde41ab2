"""Frozen values: the decorators `frozen`, for values that a game makes all the time, and `frozen_dataclass`.

A frozen dataclass sets each field through `object.__setattr__`, and Python writes and compiles six methods for each
such class at every start: a fifth of the time until the first frame of a game.

Values of `frozen` are as cheap to make as changeable ones: the constructor writes slots of private names, and under its
own name a field can only be read. In compiled modules, `compile.py` writes such classes out.

Classes of `frozen_dataclass` share their methods. Their values take longer to make, so use it for few values.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar, cast, dataclass_transform

from piecement_engine.errors import suggestion

if TYPE_CHECKING:
    from inspect import Signature

_Value = TypeVar("_Value")


@dataclass_transform(frozen_default=True)
def frozen(cls: type[_Value]) -> type[_Value]:
    """Make a class one of frozen values, compared by type and fields, without defaults; a class decorator."""
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


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen_dataclass(*, kw_only: bool = False, slots: bool = True) -> Callable[[type[_Value]], type[_Value]]:
    """Make a class a frozen dataclass that supports `fields`, `replace` and `__post_init__`; a decorator.

    Of the options of a field, `default`, `default_factory`, `compare` and `hash` have an effect.
    """

    def make(cls: type[_Value]) -> type[_Value]:
        for name, method in _DATACLASS_METHODS.items():
            if name not in cls.__dict__:
                setattr(cls, name, method)
        made: Any = dataclass(init=False, repr=False, eq=False, kw_only=kw_only, slots=slots)(cls)
        if slots:
            made.__slots__ = _FieldTexts(made)
        return cast("type[_Value]", made)

    return make


class _FieldTexts(dict[str, str]):
    """Names of the fields of a class, with the texts below them in its source, from which `help` takes them."""

    def __init__(self, cls: type) -> None:
        super().__init__(dict.fromkeys(cast("Any", cls).__slots__, ""))
        self._cls = cls
        self._is_read = False

    def __getitem__(self, name: str) -> str:
        if not self._is_read:
            self._is_read = True
            self.update(_texts_below_fields(self._cls))
        return super().__getitem__(name)


def _texts_below_fields(cls: type) -> Iterator[tuple[str, str]]:
    import ast  # only for help, as the next one
    import inspect

    with suppress(OSError, TypeError):  # there is no source
        tree = ast.parse(inspect.cleandoc(inspect.getsource(cls))).body[0]
        for pair in pairwise(tree.body if isinstance(tree, ast.ClassDef) else ()):
            match pair:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    yield name, inspect.cleandoc(text)
                case _:
                    pass


@cache
def _fields_of(cls: Any) -> "Mapping[str, Field[Any]]":  # of any type, as below
    """Return the fields of a class by name, positional ones first."""
    return {one.name: one for one in sorted(fields(cls), key=lambda one: bool(one.kw_only))}


def _fields(value: object) -> "Mapping[str, Field[Any]]":
    return _fields_of(type(value))  # type: ignore[arg-type]  # mypy takes some types for unhashable


def _set_fields(self: Any, *given: object, **named: object) -> None:
    known = _fields(self)
    places = (name for name, one in known.items() if not one.kw_only)
    values = {**dict(zip(places, given, strict=False)), **named} if given else named
    if len(values) < len(given) + len(named) or not values.keys() <= known.keys():
        meant = "".join([suggestion(name, known) for name in named if name not in known])
        raise TypeError(f"{type(self).__name__} is made of {', '.join(known)}, not of {(*given, *named)}{meant}")
    for name, one in known.items():
        object.__setattr__(self, name, values[name] if name in values else _default(self, one))
    if hasattr(self, "__post_init__"):
        self.__post_init__()


def _default(value: object, one: "Field[Any]") -> object:
    if one.default is not MISSING:
        return one.default
    if one.default_factory is MISSING:
        raise TypeError(f"{type(value).__name__} needs {one.name}")
    return one.default_factory()


def _state(value: object) -> tuple[object, ...]:
    return tuple(getattr(value, name) for name in _fields(value))


def _compared(value: object) -> tuple[object, ...]:
    return tuple(getattr(value, name) for name, one in _fields(value).items() if one.compare)


def _is_equal(value: object, other: object) -> bool:
    return _compared(value) == _compared(other) if type(value) is type(other) else NotImplemented


def _hash(value: object) -> int:
    hashed = (name for name, one in _fields(value).items() if (one.compare if one.hash is None else one.hash))
    return hash(tuple(getattr(value, name) for name in hashed))


def _repr(value: object) -> str:
    """Return a call that makes the value, with the fields that differ from their defaults."""
    given = (
        f"{name}={getattr(value, name)!r}"
        for name, one in _fields(value).items()
        if (one.default is MISSING and one.default_factory is MISSING) or getattr(value, name) != _default(value, one)
    )
    return f"{type(value).__qualname__}({', '.join(given)})"


def _refuse(value: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"{name} of {type(value).__name__} cannot be changed")


def _restore(value: object, values: tuple[object, ...]) -> None:
    for name, content in zip(_fields(value), values, strict=True):
        object.__setattr__(value, name, content)


class _Signature:
    """Attribute with the signature of the constructor, made at the first use."""

    def __get__(self, value: object, cls: type) -> "Signature":
        from inspect import Parameter, Signature

        parameters: list[Parameter] = []
        for name, one in _fields_of(cls).items():
            default = Parameter.empty if one.default is MISSING else one.default
            if one.default_factory is not MISSING:
                default = one.default_factory()
            kind = Parameter.KEYWORD_ONLY if one.kw_only else Parameter.POSITIONAL_OR_KEYWORD
            parameters.append(Parameter(name, kind, default=default, annotation=one.type))
        return Signature(parameters)


_DATACLASS_METHODS: Final[dict[str, object]] = {
    "__init__": _set_fields,
    "__signature__": _Signature(),
    "__eq__": _is_equal,
    "__hash__": _hash,
    "__repr__": _repr,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__getstate__": _state,
    "__setstate__": _restore,
}
