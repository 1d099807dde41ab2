"""A job of Windows: a process and its descendants, which the system kills when the last handle of the job is closed.

A killed game closes its handles, so nothing of a bot is left then either.
"""

import ctypes
import sys
from ctypes import wintypes
from typing import Final

assert sys.platform == "win32"  # noqa: S101  # for the types: nothing else imports this

_EXTENDED_LIMITS: Final = 9
_KILL_ON_CLOSE: Final = 0x2000
_MAY_TERMINATE_AND_ASSIGN: Final = 0x0101


class _BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = [
        ("process_time", wintypes.LARGE_INTEGER),
        ("job_time", wintypes.LARGE_INTEGER),
        ("flags", wintypes.DWORD),
        ("least_memory", ctypes.c_size_t),
        ("most_memory", ctypes.c_size_t),
        ("most_processes", wintypes.DWORD),
        ("affinity", ctypes.c_size_t),
        ("priority", wintypes.DWORD),
        ("scheduling", wintypes.DWORD),
    ]


class _Limits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = [("basic", _BasicLimits), ("transfers", ctypes.c_uint64 * 6), ("memory", ctypes.c_size_t * 4)]


class Job:
    """Job of a running process; descendants that it starts from now on belong to it too."""

    def __init__(self, pid: int) -> None:
        """Create the job. Raises `OSError`."""
        self._kernel: Final = ctypes.WinDLL("kernel32", use_last_error=True)
        for name in ("CreateJobObjectW", "OpenProcess"):
            getattr(self._kernel, name).restype = wintypes.HANDLE
        limits = _Limits()
        limits.basic.flags = _KILL_ON_CLOSE
        self._job: Final = wintypes.HANDLE(self._kernel.CreateJobObjectW(None, None))
        process = wintypes.HANDLE(self._kernel.OpenProcess(_MAY_TERMINATE_AND_ASSIGN, False, pid))
        is_made = self._kernel.SetInformationJobObject(
            self._job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
        ) and self._kernel.AssignProcessToJobObject(self._job, process)
        error = ctypes.WinError(ctypes.get_last_error())
        self._kernel.CloseHandle(process)
        if not is_made:
            self._kernel.CloseHandle(self._job)
            raise error

    def end(self) -> None:
        """Kill all processes of the job; call once."""
        self._kernel.TerminateJobObject(self._job, 1)
        self._kernel.CloseHandle(self._job)
