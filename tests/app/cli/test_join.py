"""`piecement join`: what cannot be is said in one sentence, before anything is connected."""

from pathlib import Path

import pytest

from piecement.cli.commands import join
from piecement.cli.main import run
from piecement.ui.launch import JoinTarget, Launch
from piecement_engine.bots import BOTS
from tests.programs import Said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["here:none"], "'here:none' is not an address: use a port from 1 to 65535."),
        (["localhost", "--bot", "nobody"], f"no bot or program named 'nobody': choose from {', '.join(BOTS)}."),
        (["localhost", "--bot", "gale", "--speed", "0"], "--speed: '0' is not a number above 0 and up to 20."),
        (
            ["localhost", "--bot", "gale", "--name", "abcdefghijklmnopq"],
            "--name: 'abcdefghijklmnopq' is not a valid name: a name has 1 to 16 characters.",
        ),
        (
            ["localhost", "--bot", "gale", "--name", " "],
            "--name: '' is not a valid name: a name has 1 to 16 characters.",
        ),
        (
            ["localhost", "--bot", "gale", "--name", "paul\u0430"],
            "--name: The name mixes Cyrillic, Latin: use letters of one alphabet.",
        ),
        (["localhost", "--bot", "gale", "--open"], "--open is for --bot and the name of a room."),
        (["localhost", "den", "--name", "paul"], "--name and --speed are for --bot."),
        (["localhost", "--speed", "2"], "--name and --speed are for --bot."),
        (["localhost", "den", "--open"], "--open is for --bot and the name of a room."),
        (["localhost", "n" * 33, "--bot", "gale", "--open"], "The name of a room has 1 to 32 characters."),
    ],
)
def test_impossible_join_is_named(arguments: list[str], sentence: str, said: Said) -> None:
    assert said("join", *arguments) == (2, "", f"piecement: {sentence}\n")


def test_a_room_is_joined_silently_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    launches: list[Launch] = []

    def play(launch: Launch) -> int:
        launches.append(launch)
        return 0

    monkeypatch.setattr(join, "play", play)

    assert run(["join", "localhost", "den", "--mute"]) == run(["join", "localhost", "den"]) == 0
    assert [(launch.join, launch.mute) for launch in launches] == [
        (JoinTarget("localhost:1985", "den"), True),
        (JoinTarget("localhost:1985", "den"), False),
    ]


def test_a_missing_round_is_not_proven(tmp_path: Path, said: Said) -> None:
    status, _, error = said("replay", "verify", tmp_path / "missing.round")

    assert status == 2
    assert "cannot be read" in error
