"""The decorator `explained`, for the dataclasses that programs write and print."""

import ast
import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import MISSING, Field, fields
from functools import wraps
from itertools import pairwise
from typing import Any, TypeVar

from piecement_engine.errors import suggestion

_Class = TypeVar("_Class", bound=type)


def explained(cls: _Class) -> _Class:
    """Class decorator for dataclasses with slots: a short `repr`, field texts in `help`, and suggestions for typos.

    The `repr` has only the fields that differ from their defaults.
    """
    made: Any = cls  # for type checkers, which know other types of its members
    # `inspect` and pydoc read the texts of slots from a dict in `__slots__`; this one parses late, for a quick import.
    texts = made.__slots__ = _FieldTexts(cls)
    made.__init__ = _suggesting(made.__init__, texts)
    if "__repr__" not in cls.__dict__:
        made.__repr__ = _differences
    return cls


def _suggesting(init: Callable[..., None], names: dict[str, str]) -> Callable[..., None]:
    @wraps(init)
    def checked(self: object, *given: object, **named: object) -> None:
        try:
            init(self, *given, **named)
        except TypeError as error:
            unknown = [name for name in named if name not in names]
            raise (TypeError(f"{error}{suggestion(unknown[0], names)}") if unknown else error) from None

    return checked


def _differences(value: Any) -> str:  # of any dataclass
    """Return a call that makes the value, with the fields that differ from their defaults."""
    shown = (one.name for one in fields(value) if one.repr and getattr(value, one.name) != _default(one))
    return f"{type(value).__qualname__}({', '.join(f'{name}={getattr(value, name)!r}' for name in shown)})"


def _default(one: "Field[Any]") -> object:
    return one.default if one.default_factory is MISSING else one.default_factory()


class _FieldTexts(dict[str, str]):
    """Names of the slots of a class, with the texts below them, which the first access parses from the source."""

    def __init__(self, cls: type) -> None:
        super().__init__(dict.fromkeys(cls.__dict__["__slots__"], ""))
        self._cls = cls

    def __getitem__(self, name: str) -> str:
        if not any(self.values()):
            self.update(_texts_below_fields(self._cls))
        return super().__getitem__(name)


def _texts_below_fields(cls: type) -> Iterator[tuple[str, str]]:
    with suppress(OSError, TypeError):  # there is no source
        tree = ast.parse(inspect.cleandoc(inspect.getsource(cls))).body[0]
        for pair in pairwise(tree.body if isinstance(tree, ast.ClassDef) else ()):
            match pair:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    yield name, inspect.cleandoc(text)
                case _:
                    pass
