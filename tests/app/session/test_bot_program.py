"""The command of a bot, split by the rules of the system that runs it."""

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from piecement.session.bots import bot_program
from piecement.session.bots.bot_program import arguments, program_name
from piecement_engine.bots import ExternalBotError
from tests.sampling import together

WINDOWS = [
    (r"C:\bots\stacker.exe --deep", r"C:\bots\stacker.exe"),
    (r'"C:\Program Files\bots\stacker.exe" --book "C:\my books\b.txt"', r"C:\Program Files\bots\stacker.exe"),
    (r"  bots\new\stacker.exe", r"bots\new\stacker.exe"),
    (r"python -u C:\temp\bot's.py", "python"),
    ("", None),
    ("   ", None),
    ('""', None),
]

POSIX = [
    ("/opt/bots/stacker --deep", "/opt/bots/stacker"),
    ("'/opt/my bots/stacker' -x", "/opt/my bots/stacker"),
    (r"/opt/my\ bots/stacker", "/opt/my bots/stacker"),
    ("", None),
    ("'no end", None),
]


@together(("command", "name"), WINDOWS)
def test_windows_keeps_backslashes_and_quotes_by_double_quotes(command: str, name: str | None) -> None:
    assert program_name(command, windows=True) == name


@together(("command", "name"), POSIX)
def test_elsewhere_the_rules_of_a_shell_hold(command: str, name: str | None) -> None:
    assert program_name(command, windows=False) == name


def test_windows_gets_the_command_whole_and_others_its_words() -> None:
    command = r'"C:\my bots\b.exe" -x "a \"b\" c"'

    assert arguments(command, windows=True) == command
    assert arguments("bot 'a b' c", windows=False) == ["bot", "a b", "c"]


def test_bot_program_gets_arguments_in_the_systems_form(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []

    def refuse(command: object, **_: object) -> None:
        started.append(command)
        raise OSError("not here")

    monkeypatch.setattr(bot_program, "arguments", partial(arguments, windows=True))
    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(ExternalBotError, match="cannot be run: not here"):
        bot_program.Program(r"C:\bots\b.exe")

    assert started[-1] == r"C:\bots\b.exe"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows quotes by double quotation marks")
def test_a_program_in_a_folder_with_a_space_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "my bots"
    folder.mkdir()
    bot = folder / "bot"
    bot.write_text("#!/bin/sh\n", encoding="utf-8")
    bot.chmod(0o755)

    assert bot_program.is_program(f"'{bot}' --deep")
    assert not bot_program.is_program(f"{bot} --deep")
