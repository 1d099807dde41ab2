"""Compiled builds of the engine: types and a decorator for the compiler, and whether this build is one."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Final, TypeVar

MYPY = False
"""True only for mypy and the compiler, which recognises the decorator only by its own name."""

_Class = TypeVar("_Class")

if MYPY:
    from typing import Any

    from mypy_extensions import i64, mypyc_attr

    Bits = Any
else:
    Bits = int
    """Integer of far more than 63 bits. The type is hidden from the compiler, which would test for small values first.
    """
    i64 = int
    """Integer of at most 63 bits, in one machine word."""

    def mypyc_attr(**_: object) -> Callable[[type[_Class]], type[_Class]]:
        """Set attributes of a compiled class.

        With `allow_interpreted_subclasses` Python classes can derive from it, and `__new__` only allocates memory, for
        copies. With `serializable` it can be pickled and copied by the module `copy`.
        """
        return lambda cls: cls


_BOARD: Final = find_spec("piecement_engine.board.board")

COMPILED: Final = not str(_BOARD and _BOARD.origin).endswith((".py", ".pyc"))
"""Whether extension modules play the games.

Both builds give the same results, and bots choose the same with the same number of boards; without a given number the
compiled build examines more (see `bot.BOARDS`). Compiled classes that are not meant as bases, such as `Game`, cannot
be subclassed.
"""

__all__ = ["COMPILED", "Bits", "i64", "mypyc_attr"]
