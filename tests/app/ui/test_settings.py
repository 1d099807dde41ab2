"""The tab Play of the settings, and what all tabs share: rows, keys, the way to the rest, and finding by name."""

from itertools import chain, pairwise

import pytest
from textual import events

from piecement.settings.presets import preset_name, with_change
from piecement.settings.settings import Settings
from piecement.settings.styles import STYLES, style_of, with_style
from piecement.settings.value_sets import HANDLINGS
from piecement.settings.values import Choices
from piecement.terminal.key_events import Modifiers
from piecement.terminal.menu_keys import Key
from piecement.ui.command_palette import rank
from piecement.ui.menu_graph import Node, tab_group
from piecement.ui.setting_pages import PAGES, more_specs, setting_spec
from piecement.ui.setting_places import places
from piecement.ui.texts.keys import BUTTON_TITLES
from piecement.ui.texts.words import SETTING_WORDS
from piecement.ui.widgets.handling_field import HandlingField
from piecement.ui.widgets.list_popups import TextEntry
from piecement.ui.widgets.settings_list import SettingsList
from piecement.ui.widgets.trial_panel import RepeatBar
from tests.app.setting_rows import asked_by, at_row, cursor_of, go_to_row, line_of, list_of, said, value_of
from tests.app.walking import Player, find, notifications_of, playing, text_of
from tests.sampling import mostly_wide, together


def is_setting(name: str) -> bool:
    return "." in name.rstrip(".")


ELSEWHERE = {"computer": {"Bots and hints", "Match"}}
"""Groups of settings that other screens have: free practice and Versus."""

TABS = list(PAGES)


def test_every_setting_is_on_one_page() -> None:
    shown = [name for page in PAGES.values() for name in (*page.names, *page.covered) if is_setting(name)]
    behind = [f"{spec.section}.{spec.name}" for node in PAGES for spec in more_specs(node)]
    specs = chain.from_iterable(Settings().section(section).specs() for section in Settings.names())
    there = {f"{spec.section}.{spec.name}" for spec in specs if spec.group not in ELSEWHERE.get(spec.section, ())}

    assert len(shown + behind) == len({*shown, *behind})
    assert {*shown, *behind} == there


def test_no_tab_has_more_rows_than_a_normal_terminal() -> None:
    assert all(len(page.names) + len(page.groups) + bool(page.more) <= 17 for page in PAGES.values())


@mostly_wide("size", [(60, 20), (80, 24), (120, 40)])
async def test_no_title_is_cut(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        for node in TABS:
            if node is Node.CONTROLS:
                continue
            await player.go_to(node)
            titles = [setting_spec(name).title for name in PAGES[node].names if is_setting(name)]
            shown = "\n".join(str(option.prompt) for option in list_of(player).options)

            assert titles
            assert [title for title in titles if title not in shown] == []


CHANGED_BY_KEYS: tuple[tuple[Node, str, str, object], ...] = (
    (Node.SETTINGS, "interface.resume_countdown", "left left left left", 0),
    (Node.SETTINGS, "interface.resume_countdown", "h", 2),
    (Node.SETTINGS, "interface.resume_countdown", "shift+right", 5),
    (Node.SETTINGS, "interface.resume_countdown", "1 enter", 1),
    (Node.SETTINGS, "interface.resume_countdown", "enter backspace 4 enter", 4),
    (Node.SETTINGS, "interface.resume_countdown", "1 escape", 3),
    (Node.SETTINGS, "interface.resume_countdown", "right delete", 3),
    (Node.SETTINGS, "interface.pause_on_blur", "left", False),
    (Node.SETTINGS, "interface.pause_on_blur", "left right", True),
    (Node.SETTINGS, "interface.pause_on_blur", "enter", False),
    (Node.SETTINGS, "interface.pause_on_blur", "space", False),
    (Node.SETTINGS, "gameplay.das_ms", "left", 166.0),
    (Node.SETTINGS, "gameplay.das_ms", "shift+left", 157.0),
    (Node.SETTINGS, "gameplay.das_ms", "1 1 0 enter", 110.0),
    (Node.SETTINGS, "gameplay.hard_drop_delay_ms", "right", 0.2),
    (Node.SETTINGS, "gameplay.hard_drop_delay_ms", "0 . 5 enter", 0.5),
    (Node.SETTINGS, "gameplay.rotation_system", "right", "srs"),
    (Node.SETTINGS, "gameplay.rotation_system", "enter end enter", "auto"),
    (Node.LOOK, "graphics.skin", "l l", "ascii"),
    (Node.LOOK, "graphics.palette", "enter down enter", "tetrs"),
    (Node.LOOK, "graphics.fps", "right right right", 63),
    (Node.LOOK, "graphics.fps", "shift+left", 50),
    (Node.LOOK, "graphics.fps", "2 4 1 enter escape", 60),
)


async def test_every_kind_of_setting_is_changed_by_keys() -> None:
    async with playing() as player:
        for node, row, keys, value in CHANGED_BY_KEYS:
            player.app.settings.apply(Settings())
            await go_to_row(player, node, row)
            await player.press(*keys.split())

            assert (row, keys, value_of(player, row)) == (row, keys, value)


STEPS: list[tuple[events.Key, int]] = [
    (Key("l", "L"), 4),  # Caps Lock
    (Key("l", "l", Modifiers.SHIFT), 5),
    (Key("l", "L", Modifiers.SHIFT), 5),
    (Key("h", "H"), 2),
    (Key("h", "h", Modifiers.SHIFT), 0),
    (events.Key("L", "L"), 5),  # without the protocol
]


async def test_shift_alone_makes_ten_steps_of_a_letter() -> None:
    async with at_row(Node.SETTINGS, "interface.resume_countdown") as player:
        for key, value in STEPS:
            player.app.settings.apply(Settings())
            player.app.post_message(key)
            await player.settle()

            assert player.app.settings.now.interface.resume_countdown == value, key


async def test_a_setting_is_changed_by_mouse() -> None:
    async with playing(at=Node.SETTINGS) as player:
        lines = text_of(player.app).splitlines()
        y = next(i for i, line in enumerate(lines) if "Pause when unfocused" in line)
        await player.pilot.click(offset=(10, y))
        await player.settle()

        assert not player.app.settings.now.interface.pause_on_blur


async def test_strange_and_useless_values_are_explained() -> None:
    async with at_row(Node.SETTINGS, "interface.resume_countdown") as player:
        await player.press("9", "enter")

        assert "Countdown can be 0 to 5 counts." in said(player)
        assert player.app.settings.now.interface.resume_countdown == 3

        await player.press("escape")
        await go_to_row(player, Node.SETTINGS, "soft_drop")
        await player.press("0", "enter")
        assert "stops the fall" in " ".join(said(player).split())
        assert player.app.settings.now.gameplay.soft_drop_factor == 0

        await go_to_row(player, Node.SETTINGS, "gameplay.arr_ms")
        assert "No effect here" in said(player)


async def test_a_text_is_for_the_row_that_asked() -> None:
    """Another row may ask for a text right after Enter."""
    async with at_row(Node.SETTINGS, "gameplay.das_ms") as player:
        rows, entry = player.app.screen.query_one(SettingsList), player.app.screen.query_one(TextEntry)
        rows.ask(asked_by(player, "gameplay.das_ms"))
        entry.value = "90"
        await entry.run_action("submit")
        rows.ask(asked_by(player, "gameplay.arr_ms"))
        await player.settle()

        assert value_of(player, "gameplay.das_ms") == 90


async def test_a_style_sets_all_at_once_and_counts_own_values() -> None:
    async with playing() as player:
        player.app.settings.apply(with_style(Settings(), "piecement"))
        await go_to_row(player, Node.SETTINGS, "style")
        await player.press("right")
        guideline = player.app.settings.now
        await player.press("left")

        assert style_of(guideline) == STYLES["guideline"]
        assert guideline.gameplay.rotation_system == "srs_plus"
        assert style_of(player.app.settings.now) == STYLES["piecement"]

        player.app.settings.apply(with_change(player.app.settings.now, "gameplay", "preview_count", 2))
        player.app.settings.apply(with_change(player.app.settings.now, "graphics", "ghost", False))
        await player.settle()
        changed = line_of(player, "style")
        await player.press("delete")
        assert "Piecement + 2 changes" in changed
        assert "‹ Piecement ›" in line_of(player, "style")
        assert preset_name(player.app.settings.now, "gameplay") == "Piecement"


async def test_handling_sets_das_arr_and_soft_drop() -> None:
    async with playing() as player:
        for keys, name in (("right", "quick"), ("left", "instant"), ("enter end enter", "instant")):
            player.app.settings.apply(Settings())
            await go_to_row(player, Node.SETTINGS, "handling")
            await player.press(*keys.split())

            assert HANDLINGS[name].is_used(player.app.settings.now)


async def test_soft_drop_is_a_factor_or_at_once() -> None:
    async with playing() as player:
        player.app.settings.apply(Settings())
        await go_to_row(player, Node.SETTINGS, "soft_drop")
        factor = line_of(player, "soft_drop")
        await player.press("right")
        player.app.settings.change("gameplay", "soft_drop_by", "interval")
        await player.settle()

        assert "20 ×" in factor
        assert player.app.settings.now.gameplay.soft_drop_factor == 20.25
        assert "33 ms/row" in line_of(player, "soft_drop")


async def test_the_board_of_the_rules_is_named() -> None:
    async with playing() as player:
        player.app.settings.apply(with_style(Settings(), "guideline"))
        await go_to_row(player, Node.SETTINGS, "gameplay.hold")
        before = text_of(player.app)
        await player.press("right")

        assert "Ranked: Guideline" in before
        assert "Ranked: Gameplay I" in text_of(player.app)


def steps_drawn(player: Player) -> str:
    return str(player.app.screen.query_one(RepeatBar).render()).splitlines()[1]


async def test_das_and_arr_are_drawn_along_time() -> None:
    async with playing(size=(120, 40)) as player:
        player.app.settings.change("gameplay", "das_ms", 100.0)
        player.app.settings.change("gameplay", "arr_ms", 50.0)
        await player.go_to(Node.SETTINGS)
        first, *others = [place for place, sign in enumerate(steps_drawn(player)) if sign == "▌"]
        gaps = [after - before for before, after in pairwise(others)]

        assert len(others) == 4
        assert abs((others[0] - first) - 2 * gaps[0]) <= 1
        assert max(gaps) - min(gaps) <= 1


async def test_the_bar_moves_while_a_key_is_held() -> None:
    async with playing(size=(120, 40), at=Node.SETTINGS) as player:
        await player.press("t")
        before = steps_drawn(player)
        await player.press("right")
        field = player.app.screen.query_one(HandlingField)
        player.app.screen.query_one(RepeatBar).held_ms = 100
        held = steps_drawn(player)
        await player.press("escape")

        assert "─" in held
        assert held.replace("─", " ") == before
        assert not field.is_played
        assert steps_drawn(player) == before


async def test_the_field_comes_with_t_in_a_small_terminal() -> None:
    async with playing(size=(60, 20), at=Node.SETTINGS) as player:
        field = player.app.screen.query_one(HandlingField)
        before = field.size
        await player.press("t")
        tried = field.size
        await player.press("escape")

        assert (before.area, field.size.area) == (0, 0)
        assert tried.height >= 8


# Finding a setting by name.


PLACES = {
    "arr": (Node.SETTINGS, "gameplay.arr_ms"),
    "hard drop": (Node.CONTROLS, "hard_drop"),
    "show hints": (Node.MORE_SETTINGS, "commands.hint_key"),
    "ghost": (Node.LOOK, "graphics.ghost"),
    "tune": (Node.SOUND, "sound.music"),
    "language": (Node.SYSTEM, "interface.language"),
    "rerolls": (Node.MORE_SETTINGS, "gameplay.rerolls"),
}


@mostly_wide("words", PLACES, kept=3)
async def test_a_setting_is_found_by_its_name(words: str) -> None:
    async with playing(at=Node.SETTINGS) as player:
        await find(player, words, key="slash")

        assert (player.node, cursor_of(player)) == PLACES[words]


@pytest.mark.wide
@pytest.mark.parametrize("node", TABS)
async def test_find_works_on_every_tab_and_esc_leaves_it(node: Node) -> None:
    async with playing(at=node) as player:
        await player.press("slash", *"xyzzy")
        await player.wait_for(lambda: "Nothing has these words." in text_of(player.app))
        await player.press("escape")
        left = player.node
        await find(player, "rerolls", key="slash")

        assert left is node
        assert player.app.stack.nodes == (Node.TITLE, node, Node.MORE_SETTINGS)


FOUND = {
    "accessib": {"graphics.palette", "interface.reduced_motion", "interface.one_switch_ms", "graphics.large_previews"},
    "savefile": {"storage.retention", "storage"},
    "keep save file": {"storage.retention"},
    "blind": {"graphics.palette", "interface.blindfold"},
    "colour blind": {"graphics.palette"},
    "forfeit": {"commands.pause_key", "commands.retry_key"},
    "sonic drop": {"sonic_drop"},
    "sdf": {"soft_drop", "gameplay.soft_drop_interval_ms"},
    "volume": {"sound.effects_volume", "sound.music_volume"},
    "theme": {"style", "graphics.", "graphics.skin", "graphics.tones"},
    "color": {"graphics.palette", "graphics.locked_colour"},
    "rebind": {*BUTTON_TITLES, "commands.retry_key", "sound.mute_key"},
}


@together("words", FOUND)
def test_a_setting_is_found_by_other_names(words: str) -> None:
    assert FOUND[words] <= {place.row for place in places() if rank(words, place.title, place.words) is not None}


def test_settings_are_found_by_sentence_group_and_value() -> None:
    for place in places():
        if "." not in place.row.strip("."):
            continue
        spec = setting_spec(place.row)
        values = spec.values.titles.values() if isinstance(spec.values, Choices) else ()
        for text in (spec.title, spec.sentence, spec.group, *values):
            assert rank(text.upper(), place.title, place.words) is not None, (place.row, text)


def test_titles_rank_before_other_words() -> None:
    for place in places():
        assert rank(place.title, place.title, place.words) == 0
        assert rank(f" {place.title.split()[-1].upper()} ", place.title, place.words) in {0, 1}
        assert rank("xyzzy", place.title, place.words) is None


def test_other_names_are_those_of_rows() -> None:
    assert SETTING_WORDS.keys() <= {place.row for place in places()}


def test_every_row_can_be_found() -> None:
    found = {(place.page, place.row) for place in places()}

    assert {(node, f"{spec.section}.{spec.name}") for node in TABS for spec in more_specs(node)} <= found
    assert all(place.title for place in places())


async def test_a_tab_keeps_its_cursor_and_the_one_used_last_opens() -> None:
    async with at_row(Node.LOOK, "graphics.grid") as player:
        await player.press("tab", "shift+tab")

        assert player.node is Node.LOOK
        assert cursor_of(player) == "graphics.grid"

        await player.press("escape")
        await player.go_to(Node.SETTINGS)
        group = tab_group(Node.SETTINGS)
        assert group is not None
        assert list(group.tabs) == TABS
        assert notifications_of(player.app) == []


@mostly_wide(("size", "gap"), [((60, 20), 1), ((80, 24), 2)])
async def test_a_small_list_has_no_blank_lines(size: tuple[int, int], gap: int) -> None:
    async with playing(at=Node.SETTINGS, size=size) as player:
        lines = text_of(player.app).splitlines()
        style, feel = (next(at for at, line in enumerate(lines) if word in line) for word in ("  Style", " FEEL"))

        assert feel - style == gap
