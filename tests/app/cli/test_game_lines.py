"""Games as lines on the command line: as an argument, on standard input, and in a file."""

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from piecement.cli.commands import race
from piecement.cli.main import run
from piecement.ui.launch import Launch
from piecement_engine import Recording, game_line
from tests.app.kept_games import ended_recording, recorded
from tests.programs import Said

GAME = ended_recording(about={**recorded().origin.to_dict(), "name": "Anna\x1b[1m"})
LINE = game_line(GAME)


@pytest.fixture(params=["argument", "pipe", "file"])
def given(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The argument by which the line is given, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{LINE}\n".encode())))
    Path("game.txt").write_text(LINE)
    return {"argument": LINE, "pipe": "-", "file": "game.txt"}[request.param]


def test_it_is_shown_verified_and_imported(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    statuses = [run(["replay", command, given, "--data-dir", "."]) for command in ("show", "verify", "import")]
    output = capsys.readouterr().out

    assert statuses == [0, 0, 0]
    assert "Player     Anna" in output
    assert "\x1b" not in output
    assert ": proven\n" in output
    assert ": game 1\n" in output


def test_it_becomes_a_file_and_a_line_again(given: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "export", given, "--format", "text", "--output", "x.replay", "--data-dir", "."]) == 0
    assert run(["replay", "export", "x.replay", "--format", "line", "--output", "-", "--data-dir", "."]) == 0
    assert Recording.from_text(Path("x.replay").read_text()).setup == GAME.setup
    assert capfd.readouterr().out == f"x.replay\n{LINE}\n"


def test_a_race_has_its_pieces(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    launches: list[Launch] = []

    def play(launch: Launch) -> int:
        launches.append(launch)
        return 0

    monkeypatch.setattr(race, "play_from_terminal", play)

    assert run(["race", given, "--data-dir", "."]) == 0
    plan = launches[0].plan
    assert plan is not None
    assert (plan.seed, plan.rival, plan.is_practice) == (GAME.setup.seed, GAME, True)


@pytest.mark.parametrize("command", [["race"], ["replay", "watch"], ["replay", "show"], ["replay", "import"]])
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (LINE[:50], "The line is damaged: copy all of it."),
        (LINE.replace("-1:", "-3:"), "The line is from a newer version of Piecement."),
        ("piecement-game-1:", "Not a line of a game: it must begin with 'piecement-game-1:'."),
    ],
    ids=["cut", "newer", "empty"],
)
def test_a_bad_line_is_one_sentence(command: list[str], line: str, sentence: str, tmp_path: Path, said: Said) -> None:
    assert said(*command, line, "--data-dir", tmp_path) == (2, "", f"piecement: {sentence}\n")


@pytest.mark.parametrize("command", [["race"], ["replay", "watch"], ["replay", "import"]])
@pytest.mark.parametrize("changed", [{"score": 10**9}, {"time_ns": 10**18}], ids=["boasted", "years"])
def test_a_forged_game_is_refused(command: list[str], changed: dict[str, Any], tmp_path: Path, said: Said) -> None:
    forged = game_line(replace(GAME, result=replace(GAME.result, **changed)))
    status, _, error = said(*command, forged, "--data-dir", tmp_path)

    assert status == 2
    assert "does not lead to its result" in error
