"""Names of players: always ones that a server takes."""

import pytest
from pydantic import TypeAdapter

from piecement.net.clean_texts import PlayerName, player_name

NAME: TypeAdapter[str] = TypeAdapter(PlayerName)


@pytest.mark.parametrize("chosen", ["", "Аda", "Ада", "x" * 40, "\x1b[31m", " Ada\u202e "])
@pytest.mark.parametrize("login", ["", "pаul", "paul"])
def test_a_server_takes_any_chosen_name(chosen: str, login: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: login)

    assert NAME.validate_python(player_name(chosen)) == player_name(chosen)


def test_a_name_of_two_alphabets_is_that_of_the_login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "paul")

    assert player_name("Аda") == "paul"
