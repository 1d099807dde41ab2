"""Run an installed `piecement` as a stranger would: hear its answers, then start and quit a game in a terminal."""

import json
import os
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DEADLINE_S = 60


def answers(command: str) -> None:
    """Ask what can be asked without a terminal."""
    version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    print(version.strip())
    request = json.dumps({"id": 1, "kind": "game", "seed": 1, "updates": [[0, None], [10**9, ["hard_drop"]]]})
    reply = subprocess.run([command, "headless"], input=request + "\n", capture_output=True, text=True, check=True)
    assert json.loads(reply.stdout)["steps"][1]["result"] == "ok"
    refused = subprocess.run([command], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert refused.returncode == 2, refused
    assert "Traceback" not in refused.stderr, refused.stderr


def plays(command: str) -> None:
    """Start a game in a pty, wait for its figures to show, and quit; the settings of whoever runs this stay out."""
    folder = tempfile.mkdtemp()
    child, terminal = pty.fork()
    if child == 0:
        size = {"TERM": "xterm-256color", "LINES": "24", "COLUMNS": "80"}
        environment = {**os.environ, **size, "PIECEMENT_LANGUAGE": "en"}
        os.execve(command, [command, "--mode", "40_lines", "--data-dir", folder], environment)
    shown = b""
    end = time.monotonic() + DEADLINE_S
    while b"PPS" not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            shown += os.read(terminal, 65536)
    assert b"PPS" in shown, shown[-2000:]
    os.write(terminal, b"\x03")
    while time.monotonic() < end:
        try:
            if select.select([terminal], [], [], 0.1)[0] and not os.read(terminal, 65536):
                break
        except OSError:
            break
    _, status = os.waitpid(child, 0)
    shutil.rmtree(folder)
    assert os.waitstatus_to_exitcode(status) == 0, status
    print("a game was started and quit")


if __name__ == "__main__":
    program = str(Path(sys.argv[1]).resolve())
    answers(program)
    plays(program)
