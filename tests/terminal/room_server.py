"""A server of rooms in a process of its own."""

import os
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_SERVING: Final = re.compile(r"Serving on (\S+?)[,.] ")
_ENV: Final = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


@contextmanager
def served(folder: Path, *listening: str) -> Generator[str]:
    """Serve rooms on this computer alone, and give the address."""
    command = [sys.executable, "-m", "piecement", "serve", "--host", "127.0.0.1", *listening, "--patience", "0"]
    with subprocess.Popen(
        [*command, "--data-dir", str(folder)], env={**os.environ, **_ENV}, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            found = _SERVING.search(server.stdout.readline())
            assert found is not None
            yield found[1]
        finally:
            server.terminate()
