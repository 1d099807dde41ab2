"""A server in a process of its own."""

import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.terminal.pty_program import environment


@contextmanager
def serving(*arguments: str, announced: str) -> Generator[str]:
    """Run a server until the end of the block, and give the part of its first line that a pattern finds."""
    command = [sys.executable, "-m", "piecement", *arguments]
    with subprocess.Popen(command, env=environment({}), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(announced, server.stdout.readline())
            assert found is not None
            yield found[1]
        finally:
            server.terminate()


@contextmanager
def served(folder: Path, *listening: str) -> Generator[str]:
    """Serve rooms on this computer alone, and give the address."""
    options = ("--host", "127.0.0.1", *listening, "--patience", "0", "--data-dir", str(folder))
    with serving("serve", *options, announced=r"Serving on (\S+?)[,.] ") as address:
        yield address
