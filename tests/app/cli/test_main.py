"""The command line: one clear sentence and status 2 for what will not do, and never a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from piecement.cli.main import settle_colours
from piecement.cli.usage import UsageError
from piecement_engine.version import __version__
from tests.programs import environment, output_of, run, run_in_bytes

NO_TERMINAL = "piecement: input or output is not a terminal: run the game in one, or piecement text.\n"


@pytest.mark.wide
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], NO_TERMINAL),
        (["--mode", "marathon"], NO_TERMINAL),
        (["--fps", "0"], "--fps: '0' is not a whole number from 1 to 240."),
        (["--fps", "241"], "--fps: '241' is not a whole number from 1 to 240."),
        (["--fps", "fast"], "--fps: 'fast' is not a whole number from 1 to 240."),
        (["--seed", "-1"], "--seed: '-1' is not a whole number from 0 to 18446744073709551615."),
        (["--seed", "18446744073709551616"], "is not a whole number from 0 to 18446744073709551615."),
        (["--seed", "0x10"], "--seed: '0x10' is not a whole number"),
        (["--seed"], "--seed: expected one argument."),
        (["--mode", "chess"], "unknown mode 'chess': choose from 40_lines, sprint"),
        (["--mode="], "unknown mode '': choose from 40_lines, sprint"),
        (["--data-dir", f"{__file__}/inside"], "inside' is not a writable folder."),
        (["--data-dir", __file__], "test_main.py' is not a writable folder."),
        (["--skin", "velvet"], "unknown skin 'velvet': choose from modern, unicode, ascii"),
        (["--board", "no/such/file"], "no/such/file cannot be read (No such file or directory)."),
        (["--rules", "x"], "that is not a line of rules; an example:"),
        (["--rules", "x", "--mode", "marathon"], "--rules cannot be combined with --mode."),
        (["--rules", '{"name":"x","rules":{"width":99}}'], "width is 99: it must be a whole number from 4 to 60."),
        (["--speed", "3"], "unrecognized arguments: --speed"),
        (["--mute", "web"], "web is a command: it comes first, with its own options after it."),
        (["scores", "--data-dir", "x" * 5000], "is not a folder."),
        (["fly"], "unknown command 'fly': choose from menu-graph, text"),
        (["menu-graph", "--format", "png"], "--format: invalid choice: 'png'"),
    ],
)
def test_bad_arguments_get_one_sentence_and_status_2(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)

    assert done.returncode == 2
    assert sentence.removeprefix("piecement: ").rstrip("\n") in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("piecement: ")
    assert done.stdout == ""


def test_any_bytes_are_answered_by_a_served_bot() -> None:
    said = b'\xff\xfe\n[[[\n{"type":"rules"}\n' + b"[" * 100_000 + b"\n" + b"9" * 5_000 + b"\n"
    done = run_in_bytes("bot", "--serve", "--bot", "pebble", stdin=said)
    answers = [json.loads(line)["type"] for line in done.stdout.splitlines()]

    assert (done.returncode, done.stderr) == (0, b"")
    assert answers == ["info", "error", "error", "ready", "error", "error"]


def test_a_dumb_terminal_is_told_apart(tmp_path: Path) -> None:
    script = "import pty, sys; sys.exit(pty.spawn([sys.executable, '-m', 'piecement']) >> 8)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        stdin=subprocess.DEVNULL,
        env=environment(TERM="dumb"),
    )

    assert done.returncode == 2
    assert "TERM=dumb" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_printed(option: str) -> None:
    done = run(option)

    assert (done.returncode, done.stdout) == (0, f"piecement {__version__}\n")


def test_the_help_names_every_option_and_command() -> None:
    done = run("--help")

    assert done.returncode == 0
    options = "--mode --seed --board --rules --fps --skin --no-save --data-dir"
    assert {*options.split(), "menu-graph", "headless"} <= set(done.stdout.split())


@pytest.mark.parametrize(("arguments", "start"), [([], "flowchart"), (["--format", "dot"], "digraph")])
def test_the_menu_graph_is_printed(arguments: list[str], start: str) -> None:
    done = run("menu-graph", *arguments)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(start)


def test_headless_answers_each_line() -> None:
    done = run("headless", stdin='{"id": 1, "kind": "game", "seed": 1, "updates": [[0, null]]}\nno json\n')
    answers = [json.loads(line) for line in done.stdout.splitlines()]

    assert done.returncode == 0
    assert answers[0]["id"] == 1
    assert "error" in answers[1]


def test_headless_answers_lines_of_any_bytes() -> None:
    asked = b'\xff\xfe\n{"id": "\xc3\xa9", "kind": "rotations", "cases": []}\n'
    served = run_in_bytes("headless", stdin=asked, LC_ALL="C")
    broken, sound = (json.loads(line) for line in served.stdout.splitlines())

    assert (served.returncode, served.stderr) == (0, b"")
    assert "not JSON" in broken["error"]
    assert sound == {"id": "é", "results": []}


@pytest.mark.wide
@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("headless <&-", 2, "piecement: cannot read standard input: it is closed.\n"),
        ("<&-", 2, NO_TERMINAL),
        (">&- --version", 0, ""),
        ("menu-graph >&-", 0, ""),
        ("menu-graph >/dev/full", 2, "piecement: cannot use standard output: No space left on device.\n"),
        ("headless --names >/dev/full", 2, "piecement: cannot use standard output: No space left on device.\n"),
        ("--version >/dev/full", 2, "piecement: cannot use standard output: No space left on device.\n"),
        ("doctor <&- >/dev/null", 0, ""),
        (f"doctor --data-dir {'x' * 5000} >&-", 0, ""),
    ],
)
def test_closed_and_broken_streams_get_one_sentence(command: str, status: int, said: str) -> None:
    shell = ["sh", "-c", f"{sys.executable} -m piecement {command}"]
    done = subprocess.run(shell, stderr=subprocess.PIPE, text=True, check=False, timeout=60)

    assert (done.returncode, done.stderr) == (status, said)


def test_headless_lists_the_names_of_everything() -> None:
    names = json.loads(run("headless", "--names").stdout)

    assert "marathon" in names["modes"]


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m piecement menu-graph | head -c 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, timeout=60)

    assert (done.stdout, done.stderr) == ("f", "")


def test_command_line_imports_no_slow_modules() -> None:
    script = "import sys, piecement.cli.main; print(*sorted(name for name in sys.modules if '.' not in name))"

    assert not {"textual", "rich", "pydantic", "piecement_engine", "sqlite3"} & set(output_of(script).split())


@pytest.mark.parametrize(
    ("wanted", "settled"),
    [
        ("none", {"NO_COLOR": "1"}),
        ("", {}),
        ("256", {"TEXTUAL_COLOR_SYSTEM": "256"}),
        ("auto", {"TEXTUAL_COLOR_SYSTEM": "auto"}),
    ],
)
def test_the_colours_that_the_environment_asks_for_are_taken(wanted: str, settled: dict[str, str]) -> None:
    chosen = {"TEXTUAL_COLOR_SYSTEM": wanted}
    settle_colours(chosen)

    assert chosen == settled


@pytest.mark.parametrize("command", ["join", "replay", "scores"])
def test_a_command_imports_textual_in_its_environment(command: str) -> None:
    """Textual could not read `none`."""
    script = f"""
from piecement.cli.main import run
try:
    run(["{command}", "--help"])
finally:
    from textual import constants
    print(constants.COLOR_SYSTEM)
"""

    assert output_of(script, TEXTUAL_COLOR_SYSTEM="none").splitlines()[-1] == "auto"


@pytest.mark.parametrize("command", ["join", "replay"])
def test_commands_that_play_wait_with_textual(command: str) -> None:
    script = f"import sys, piecement.cli.commands.{command}; print('textual' in sys.modules)"

    assert output_of(script) == "False\n"  # it reads the variable of colours once, at its import


def test_colours_that_there_are_not_are_named() -> None:
    with pytest.raises(UsageError, match="TEXTUAL_COLOR_SYSTEM is 'many': choose from none, auto"):
        settle_colours({"TEXTUAL_COLOR_SYSTEM": "many"})
