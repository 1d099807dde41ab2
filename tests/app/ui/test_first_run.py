"""The welcome: once, to a new player, with keys to try and to take, and what the terminal can do."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from piecement.cli.play_options import launch_from
from piecement.cli.usage import UsageError
from piecement.settings.sound import Sound
from piecement.settings.styles import STYLES, style_text
from piecement.storage.paths import Paths
from piecement.storage.store import Store
from piecement.ui.launch import FirstRun, Launch
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screens.first_run import FirstRunScreen
from piecement.ui.screens.title import TitleScreen
from piecement.ui.widgets.handling_field import HandlingField
from piecement.ui.widgets.logo import Logo
from piecement.ui.widgets.menu_list import MenuList
from piecement_base.language import LANGUAGES, text_in
from piecement_base.plan import Plan
from piecement_engine import MODES, Button
from tests.app.setting_rows import go_to_row
from tests.app.sound_heard import SoundHeard
from tests.app.walking import NORMAL, Player, playing, text_of
from tests.sampling import mostly_wide

pytestmark = pytest.mark.new_player


@pytest.mark.parametrize("size", [NORMAL, (60, 20)])
async def test_labels_are_whole_and_the_lesson_is_offered(size: tuple[int, int]) -> None:
    """In Japanese and Chinese, whose letters take two columns; and on a small terminal, in words of any length."""
    async with starting(size=size) as player:
        for language in LANGUAGES:
            player.app.settings.change("interface", "language", language)
            await player.settle()
            seen = text_of(player.app)

            assert f"L {text_in(language, 'learn')}" in seen.splitlines()[-1]
            assert size != NORMAL or all(f"{text_in(language, label)} " in seen for label in ("Keys", "Rules", "Feel"))


@asynccontextmanager
async def starting(
    launch: Launch | None = None, first_run: FirstRun = FirstRun.IF_NEW, size: tuple[int, int] = NORMAL
) -> AsyncGenerator[Player]:
    """Start the application as a new player does."""
    async with playing(launch=launch, first_run=first_run, size=size) as player:
        await player.settle()
        yield player


def column_of_piece(player: Player) -> int:
    """Return the column of the piece in the field."""
    piece = player.app.screen.query_one(HandlingField).game.session.view.piece
    assert piece is not None
    return piece.x


def used(player: Player) -> str:
    """Return the style in use."""
    return style_text(player.app.settings.now)


async def chosen_with(*keys: str) -> str:
    """Return the style that is in use after a new player pressed some keys."""
    async with starting() as player:
        await player.press(*keys)

        assert player.node is Node.TITLE
        return used(player)


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_a_new_player_is_welcomed_once(key: str, tmp_path: Path) -> None:
    launch = Launch(data_folder=tmp_path)
    async with starting(launch) as player:
        first, logo = player.node, player.app.screen_stack[0].query_one(Logo)
        was_falling = logo.is_falling
        await player.press(key)

        assert (was_falling, logo.is_falling) == (False, True)
    async with starting(launch) as player:
        assert (first, player.node) == (Node.FIRST_RUN, Node.TITLE)


@pytest.mark.parametrize(("keys", "style"), [(["enter"], "Piecement"), (["3", "3"], "Classic")])
async def test_a_key_that_leads_on_waits_for_the_welcome(keys: list[str], style: str) -> None:
    async with starting() as player:
        await player.pilot.press(*keys)
        await player.settle()
        first = player.node
        player.clock.pass_ms(600)
        await player.wait_for(lambda: player.node is Node.TITLE)

        assert first is Node.FIRST_RUN
        assert used(player) == style


async def test_arrows_and_digits_act_at_once() -> None:
    async with starting() as player:
        chosen = []
        for key in ("down", "down", "1", "4", "k"):
            await player.pilot.press(key)
            await player.settle()
            chosen.append(player.app.screen.query_one(MenuList).highlighted)

        assert chosen == [1, 2, 0, 3, 2]


@pytest.mark.parametrize("key", ["down", "2"])
async def test_a_move_withdraws_a_waiting_key(key: str) -> None:
    async with starting() as player:
        await player.pilot.press("enter")
        player.clock.pass_ms(200)
        await player.pilot.press(key)
        await player.settle()
        player.clock.pass_ms(600)
        welcome = player.screen_as(FirstRunScreen).welcome
        assert welcome is not None
        welcome.choose_delayed()

        assert player.node is Node.FIRST_RUN


async def test_a_held_key_does_not_skip_the_welcome() -> None:
    async with starting() as player:
        for _ in range(30):
            await player.pilot.press("enter")
            player.clock.pass_ms(30)
        await player.settle()
        player.clock.pass_ms(600)
        welcome = player.screen_as(FirstRunScreen).welcome
        assert welcome is not None
        welcome.choose_delayed()

        assert player.node is Node.FIRST_RUN


async def test_arrows_before_the_welcome_leave_the_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its cursor was, which nobody saw move."""
    begin = TitleScreen._begin

    def move_first(screen: TitleScreen) -> None:
        screen.query_one(MenuList).action_last()
        begin(screen)

    monkeypatch.setattr(TitleScreen, "_begin", move_first)
    async with starting() as player:
        await player.press("enter")
        current = player.app.screen.query_one(MenuList).current

        assert (current and current.id) == Node.PLAY


async def test_the_welcome_follows_a_choice_made_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = TitleScreen._begin

    def choose_first(screen: TitleScreen) -> None:
        screen.navigate(Node.PLAY, Trigger.MENU)
        begin(screen)

    monkeypatch.setattr(TitleScreen, "_begin", choose_first)
    async with starting() as player:
        first = player.node
        await player.press("escape")
        second = player.node
        await player.press("escape")

        assert (first, second, player.node) == (Node.PLAY, Node.FIRST_RUN, Node.TITLE)
        assert player.app.screen.query_one(Logo).is_falling


async def test_a_welcome_that_was_not_left_comes_again(tmp_path: Path) -> None:
    launch = Launch(data_folder=tmp_path)
    async with starting(launch) as player:
        await player.press("3")
    async with starting(launch) as player:
        assert player.node is Node.FIRST_RUN


async def test_start_with_a_game_shows_no_welcome(tmp_path: Path) -> None:
    launch = Launch(plan=Plan(MODES["marathon"], seed=1), data_folder=tmp_path)
    async with starting(launch) as player:
        first = player.node
        await player.go_to(Node.TITLE)

        assert (first, player.node) == (Node.GAME, Node.TITLE)


async def test_a_game_to_be_played_on_comes_first(tmp_path: Path) -> None:
    async with playing(launch=Launch(plan=Plan(MODES["marathon"], seed=1), data_folder=tmp_path)) as player:
        await player.wait_ms(500)
        await player.press("up")
    Paths.of(tmp_path).settings.unlink(missing_ok=True)
    async with starting(Launch(data_folder=tmp_path)) as player:
        assert player.node is Node.TITLE
        assert "Continue" in text_of(player.app)


async def test_run_without_storage_shows_no_welcome() -> None:
    async with starting(Launch(save=False)) as player:
        assert player.node is Node.TITLE


async def welcome_again(player: Player) -> None:
    """Open the welcome from the settings."""
    await go_to_row(player, Node.SYSTEM, Node.FIRST_RUN)
    await player.press("enter")


async def test_it_is_shown_again_on_request_and_escape_changes_nothing() -> None:
    async with starting() as player:
        await player.press("4", "enter")
        await welcome_again(player)
        welcome = player.node
        await player.press("1", "escape")

        assert (welcome, player.node, used(player)) == (Node.FIRST_RUN, Node.SYSTEM, "tetrs")


@pytest.mark.parametrize(
    ("arguments", "first_run"),
    [([], FirstRun.IF_NEW), (["--first-run"], FirstRun.ALWAYS), (["--no-first-run"], FirstRun.NEVER)],
)
def test_the_command_line_asks_for_it_or_refuses_it(arguments: list[str], first_run: FirstRun) -> None:
    assert launch_from(arguments, {}).first_run is first_run


def test_it_cannot_be_asked_for_with_a_game() -> None:
    with pytest.raises(UsageError, match="cannot be combined with --mode"):
        launch_from(["--first-run", "--mode", "zen"], {})


async def test_an_old_player_gets_the_welcome_on_request(tmp_path: Path) -> None:
    store = Store(Paths.of(tmp_path))
    old = store.load_settings().settings
    store.change_settings(old, old.with_value("interface", "first_run_notice", "1.0"))
    async with starting(Launch(data_folder=tmp_path), FirstRun.ALWAYS) as player:
        assert player.node is Node.FIRST_RUN


@mostly_wide("size", [(60, 20), (80, 24), (120, 40)])
async def test_everything_is_in_view(size: tuple[int, int]) -> None:
    async with starting(size=size) as player:
        seen = text_of(player.app)

        assert all(style.title in seen for style in STYLES.values())
        assert "Space hard" in seen
        is_small = size == (60, 20)
        assert all((text in seen) is not is_small for text in ("5 previews", "your keyboard's own repeat"))
        assert ("No droughts, symmetric rotation" in seen) is not is_small
        assert ("Symmetric rotation, fair" in seen) is is_small
        assert "S: change" not in seen, "there is no sound"


@mostly_wide(
    ("keys", "style"),
    [
        (["enter"], "Piecement"),
        (["3", "3"], "Classic"),
        (["down", "down", "down", "enter"], "tetrs"),
        (["4", "escape"], "Piecement"),
        (["1"], "Piecement"),
        (["2", "enter"], "Guideline"),
        (["escape"], "Piecement"),
    ],
    kept=4,
)
async def test_a_style_is_chosen_by_keys(keys: list[str], style: str) -> None:
    assert await chosen_with(*keys) == style


async def test_styles_change_lines_and_field_and_are_tried_there() -> None:
    async with starting() as player:
        await player.press("4")
        seen = text_of(player.app)
        rules = player.app.screen.query_one(HandlingField).game.session.view.rules

        assert "↑ hard" in seen
        assert "1 preview" in seen
        assert rules.soft_drop_factor == 15
        assert used(player) == "Piecement"

        await player.press("1")
        before = column_of_piece(player)
        await player.press("right")
        outside = column_of_piece(player)
        await player.press("tab", "right")
        inside = column_of_piece(player)
        await player.press("tab", "down", "enter")
        assert (outside - before, inside - before) == (0, 1)
        assert used(player) == "Guideline"


async def test_a_style_is_tweaked_in_the_settings() -> None:
    async with starting() as player:
        await player.press("2", "t")
        node, style = player.node, used(player)
        player.app.settings.change("gameplay", "das_ms", 120.0)
        await player.press("escape")
        seen = text_of(player.app)
        await player.press("enter")

        assert (node, style) == (Node.SETTINGS, "Guideline")
        assert "5  Guideline + 1 change" in seen
        assert (player.node, used(player)) == (Node.TITLE, "Guideline + 1 change")


async def test_settings_of_ones_own_can_be_kept() -> None:
    async with starting() as player:
        await player.press("enter")
        bindings = player.app.settings.now.controls.bindings.bind("p", Button.HOLD)
        player.app.settings.change("controls", "keys", bindings.table())
        await welcome_again(player)
        seen = text_of(player.app)
        await player.press("enter")

        assert "5  Piecement + 1 change" in seen
        assert used(player) == "Piecement + 1 change"


async def test_it_asks_for_sound_once_where_there_is_any() -> None:
    heard = SoundHeard()
    async with playing(first_run=FirstRun.IF_NEW, sound=heard.start) as player:
        await player.settle()
        seen: list[tuple[str, bool, str]] = []
        for _ in range(4):
            line = next(line for line in text_of(player.app).splitlines() if "S: change" in line)
            chosen = line.split("Sound")[1].split("(")[0].strip()
            seen.append((chosen, player.app.sounds.is_on, player.app.settings.now.sound.music))
            await player.press("s")

        tune = Sound().music
        assert seen == [("on", True, tune), ("effects only", True, "none"), ("off", False, "none"), ("on", True, tune)]
        assert player.node is Node.FIRST_RUN


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
async def test_the_welcome_is_one_screen_with_sound_too(size: tuple[int, int]) -> None:
    heard = SoundHeard()
    async with playing(first_run=FirstRun.IF_NEW, sound=heard.start, size=size) as player:
        await player.settle()

        assert "S: change" in text_of(player.app)
        assert "tetrs" in text_of(player.app)
