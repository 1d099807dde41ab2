"""What the compiler of the engine is told about a class or a value. Python itself makes nothing of it."""

from collections.abc import Callable
from typing import TypeVar

MYPY = False
"""Taken for true by mypy alone, and so by the compiler, which knows the decorator only by its own name."""

_Class = TypeVar("_Class")

if MYPY:
    from typing import Any

    from mypy_extensions import mypyc_attr

    Bits = Any
else:
    Bits = int
    """A number of far more than 63 bits. The compiler is not told so: it would look first whether there are fewer."""

    def mypyc_attr(**_: object) -> Callable[[type[_Class]], type[_Class]]:
        """Tell what a compiled class does beyond the least.

        With `allow_interpreted_subclasses` Python can derive from it, and `__new__` makes room alone, for copies; with
        `serializable` it can be pickled, and copied by the module `copy`.
        """
        return lambda cls: cls


__all__ = ["Bits", "mypyc_attr"]
