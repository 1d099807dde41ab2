"""Output of the command line where the terminal's encoding cannot show everything."""

import os
import subprocess
import sys

import pytest


@pytest.mark.wide
def test_unencodable_text_does_not_stop_the_rest() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "piecement", "bot", "--games", "2", "--pieces", "1", "--bot", "pebble"],
        capture_output=True,
        check=False,
        timeout=60,
        env={
            **os.environ,
            "PYTHONIOENCODING": "ascii",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        },
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"? std. error" in done.stdout
