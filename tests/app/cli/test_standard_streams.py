"""Commands as parts of a pipe: `-` for a file, and help that names the subcommands, also on a full disk."""

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from piecement.cli.arguments import Options, Subcommand
from piecement.cli.commands import fumen, replay, settings
from piecement.cli.main import run
from piecement_engine import Recording
from piecement_net.round_recordings import to_match
from tests.app.kept_games import recorded, short_game
from tests.app.server.stored_matches import stored_match
from tests.programs import Said, environment
from tests.sampling import sampled

Piped = Callable[..., tuple[int, bytes, bytes]]

BOARD = b"I........J\n"
FULL = "piecement: cannot use standard output: No space left on device.\n"


@pytest.fixture
def piped(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Piped:
    """A function that runs a command with bytes on standard input, and returns its status, output and errors."""
    monkeypatch.chdir(tmp_path)

    def run_with(content: bytes, *arguments: str) -> tuple[int, bytes, bytes]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        status = run(arguments)
        out, err = capfdbinary.readouterr()
        return status, out, err

    return run_with


def replay_text() -> bytes:
    game = short_game()
    game.forfeit(2_000_000_000)
    return Recording.of(game, recorded().origin.to_dict()).to_text().encode()


def match_text() -> bytes:
    return to_match([record.round.recording() for record in stored_match() if record.round]).to_text().encode()


@pytest.mark.parametrize("text", [replay_text(), match_text()], ids=["replay", "match"])
def test_a_replay_comes_through_a_pipe(text: bytes, piped: Piped) -> None:
    assert piped(text, "replay", "verify", "-", "--data-dir", ".")[:2] == (0, b"-: proven\n")
    assert b"Time" in piped(text, "replay", "show", "-", "--data-dir", ".")[1]
    assert piped(text, "replay", "import", "-", "--data-dir", ".")[0] == 0
    assert piped(text, "replay", "export", "-", "--output", "-", "--data-dir", ".")[1] == text


def test_a_replay_of_a_pipe_is_exported_to_a_folder(piped: Piped) -> None:
    assert piped(replay_text(), "replay", "export", "-", "--format", "svg")[:2] == (0, b"replay.svg\n")
    assert piped(match_text(), "replay", "export", "-")[:2] == (0, b"replay.match\n")
    assert Path("replay.match").read_bytes() == match_text()


def test_boards_games_and_fumens_come_through_a_pipe(piped: Piped) -> None:
    text = piped(BOARD, "fumen", "board", "-")[1]

    assert BOARD in piped(text, "fumen", "show", "-")[1]
    assert piped(replay_text(), "fumen", "game", "-")[1].startswith(b"v115@")
    assert piped(b"[[]]", "scores", "--import-tetrs", "-", "--data-dir", ".")[1] == b"Imported 0 games.\n"


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("replay verify -", "standard input cannot be read (Bad file descriptor)."),
        ("fumen show -", "standard input cannot be read (Bad file descriptor)."),
        ("settings import -", "standard input cannot be read (Bad file descriptor)."),
        ("--board -", "standard input cannot be read (Bad file descriptor)."),
    ],
)
def test_closed_input_gets_one_sentence(
    command: str, sentence: str, monkeypatch: pytest.MonkeyPatch, said: Said
) -> None:
    monkeypatch.setattr("sys.stdin", None)

    assert said(*command.split()) == (2, "", f"piecement: {sentence}\n")


@pytest.mark.parametrize(
    ("command", "unbuffered"),
    sampled(["--help", "replay --help", "replay list --help"], ["", "1"], rest=pytest.mark.wide),
)
def test_help_on_a_full_disk_is_no_success(command: str, unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "piecement", *command.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
            env=environment(PYTHONUNBUFFERED=unbuffered),
        )

    assert (done.returncode, done.stderr) == (2, FULL)


@pytest.mark.parametrize(
    ("command", "options"), [("replay", replay.OPTIONS), ("fumen", fumen.OPTIONS), ("settings", settings.OPTIONS)]
)
def test_help_names_the_subcommands(
    command: str, options: Options, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit):
        run([command, "--help"])
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]

    for row in options:
        assert isinstance(row, Subcommand)
        assert any(line.startswith(row.name) and row.sentence in line for line in lines)
