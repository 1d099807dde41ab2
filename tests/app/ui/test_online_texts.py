"""What a player reads of a room, in every language."""

from collections.abc import Iterator

import pytest

from piecement.language import choose
from piecement.online.messages import RoomPlayer, RoomRules, RoomState
from piecement.ui.texts.online_texts import players_text

ROOM = RoomState(
    id="a-room",
    name="A room",
    rules=RoomRules(preset="guideline"),
    state="waiting",
    you=0,
    players=(RoomPlayer(p=0, name="Ada"), RoomPlayer(p=1, name="Bob", ready=True)),
)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    choose("en")


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["› Ada  not ready  won 0", "  Bob  ready      won 0"]),
        ("de", ["› Ada  nicht bereit  0 gewonnen", "  Bob  bereit        0 gewonnen"]),
    ],
)
def test_the_columns_of_the_players_are_apart(language: str, lines: list[str]) -> None:
    """In German the second one began where the first one ended."""
    choose(language)

    assert players_text(ROOM).plain.splitlines() == lines
