"""Graphics: every setting shows at once in the preview, and in the next game."""

import pytest
from textual.geometry import Size

from piecement.render.layout import Layout
from piecement.render.layout_planner import layout_for
from piecement.render.requirements import Requirements
from piecement.render.scene import Caption
from piecement.render.skins.look import Look
from piecement.render.skins.palettes import PALETTES
from piecement.render.skins.skins import ROOMY, SKINS
from piecement.render.skins.tones import TONES
from piecement.session.hud import RaceStanding
from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.presets import preset_name, preset_names, with_change, with_preset, without_preset
from piecement.settings.settings import Settings
from piecement.terminal.background import Background
from piecement.terminal.character_widths import Characters
from piecement.ui.demos import ScriptedDemo
from piecement.ui.game_look import look_of, theme_of
from piecement.ui.menu_graph import Node
from piecement.ui.themes import theme_for
from piecement.ui.widgets.list_popups import ChoiceMenu
from piecement.ui.widgets.previews import LookPreview, clear_skyline
from piecement.ui.widgets.settings_list import SettingsList
from piecement_engine import Button
from piecement_engine.events import Accolade, Announced, HardDropped, LevelReached, LinesCleared, PieceLocked
from tests.app.drawn import CAPTION, STATS, Drawing, DrawnGame
from tests.app.setting_rows import asked_by, at_row, go_to_row, line_of, said, titles_of
from tests.app.walking import A_QUICK_GAME, Player, notifications_of, playing, text_of
from tests.sampling import sampled, together

SETTINGS = {setting.name: setting for setting in Settings().section("graphics").specs()}
NO_LOOK = frozenset({"fps"})
"""What is not about how a game is drawn."""

A_GAME = DrawnGame(held=frozenset(Button), lock_due_ns=63_600_000_000)
"""A game in which everything is going on at once."""


def another(name: str) -> object:
    """Return a value of a setting that is not its default."""
    setting = SETTINGS[name]
    if (value := {"ground": "light", "key_hints": "off", "large_previews": 1}.get(name)) is not None:
        return value
    return "guideline" if name == "palette" else setting.stepped(setting.default, -1 if setting.default is True else 1)


def look(settings: Settings, depth: str = "rgb") -> Look:
    """Return the look that settings ask for."""
    return look_of(settings, depth, may_move=True)


def drawn(look: Look) -> list[object]:
    """Return everything that a game looks like in the middle of all effects, wide enough for all that there can be."""
    caption, stats = (
        CAPTION._replace(has_race=True, rival=(10, 20)),
        STATS._replace(race=(RaceStanding("Best", "0:47.00"),)),
    )
    events = [LevelReached(A_GAME.time_ns, 3)]
    drawing = Drawing(A_GAME, look, (130, 40), caption, events, stats=stats, fps=60)
    drawing.show(time_ns=A_GAME.time_ns + 60_000_000)
    return [tuple((segment.text, segment.style) for segment in drawing.row(y)) for y in range(40)]


@together("name", [name for name in SETTINGS if name not in NO_LOOK])
def test_every_setting_is_part_of_the_look(name: str) -> None:
    changed = with_change(Settings(), "graphics", name, another(name))

    assert look(changed) != look(Settings())


@pytest.mark.parametrize(
    "name", sorted(SETTINGS.keys() - NO_LOOK - {"ground", "key_hints", "hard_drop", "lock", "line_clear"})
)
def test_every_setting_is_seen_in_a_game(name: str) -> None:
    game = look(with_change(Settings(), "graphics", name, another(name)))
    if name == "show_messages":
        assert game.hud == look(Settings()).hud - {"messages"}
    else:
        assert drawn(game) != drawn(look(Settings()))


def test_players_background_precedes_the_terminals() -> None:
    settings = with_change(Settings(), "graphics", "ground", "light")

    assert look_of(settings, "ansi", may_move=True, background=Background.DARK).background is Background.LIGHT
    assert look_of(Settings(), "ansi", may_move=True, background=Background.LIGHT).background is Background.LIGHT
    assert theme_of(settings, "ansi", Background.DARK) == theme_for("ansi", "light")


def test_a_terminal_of_ascii_gets_the_ascii_skin() -> None:
    assert look_of(Settings(), "rgb", may_move=True, is_ascii=True).skin == "ascii"


@pytest.mark.parametrize("name", ["hard_drop", "lock", "line_clear"])
def test_every_effect_that_can_be_chosen_is_played(name: str) -> None:
    for choice in titles_of(SETTINGS[name]):
        chosen = look(with_change(Settings(), "graphics", name, choice))

        assert getattr(chosen, name) == choice
        assert getattr(chosen, f"{name}_effect") is not None


@together("palette", PALETTES)
@pytest.mark.parametrize("depth", ["rgb", "ansi", "none"])
def test_the_theme_has_no_more_colours_than_the_palette(palette: str, depth: str) -> None:
    theme = theme_of(with_change(Settings(), "graphics", "palette", palette), depth)

    assert theme.ansi == (PALETTES[palette].depth != "rgb")


def test_the_grey_of_the_nes_is_that_of_games_alone() -> None:
    settings = with_change(Settings(), "graphics", "tones", "nes")

    assert look(settings).chosen_tones.background == "#787878"
    assert theme_of(settings, "rgb").background == theme_of(Settings(), "rgb").background


@together("tones", [tones for tones in TONES if tones != "nes"])
def test_the_theme_has_the_colours_of_the_field(tones: str) -> None:
    settings = with_change(Settings(), "graphics", "tones", tones)
    theme, drawn_in = theme_of(settings, "rgb"), look(settings).chosen_tones

    assert (theme.background, theme.foreground) == (
        drawn_in.background or "ansi_default",
        drawn_in.text or "ansi_default",
    )
    assert theme.dark == (tones not in {"solarized_light", "black_on_white"})


@pytest.mark.wide
@pytest.mark.parametrize(("slot", "size"), sampled(BUILT_IN_PRESETS["graphics"], [(80, 24), (120, 40)]))
async def test_every_slot_is_seen_in_the_preview(slot: str, size: tuple[int, int]) -> None:
    async with playing(size=size, at=Node.LOOK) as player:
        player.app.settings.apply(with_preset(player.app.settings.now, "graphics", slot))
        await player.wait_ms(1000)
        seen = text_of(player.app)

        assert SKINS[player.app.appearance.look.skin].frame.left in seen
        assert SKINS[player.app.appearance.look.skin].frame.right in seen


async def settle_preview(player: Player) -> str:
    """Show the game of the preview a little later, and return what the preview looks like."""
    preview = player.app.screen.query_one(LookPreview)
    player.clock.pass_ms(700)
    preview.automatic_refresh()
    await player.settle()
    return "\n".join(preview.render_line(y).text for y in range(preview.size.height))


@pytest.mark.painted
async def test_a_change_is_seen_in_the_preview_at_once() -> None:
    async with at_row(Node.LOOK, "graphics.skin") as player:
        before = await settle_preview(player)
        await player.press("right")
        after = await settle_preview(player)

        assert "▓▓" in before
        assert "[]" in after
        assert after.isascii()
        assert "Graphics I" in line_of(player, "graphics.")


@pytest.mark.painted
async def test_the_game_of_the_preview_plays_on_and_begins_again() -> None:
    async with playing(at=Node.LOOK) as player:
        first = await settle_preview(player)
        second = await settle_preview(player)
        preview = player.app.screen.query_one(LookPreview)
        player.clock.pass_ms(ScriptedDemo(16).length_ns / 1e6)
        preview.automatic_refresh()

        assert first != second
        assert await settle_preview(player) == first


@pytest.mark.painted
async def test_reduced_motion_stops_the_preview_and_scrolls_at_once() -> None:
    async with playing() as player:
        before = player.app.animation_level
        player.app.settings.change("interface", "reduced_motion", True)
        await player.go_to(Node.LOOK)
        preview = player.app.screen.query_one(LookPreview)

        assert not preview.is_moving
        assert await settle_preview(player) == await settle_preview(player)
        assert (before, player.app.animation_level) == ("full", "none")

        player.app.settings.change("interface", "reduced_motion", False)
        assert player.app.animation_level == "full"


async def test_the_preview_rests_under_the_help() -> None:
    async with playing(at=Node.LOOK) as player:
        preview = player.app.screen.query_one(LookPreview)
        was_moving = preview.is_moving
        await player.press("question_mark")
        is_moving_below = preview.is_moving
        await player.press("escape")

        assert (was_moving, is_moving_below, preview.is_moving) == (True, False, True)


def test_the_game_of_the_preview_shows_every_effect() -> None:
    demo = ScriptedDemo(16)
    seen = {type(event) for age in range(0, demo.length_ns, 16_000_000) for event in demo.play(age)}

    assert {HardDropped, PieceLocked, LinesCleared, Accolade} <= seen
    assert demo.view.end is None


async def test_slots_are_gone_through_listed_named_and_removed_by_keys() -> None:
    async with at_row(Node.LOOK, "graphics.") as player:
        steps: list[str] = []
        for keys in (
            ["right"],
            ["left", "left"],
            ["enter", "home", "enter"],
            ["down", "right", "up"],
            ["n", *["backspace"] * 10, "M", "y", "enter"],
            ["left"],
            ["right"],
            ["delete", "down", "enter"],
        ):
            await player.press(*keys)
            steps.append(preset_name(player.app.settings.now, "graphics"))

        assert steps == ["Tetro", "Modern", "Modern", "Graphics I", "My", "High contrast", "My", "Modern"]


async def test_slots_are_named_from_any_line_but_built_in_ones() -> None:
    async with at_row(Node.LOOK, "graphics.") as player:
        for key in ("delete", "n"):
            await player.press(key)

            assert said(player) == "tetrs is built in: it can't be renamed or deleted."
            await player.press("up", "down")

        player.app.settings.change("graphics", "skin", "ascii")
        await go_to_row(player, Node.LOOK, "graphics.palette")
        await player.press("n", *["backspace"] * 10, *"NES")
        assert "A preset named NES already exists." in said(player)

        await player.press(*["backspace"] * 3, "M", "enter")
        assert preset_name(player.app.settings.now, "graphics") == "M"


async def test_colours_change_the_theme_at_once() -> None:
    async with at_row(Node.LOOK, "graphics.palette") as player:
        player.app.settings.change("graphics", "palette", "monochrome")
        await player.settle()

        assert player.app.theme == "piecement-mono"


async def test_a_paused_game_is_seen_in_the_new_skin() -> None:
    async with playing(A_QUICK_GAME, wait_ms=50, at=Node.PAUSE) as player:
        before = text_of(player.app)
        await go_to_row(player, Node.LOOK, "graphics.skin")
        await player.press("right", "escape", "escape")

        assert "╶╶" in before
        assert "- -" in text_of(player.app)
        assert "╶╶" not in text_of(player.app)


def test_field_alone_fills_the_terminal() -> None:
    bare = look(with_preset(Settings(), "graphics", "Minimal"))
    layout = layout_for(50, 48, A_GAME, bare, Caption())

    assert layout.fits
    assert layout.field.scale == 2
    assert layout.slots == ()


def test_reduced_motion_leaves_all_effects_out() -> None:
    still = look(Settings())._replace(reduced_motion=True)

    assert still == look_of(Settings(), "rgb", may_move=False)


async def test_looks_are_gone_through_in_a_game() -> None:
    async with playing(A_QUICK_GAME, wait_ms=50) as player:
        first = preset_name(player.app.settings.now, "graphics")
        for key, slot in (("ctrl+g", "Tetro"), ("ctrl+g", "Guideline"), ("alt+ctrl+g", "Tetro"), ("alt+ctrl+g", first)):
            await player.press(key)
            await player.wait_ms(50)

            assert preset_name(player.app.settings.now, "graphics") == slot
            assert f"Look: {slot}" in text_of(player.app)
            assert player.node is Node.GAME
        await player.press("alt+ctrl+g")
        assert preset_name(player.app.settings.now, "graphics") == "Modern"


async def test_messages_about_the_look_replace_each_other() -> None:
    async with playing(A_QUICK_GAME) as player:
        player.app.settings.change("graphics", "hud", "full")
        await player.wait_ms(50)
        for _ in range(3):
            await player.press("alt+ctrl+g")
            await player.wait_ms(50)

        assert text_of(player.app).count("Look:") == 1

        await player.press("alt+ctrl+b")
        hidden = player.app.appearance.look.blindfold
        await player.press("alt+ctrl+b")
        assert hidden
        assert not player.app.appearance.look.blindfold
        assert "Blindfold off" in text_of(player.app)


async def test_the_keys_of_looks_are_no_buttons() -> None:
    async with playing(A_QUICK_GAME) as player:
        player.app.settings.change("controls", "keys", {"hard_drop": ("g",), "hold": ("left_control", "left_alt")})
        await player.wait_ms(50)
        await player.press("ctrl+g")
        await player.wait_ms(200)

        assert player.node is Node.GAME


def test_messages_and_effects_go_on_in_another_look() -> None:
    events = [Announced(A_GAME.time_ns, "Well done"), LinesCleared(A_GAME.time_ns, (0,), 200_000_000)]
    other, later_ns = look(with_preset(Settings(), "graphics", "Compatible")), A_GAME.time_ns + 100_000_000
    drawing = Drawing(A_GAME, look(Settings()), events=events)
    drawing.show(look=other, time_ns=later_ns)
    later = Drawing(A_GAME, other, time_ns=later_ns)
    rows = [drawing.row(y).text for y in range(24)]

    assert any("Well done" in row for row in rows)
    assert any("[]" in row for row in rows)
    assert rows[22] != later.row(22).text or rows[21] != later.row(21).text


async def test_filled_slot_is_not_removed_unasked() -> None:
    async with playing() as player:
        player.app.settings.change("graphics", "skin", "ascii")
        await go_to_row(player, Node.LOOK, "graphics.")
        await player.press("delete")
        asked, warned = text_of(player.app), said(player)
        await player.press("enter")
        kept = preset_name(player.app.settings.now, "graphics")
        await player.press("backspace", "down", "enter")

        assert "Keep Graphics I" in asked
        assert "Delete it for good" in asked
        assert warned == "Nothing changes."
        assert kept == "Graphics I"
        assert preset_name(player.app.settings.now, "graphics") == "Modern"
        assert "Graphics I" not in preset_names(player.app.settings.now, "graphics")


@pytest.mark.wide
async def test_no_name_is_cut_at_80_columns() -> None:
    async with playing(size=(80, 24), at=Node.LOOK) as player:
        for row in ("skin", "palette", "tones", "locked_colour", "hard_drop", "lock", "line_clear"):
            await go_to_row(player, Node.LOOK, f"graphics.{row}")
            for name, title in titles_of(SETTINGS[row]).items():
                player.app.settings.change("graphics", row, name)
                await player.settle()

                assert title in line_of(player, f"graphics.{row}")
        await go_to_row(player, Node.LOOK, "graphics.")
        for name in BUILT_IN_PRESETS["graphics"]:
            player.app.settings.apply(with_preset(player.app.settings.now, "graphics", name))
            await player.settle()

            assert name in line_of(player, "graphics.")


async def test_a_terminal_of_ascii_sees_nothing_else_in_the_settings() -> None:
    async with playing(size=(80, 24)) as player:
        player.app.appearance.set_characters(Characters.WIDE)
        await player.go_to(Node.LOOK)
        for _ in range(12):
            await player.press("down")
        await player.press("end")
        await player.settle()

        assert {character for character in text_of(player.app) if not character.isascii()} == set()


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 30)])
async def test_a_list_of_names_leaves_the_preview_in_sight(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        for row in ("skin", "palette", "line_clear"):
            await go_to_row(player, Node.LOOK, f"graphics.{row}")
            await player.press("enter")
            menu = player.app.screen.query_one(ChoiceMenu)

            assert menu.has_class("-open")
            assert not menu.region.overlaps(player.app.screen.query_one(LookPreview).region)
            assert menu.size.height >= 2
            await player.press("escape")


async def test_names_are_those_of_the_row_that_asked() -> None:
    """Fast keys open the list of another row before the cursor message of the first list arrives."""
    async with at_row(Node.LOOK, "graphics.line_clear") as player:
        rows = player.app.screen.query_one(SettingsList)
        for name in ("line_clear", "lock"):
            rows.ask(asked_by(player, f"graphics.{name}"))
        await player.settle()
        await player.press("home", "down", "enter")

        assert player.app.settings.now.graphics.lock != "skin"
        assert player.app.settings.now.graphics.line_clear == "skin"


async def test_the_preview_follows_the_cursor_in_a_list() -> None:
    async with at_row(Node.LOOK, "graphics.skin") as player:
        skins = list(SKINS)
        steps = skins.index("ascii") - skins.index(player.app.settings.now.graphics.skin)
        await player.press("enter", *["down"] * steps)
        considered = text_of(player.app)
        await player.press("escape")

        assert "[]" in considered
        assert "[]" not in text_of(player.app)
        assert player.app.settings.now.graphics.skin == "unicode"


async def test_a_removed_preset_may_still_be_in_a_list() -> None:
    """Keys that come faster than a preset is removed may open the list of presets, with the cursor on that one."""
    async with playing() as player:
        player.app.settings.change("graphics", "skin", "ascii")
        await go_to_row(player, Node.LOOK, "graphics.")
        asked = asked_by(player, "graphics.")
        player.app.settings.apply(without_preset(player.app.settings.now, "graphics"))
        player.app.screen.query_one(SettingsList).ask(asked)
        await player.settle()
        await player.press("enter")

        assert preset_name(player.app.settings.now, "graphics") == "Modern"
        assert "there is no preset 'Graphics I'" in notifications_of(player.app)[0]


def test_a_roomy_preview_has_larger_cells() -> None:
    modern = look(Settings())

    def layout(height: int, skyline: int) -> Layout:
        return layout_for(68, height, ScriptedDemo(skyline).view, modern, Caption())

    needs = Requirements.of(ScriptedDemo(8).view, Caption())
    roomy, low = (clear_skyline(range(8, 21), Size(68, height), needs, modern) for height in (32, 14))

    assert roomy == 20
    assert layout(32, 20).field.scale == ROOMY
    assert low is not None
    assert layout(14, low).field.scale == 1
