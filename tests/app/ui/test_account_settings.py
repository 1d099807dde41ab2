"""Settings follow the account: sent when they change, taken over at the next sign-in, and nothing is lost."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import pytest

from piecement.settings.presets import preset_names, with_change
from piecement.settings.settings import Settings
from piecement.storage.account_line import account_line, import_account_line
from piecement.storage.settings_copies import read_copy
from piecement.storage.settings_line import packed
from piecement.storage.settings_migrations import SETTINGS_VERSION
from piecement.ui.launch import JoinTarget, Launch
from piecement.ui.menu_graph import Node
from piecement.ui.online import following_settings
from piecement.ui.widgets.questions import Choose
from piecement_net.messages.accounts import SignUp
from piecement_server.requests import Request, handle
from piecement_server.store.accounts import Account
from tests.app.online_player import OnlinePlayer, at_server
from tests.app.server.server_in_process import ADDRESS
from tests.app.setting_rows import asked_by, go_to_row, line_of
from tests.app.walking import notifications_of, text_of

OTHERS: Final = with_change(Settings(), "gameplay", "arr_ms", 11)


@asynccontextmanager
async def signed_in(*, follows: bool = True) -> AsyncGenerator[OnlinePlayer]:
    """Run the application with an account at a server, and its screen open; the settings follow it if wanted."""
    async with at_server(launch=Launch(join=JoinTarget(ADDRESS))) as player:
        player.client.send(SignUp(name="Anna", token=player.app.services.online.accounts.make(player.client)))
        await player.pass_ms(500)
        await player.go_to(Node.ACCOUNT)
        await player.pass_ms(500)
        if follows:
            await choose(player, "on")
        yield player


async def settle(player: OnlinePlayer) -> None:
    """Wait until changed settings were sent."""
    player.app.services.online.following.sync()
    await player.pass_ms(500)


def account_of(player: OnlinePlayer) -> Account:
    (row,) = player.server.stores.database.rows("SELECT id, name FROM accounts")
    return Account(row["id"], row["name"])


def kept(player: OnlinePlayer) -> str:
    """Return the settings that the account has."""
    return player.server.stores.accounts.settings(account_of(player)).text


async def choose(player: OnlinePlayer, name: str) -> str:
    """Choose what becomes of the settings, by keys; return the explanation."""
    await go_to_row(player, Node.ACCOUNT, "settings")
    ask = asked_by(player, "settings")
    assert isinstance(ask, Choose)
    titles = list(ask.titles)
    steps = titles.index(name) - titles.index(ask.current)
    await player.press("enter", *["down" if steps > 0 else "up"] * abs(steps))
    told = text_of(player.app)
    await player.press("enter")
    await player.pass_ms(500)
    return told


async def change(player: OnlinePlayer, name: str, value: object) -> None:
    player.app.settings.change("gameplay", name, value)
    await settle(player)


async def elsewhere(player: OnlinePlayer, line: str) -> None:
    """Send settings from another machine of the account."""
    player.server.stores.accounts.keep_settings(account_of(player), line)


def store_only(player: OnlinePlayer, request: Request) -> None:
    """Do what a client requests, whose connection is lost before the reply."""
    handle(player.server.stores, request)


async def sign_in_again(player: OnlinePlayer) -> None:
    player.app.services.online.connection.disconnect()
    await player.pass_ms(100)
    player.app.services.online.connection.connect(ADDRESS)
    await player.pass_ms(1000)


def das_of(line: str) -> float:
    """Return the DAS of the settings of a line."""
    return import_account_line(line, Settings(), keeps_presets=False).settings.gameplay.das_ms


async def test_settings_are_sent_only_once_they_follow() -> None:
    async with signed_in(follows=False) as player:
        await change(player, "das_ms", 90)
        before, line = kept(player), line_of(player, "settings")
        await choose(player, "on")
        after = kept(player)
        await change(player, "das_ms", 91)

        assert (before, "Sync settings" in line and "off" in line) == ("", True)
        assert das_of(after) == 90
        assert das_of(kept(player)) == 91
        assert "on" in line_of(player, "settings")


async def test_settings_of_another_machine_are_taken_over_and_undone() -> None:
    async with signed_in(follows=False) as player:
        player.app.settings.change("sound", "effects_volume", 5)
        await choose(player, "on")
        await change(player, "das_ms", 90)
        await elsewhere(player, account_line(OTHERS))
        await sign_in_again(player)
        taken = player.app.settings.now
        told = notifications_of(player.app)

        assert (taken.gameplay.das_ms, taken.gameplay.arr_ms, taken.sound.effects_volume) == (167, 11, 5)
        assert any("came from your account" in sentence for sentence in told)
        await player.go_to(Node.ACCOUNT)
        await go_to_row(player, Node.ACCOUNT, "earlier")
        await player.press("enter", "down", "enter")
        await settle(player)
        back = player.app.settings.now.gameplay
        assert (back.das_ms, back.arr_ms) == (90, 33)
        assert kept(player) == account_line(player.app.settings.now)
        await go_to_row(player, Node.ACCOUNT, "earlier")
        await player.press("enter", "down", "enter")
        assert player.app.settings.now.gameplay.arr_ms == 11


async def test_offline_changes_are_sent_at_the_next_sign_in() -> None:
    async with signed_in() as player:
        player.app.services.online.connection.disconnect()
        player.app.settings.change("gameplay", "das_ms", 90)
        await sign_in_again(player)

        assert kept(player) == account_line(player.app.settings.now)
        assert player.app.settings.now.gameplay.das_ms == 90
        assert player.app.services.online.following.copies.last is None


async def test_settings_the_server_got_last_win_and_none_are_lost() -> None:
    async with signed_in() as player:
        player.app.services.online.connection.disconnect()
        player.app.settings.change("gameplay", "das_ms", 90)
        await elsewhere(player, account_line(OTHERS))
        await sign_in_again(player)
        now, last = player.app.settings.now, player.app.services.online.following.copies.last
        assert last is not None
        earlier = import_account_line(read_copy(last), now, keeps_presets=False)

        assert (now.gameplay.das_ms, now.gameplay.arr_ms) == (167, 11)
        assert "Gameplay I (here)" in preset_names(now, "gameplay")
        assert earlier.settings.gameplay.das_ms == 90


async def test_an_unheard_arrival_is_no_change_of_another_machine() -> None:
    async with signed_in() as player:
        answer, player.server.answer_ask = player.server.answer_ask, partial(store_only, player)
        await change(player, "das_ms", 90)
        player.server.answer_ask = answer
        arrived = kept(player)
        player.app.services.online.connection.disconnect()
        player.app.settings.change("gameplay", "das_ms", 91)
        await sign_in_again(player)

        assert das_of(arrived) == 90
        assert player.app.settings.now.gameplay.das_ms == 91
        assert kept(player) == account_line(player.app.settings.now)


async def test_nothing_moves_while_a_piece_falls() -> None:
    async with signed_in() as player:
        before = kept(player)
        await player.press("escape")
        await player.go_to(Node.TITLE)
        await player.go_to(Node.GAME)
        await sign_in_again(player)
        await change(player, "das_ms", 90)
        in_game = kept(player)
        await elsewhere(player, account_line(OTHERS))
        player.app.services.online.following.request()
        await player.pass_ms(500)
        taken = player.app.settings.now.gameplay.arr_ms
        await player.press("escape")
        await settle(player)

        assert player.node is Node.PAUSE
        assert (in_game == before, taken) == (True, 33)
        assert player.app.settings.now.gameplay.arr_ms == 11


async def test_those_of_the_account_are_offered_or_replaced_at_first() -> None:
    async with signed_in(follows=False) as player:
        others = account_line(with_change(player.app.settings.now, "gameplay", "arr_ms", 11))
        await elsewhere(player, others)
        await sign_in_again(player)
        await player.press("escape")
        await player.go_to(Node.ACCOUNT)
        await player.pass_ms(500)
        told = await choose(player, "take")

        assert "1 setting changes: ARR" in told
        assert player.app.settings.now.gameplay.arr_ms == 11
        await choose(player, "off")
        player.app.settings.change("gameplay", "das_ms", 90)
        assert kept(player) == others
        await choose(player, "on")
        assert kept(player) == account_line(player.app.settings.now)


async def test_deleted_settings_follow_no_more_elsewhere() -> None:
    async with signed_in() as player:
        notes = player.app.settings.now.online
        await choose(player, "delete")
        deleted = kept(player)
        player.app.settings.apply(player.app.settings.now.with_values(online=notes))  # as another machine has it
        await sign_in_again(player)

        assert deleted == kept(player) == ""
        assert not player.app.services.online.following.is_on
        assert any("were deleted at the server" in notice for notice in notifications_of(player.app))


@pytest.mark.parametrize(
    "line", [packed({}).replace(f"-{SETTINGS_VERSION}:", f"-{SETTINGS_VERSION + 1}:"), "piecement-settings-5:AAAA"]
)
async def test_a_line_of_no_use_is_told_and_not_replaced(line: str) -> None:
    async with signed_in() as player:
        await elsewhere(player, line)
        await sign_in_again(player)
        await change(player, "das_ms", 90)

        assert kept(player) == line
        assert any("cannot be used" in notice for notice in notifications_of(player.app))


async def test_settings_that_are_short_enough_again_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once they were too long, nothing was sent before the next sign-in."""
    async with signed_in() as player:
        with monkeypatch.context() as small:
            small.setattr(following_settings, "LONGEST_SETTINGS", 5)
            await change(player, "das_ms", 90)
            await change(player, "das_ms", 91)
        told = [sentence for sentence in notifications_of(player.app) if "too long" in sentence]
        await change(player, "das_ms", 92)

        assert len(told) == 1
        assert das_of(kept(player)) == 92


async def test_an_older_server_keeps_no_settings() -> None:
    async with signed_in(follows=False) as player:
        player.state.additions = 1
        await player.press("escape")
        await player.go_to(Node.ACCOUNT)
        await go_to_row(player, Node.ACCOUNT, "settings")

        assert "too old to keep them" in text_of(player.app)
        await player.press("enter")
        assert not player.app.services.online.following.is_on


async def test_a_deleted_account_is_followed_no_more() -> None:
    async with signed_in() as player:
        await go_to_row(player, Node.ACCOUNT, "delete")
        await player.press("enter", *"Anna", "enter")
        await player.pass_ms(1000)

        assert not player.app.services.online.following.is_on
        assert player.server.stores.database.rows("SELECT * FROM account_settings") == []
