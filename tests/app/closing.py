"""Closes what tests and their stand-ins open, after each test: Python 3.13 warns of a database left open."""

from typing import Final, Protocol, TypeVar


class _Closable(Protocol):
    def close(self) -> None: ...


_Opened = TypeVar("_Opened", bound=_Closable)
_opened: Final[list[_Closable]] = []


def closed_later(opened: _Opened) -> _Opened:
    """Return what was opened, which is closed after the test. The program's own stores are the program's to close."""
    _opened.append(opened)
    return opened


def close_all() -> None:
    while _opened:
        _opened.pop().close()
