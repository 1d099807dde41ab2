"""The completions complete in the real shells, and troff formats the man page without a warning."""

import shutil
import subprocess
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.patience import PATIENCE_S
from tests.terminal.pty_program import PtyProgram

FOLDER: Final = Path(__file__).parents[2] / "distribution"

COMPLETED: Final = [
    ("piecement --ski", "--skin"),
    ("piecement --mode 40", "40_lines"),
    ("piecement --skin electronika", "electronika_60"),
    ("piecement headl", "headless"),
    ("piecement scores --rev", "--reverse"),
]
"""A line that is typed, and the word that Tab makes of its end."""

STARTS: Final = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], f"source {FOLDER}/completions/piecement"),
    "zsh": (["zsh", "-f", "-i"], f"fpath=({FOLDER}/completions $fpath); autoload -Uz compinit; compinit -u -D"),
}
"""How a shell is started without the settings of its user, and the line with which it learns the completions."""


@contextmanager
def shell(name: str, home: Path) -> Generator[PtyProgram]:
    """Start a shell on a pty, ready for a line; it is ended afterwards."""
    command, learn = STARTS[name]
    variables = {"HOME": str(home), "ZDOTDIR": str(home), "TERM": "dumb", "PS1": "$ ", "LC_ALL": "C.UTF-8"}
    with closing(PtyProgram(command, (200, 50), variables, home)) as program:
        program.write(f"{learn}; printf 'is %s\\n' ready\n".encode())
        read_until(program, "is ready")
        yield program


def read_until(program: PtyProgram, word: str) -> str:
    """Return the output of a program up to a word in it."""
    output = ""
    end = time.monotonic() + PATIENCE_S
    while word not in output:
        assert time.monotonic() < end, output
        output += program.read(0.1).decode(errors="replace")
    return output


@pytest.mark.parametrize("name", STARTS)
def test_tab_completes(name: str, tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    with shell(name, tmp_path) as program:
        for typed, word in COMPLETED:
            program.write(f"{typed}\t".encode())
            read_until(program, word)
            program.write(b"\x15")  # deletes the line


@pytest.mark.parametrize(("typed", "word"), COMPLETED)
def test_fish_completes(typed: str, word: str, tmp_path: Path) -> None:
    if shutil.which("fish") is None:
        pytest.skip("fish is not installed")
    learn = f"source {FOLDER}/completions/piecement.fish; complete -C '{typed}'"
    done = subprocess.run(
        ["fish", "--no-config", "-c", learn], capture_output=True, text=True, check=True, env={"HOME": str(tmp_path)}
    )

    assert [line.partition("\t")[0] for line in done.stdout.splitlines()] == [word]


def test_man_page_is_formatted_without_warnings() -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    page = FOLDER / "piecement.6"
    done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", str(page)], capture_output=True, text=True, check=True)

    assert done.stderr == ""
    assert "Print the scoreboard." in done.stdout
