"""Windows: a bot's descendants end with the match, and with a game that is killed."""

import ctypes
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from piecement.session.bots.process_group import ProcessGroup
from tests.patience import wait_until

pytestmark = pytest.mark.skipif(sys.platform != "win32", reason="only Windows has jobs")

_MAY_QUERY, _RUNNING = 0x1000, 259
_SLEEPS = "import time; time.sleep(1000)"
_BOT = f"""
import subprocess, sys, time
print(subprocess.Popen([sys.executable, "-c", {_SLEEPS!r}]).pid, flush=True)
time.sleep(1000)
"""
_GAME = """
import sys, time
from tempfile import TemporaryFile
from piecement.session.bots.process_group import ProcessGroup
group = ProcessGroup([sys.executable, "-c", sys.argv[1]], TemporaryFile())
print(group.process.pid, int(group.process.stdout.readline()), flush=True)
time.sleep(1000)
"""


def is_running(pid: int) -> bool:
    kernel = vars(ctypes)["WinDLL"]("kernel32")
    kernel.OpenProcess.restype = ctypes.c_void_p
    process, status = ctypes.c_void_p(kernel.OpenProcess(_MAY_QUERY, False, pid)), ctypes.c_ulong()
    kernel.GetExitCodeProcess(process, ctypes.byref(status))
    kernel.CloseHandle(process)
    return status.value == _RUNNING


def test_the_end_of_a_bot_is_that_of_its_descendants() -> None:
    with TemporaryFile() as errors:
        group = ProcessGroup([sys.executable, "-c", _BOT], errors)
        assert group.process.stdin
        assert group.process.stdout
        with group.process.stdin, group.process.stdout as output:
            descendant = int(output.readline())
            was_running = is_running(descendant)
            group.end(0)

    assert was_running
    wait_until(lambda: not is_running(descendant))


def test_a_killed_game_leaves_no_process_of_a_bot(tmp_path: Path) -> None:
    words = [sys.executable, "-c", _GAME, _BOT]
    with subprocess.Popen(words, stdout=subprocess.PIPE, cwd=tmp_path) as game:
        assert game.stdout is not None
        pids = [int(word) for word in game.stdout.readline().split()]
        running = [is_running(pid) for pid in pids]
        game.kill()

    assert running == [True, True]
    wait_until(lambda: not any(map(is_running, pids)))
