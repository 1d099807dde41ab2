"""Runs in Python for Windows: the game in a real console, whose input is written as records by whoever connects.

    python.exe console.py OUTPUT PORT ARGUMENTS...

What the game writes goes to the file OUTPUT, as Wine's console draws little of it.
"""

import ctypes
import io
import json
import os
import socket
import sys
import threading
from ctypes import wintypes
from typing import Any, Final

from piecement.__main__ import main

_INPUT: Final = -10
_WINDOW_CLOSED: Final = 2
_KERNEL: Final = ctypes.WinDLL("kernel32")


class _Character(ctypes.Union):
    _fields_ = [("unicode", wintypes.WCHAR), ("ascii", ctypes.c_char)]


class _Key(ctypes.Structure):
    _fields_ = [
        *(("is_down", wintypes.BOOL), ("repeats", wintypes.WORD), ("code", wintypes.WORD), ("place", wintypes.WORD)),
        *(("character", _Character), ("state", wintypes.DWORD)),
    ]


class _Size(ctypes.Structure):
    _fields_ = [("columns", wintypes.SHORT), ("rows", wintypes.SHORT)]


class _Event(ctypes.Union):
    _fields_ = [("key", _Key), ("size", _Size), ("has_focus", wintypes.BOOL)]


class _Record(ctypes.Structure):
    _fields_ = [("kind", wintypes.WORD), ("event", _Event)]


def _record(kind: int, fields: list[Any]) -> _Record:
    """Return a record of a key (1), a size (4) or the focus (16)."""
    record = _Record(kind)
    if kind == 1:
        key = record.event.key
        key.is_down, key.repeats, key.code, key.place, key.character.unicode, key.state = fields
    elif kind == 4:
        record.event.size.columns, record.event.size.rows = fields
    else:
        (record.event.has_focus,) = fields
    return record


def _close() -> None:
    """Close the window of this process, by the routine that a console calls in it."""
    routine = ctypes.WinDLL("kernelbase").CtrlRoutine
    threading.Thread(target=routine, args=(ctypes.c_void_p(_WINDOW_CLOSED),), daemon=True).start()


def _write(listener: socket.socket) -> None:
    """Write the records of each line to the input of the console, all at once."""
    _KERNEL.GetStdHandle.restype = wintypes.HANDLE
    console = wintypes.HANDLE(_KERNEL.GetStdHandle(_INPUT))
    connection, _ = listener.accept()
    with connection.makefile("rw") as lines:
        for line in lines:
            if line == "close\n":
                _close()
                continue
            records = [_record(kind, fields) for kind, fields in json.loads(line)]
            written = wintypes.DWORD()
            array = (_Record * len(records))(*records)
            _KERNEL.WriteConsoleInputW(console, array, len(records), ctypes.byref(written))
            lines.write(f"{written.value}\n")
            lines.flush()


class _Output(io.TextIOWrapper):
    """File in place of the console's output, for which the driver takes it."""

    def fileno(self) -> int:
        return 1

    def isatty(self) -> bool:
        return True


if __name__ == "__main__":
    output, port, *arguments = sys.argv[1:]
    threading.Thread(target=_write, args=(socket.create_server(("127.0.0.1", int(port))),), daemon=True).start()
    sys.__stdout__ = _Output(io.FileIO(output, "w"), "utf-8", write_through=True, newline="")
    sys.argv = ["piecement", *arguments]
    os.environ["PIECEMENT_LANGUAGE"] = "en"
    sys.exit(main())
