"""The command palette: everything is found by words, and walked to as a player would."""

from functools import partial

import pytest
from textual import events
from textual.command import CommandList, CommandPalette

from piecement.ui.command_palette import PaletteProvider, entries
from piecement.ui.guide import Guide
from piecement.ui.menu_graph import Node, Trigger, edge_between, edges_from
from piecement.ui.texts.glossary import TERM_BOARDS
from piecement.ui.texts.words import SCREEN_WORDS
from piecement.ui.widgets.term_card import TermCard
from piecement_base.plan import Plan
from piecement_engine import MODES
from tests.app.online_player import at_server
from tests.app.setting_rows import at_row, cursor_of
from tests.app.stand_ins import ENDLESS
from tests.app.still_life import lost
from tests.app.walking import NORMAL, Player, find, notifications_of, playing, text_of, words_of
from tests.sampling import mostly_wide

GAME = Plan(ENDLESS, seed=7)


@mostly_wide(
    ("words", "node"),
    [
        ("finesse", Node.FINESSE_DRILL),
        ("kicks", Node.KICK_EXPLORER),
        ("daily", Node.DAILY),
        ("statistics", Node.STATISTICS),
        ("storage", Node.STORAGE),
        ("sound volume audio mute", Node.TITLE),
        ("rule editor", Node.RULE_EDITOR),
        ("controls", Node.CONTROLS),
    ],
    kept=3,
)
async def test_screens_are_found_from_the_title(words: str, node: Node) -> None:
    async with playing() as player:
        await find(player, words)

        assert player.node is node


def is_at(player: Player, node: Node) -> bool:
    return player.node is node


@mostly_wide("start", [Node.SETTINGS, Node.SCOREBOARD, Node.PRACTICE, Node.PLAY])
async def test_screens_are_reached_from_other_menus(start: Node) -> None:
    async with playing() as player:
        guide = Guide(player.app)
        for node in (Node.OPENERS, Node.ACHIEVEMENTS, Node.LOOK, Node.MORE_MODES, Node.VERSUS):
            for target in (start, node):
                guide.go_to(target)
                await player.wait_for(partial(is_at, player, target))
                await player.settle()


def test_all_of_practice_is_found() -> None:
    assert {edge.target for edge in edges_from(Node.PRACTICE, Trigger.MENU)} <= SCREEN_WORDS.keys()


async def test_a_paused_game_is_kept_when_one_goes_elsewhere() -> None:
    async with playing(GAME, wait_ms=1000) as player:
        await player.press("escape")
        await player.wait_ms(1000)
        await find(player, "statistics")

        assert player.node is Node.STATISTICS
        assert len(player.left_games) == 1


async def test_settings_terms_and_modes_are_found_from_the_title() -> None:
    async with playing() as player:
        await find(player, "skin: ascii")

        assert player.app.settings.now.graphics.skin == "ascii"
        assert player.node is Node.TITLE

        await find(player, "t-spin")
        assert "three of its four corners" in words_of(player.app)

        await player.press("escape")
        await find(player, "play sprint")
        assert player.session.plan.mode is MODES["sprint"]


@pytest.mark.parametrize("start", [Node.TITLE, Node.PLAY])
async def test_commands_mute_and_have_a_bot_play(start: Node) -> None:
    async with playing(at=start) as player:
        await find(player, "mute")
        await find(player, "mute")
        await find(player, "watch a bot")
        await player.wait_ms(200)

        assert notifications_of(player.app)[:2] == ["Sound off", "Sound on, but no output found"]
        assert player.session.unranked.bot


async def test_second_choice_in_one_moment_is_none() -> None:
    """As by a double click: the program ended, since the title was closed by the second one."""
    async with playing() as player:
        await player.press("ctrl+p", *"mute")
        await player.settle()
        found = player.app.screen.query_one(CommandList)
        found.highlighted = 0
        found.action_select()
        found.action_select()
        await player.settle()

        assert notifications_of(player.app) == ["Sound off"]
        assert len(player.app.screen_stack) == 1


@pytest.mark.parametrize("key", ["pageup", "pagedown", "ctrl+end"])
@pytest.mark.parametrize("size", [NORMAL, (40, 2)])
async def test_pages_of_entries_without_a_place(key: str, size: tuple[int, int]) -> None:
    """A page of entries that were found but not laid out yet ended the program."""
    async with playing() as player:
        await player.pilot.resize_terminal(*size)
        await player.press("ctrl+p")
        for pressed in ("s", "o", key, key, "x", key):
            player.app.post_message(events.Key(pressed, pressed if len(pressed) == 1 else None))
        await player.settle()
        await player.press(key, key)

        assert player.app.return_code is None
        assert isinstance(player.app.screen, CommandPalette)


async def test_bot_is_watched_from_the_result_of_another_game() -> None:
    async with playing() as player:
        await player.go_to(Node.PLAY)
        await player.show(Node.GAME, Trigger.CHOICE, GAME)
        await player.show(Node.GAME_OVER, Trigger.EVENT, lost(player.app.store))
        await find(player, "watch a bot")
        await player.wait_ms(200)

        assert player.session.unranked.bot


async def test_a_game_keeps_its_keys() -> None:
    async with playing(GAME) as player:
        await player.press("ctrl+p")

        assert not isinstance(player.app.screen, CommandPalette)


async def test_keys_typed_in_it_are_no_commands_and_a_round_closes_it() -> None:
    async with playing() as player:
        await player.press("slash")
        await player.press("d", "question_mark", "q", "1")

        assert isinstance(player.app.screen, CommandPalette)
        assert player.node is Node.TITLE
        await player.press("escape")
        assert not isinstance(player.app.screen, CommandPalette)

        await player.press("ctrl+p")
        player.app.navigate(edge_between(Node.TITLE, Node.PLAY, Trigger.MENU) or pytest.fail("no such edge"))
        await player.settle()
        assert player.node is Node.PLAY
        assert not isinstance(player.app.screen, CommandPalette)


async def test_paused_match_is_not_lost_by_the_palette() -> None:
    async with playing(at=Node.MATCH, wait_ms=3000) as player:
        await player.press("escape")
        titles = {entry.title for entry in entries(Guide(player.app))}
        await find(player, "controls")

        assert {"Play Sprint", "Statistics"}.isdisjoint(titles)
        assert player.node is Node.CONTROLS
        assert Node.MATCH in player.app.stack.nodes


async def test_palette_leads_to_what_is_kept_and_deletes_nothing() -> None:
    async with playing() as player:
        titles = [entry.title for entry in entries(Guide(player.app))]

    assert "Keep" in titles
    assert "Keep: Nothing" not in titles


async def test_guide_stays_once_the_program_ends() -> None:
    async with playing(at=Node.SETTINGS) as player:
        player.app.exit()
        Guide(player.app).go_to(Node.OPENERS)

        assert player.node is Node.SETTINGS


async def test_a_room_offers_nothing_that_leads_away() -> None:
    async with at_server() as player:
        await player.see(Node.ROOM)
        found = {entry.title for entry in entries(Guide(player.app))}
        page = await first_page(player)
        Guide(player.app).go_to(Node.LOOK)
        await player.wait_for(lambda: player.node is Node.LOOK)

        assert {"Look", "Sound", "Help", "Mute", "Skin: ASCII", "Ghost", "Lock cap"} <= found
        assert found.isdisjoint({"Play", "Quit", "Main menu", "Last replay", "Watch a bot", "Play Marathon"})
        assert page == ["Settings", "Controls", "Look", "Sound", "System", "Help", "Mute"]
        assert Node.ROOM in player.app.stack.nodes


async def first_page(player: Player) -> list[str | None]:
    commands = PaletteProvider(player.app.screen)
    await commands.startup()
    return [hit.text async for hit in commands.discover()]


async def test_first_page_lists_all_screens_and_commands() -> None:
    async with playing() as player:
        page = await first_page(player)

    assert page == [*(node.heading for node in SCREEN_WORDS), "Mute", "Watch a bot", "Host a room", "Last replay"]


async def test_a_setting_behind_more_is_gone_to_from_a_room() -> None:
    async with at_server() as player:
        await player.see(Node.ROOM)
        await find(player, "lock cap")
        await player.wait_for(lambda: player.node is Node.MORE_SETTINGS)
        await player.settle()

        assert cursor_of(player) == "gameplay.lock_cap_factor"
        assert Node.ROOM in player.app.stack.nodes


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_term_is_shown_with_its_board(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        card = TermCard(player.app.services, "T-spin")
        player.app.push_screen(card)
        await player.settle()
        before = text_of(player.app)
        card._step()
        await player.settle()
        text = text_of(player.app)
        assert "three of its four corners" in " ".join(text.split())
        assert text != before

        await player.press("escape")
        assert player.app.screen is not card
        assert player.node is Node.TITLE


async def test_a_term_stands_still_without_motion() -> None:
    async with playing() as player:
        player.app.settings.change("interface", "reduced_motion", True)
        card = TermCard(player.app.services, "Quad")
        player.app.push_screen(card)
        await player.settle()

        assert card._picture._board == TERM_BOARDS["Quad"].frames()[-1]


@pytest.mark.parametrize("start", ["gameplay.hold", "gameplay.rerolls"])
async def test_settings_are_gone_to_from_settings(start: str) -> None:
    async with at_row(Node.SETTINGS, start) as player:
        for words, node, row in (
            ("arr", Node.SETTINGS, "gameplay.arr_ms"),
            ("lock cap", Node.MORE_SETTINGS, "gameplay.lock_cap_factor"),
            ("lock meter", Node.MORE_SETTINGS, "graphics.lock_meter"),
            ("arr", Node.SETTINGS, "gameplay.arr_ms"),
        ):
            await find(player, words)
            await player.settle()

            assert (player.node, cursor_of(player)) == (node, row)
