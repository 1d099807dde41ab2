"""`piecement doctor`: what was detected, and what it means for play."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from piecement.commands.doctor import Surroundings, chapters
from piecement.keyboard import KeyboardCapabilities
from piecement.storage.places import Places


def told(folder: Path, **changes: object) -> dict[str, tuple[str, str]]:
    """Return what is told of some surroundings: value and meaning by `Chapter: Title`."""
    usual: dict[str, object] = {
        "environment": {"TERM": "xterm-kitty", "COLORTERM": "truecolor"},
        "size": (80, 24),
        "is_terminal": True,
        "colour_system": "truecolor",
        "keyboard": KeyboardCapabilities(31),
        "places": Places.of(folder),
    }
    found = Surroundings(**{**usual, **changes})  # type: ignore[arg-type]  # a test says what it likes
    return {
        f"{chapter}: {finding.title}": (finding.value, finding.meaning)
        for chapter, findings in chapters(found)
        for finding in findings
    }


def test_versions_and_paths_are_told(tmp_path: Path) -> None:
    findings = told(tmp_path)

    assert findings["Program: Python"][0].startswith(sys.version.split()[0])
    assert "textual" in findings["Program: Libraries"][0]
    assert findings["Files: Settings"] == (str(tmp_path / "settings.toml"), "Not there yet.")


def test_the_size_of_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("version = 1\n")

    assert told(tmp_path)["Files: Settings"][1] == "12 bytes."


@pytest.mark.parametrize(
    ("keyboard", "title", "protocol"),
    [
        (KeyboardCapabilities(31), "Press and release", "kitty, flags 31"),
        (KeyboardCapabilities(1), "Presses only", "kitty, flags 1"),
        (KeyboardCapabilities(None), "Presses only", "legacy"),
        (None, "Presses only", "the terminal did not answer"),
    ],
)
def test_the_keyboard_is_told_with_what_it_means(
    tmp_path: Path, keyboard: KeyboardCapabilities | None, title: str, protocol: str
) -> None:
    findings = told(tmp_path, keyboard=keyboard)

    assert findings["Keyboard: Keys"][0] == title
    assert findings["Keyboard: Protocol"][0] == protocol
    assert ("Keyboard: Advice" in findings) == (title == "Presses only")


@pytest.mark.parametrize(
    ("system", "environment", "part"),
    [
        ("truecolor", {}, "24-bit"),
        ("256", {}, "24-bit"),
        ("standard", {}, "sixteen"),
        (None, {}, "No colours"),
        ("truecolor", {"NO_COLOR": "1"}, "No colours"),
    ],
)
def test_the_colours_are_told_with_what_they_mean(
    tmp_path: Path, system: str | None, environment: dict[str, str], part: str
) -> None:
    findings = told(tmp_path, colour_system=system, environment=environment)

    assert part in findings["Colours: Colours"][1]


@pytest.mark.parametrize(("size", "part"), [((80, 24), "likes 80x24"), ((20, 5), "make the terminal larger")])
def test_the_size_is_judged(tmp_path: Path, size: tuple[int, int], part: str) -> None:
    assert part in told(tmp_path, size=size)["Terminal: Size"][1]


def test_what_lies_between_program_and_terminal_is_told(tmp_path: Path) -> None:
    findings = told(
        tmp_path, environment={"TERM": "screen", "TMUX": "x", "SSH_CONNECTION": "y", "TERM_PROGRAM": "tmux"}
    )

    assert findings["Terminal: Within"][0] == "tmux"
    assert findings["Terminal: Over"][0] == "SSH"
    assert findings["Terminal: Program"][0] == "tmux"


def test_without_a_terminal_the_rest_is_told(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "piecement", "doctor", "--data-dir", str(tmp_path)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )

    assert done.returncode == 0
    assert done.stderr == ""
    assert "nothing can be asked of it" in done.stdout
    assert str(tmp_path) in done.stdout.replace("\n", "").replace(" ", "")


def test_a_console_of_windows_is_not_said_to_keep_silent(tmp_path: Path) -> None:
    findings = told(tmp_path, is_windows=True, is_terminal=True, keyboard=None)

    assert findings["Keyboard: Keys"][0] == "as Windows records them"
    assert "Keyboard: Protocol" not in findings
    assert "Keyboard: Advice" not in findings
