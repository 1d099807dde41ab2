"""`piecement doctor`: what was detected, and what it means for play."""

import sys
from pathlib import Path
from typing import Final
from unittest.mock import Mock

import pytest

from piecement.cli.commands.doctor import chapters
from piecement.cli.commands.doctor_findings import Surroundings, extras_findings, sound_findings
from piecement.input.gamepad import PadsUnavailableError
from piecement.storage.paths import Paths
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from tests.programs import run
from tests.sampling import together


def told(folder: Path, **changes: object) -> dict[str, tuple[str, str]]:
    """Return the doctor's report on some surroundings: value and meaning by `Chapter: Title`."""
    usual: dict[str, object] = {
        "environment": {"TERM": "xterm-kitty", "COLORTERM": "truecolor"},
        "size": (80, 24),
        "is_terminal": True,
        "colour_system": "truecolor",
        "keyboard": KeyboardCapabilities(31),
        "paths": Paths.of(folder),
    }
    found = Surroundings(**{**usual, **changes})  # type: ignore[arg-type]  # a test says what it likes
    return {
        f"{chapter}: {finding.title}": (finding.value, finding.meaning)
        for chapter, findings in chapters(found)
        for finding in findings
    }


def silent(environment: dict[str, str]) -> dict[str, object]:
    """Return the surroundings of a terminal that answers nothing about its keyboard."""
    return {"environment": environment, "keyboard": None}


IN_SCREEN: Final = {"TERM": "screen", "STY": "1.x"}
FINDINGS: Final[tuple[tuple[str, str, dict[str, object]], ...]] = (
    ("Terminal: Size", "80x24 or more is better", {"size": (80, 24)}),
    ("Terminal: Size", "enlarge the window", {"size": (20, 5)}),
    ("Terminal: TERM", "cannot run the game", {"environment": {"TERM": "dumb"}}),
    ("Terminal: Esc delay", "maptimeout", {"environment": IN_SCREEN}),
    ("Colours: Colours", "True colour", {"environment": {}}),
    ("Colours: Colours", "True colour", {"environment": {}, "colour_system": "256"}),
    ("Colours: Colours", "16 standard", {"environment": {}, "colour_system": "standard"}),
    ("Colours: Colours", "No colours", {"environment": {}, "colour_system": None}),
    ("Colours: Colours", "No colours", {"environment": {"NO_COLOR": "1"}}),
    ("Colours: COLORTERM", "known to support", {"environment": {"TERM": "foot"}}),
    ("Keyboard: Advice", "Alacritty reports key releases since version 0.13", silent({"TERM": "alacritty"})),
    ("Keyboard: Advice", "Alacritty reports key releases since", silent({"TERM": "xterm", "ALACRITTY_WINDOW_ID": "1"})),
    ("Keyboard: Advice", "enable_kitty_keyboard", silent({"TERM": "xterm-256color", "WEZTERM_PANE": "0"})),
    ("Keyboard: Advice", "kitty, Ghostty", silent({"TERM": "xterm-256color"})),
    ("Keyboard: Advice", "They hide key releases", silent(IN_SCREEN)),
    ("Answers: Block width", "two columns wide: The game uses the ASCII", {"replies": "\x1b[7;5R\x1b[?1;2c"}),
    ("Answers: Block width", "not decoded as UTF-8: The terminal does not use", {"replies": "\x1b[7;7R\x1b[?1;2c"}),
    ("Answers: Raw reply", "The game mistakes parts of this for keys: x.", {"replies": "\x1b[?1;2cx"}),
)


@together(("finding", "part", "changes"), FINDINGS)
def test_a_finding_has_its_meaning(tmp_path: Path, finding: str, part: str, changes: dict[str, object]) -> None:
    assert part in ": ".join(told(tmp_path, **changes)[finding])


def test_versions_and_paths_are_told(tmp_path: Path) -> None:
    findings = told(tmp_path)

    assert findings["Program: Python"][0].startswith(sys.version.split()[0])
    assert "textual" in findings["Program: Libraries"][0]
    assert findings["Files: Settings"] == (str(tmp_path / "settings.toml"), "Not created yet.")


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    findings = told(tmp_path / "file" / "below")

    for name in ("Settings", "Games"):
        assert findings[f"Files: {name}"][1] == "Cannot be made: nothing is saved there."


def test_doctor_reports_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = "piecement.cli.commands.doctor_findings"
    monkeypatch.setattr(f"{module}.has_device", Mock(return_value=True))
    monkeypatch.setattr(f"{module}.outputs", lambda: iter(("miniaudio", "aplay")))
    both = told(tmp_path)
    monkeypatch.setattr(f"{module}.has_device", Mock(return_value=False))
    monkeypatch.setattr(f"{module}.outputs", lambda: iter(()))
    none = told(tmp_path, environment={"TERM": "xterm", "SSH_TTY": "/dev/pts/1"})

    assert both["Sound: Audio player"][0] == "miniaudio, aplay"
    assert both["Sound: Device"] == ("found", "")
    assert "Sound: Connection" not in both
    assert none["Sound: Audio player"][1].startswith("To hear the game, run pip install 'piecement[sound]'")
    assert none["Sound: Device"] == ("none", "No sound server or sound card found, so the game is silent.")
    assert none["Sound: Connection"][1].startswith("Sound is off")


@pytest.mark.parametrize(("system", "has_programs"), [("linux", True), ("darwin", False), ("win32", False)])
def test_doctor_advises_what_a_system_has_for_sound(
    tmp_path: Path, system: str, has_programs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("piecement.cli.commands.doctor_findings.outputs", lambda: iter(()))
    monkeypatch.setattr(sys, "platform", system)
    advice = "".join(finding.meaning for finding in sound_findings({}) if finding.title == "Audio player")

    assert "piecement[sound]" in advice
    assert ("aplay" in advice) is has_programs


@together(
    ("system", "is_musl", "extras"),
    [
        ("linux-x86_64", False, ""),
        ("linux-x86_64", True, "gamepad"),
        ("linux-aarch64", False, "sound"),
        ("linux-armv7l", False, "sound, gamepad, fleet"),
        ("win-amd64", False, ""),
        ("win-arm64", False, "sound, gamepad, fleet"),
    ],
)
def test_doctor_names_extras_without_wheels(system: str, is_musl: bool, extras: str) -> None:
    values = [finding.value for finding in extras_findings(system, is_musl=is_musl)]

    assert values == ([f"no wheels for this system: {extras}"] if extras else [])


def test_doctor_lists_gamepads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = "piecement.cli.commands.doctor_findings"
    monkeypatch.setattr(f"{module}.connected_pads", lambda: ["A pad"])
    one = told(tmp_path)["Keyboard: Gamepad"]
    monkeypatch.setattr(f"{module}.connected_pads", list[str])
    none = told(tmp_path)["Keyboard: Gamepad"]
    monkeypatch.setattr(f"{module}.connected_pads", Mock(side_effect=PadsUnavailableError("To play, install it.")))
    missing = told(tmp_path)["Keyboard: Gamepad"]
    far = told(tmp_path, environment={"TERM": "xterm", "SSH_TTY": "/dev/pts/1"})["Keyboard: Gamepad"]

    assert one == ("A pad", "Turn it on under Settings, Controls, More.")
    assert none == ("none", "No gamepad is connected.")
    assert missing == ("none", "To play, install it.")
    assert far == ("none", "Over SSH a gamepad of yours cannot be read.")


def test_the_size_of_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("version = 1\n")

    assert told(tmp_path)["Files: Settings"][1] == "12 B."


def test_faults_of_own_looks_are_told(tmp_path: Path) -> None:
    (tmp_path / "looks").mkdir()
    (tmp_path / "looks" / "ascii.toml").touch()

    assert told(tmp_path)["Files: Own looks"][0] == str(tmp_path / "looks")
    assert told(tmp_path)["Files: Fault"][0] == "looks/ascii.toml: The name ascii is that of a built-in one."


@pytest.mark.parametrize(
    ("keyboard", "title", "protocol"),
    [
        (KeyboardCapabilities(31), "Press and release", "kitty, flags 31"),
        (KeyboardCapabilities(1), "Presses only", "kitty, flags 1"),
        (KeyboardCapabilities(None), "Presses only", "legacy"),
        (None, "Presses only", "the terminal did not reply"),
    ],
)
def test_doctor_explains_the_keyboard(
    tmp_path: Path, keyboard: KeyboardCapabilities | None, title: str, protocol: str
) -> None:
    findings = told(tmp_path, keyboard=keyboard)

    assert findings["Keyboard: Keys"][0] == title
    assert findings["Keyboard: Protocol"][0] == protocol
    assert ("Keyboard: Advice" in findings) == (title == "Presses only")


def test_a_terminal_that_broke_its_promise_of_releases_is_named(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('version = 5\n[interface]\nsilent_terminals = ["xterm-kitty, tmux"]\n')
    within = told(tmp_path, environment={"TERM": "xterm-kitty", "TMUX": "/tmp/tmux,1,0"})
    without = told(tmp_path)

    assert within["Keyboard: Releases"][0] == "promised, but none came"
    assert without["Keyboard: Releases"][0] == "promised"


def test_doctor_names_layers_between_program_and_terminal(tmp_path: Path) -> None:
    findings = told(
        tmp_path, environment={"TERM": "screen", "TMUX": "x", "SSH_CONNECTION": "y", "TERM_PROGRAM": "tmux"}
    )

    assert findings["Terminal: Within"][0] == "tmux"
    assert findings["Terminal: Connection"][0] == "SSH"
    assert findings["Terminal: Program"][0] == "tmux"


XTERM_ON_WHITE: Final = (
    "\x1bP>|XTerm(379)\x1b\\\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[7;4R\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c"
)


def test_doctor_explains_each_answer_of_the_terminal(tmp_path: Path) -> None:
    findings = told(tmp_path, replies=XTERM_ON_WHITE)

    assert findings["Answers: Name"][0] == "XTerm(379)"
    assert findings["Answers: Attributes"][0].startswith("64;1;2")
    assert findings["Answers: Background"] == ("#FFFFFF", "Light: the game uses colours for a light background.")
    assert findings["Answers: Block width"][0] == "one column wide"
    assert findings["Answers: Raw reply"][1] == "The game finds 4 replies in this and no stray keys."
    assert "ESC ]11;rgb:ffff" in findings["Answers: Raw reply"][0]


def test_unknown_background_comes_from_the_environment(tmp_path: Path) -> None:
    silent = told(tmp_path, replies="\x1b[?1;2c")
    said = told(tmp_path, replies="\x1b[?1;2c", environment={"TERM": "rxvt", "COLORFGBG": "0;15"})

    assert silent["Answers: Background"][0] == "no reply"
    assert "Unknown" in silent["Answers: Background"][1]
    assert said["Answers: Background"][1].startswith("Light")


def test_it_is_told_that_there_is_no_mouse_in_gnu_screen(tmp_path: Path) -> None:
    assert told(tmp_path, environment=IN_SCREEN)["Terminal: Mouse"][0] == "not used"
    assert "Terminal: Mouse" not in told(tmp_path, environment={"TERM": "screen", "TMUX": "x"})


@pytest.mark.parametrize(
    ("said", "value", "is_advised"),
    [("500", "500 ms in tmux", True), ("10", "10 ms in tmux", False), ("", "not known", True)],
)
def test_the_wait_after_esc_in_tmux_is_asked_of_tmux(tmp_path: Path, said: str, value: str, is_advised: bool) -> None:
    fake = tmp_path / "tmux"
    fake.write_text(f"#!/bin/sh\necho {said}\n")
    fake.chmod(0o755)
    found = told(tmp_path, environment={"TERM": "screen", "TMUX": "x", "PATH": str(tmp_path)})["Terminal: Esc delay"]

    assert found[0] == value
    assert ("escape-time" in found[1]) == is_advised


def test_doctor_discounts_colours_leaking_through_screen(tmp_path: Path) -> None:
    environment = {"TERM": "screen", "STY": "1.x", "COLORTERM": "truecolor"}
    found = told(tmp_path, environment=environment, colour_system="standard")

    assert "Ignored" in found["Colours: COLORTERM"][1]
    assert "16 standard" in found["Colours: Colours"][1]
    assert found["Terminal: Within"][0] == "screen"


def test_doctor_says_that_terminfo_has_no_colours(tmp_path: Path) -> None:
    findings = told(tmp_path, environment={"TERM": "vt100", "NO_COLOR": "1"}, has_colours=False)

    assert findings["Colours: Colours"][0] == "none"
    assert findings["Colours: terminfo"][0] == "no colours"
    assert "Colours: NO_COLOR" not in findings


@pytest.mark.parametrize(
    ("environment", "part"),
    [
        ({"LANG": "C.UTF-8"}, ""),
        ({"LANG": "C.UTF-8", "LC_ALL": "C"}, "LANG=C.UTF-8"),
        ({"LANG": "C", "TMUX": "x"}, "tmux -u"),
        ({"STY": "1.x"}, "screen -U"),
    ],
)
def test_a_locale_without_utf_8_is_told(tmp_path: Path, environment: dict[str, str], part: str) -> None:
    meaning = told(tmp_path, environment=environment)["Terminal: Locale"][1]

    assert part in meaning
    assert bool(meaning) == bool(part)


def test_without_a_terminal_the_rest_is_told(tmp_path: Path) -> None:
    done = run("doctor", "--data-dir", str(tmp_path))

    assert done.returncode == 0
    assert done.stderr == ""
    assert "queried" in done.stdout
    assert str(tmp_path) in done.stdout.replace("\n", "").replace(" ", "")


def test_a_console_of_windows_is_not_said_to_keep_silent(tmp_path: Path) -> None:
    findings = told(tmp_path, is_windows=True, is_terminal=True, keyboard=None)

    assert findings["Keyboard: Keys"][0] == "from Windows key records"
    assert "Keyboard: Protocol" not in findings
    assert "Keyboard: Advice" not in findings
