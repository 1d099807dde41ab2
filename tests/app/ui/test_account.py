"""The account on the screen: it is made, and what is typed wrongly is refused by a sentence."""

import json
from pathlib import Path

import pytest

from piecement.storage.tokens import AccountTokens
from piecement.ui.launch import JoinTarget, Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.account import AccountScreen
from piecement.ui.screens.details import DetailsScreen
from piecement.ui.screens.online import OnlineScreen
from piecement.ui.texts.accounts import code_problem
from piecement.ui.widgets.rows import Row
from piecement_net.messages.accounts import SignUp
from tests.app.kept_games import keep_some
from tests.app.online_player import OnlinePlayer, at_server
from tests.app.online_sights import see_account
from tests.app.server.server_in_process import ADDRESS
from tests.app.setting_rows import list_of, said
from tests.app.walking import text_of


async def type_code(player: OnlinePlayer, text: str) -> str:
    await player.press("down", "enter", *text, "enter")
    await player.pass_ms(250)
    return text_of(player.app)


async def test_bad_code_with_any_signs_is_refused_by_a_sentence() -> None:
    async with at_server() as player:
        await player.go_to(Node.ACCOUNT)
        told = said(player)
        seen = await type_code(player, "?" * 11)

        assert "The connection is not encrypted." in told
        assert "A code has ten letters and digits" in seen
        assert player.node is Node.ACCOUNT


@pytest.mark.parametrize(
    ("code", "is_code"),
    [("bcdfg-hjkmn", True), (" BCDFG hjkm2 ", True), ("-" * 10, False), ("bcdfghjkm-", False), ("bcdfg-hjkmn4", False)],
)
def test_a_code_has_ten_letters_and_digits(code: str, is_code: bool) -> None:
    assert (code_problem(code) == "") is is_code


async def test_the_figures_of_an_account_fit_into_a_small_terminal() -> None:
    async with at_server() as player:
        await player.go_to(Node.TITLE)
        await see_account(player)
        seen = text_of(player.app)

        assert "…" not in seen
        assert " won" in seen

        await player.press("down")
        assert "± is how far it may be off." in text_of(player.app)


@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
async def test_ranking_fills_the_card_after_play_was_seen(size: tuple[int, int]) -> None:
    async with at_server(size=size) as player:
        await player.go_to(Node.PLAY)
        await player.go_to(Node.TITLE)
        await see_account(player)
        card = player.app.screen.query_one(".card")

        assert player.screen_as(AccountScreen).beside_list.rows.region.bottom == card.content_region.bottom


async def test_a_stored_game_is_handed_in() -> None:
    keep_some()
    async with at_server(launch=Launch(join=JoinTarget(ADDRESS))) as player:
        await player.go_to(Node.SCOREBOARD)
        player.app.services.online.connection.connect(ADDRESS)
        await player.pass_ms(500)
        player.client.send(SignUp(name="Anna", token="a" * 32))
        await player.pass_ms(500)
        await player.press("enter")
        player.screen_as(DetailsScreen)
        offered = "Submit" in text_of(player.app)
        await player.press(*["down"] * 5, "enter")
        await player.pass_ms(500)

        assert offered
        assert player.state.leaderboards.standing is not None or player.state.refusal


async def test_an_export_goes_on_while_another_row_is_used(tmp_path: Path) -> None:
    """Any other row that asked the server ended it without a word."""
    async with at_server(launch=Launch(join=JoinTarget(ADDRESS), data_folder=tmp_path)) as player:
        player.client.send(SignUp(name="Anna", token="a" * 32))
        await player.pass_ms(500)
        await player.go_to(Node.ACCOUNT)
        for name in ("save", "code"):
            row = list_of(player).get_option(name)
            assert isinstance(row, Row)
            row.select()
        await player.pass_ms(500)

        (file,) = tmp_path.glob("account *.json")
        assert json.loads(file.read_text("utf-8"))


async def test_account_name_above_the_rooms_leads_to_its_screen() -> None:
    async with at_server() as player:
        await player.go_to(Node.ONLINE)
        player.client.send(SignUp(name="Berta", token="b" * 32))
        await player.pass_ms(500)
        await player.press(*["up"] * 8, *["down"] * 6)
        seen, sentence = text_of(player.app), said(player)

        await player.press("enter")

        assert "Berta" in seen
        assert "Change it under Account and ranking." in sentence
        assert player.node is Node.ACCOUNT


async def test_account_moves_to_another_address_on_request() -> None:
    async with at_server(launch=Launch(join=JoinTarget(ADDRESS))) as player:
        tokens = AccountTokens(player.app.store.paths.data)
        token = tokens.make("other.example:1985", player.server.server_id)
        player.server.stores.accounts.sign_up("Ada", token)
        await player.go_to(Node.ACCOUNT)
        offered = text_of(player.app)
        await player.press("down", "down")
        offered += said(player)
        await player.press("enter")
        await player.pass_ms(1250, 250)

        assert "Use your account" in offered
        assert "other.example:1985" in offered
        assert player.state.profile is not None
        assert player.state.profile.name == "Ada"
        assert tokens.of(f"{ADDRESS}:1985") == token


async def test_unreadable_tokens_get_a_sentence() -> None:
    async with at_server(launch=Launch(join=JoinTarget(ADDRESS))) as player:
        (player.app.store.paths.data / "accounts.json").mkdir(parents=True)
        await player.go_to(Node.ACCOUNT)
        await player.press("escape")
        assert isinstance(player.app.screen, OnlineScreen)
        player.app.screen.connect("other.example:1985")
        await player.pass_ms(200)

        assert any("accounts.json cannot be read (" in notice.message for notice in player.app._notifications)
