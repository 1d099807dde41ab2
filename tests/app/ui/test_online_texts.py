"""Texts about a room, in every language."""

from collections.abc import Iterator

import pytest

from piecement.ui.texts.online import players_text
from piecement_base.language import choose
from piecement_net.messages.base import RoomPlayer, RoomRules
from piecement_net.messages.from_server import RoomState

ROOM = RoomState(
    id="a-room",
    name="A room",
    rules=RoomRules(preset="guideline"),
    state="waiting",
    you=0,
    players=(RoomPlayer(p=0, name="Ada"), RoomPlayer(p=1, name="Bob", ready=True)),
)


@pytest.mark.parametrize(
    ("player", "told"),
    [
        (RoomPlayer(p=1, name="Bob", lag_ms=300), "300 ms"),
        (RoomPlayer(p=1, name="Bob", lag_ms=3900), "3 s behind"),
        (RoomPlayer(p=1, name="Bob", lag_ms=3900, present=False), "cut off"),
    ],
)
def test_slow_and_cut_off_are_told_apart(player: RoomPlayer, told: str) -> None:
    assert players_text(ROOM.model_copy(update={"players": (player,)})).plain.endswith(
        f"won 0  {told}\n  1 more can join"
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
