"""Help: the keys of the screen that one is on."""

from collections.abc import Iterable
from importlib import import_module

import pytest
from textual.binding import Binding, BindingType

from piecement.input.key_labels import key_label
from piecement.input.key_presets import PRESETS
from piecement.settings.settings import Settings
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.ui.game.game_keys import GAME_KEYS, MATCH_KEYS, button_rows, played_rows, watched_rows
from piecement.ui.key_rows import KeyRow, KeyTable, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.screen import NodeScreen
from piecement.ui.screens.match import MatchScreen
from piecement.ui.texts.plain_hints import plain_hint
from piecement_engine import Button
from tests.app.walking import A_QUICK_GAME, playing, text_of
from tests.sampling import together

SCREENS = [node for node in Node if not (node.is_end or node is Node.HELP)]


def screen_of(node: Node) -> type[NodeScreen]:
    """Return the class of a screen."""
    import_module(f"piecement.ui.screens.{node.module}")
    return NodeScreen.BY_NODE[node]


def keys_of(rows: Iterable[KeyRow]) -> dict[str, str]:
    """Return the description of each key."""
    return {row.keys: row.does for row in rows}


@together("node", [node for node in SCREENS if node.is_popup])
def test_every_popup_says_how_to_leave_it(node: Node) -> None:
    assert "Esc" in keys_of(screen_of(node).KEYS)


def actions(bound: list[BindingType]) -> set[tuple[str, str]]:
    return {(one.key, one.action) for one in bound if isinstance(one, Binding)}


@together("node", [*SCREENS, Node.HELP])
def test_every_binding_of_a_screen_has_its_row(node: Node) -> None:
    screen = screen_of(node)
    table = GAME_KEYS if node is Node.MATCH else screen.KEYS  # a match says of some of them that they do nothing
    classes = [kind for kind in screen.__mro__ if kind.__module__.startswith("piecement")]

    bound = [binding for kind in classes for binding in vars(kind).get("BINDINGS", [])]

    assert actions(bound) == actions(bindings_of(table))


def test_the_keys_of_a_game_are_those_that_are_bound() -> None:
    keys = keys_of(button_rows(PRESETS["Guideline"], ascii_only=False))

    assert keys["Space"] == "drop and lock"
    assert keys["X ↑"] == "rotate clockwise"


def test_the_keys_of_practice_are_shown_where_they_work() -> None:
    practice = {"Ctrl+Z", "Ctrl+U", "Ctrl+S", "Ctrl+L"}

    assert practice <= keys_of(screen_of(Node.GAME).KEYS).keys()
    assert not practice & keys_of(screen_of(Node.MATCH).KEYS).keys()


TRAINERS = {Node.LESSON, Node.FINESSE_DRILL, Node.OPENERS, Node.PERFECT_CLEAR, Node.SPIN_TRAINER, Node.DIG}
PLAYED = {Node.GAME, Node.MATCH, Node.ATTRACT, Node.ONLINE_ROUND, *TRAINERS}


@together("node", [node for node in SCREENS if node not in {*PLAYED, Node.CONTROLS}])
def test_ctrl_z_suspends_every_other_screen(node: Node) -> None:
    assert keys_of(screen_of(node).KEYS)["Ctrl+Z"] == "suspend"


def test_help_shows_a_key_for_every_file_of_a_replay() -> None:
    assert keys_of(screen_of(Node.REPLAY).KEYS)["V F G X"] == "save SVG, cast, GIF, game"


def test_a_button_without_a_key_is_left_out() -> None:
    keys = keys_of(button_rows(PRESETS["tetrs, with hold"].clear(Button.HOLD), ascii_only=False))

    assert not any("hold" in does for does in keys.values() if does != "fall faster while held")


@together("node", SCREENS)
@together("ascii_only", [False, True])
def test_a_line_of_keys_fits_a_narrow_terminal(node: Node, ascii_only: bool) -> None:
    assert fits(screen_of(node).KEYS, ascii_only=ascii_only)


@pytest.mark.parametrize("table", [GAME_KEYS, MATCH_KEYS], ids=["game", "match"])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_a_line_of_the_keys_of_a_game_fits_a_narrow_terminal(table: KeyTable, ascii_only: bool) -> None:
    buttons = button_rows(Settings().controls.bindings, ascii_only=ascii_only)

    assert fits(tuple(played_rows(table, buttons, Settings(), key_label)), ascii_only=ascii_only)
    assert fits(tuple(watched_rows(table, Settings(), key_label, looks_ahead=True)), ascii_only=ascii_only)


def fits(table: KeyTable, *, ascii_only: bool) -> bool:
    """Return True if a table fits, in characters that are wanted."""
    keys = [plain_hint(row.keys, ascii_only=ascii_only) for row in table]
    wide = max(map(len, keys))
    return all(wide + 2 + len(row.does) <= 36 for row in table) and (not ascii_only or "".join(keys).isascii())


@pytest.mark.parametrize("watched", [False, True])
def test_the_keys_of_the_computer_are_those_that_are_set(watched: bool) -> None:
    settings = Settings().with_value("commands", "watch_key", "f2").with_value("commands", "hint_key", "ctrl+f3")
    rows = (
        watched_rows(GAME_KEYS, settings, key_label, looks_ahead=True)
        if watched
        else played_rows(GAME_KEYS, iter(()), settings, key_label)
    )
    keys = keys_of(rows).keys()

    assert "F2" in keys
    assert ("Ctrl+F3" in keys) is not watched
    assert not {"Ctrl+W", "Ctrl+T"} & keys


def test_a_bot_of_the_command_line_looks_ahead_as_it_likes() -> None:
    keys = keys_of(watched_rows(GAME_KEYS, Settings(), key_label, looks_ahead=False))

    assert "bot looks ahead less, more" not in keys.values()


async def test_the_keys_of_two_at_one_keyboard_are_shown_for_both() -> None:
    async with playing() as player:
        player.app.keyboard = KeyboardCapabilities(31)
        await player.go_to(Node.VERSUS)
        await player.press("7", "7")

        assert keys_of(player.screen_as(MatchScreen).key_rows())["W ↑"] == "drop and lock"


async def test_the_help_stops_the_game() -> None:
    async with playing(A_QUICK_GAME) as player:
        await player.press("question_mark")

        assert not player.frame_timer.is_set


async def test_help_during_a_bots_game_tells_only_the_bots_keys() -> None:
    async with playing(A_QUICK_GAME, wait_ms=50) as player:
        await player.press("question_mark")
        playing_oneself = text_of(player.app)
        await player.press("escape")
        await player.wait_ms(5_000)
        await player.press("ctrl+w")
        await player.press("question_mark")
        watching = text_of(player.app)

    assert "bot faster, slower" in watching
    assert "play yourself again" in watching
    assert "rotate clockwise" not in watching
    assert "take back" not in watching
    assert "rotate clockwise" in playing_oneself
    assert "bot faster, slower" not in playing_oneself


async def test_a_word_finds_keys_and_escape_shows_all_again() -> None:
    async with playing(A_QUICK_GAME) as player:
        await player.press("question_mark", "slash", *"rot")
        found = text_of(player.app)
        await player.press("escape")
        everything = text_of(player.app)
        await player.press("slash", *"zzz")
        none = text_of(player.app)
        await player.press("escape", "escape")
        assert player.node is Node.GAME

    assert "rotate clockwise" in found
    assert "blindfold" not in found
    assert "blindfold" in everything
    assert "No key does this here." in none


async def test_help_of_a_game_marks_what_makes_it_practice() -> None:
    async with playing(A_QUICK_GAME) as player:
        await player.press("question_mark")
        shown = text_of(player.app)

    assert "show hints (practice)" in shown
    assert all(heading in shown for heading in ("PLAY", "IN A GAME", "MENUS"))
