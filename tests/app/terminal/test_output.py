"""Output of the command line where the terminal's encoding cannot show everything."""

import pytest

from tests.programs import run_in_bytes


@pytest.mark.wide
def test_unencodable_text_does_not_stop_the_rest() -> None:
    done = run_in_bytes("bot", "--games", "2", "--pieces", "1", "--bot", "pebble", PYTHONIOENCODING="ascii")

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"? std. error" in done.stdout
