"""Controls: keys are bound, moved, taken away and restored, shown as they are pressed, and tried in a field."""

from itertools import pairwise
from pathlib import Path

import pytest
from textual.widgets import Static

from piecement.input.key_labels import key_label
from piecement.input.key_presets import PAIR_PRESETS, PRESETS
from piecement.settings.controls import Controls
from piecement.settings.handling_and_rules import Gameplay
from piecement.settings.presets import preset_name, with_preset
from piecement.settings.settings import Settings
from piecement.settings.styles import with_style
from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp, Modifiers
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities, support
from piecement.ui.game.game_keys import GAME_KEYS
from piecement.ui.game.single_game import SingleGame
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.controls import ONE, ControlsScreen
from piecement.ui.screens.more_settings import MoreSettingsScreen
from piecement.ui.texts.keys import BUTTON_ACTIONS, BUTTON_TITLES
from piecement.ui.widgets.handling_field import HandlingField, HandlingGame, Steps
from piecement.ui.widgets.key_prompt import KeyPrompt
from piecement.ui.widgets.key_tester import KeyTester
from piecement_base.language import choose
from piecement_base.plan import Plan
from piecement_engine import Button
from piecement_engine.events import PieceMoved
from tests.app.drawn import PIECE
from tests.app.setting_rows import at_row, go_to_row, line_of, said
from tests.app.stand_ins import ENDLESS, MS, ManualClock
from tests.app.walking import Player, notifications_of, playing, text_of
from tests.sampling import sampled, together

LEFT = "move_left"


def keys_of(player: Player, button: Button) -> tuple[str, ...]:
    """Return the keys of a button."""
    return player.app.settings.now.controls.bindings.keys(button)


def asked(player: Player) -> str:
    """Return the question about a key; empty if there is none."""
    trap = player.app.screen.query_one(KeyPrompt)
    return str(trap.content) if trap.is_open else ""


def shown_keys(player: Player) -> str:
    """Return the text of the key tester."""
    return str(player.app.screen.query_one(KeyTester).render())


async def feed(player: Player, *events: KeyDown | KeyUp) -> None:
    """Report key events as a terminal with releases does."""
    screen = player.app.screen
    assert isinstance(screen, ControlsScreen | MoreSettingsScreen)
    for event in events:
        screen.track_key(event)
    await player.settle()


def down(player: Player, key: str, modifiers: Modifiers = Modifiers.NONE) -> KeyDown:
    """Return the press of a key now, whose release will be reported."""
    return KeyDown(key, modifiers=modifiers, time_ns=player.clock(), tracked=True)


def up(player: Player, key: str) -> KeyUp:
    """Return the release of a key now."""
    return KeyUp(key, time_ns=player.clock())


@pytest.mark.parametrize(
    "size", [(40, 24), *(pytest.param(size, marks=pytest.mark.wide) for size in [(80, 24), (120, 40)])]
)
async def test_every_button_shows_its_keys(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        player.app.settings.apply(with_preset(player.app.settings.now, "controls", "Control+"))
        await player.go_to(Node.CONTROLS)

        for button, title in BUTTON_TITLES.items():
            assert title in line_of(player, button.value)
        assert "Q" in line_of(player, "teleport_left")
        assert line_of(player, "rotate_0").split() == ["Rotate", "0°", "-"]


def test_every_button_has_a_title_and_a_deed() -> None:
    assert set(BUTTON_TITLES) == set(BUTTON_ACTIONS) == set(Button)


async def test_every_button_is_explained() -> None:
    async with playing() as player:
        for button, deed in BUTTON_ACTIONS.items():
            await go_to_row(player, Node.CONTROLS, button.value)

            assert deed in said(player).lower() or deed == BUTTON_TITLES[button].lower()


async def test_a_key_is_added_to_a_button() -> None:
    async with at_row(Node.CONTROLS, LEFT) as player:
        await player.press("a")
        question = asked(player)
        await player.press("j")

        assert "press a key" in question
        assert asked(player) == ""
        assert keys_of(player, Button.MOVE_LEFT) == ("left", "j")
        assert line_of(player, LEFT).split() == ["Move", "left", "←,", "J"]
        assert preset_name(player.app.settings.now, "controls") == "Controls I"
        assert notifications_of(player.app) == ["Your own. Saved as preset Controls I."]

        await player.press("a", "t")
        assert keys_of(player, Button.MOVE_LEFT) == ("left", "j", "t")
        assert not player.app.screen.query_one(HandlingField).is_played
        assert len(notifications_of(player.app)) == 1


async def test_any_key_can_be_bound_also_with_modifiers() -> None:
    keys = ["enter", "tab", "f5", "delete", "home", "comma", "ö", "ctrl+x", "alt+left", "shift+left"]
    keys.append("alt+ctrl+shift+up")
    async with at_row(Node.CONTROLS, LEFT) as player:
        for key in keys:
            await player.press("a", key)

        assert keys_of(player, Button.MOVE_LEFT) == ("left", *keys)


async def test_the_prompt_stands_in_the_row_and_escape_changes_nothing() -> None:
    async with at_row(Node.CONTROLS, LEFT) as player:
        await player.press("enter")
        row = next(line for line in text_of(player.app).splitlines() if "press a key" in line)
        await player.press("escape")

        assert row.index("Move left") < row.index("press a key …  Esc cancels.")
        assert asked(player) == ""
        assert player.node is Node.CONTROLS
        assert player.app.settings.now.controls.bindings == PRESETS["tetrs, with hold"]


async def test_an_open_prompt_has_its_keys_in_the_key_line() -> None:
    async with at_row(Node.CONTROLS, "rotate_left") as player:
        lines, told = list[str](), ""
        for keys in (["enter"], ["right"], ["escape"]):
            await player.press(*keys)
            lines.append(text_of(player.app).rstrip().splitlines()[-1])
            if keys == ["right"]:
                told = said(player)

        assert ["replace" in line for line in lines] == [False, False, True]
        assert ["Esc cancel" in line for line in lines] == [True, True, False]
        assert not told.strip()
        assert "press the new key" in said(player)


async def test_enter_replaces_or_swaps_all_keys_of_a_button() -> None:
    async with playing() as player:
        player.app.settings.apply(with_preset(player.app.settings.now, "controls", "Guideline"))
        await go_to_row(player, Node.CONTROLS, "rotate_left")
        told = " ".join(said(player).split())
        both_keys_of_shift = line_of(player, "hold").split()
        await player.press("enter", "x", "enter")
        swapped = keys_of(player, Button.ROTATE_LEFT), keys_of(player, Button.ROTATE_RIGHT)
        await player.press("enter", "j")

        assert "It replaces Z, Y, Ctrl." in told
        assert both_keys_of_shift == ["Hold", "C,", "Shift"]
        assert swapped == (("x",), ("up", "z"))
        assert keys_of(player, Button.ROTATE_LEFT) == ("j",)


@pytest.mark.parametrize(
    ("key", "answer", "left", "rotate"),
    [
        ("enter", "enter", ("a",), ("left",)),
        ("a", "enter", ("left", "a"), ()),
        ("enter", "tab", ("a",), ()),
        ("enter", "escape", ("left",), ("a",)),
    ],
    ids=["swap", "take", "move", "keep"],
)
async def test_a_taken_key_asks_first(key: str, answer: str, left: tuple[str, ...], rotate: tuple[str, ...]) -> None:
    async with at_row(Node.CONTROLS, LEFT) as player:
        await player.press(key, "a")
        question = asked(player)
        await player.press("x", answer)

        assert "A already does Rotate left." in question
        assert asked(player) == ""
        assert (keys_of(player, Button.MOVE_LEFT), keys_of(player, Button.ROTATE_LEFT)) == (left, rotate)


REFUSED = {
    "left": "← is already bound to Move left.",
    "ctrl+z": "is a command in games.",
    "ctrl+b": "is a command in games.",
    "ctrl+r": "is a command in games.",
    "ctrl+я": "is a command in games.",
    "super+x": "Super+X: keys combine only with Shift, Ctrl and Alt",
    "question_mark": "? always shows the keys.",
}
"""Keys that cannot be bound, with the reason."""


async def test_a_key_that_cannot_be_bound_is_refused_with_reason() -> None:
    async with at_row(Node.CONTROLS, LEFT) as player:
        for key, reason in REFUSED.items():
            await player.press("a", key)

            assert reason in asked(player), key
            assert player.node is Node.CONTROLS
            await player.press("escape")
        assert keys_of(player, Button.MOVE_LEFT) == ("left",)
        await player.press("a", "question_mark", "g")
        assert keys_of(player, Button.MOVE_LEFT) == ("left", "g")


async def test_refusal_of_fixed_key_is_translated() -> None:
    async with at_row(Node.CONTROLS, LEFT) as player:
        choose("de")
        await player.press("a", "question_mark")

        assert "? zeigt immer die Tasten." in asked(player)


async def test_a_chord_that_the_terminal_does_not_tell_is_warned_of() -> None:
    async with playing() as player:
        bindings = player.app.settings.now.controls.bindings.bind("shift+space", Button.ROTATE_LEFT)
        player.app.settings.change("controls", "keys", bindings.table())
        for flags, is_warned in ((None, True), (31, False)):
            await go_to_row(player, Node.CONTROLS, LEFT)
            player.app.keyboard = KeyboardCapabilities(flags)
            await go_to_row(player, Node.CONTROLS, "rotate_left")

            assert ("This terminal can't tell Shift+Space from Space." in said(player)) is is_warned


async def test_a_modifier_is_bound_when_let_go_and_else_its_chord() -> None:
    async with at_row(Node.CONTROLS, "hold") as player:
        await player.press("a")
        await feed(player, down(player, "left_shift"))
        before = keys_of(player, Button.HOLD)
        await feed(player, up(player, "left_shift"))

        assert before == ("space",)
        assert keys_of(player, Button.HOLD) == ("space", "left_shift")
        assert "Shift" in line_of(player, "hold")

        await player.press("a")
        await feed(player, down(player, "left_shift"))
        await player.press("G")
        await feed(player, up(player, "left_shift"))
        assert keys_of(player, Button.HOLD) == ("space", "left_shift", "shift+g")


async def test_a_key_is_bound_with_its_place() -> None:
    async with at_row(Node.CONTROLS, "hold") as player:
        for key, stored in (("э", "э@apostrophe"), ("shift+э", "shift+э@apostrophe"), ("g", "g")):
            await player.press("enter", key)

            assert keys_of(player, Button.HOLD) == (key,)
            assert player.app.settings.now.controls.keys["hold"] == (stored,)
            assert line_of(player, "hold").split()[-1] == key_label(key)


async def test_a_key_that_acts_elsewhere_is_asked_about() -> None:
    """On a Russian keyboard Ф is where A is, which rotates."""
    async with at_row(Node.CONTROLS, "hold") as player:
        await player.press("enter", "ф", "enter")

        assert keys_of(player, Button.HOLD) == ("ф",)
        assert keys_of(player, Button.ROTATE_LEFT) == ("space",)


STYLE_KEYS = {
    "guideline": (("x", "up"), ("c", "left_shift", "right_shift")),
    "tetrs": (("d",), ()),
    "classic": (("x",), ()),
}
"""Keys for clockwise rotation and hold."""


@pytest.mark.parametrize("key", ["delete", "backspace"])
async def test_a_row_is_reset_to_the_keys_of_the_style(key: str) -> None:
    async with playing() as player:
        for style, keys in STYLE_KEYS.items():
            player.app.settings.apply(with_style(player.app.settings.now, style))
            for row in ("rotate_right", "hold"):
                await go_to_row(player, Node.CONTROLS, row)
                await player.press("enter", "j", key)

            assert (keys_of(player, Button.ROTATE_RIGHT), keys_of(player, Button.HOLD)) == keys


async def test_minus_removes_the_keys_of_a_button() -> None:
    async with at_row(Node.CONTROLS, LEFT) as player:
        await player.press("minus")
        without = line_of(player, LEFT)
        await player.press("delete")

        assert without.split() == ["!", "Move", "left", "-", "no", "key"]
        assert keys_of(player, Button.MOVE_LEFT) == ("left",)


async def test_changes_on_the_screen_are_undone_one_by_one() -> None:
    async with playing() as player:
        before = [player.app.settings.now]
        await go_to_row(player, Node.CONTROLS, LEFT)
        for keys in (("a", "g"), ("minus",), ("delete",)):
            await player.press(*keys)
            before.append(player.app.settings.now)
        await go_to_row(player, Node.CONTROLS, "style")
        await player.press("right")
        while before:
            await player.press("ctrl+z")
            assert player.app.settings.now == before.pop()
        await player.press("ctrl+z")

        assert notifications_of(player.app)[-1] == "Nothing to undo."


async def test_changes_made_elsewhere_are_not_undone() -> None:
    async with at_row(Node.CONTROLS, LEFT) as player:
        await player.press("a", "g")
        await go_to_row(player, Node.CONTROLS, "interface.key_releases")
        await player.press("right", "escape")
        await player.go_to(Node.CONTROLS)
        before = player.app.settings.now
        await player.press("ctrl+z")

        assert player.app.settings.now == before


ESSENTIAL_ROWS: dict[tuple[str, ...], bool] = {
    ("move_left",): True,
    ("move_right",): True,
    ("rotate_left",): False,
    ("rotate_left", "rotate_right"): True,
    ("soft_drop",): False,
    ("soft_drop", "hard_drop"): True,
    ("hold", "rotate_180"): False,
}


@pytest.mark.parametrize(
    ("rows", "way"), sampled(ESSENTIAL_ROWS, ["escape", "tab", "shift+tab"], rest=pytest.mark.wide)
)
async def test_leaving_without_an_essential_key_asks(rows: tuple[str, ...], way: str) -> None:
    is_asked = ESSENTIAL_ROWS[rows]
    async with playing() as player:
        for row in rows:
            await go_to_row(player, Node.CONTROLS, row)
            await player.press("minus")
        marks = [line_of(player, row).startswith("!") for row in rows]
        await player.press(way)
        asked_on = player.node
        await player.press("enter")
        stayed = player.node
        await player.press(way, "down", "enter")

        assert marks == [is_asked] * len(rows)
        assert (asked_on is Node.CONTROLS) is is_asked
        if is_asked:
            assert stayed is Node.CONTROLS
            assert player.node is not Node.CONTROLS


async def test_the_question_shows_the_player_who_lacks_a_key() -> None:
    async with playing() as player:
        await show_keys_of(player, "Right of two")
        await go_to_row(player, Node.CONTROLS, LEFT)
        await player.press("minus")
        await show_keys_of(player, "One player")
        await player.press("escape")

        assert "Right of two" in line_of(player, "players")
        assert "Move left has no key" in said(player)


@together("name", PRESETS)
def test_no_built_in_keys_lack_an_essential_one(name: str) -> None:
    assert ONE.missing(with_preset(Settings(), "controls", name)) == ()


async def test_a_considered_style_shows_its_keys() -> None:
    async with at_row(Node.CONTROLS, "style") as player:
        await player.press("enter", "home")
        considered = line_of(player, "hard_drop")
        await player.press("escape")

        assert "Space" in considered
        assert "↑" in line_of(player, "hard_drop")
        assert player.app.settings.now.controls.bindings == PRESETS["tetrs, with hold"]


async def test_key_releases_are_changed_by_arrows() -> None:
    async with at_row(Node.CONTROLS, "interface.key_releases") as player:
        await player.press("right")
        assumed = player.app.settings.now.interface.key_releases
        await player.press("right")

        assert (assumed, player.app.settings.now.interface.key_releases) == ("on", "off")


async def test_keys_that_stay_are_behind_more() -> None:
    async with at_row(Node.CONTROLS, "commands.hint_key") as player:
        assert all(row.keys in text_of(player.app) for row in GAME_KEYS)


async def test_a_command_key_is_marked_and_explained() -> None:
    async with playing() as player:
        player.app.settings.change("commands", "watch_key", "a")
        await go_to_row(player, Node.CONTROLS, "rotate_left")

        assert line_of(player, "rotate_left").startswith("!")
        assert "A is a command in games." in said(player)


def pair_keys(player: Player, button: Button) -> tuple[tuple[str, ...], ...]:
    """Return the keys of a button of both players."""
    return tuple(bindings.keys(button) for bindings in player.app.settings.now.pair.bindings)


async def show_keys_of(player: Player, title: str) -> None:
    """Show the keys of another player."""
    await go_to_row(player, Node.CONTROLS, "players")
    while title not in line_of(player, "players"):
        await player.press("right")


async def test_each_of_two_players_has_keys_and_presets_of_their_own() -> None:
    async with playing() as player:
        await show_keys_of(player, "Right of two")
        await go_to_row(player, Node.CONTROLS, "hold")
        await player.press("a", "p")

        assert pair_keys(player, Button.HOLD) == (("x", "left_shift"), ("b", "right_shift", "p"))
        assert keys_of(player, Button.HOLD) == ("space",)
        assert preset_name(player.app.settings.now, "pair") == "Pair I"

        await show_keys_of(player, "Left of two")
        await go_to_row(player, Node.CONTROLS, "pair.")
        await player.press("enter", "home", "enter", "right")
        assert preset_name(player.app.settings.now, "pair") == "Letters"
        assert "F" in line_of(player, "hold")


@pytest.mark.parametrize(
    ("answer", "keys"),
    [("enter", (("x", "left_shift", "n"), ("comma",))), ("escape", (("x", "left_shift"), ("n", "comma")))],
    ids=["move", "keep"],
)
async def test_a_key_of_the_other_player_is_asked_about(answer: str, keys: tuple[tuple[str, ...], ...]) -> None:
    async with playing() as player:
        await show_keys_of(player, "Left of two")
        await go_to_row(player, Node.CONTROLS, "hold")
        await player.press("a", "n")
        question = asked(player)
        await player.press(answer)

        assert "N already does Rotate left for the other player." in question
        assert (pair_keys(player, Button.HOLD)[0], pair_keys(player, Button.ROTATE_LEFT)[1]) == keys


async def test_a_key_that_both_players_have_is_marked_at_both() -> None:
    async with playing() as player:
        left, _ = player.app.settings.now.pair.bindings
        player.app.settings.change("pair", "left", left.bind("n", Button.HOLD).table())
        for title, row, other in (("Left of two", "hold", "Rotate left"), ("Right of two", "rotate_left", "Hold")):
            await show_keys_of(player, title)
            await go_to_row(player, Node.CONTROLS, row)

            assert line_of(player, row).startswith("!")
            assert f"N is also the other player's key for {other}." in said(player)


async def test_limits_of_two_players_without_releases_are_shown() -> None:
    async with playing(size=(120, 40)) as player:
        await show_keys_of(player, "Left of two")
        for flags, is_told in ((None, True), (31, False)):
            player.app.keyboard = KeyboardCapabilities(flags)
            await player.settle()
            told = str(player.app.screen.query_one("#trial", Static).content)

            assert ("only the last key pressed repeats" in " ".join(told.split())) is is_told


def test_no_key_of_a_preset_for_two_belongs_to_both() -> None:
    for left, right in PAIR_PRESETS.values():
        assert not {key for key, _ in left.pairs} & {key for key, _ in right.pairs}


@pytest.mark.wide
async def test_presets_are_chosen_from_a_list() -> None:
    async with at_row(Node.CONTROLS, "controls.") as player:
        for number, bindings in enumerate(PRESETS.values()):
            await player.press("enter", "home", *["down"] * number, "enter")

            assert player.app.settings.now.controls.bindings == bindings


async def test_the_next_game_is_played_with_the_new_key() -> None:
    async with at_row(Node.CONTROLS, LEFT) as player:
        await player.press("a", "j", "escape", "escape")
        await player.go_to(Node.GAME)
        await player.wait_ms(50)
        before = player.piece.x
        await player.press("j")
        await player.wait_ms(50)

        assert player.piece.x == before - 1


async def test_keys_and_chords_are_shown_while_held_and_after() -> None:
    async with playing(size=(120, 40)) as player:
        bindings = player.app.settings.now.controls.bindings.bind("shift+left", Button.ROTATE_LEFT)
        player.app.settings.change("controls", "keys", bindings.table())
        await go_to_row(player, Node.CONTROLS, "commands.hint_key")
        await feed(player, down(player, "a"))
        player.clock.pass_ms(120)
        player.app.screen.query_one(KeyTester).automatic_refresh()
        held = shown_keys(player)
        await feed(player, up(player, "a"))

        assert "● A      held 120 ms   Rotate left" in held
        assert "○ A      120 ms        Rotate left" in shown_keys(player)

        await feed(player, down(player, "left", Modifiers.SHIFT))
        chord = next(line for line in shown_keys(player).splitlines() if "Shift+←" in line)
        assert "Rotate left" in chord


async def test_what_a_key_does_is_whole_in_the_tester() -> None:
    async with at_row(Node.CONTROLS, "commands.hint_key") as player:
        screen = player.screen_as(MoreSettingsScreen)
        for key in ("down", "up", "left"):
            screen.track_key(KeyDown(key, time_ns=player.clock()))
        await player.settle()
        lines = [line.split()[-4:] for line in text_of(player.app).splitlines() if "pressed" in line]

        assert lines == [
            ["←", "pressed", "Move", "left"],
            ["↑", "pressed", "Hard", "drop"],
            ["↓", "pressed", "Soft", "drop"],
        ]


async def test_a_key_without_releases_is_a_tap_until_an_answer() -> None:
    async with at_row(Node.CONTROLS, "commands.hint_key") as player:
        unused = shown_keys(player)
        await player.press("x")
        first = shown_keys(player)
        await player.press("x")
        second = shown_keys(player)
        player.app.keyboard = KeyboardCapabilities(31)
        await player.settle()

        assert "does not report" in unused
        assert "● X      pressed" in first
        assert "does not report" not in first
        assert "○ X      tapped" in second
        assert "Presses only" in second
        assert "Press and release" in shown_keys(player)


@together(
    ("flags", "wants_releases", "title"),
    [
        (31, True, "Press and release"),
        (31, False, "Releases guessed"),
        (3, True, "Releases of arrows"),
        (1, True, "Presses only"),
        (None, True, "Presses only"),
    ],
)
def test_reports_of_a_terminal_are_explained(flags: int | None, wants_releases: bool, title: str) -> None:
    told, meaning = support(KeyboardCapabilities(flags), wants_releases=wants_releases)

    assert told == title
    assert meaning.endswith(".")


async def test_releases_that_are_not_wanted_are_not_asked_for() -> None:
    async with playing(Plan(ENDLESS)) as player:
        player.app.keyboard = KeyboardCapabilities(31)
        known = player.app.services.keyboard.reports_releases
        player.app.settings.change("interface", "key_releases", "off")

        assert (known, player.app.services.keyboard.reports_releases) == (True, False)
        assert SingleGame(player.app.services, Plan(ENDLESS)).sides[0].session.view.rules.no_soft_drop_lock


async def test_keys_are_tried_in_the_field_and_do_nothing_else() -> None:
    async with at_row(Node.CONTROLS, LEFT) as player:
        await player.press("t")
        field = player.app.screen.query_one(HandlingField)
        before = field.game.session.view.piece
        await player.press("right")
        player.clock.pass_ms(20)
        field.automatic_refresh()
        await player.settle()
        moved = field.game.session.view.piece
        await player.press("n", "r", "escape")

        assert before is not None
        assert moved is not None
        assert moved.x == before.x + 1
        assert not field.is_played
        assert player.node is Node.CONTROLS
        assert player.app.settings.now.controls.bindings == PRESETS["tetrs, with hold"]


async def test_the_field_tells_how_fast_a_held_key_moved_the_piece() -> None:
    async with playing() as player:
        player.app.settings.change("gameplay", "das_ms", 100.0)
        player.app.settings.change("gameplay", "arr_ms", 40.0)
        await player.go_to(Node.CONTROLS)
        await player.press("t")
        field = player.app.screen.query_one(HandlingField)
        await feed(player, down(player, "right"))
        for _ in range(10):
            player.clock.pass_ms(20)
            field.automatic_refresh()
        await player.settle()
        told = str(player.app.screen.query_one("#trial", Static).content)

        assert told == "4 cells: repeat after 100 ms, then every 40 ms"


async def test_the_field_has_the_set_look_and_stands_still_once_left() -> None:
    async with playing() as player:
        player.app.settings.change("graphics", "skin", "ascii")
        await player.go_to(Node.CONTROLS)
        seen = text_of(player.app)
        await player.press("t", "escape")
        field = player.app.screen.query_one(HandlingField)
        before = field.game.session.view.time_ns
        player.clock.pass_ms(500)
        field.automatic_refresh()

        assert "[][]" in seen
        assert field.game.session.view.time_ns == before


def test_the_trial_begins_anew_before_the_field_is_full() -> None:
    clock = ManualClock()
    game = HandlingGame(Gameplay().overrides(key_releases=True), clock, 4)
    pieces: list[int] = []
    for _ in range(40):
        clock.pass_ms(50)
        game.advance()
        game.session.hold(frozenset({Button.HARD_DROP}))
        clock.pass_ms(50)
        game.advance()
        game.session.hold(frozenset())
        pieces.append(game.session.view.pieces)

    assert max(pieces) <= 6
    assert sum(after < before for before, after in pairwise(pieces)) > 4


def test_steps_to_one_side_are_a_run_and_a_turn_back_is_another() -> None:
    steps = Steps()
    for time_ms, x in ((0, 4), (150, 5), (180, 6), (210, 7)):
        steps = steps.after(PieceMoved(time_ms * MS, PIECE._replace(x=x - 1), PIECE._replace(x=x)))
    back = steps.after(PieceMoved(240 * MS, PIECE._replace(x=7), PIECE._replace(x=6)))

    assert steps.text == "4 cells: repeat after 150 ms, then every 30 ms"
    assert back.text == "one cell"


async def test_the_keys_are_left_with_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []

    def hear(_: ControlsScreen, event: KeyEvent) -> None:
        heard.append(event.key_id)

    monkeypatch.setattr(ControlsScreen, "track_key", hear)
    async with playing(at=Node.CONTROLS) as player:
        await player.press("x", "escape", "x")

        assert heard == ["x", "escape"]


async def test_all_keys_are_there_again_after_one_was_changed(tmp_path: Path) -> None:
    async with at_row(Node.CONTROLS, "rotate_left", launch=Launch(data_folder=tmp_path)) as player:
        await player.press("a", "right", "enter")
        await go_to_row(player, Node.CONTROLS, "hold")
        await player.press("minus")
        before = player.app.settings.now.controls
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        assert player.app.settings.now.controls == before
        assert keys_of(player, Button.ROTATE_LEFT) == ("a", "right")
        assert keys_of(player, Button.MOVE_RIGHT) == ()
        assert keys_of(player, Button.HOLD) == ()
        assert keys_of(player, Button.SOFT_DROP) == ("down",)


def test_buttons_that_a_file_leaves_out_have_their_first_keys() -> None:
    controls = Controls().changed("keys", {"move_left": ("left", "d"), "rotate_left": ("right",)})

    assert controls.bindings.keys(Button.MOVE_LEFT) == ("left", "d")
    assert controls.bindings.keys(Button.ROTATE_LEFT) == ("right",)
    assert controls.bindings.keys(Button.ROTATE_RIGHT) == ("x", "up")
    assert controls.bindings.keys(Button.MOVE_RIGHT) == ()
    assert controls.bindings.keys(Button.HARD_DROP) == ("space",)
