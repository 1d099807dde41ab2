"""Texts about a room, in every language."""

import pytest
from rich.cells import cell_len

from piecement.client.state import ClientState
from piecement.ui.texts.accounts import change_text, line_text
from piecement.ui.texts.rooms import players_text
from piecement.ui.texts.rounds import accounts_text
from piecement_base.language import choose
from piecement_net.messages.accounts import Profile, RatingLine
from piecement_net.messages.from_server import RoomState, RoundEnd
from piecement_net.messages.rooms import RoomPlayer, RoomRules
from piecement_net.messages.rounds import Place, RoundAccount

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


@pytest.mark.parametrize("language", ["en", "ja"])
def test_names_in_the_table_of_a_round_begin_in_one_column(language: str) -> None:
    choose(language)
    accounts = RoundAccount(p=0), RoundAccount(p=1)
    end = RoundEnd(n=1, round=1, places=(Place(seat=0, place=1),), accounts=accounts)
    _, first, second = accounts_text(ClientState("", room=ROOM, round_end=end), 80).plain.splitlines()

    assert cell_len(first[: first.index("Ada")]) == cell_len(second[: second.index("Bob")])


def test_a_change_is_the_difference_of_the_ratings_beside_it() -> None:
    profile = Profile.model_construct(rating=1500.6, change=0.4)

    assert change_text(profile) == "Rating 1,500 → 1,501 (+1)"


def test_figures_of_the_ranking_are_grouped() -> None:
    line = RatingLine.model_construct(rating=1500.6, wins=1200, games=2400)

    assert line_text(line) == "1,501   1,200/2,400 won"
