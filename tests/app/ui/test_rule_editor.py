"""The rule editor makes rules of one's own, which are played, stored and shared."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from textual import events
from textual.widgets import Input, OptionList, Static

from piecement.session.own_rules import OwnRules
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.rule_editor import RuleEditorScreen
from piecement.ui.widgets.mode_list import ModeList
from piecement.ui.widgets.settings_list import SettingsList
from piecement_engine import MODES, Rules
from tests.app.walking import Player, playing, text_of

NARROW = OwnRules("Narrow", Rules(width=6, start_level=2))


@asynccontextmanager
async def editing() -> AsyncGenerator[Player]:
    """Open the editor in an application."""
    async with playing() as player:
        await player.go_to(Node.RULE_EDITOR)
        yield player


def editor(player: Player) -> RuleEditorScreen:
    return player.screen_as(RuleEditorScreen)


async def at(player: Player, row: str) -> None:
    """Move the cursor to a row by its id."""
    rows: OptionList = editor(player).query_one(SettingsList).rows
    rows.highlighted = rows.get_option_index(row)
    await player.settle()


async def enter(player: Player, line: str) -> None:
    await player.press("f")
    player.app.screen.query_one("#line", Input).value = line
    await player.press("enter")


async def test_a_rule_is_changed_by_the_arrows_and_typed() -> None:
    async with editing() as player:
        await at(player, "rules.width")
        await player.press("right", "right")
        await at(player, "rules.line_clear_delay_ns")
        await player.press("enter", *["backspace"] * 3, "7", "5", "enter")

        assert editor(player).draft.rules == Rules(width=12, line_clear_delay_ns=75_000_000)


async def test_what_cannot_be_is_refused_with_the_reason() -> None:
    async with editing() as player:
        await at(player, "rules.height")
        await player.press("enter", *["backspace"] * 2, "9", "enter")
        seen = " ".join(text_of(player.app).split())

        assert "height is 9" in seen
        assert editor(player).draft.rules == Rules()


async def test_the_rules_of_a_mode_are_taken_and_changed() -> None:
    async with editing() as player:
        await at(player, "beginning")
        await player.press("enter", "up", "enter")
        taken = editor(player).draft.rules
        await at(player, "rules.cascade")
        await player.press("right")

        assert taken in [mode.rules for mode in MODES.values()]
        assert taken != MODES["marathon"].rules
        assert editor(player).draft.rules.cascade


async def test_they_are_played_and_kept_under_their_name() -> None:
    async with editing() as player:
        await enter(player, NARROW.line())
        await player.press("p")
        session = player.screen_as(GameScreen).session
        await player.press("ctrl+d")
        await player.wait_ms(1500)
        (game,) = player.app.store.games.modes()

        assert session.view.rules.width == 6
        assert not session.unranked
        assert game == NARROW.mode().name


async def test_stored_rules_are_a_mode_of_new_game() -> None:
    async with editing() as player:
        await enter(player, NARROW.line())
        await player.press("w", "escape", "escape")
        await player.go_to(Node.NEW_GAME)
        await player.settle()
        modes = player.app.screen.query_one(ModeList)
        modes.highlighted = modes.get_option_index(NARROW.mode().name)
        await player.press("enter")

        assert player.screen_as(GameScreen).session.view.rules.width == 6


async def test_stored_rules_are_opened_and_deleted() -> None:
    async with editing() as player:
        await enter(player, NARROW.line())
        await player.press("w")
        await enter(player, OwnRules("Other", Rules()).line())
        await player.press("b", "enter")
        opened = editor(player).draft.own
        await player.press("shift+delete")

        assert opened == NARROW
        assert player.app.store.rule_sets.all() == ()


async def test_a_line_is_copied_pasted_and_refused() -> None:
    async with editing() as player:
        player.app.screen.post_message(events.Paste(NARROW.line()))
        await player.press("c")
        copied = player.app.clipboard
        await enter(player, "nonsense")

        assert copied == NARROW.line()
        assert editor(player).draft.own == NARROW
        assert "no line of rules" in str(editor(player).query_one("#status", Static).content)


async def test_a_name_is_typed() -> None:
    async with editing() as player:
        await at(player, "name")
        await player.press("enter", *["backspace"] * 8, "A", "b", "enter")

        assert editor(player).draft.own.name == "Ab"


async def test_the_last_rules_are_there_again() -> None:
    async with editing() as player:
        await enter(player, NARROW.line())
        await player.press("escape", "r")

        assert editor(player).draft.own == NARROW
