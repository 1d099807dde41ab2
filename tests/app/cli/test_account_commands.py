"""`piecement account` and `piecement hand-in` against a real server, and what they say when something is wrong."""

import json
import re
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from piecement_base.plan import Plan
from piecement_engine import MODES, Recording
from tests.app.server.hall import Hall, hall_beside
from tests.programs import Said

Ask = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Generator[Hall]:
    with hall_beside(tmp_path_factory.mktemp("hall")) as hall:
        yield hall


@pytest.fixture
def ask(hall: Hall, tmp_path: Path, said: Said) -> Ask:
    """Runs a command on a machine of a name; returns the status, and what was printed."""

    def asking(machine: str, command: str, *arguments: str) -> tuple[int, str]:
        status, out, error = said(command, *arguments, hall.address, "--data-dir", tmp_path / machine)
        return status, out + error

    return asking


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    """A game that was given up, as a file."""
    game = Plan(MODES["40_lines"], 5).game({})
    game.forfeit(1_000_000)
    path = tmp_path / "game.replay"
    path.write_text(Recording.of(game, {"mode": "40_lines"}).to_text())
    return path


def test_account_commands_cover_an_accounts_whole_life(ask: Ask, tmp_path: Path) -> None:
    guest = ask("one", "account")
    made = ask("one", "account", "--name", "Zoe")
    shown = ask("one", "account")
    code = re.search(r"--use-code (\S+)", ask("one", "account", "--code")[1])
    assert code is not None
    moved = ask("two", "account", "--use-code", code[1])
    renamed = ask("two", "account", "--name", "Zoë B")
    saved = ask("one", "account", "--save", str(tmp_path / "all.json"))
    kept = json.loads((tmp_path / "all.json").read_text())
    deleted = ask("two", "account", "--delete", "Zoë B")

    assert (guest[0], guest[1].startswith("You are a guest on 127.0.0.1:")) == (0, True)
    assert made == (0, "Made the account Zoe. Its secret key is saved in your data folder.\n")
    assert re.search(r"Account +Zoe\n", shown[1])
    assert "1,500 ± 350, provisional" in shown[1]
    assert moved == (0, "This machine now plays as Zoe.\n")
    assert renamed == (0, "Your account is now named Zoë B.\n")
    assert saved[0] == 0
    assert kept["account"][0]["name"] == "Zoë B"
    assert (tmp_path / "all.json").stat().st_mode & 0o77 == 0
    assert deleted == (0, "Deleted the account Zoë B with its rating, results and games.\n")
    assert ask("one", "account")[1].startswith("You are a guest")


def test_a_servers_refusal_is_one_sentence(ask: Ask) -> None:
    ask("one", "account", "--name", "Hedwig")
    said = [
        ask("two", "account", "--name", "hedw1g"),
        ask("two", "account", "--code"),
        ask("two", "account", "--use-code", "bcdfg-hjkmn"),
        ask("one", "account", "--use-code", "bcdfg-hjkmn"),
        ask("one", "account", "--delete", "Somebody"),
    ]

    assert said == [
        (1, "piecement: The name hedw1g is taken or too similar to one that is: choose another.\n"),
        (1, "piecement: You are playing as a guest: make an account first.\n"),
        (1, "piecement: The code is wrong or expired: make a new one on the machine that has your account.\n"),
        (1, "piecement: This machine already uses the account Hedwig on that server: nothing was changed.\n"),
        (1, "piecement: That is not the name of your account, so nothing was deleted.\n"),
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["account"], "no server given and none used before: add the address of a server."),
        (["account", "here:none"], "'here:none' is not an address: use a port from 1 to 65535."),
        (["account", "localhost", "--name", ""], "A name has 1 to 16 characters."),
        (["account", "localhost", "--name", "x" * 17], "A name has 1 to 16 characters."),
        (["account", "localhost", "--name", "pаul"], "The name mixes Cyrillic, Latin: use letters of one alphabet."),
        (["account", "localhost", "--use-code", "what?"], "A code has ten letters and digits, such as bcdfg-hjkmn."),
        (["hand-in", "7", "localhost"], "There is no game 7."),
        (["account", "localhost", "--code", "--delete", "me"], "--delete: not allowed with argument --code."),
    ],
)
def test_impossible_requests_fail_before_connecting(
    arguments: list[str], sentence: str, tmp_path: Path, said: Said
) -> None:
    assert said(*arguments, "--data-dir", tmp_path) == (2, "", f"piecement: {sentence}\n")


def test_where_no_server_is_one_sentence_says_so(tmp_path: Path, said: Said) -> None:
    status, _, error = said("account", f"unix:{tmp_path}/none", "--data-dir", tmp_path)

    assert status == 1
    assert error.startswith("piecement: No server is running at unix:")


def test_a_game_is_handed_in_once(ask: Ask, replay: Path) -> None:
    def hand_in(machine: str) -> tuple[int, str]:
        return ask(machine, "hand-in", str(replay))

    guest = hand_in("one")
    ask("one", "account", "--name", "Ines")
    first, again = hand_in("one"), hand_in("one")

    assert guest == (1, "piecement: Leaderboards need an account: make one under Account and ranking.\n")
    assert first[1].startswith(
        "Added to the 40 Lines leaderboard, among the submitted games. Your best game there is number "
    )
    assert again == (1, "piecement: This game is already on a leaderboard.\n")
