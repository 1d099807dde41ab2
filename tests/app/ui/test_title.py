"""The title: the name falls into place, and any key cuts that short."""

import json
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult

from piecement.settings.styles import with_style
from piecement.storage.paths import Paths
from piecement.ui.appearance import Appearance
from piecement.ui.application import Piecement
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node, Trigger, edges_from
from piecement.ui.screens.title import TitleCard
from piecement.ui.widgets.logo import FALL_TIME_MS, FLASH, HEIGHT, WIDTH, Logo, letters
from piecement.ui.widgets.menu_list import MenuList
from piecement.ui.widgets.previews import ModePreview
from piecement_engine import __version__
from tests.app.kept_games import keep_some
from tests.app.stand_ins import ManualClock
from tests.app.walking import Player, notifications_of, playing, text_of, words_of
from tests.programs import output_of
from tests.sampling import mostly_wide

ALL_LETTERS = letters(FALL_TIME_MS)

ENTRIES = [edge for edge in edges_from(Node.TITLE, Trigger.MENU) if edge.target is not Node.LEFT_GAME]
"""What is offered where no game was left."""
SETTINGS = [edge.target for edge in ENTRIES].index(Node.SETTINGS)
"""How far down the menu the settings are."""


def blocks_seen(app: Piecement) -> int:
    """Return the number of visible characters of the letters."""
    logo = app.screen.query_one(Logo)
    return sum(strip.text.count("█") for strip in (logo.render_line(y) for y in range(logo.size.height)))


async def until_the_letters_move(player: Player) -> None:
    """Advance the title to the fall of its letters."""
    await player.settle()
    await player.wait_for(lambda: player.app.screen.query_one(Logo).is_falling)


def test_no_letter_is_there_before_they_fall() -> None:
    assert letters(0) == {}


def test_the_letters_fall_one_after_another() -> None:
    seen = [len(letters(age)) for age in range(0, round(FALL_TIME_MS), 100)]

    assert seen[2] < seen[6] < seen[10] <= len(ALL_LETTERS)


def test_in_the_end_every_block_lies_in_its_colour() -> None:
    assert len(ALL_LETTERS) == 86
    assert FLASH not in ALL_LETTERS.values()


def test_no_letter_leaves_its_place() -> None:
    for age in range(0, round(FALL_TIME_MS) + 100, 50):
        assert all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in letters(age))


async def test_the_name_stands_at_last() -> None:
    async with playing() as player:
        await until_the_letters_move(player)
        player.clock.pass_ms(FALL_TIME_MS)
        await player.wait_for(lambda: blocks_seen(player.app) == 2 * len(ALL_LETTERS))


async def test_a_key_cuts_the_fall_short() -> None:
    async with playing() as player:
        await until_the_letters_move(player)
        await player.press("down")

        assert blocks_seen(player.app) == 2 * len(ALL_LETTERS)


class LogoAlone(App[None]):
    """A logo on a screen that has neither a look nor settings."""

    def __init__(self) -> None:
        super().__init__()
        self.logo = Logo(ManualClock(), rows_beside=2)

    def compose(self) -> ComposeResult:
        yield self.logo


@pytest.mark.parametrize("size", [(20, 10), (40, 10), (80, 24), (160, 50)])
async def test_finishing_logo_before_its_look_is_read(size: tuple[int, int]) -> None:
    app = LogoAlone()
    async with app.run_test(size=size):
        app.logo.finish()
        app.logo.fall()

        assert any(app.logo.render_line(y).text.strip() for y in range(app.logo.size.height))
        assert not app.logo.is_falling


async def test_without_motion_the_name_stands_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Appearance, "may_move", property(lambda app: False))
    async with playing() as player:
        await player.settle()

        assert blocks_seen(player.app) == 2 * len(ALL_LETTERS)


@pytest.mark.parametrize(("size", "moves"), [((80, 24), False), ((120, 40), True)])
async def test_demo_costs_nothing_where_it_is_hidden(size: tuple[int, int], *, moves: bool) -> None:
    async with playing(size=size) as player:
        await player.wait_for(lambda: bool(player.app.screen.query(ModePreview)))
        await player.settle()

        assert player.app.screen.query_one(ModePreview).is_moving is moves


async def test_the_cursor_moves_by_arrows_and_letters_and_explains() -> None:
    async with playing() as player:
        await player.settle()
        seen = text_of(player.app)
        assert all(text in seen for text in (__version__, "? keys", "Ctrl+C quit", "Choose a mode and play."))
        assert "1-6 choose" in seen  # no game was left
        for down, up in (("j", "k"), ("down", "up")):
            await player.press(down)
            assert ENTRIES[1].sentence in text_of(player.app)
            await player.press(*[down] * (SETTINGS - 1))
            assert "Look and feel." in text_of(player.app)
            await player.press(*[up] * (SETTINGS + 1))
            assert "Choose a mode and play." in text_of(player.app), "it stays at the first entry"


@pytest.mark.parametrize(("size", "rows"), [((35, 24), 1), ((60, 20), 3), ((80, 24), 5), ((240, 50), 5)])
async def test_the_letters_use_the_room_there_is(size: tuple[int, int], rows: int) -> None:
    async with playing(size=size) as player:
        assert player.app.screen.query_one(Logo).size.height == rows


@mostly_wide("size", [(26, 12), (30, 14), (40, 16), (35, 24)])
async def test_name_and_whole_menu_fit_a_small_terminal(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        await player.press("up")
        seen = text_of(player.app)

        assert "PIECEMENT" in seen
        assert all(edge.label in seen for edge in ENTRIES)
        assert player.app.screen.max_scroll_y == 0


def test_first_frame_waits_for_neither_engine_nor_pydantic() -> None:
    script = (
        "import os, sys, piecement.cli.language as language; language.choose_language([], os.environ)\n"
        "from piecement.cli.play_options import launch_from; launch_from(['--no-first-run', '--fps', '30'], {})\n"
        "import piecement.ui.application, piecement.ui.screens.title; print(*sys.modules)"
    )

    assert not {"pydantic", "piecement_engine", "piecement.render.skins", "sqlite3"} & set(output_of(script).split())


@mostly_wide("size", [(26, 12), (80, 15), (80, 16), (40, 14), (36, 12), (60, 13), (80, 24)], kept=3)
async def test_a_small_terminal_shows_the_whole_name_and_menu(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        await player.press("down", "up")
        screen = player.app.screen
        logo, menu = screen.query_one(Logo), screen.query_one(MenuList)

        assert any(logo.render_line(y).text.strip() for y in range(logo.size.height))
        assert max(cell_len(logo.render_line(y).text.strip()) for y in range(logo.size.height)) <= size[0]
        assert screen.region.contains_region(logo.region)
        assert screen.max_scroll_y == 0
        assert menu.size.height == menu.option_count


@pytest.mark.parametrize("size", [(26, 12), (40, 14), (80, 24)])
async def test_every_entry_is_explained_in_full(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        for edge in ENTRIES:
            seen = words_of(player.app)

            assert edge.sentence in seen
            await player.press("down")


async def test_the_menu_has_seven_entries() -> None:
    labels = [edge.label for edge in edges_from(Node.TITLE, Trigger.MENU)]

    assert labels == ["Continue", "Play", "Versus", "Practice", "Scoreboard", "Settings", "Quit"]


@pytest.mark.new_player
async def test_the_first_entry_of_a_new_player_is_play() -> None:
    async with playing() as player:
        await player.settle()
        current = player.app.screen.query_one(MenuList).current

        assert (current and current.id) == Node.PLAY


async def test_digits_d_and_the_mouse_open_screens() -> None:
    async with playing() as player:
        await player.settle()
        await player.press("r")
        assert "No game was recorded yet." in notifications_of(player.app)
        for key, node in (("1", Node.PLAY), ("3", Node.PRACTICE), ("d", Node.DAILY)):
            await player.press(key)

            assert player.node is node
            await player.press("escape")
        await player.pilot.click("#menu", offset=(5, SETTINGS + 1))
        await player.settle()
        assert player.app.stack.nodes == (Node.TITLE, Node.SETTINGS)


@pytest.mark.parametrize("has_games", [False, True])
async def test_last_replay_is_offered_only_if_there_is_one(*, has_games: bool) -> None:
    if has_games:
        keep_some()
    async with playing() as player:
        await player.settle()

        assert ("R last replay" in text_of(player.app)) is has_games


async def test_a_roomy_title_has_a_demo_and_three_groups() -> None:
    keep_some()
    async with playing(size=(120, 40)) as player:
        await player.wait_for(lambda: "NEXT GOAL" in text_of(player.app))
        await player.settle()
        seen = text_of(player.app)
        lines = seen.splitlines()
        (at,) = [index for index, line in enumerate(lines) if "NEXT GOAL" in line]

        assert all(title in seen for title in ("TODAY", "LAST GAMES", "NEXT GOAL"))
        assert player.app.screen.query_one(ModePreview).size.width > 30
        assert "━" in lines[at + 2], "a meter"

        await player.press("tab", "1")
        assert player.node is Node.PLAY


async def test_a_roomy_title_leads_a_new_player_to_a_first_game() -> None:
    async with playing(size=(120, 40)) as player:
        await player.wait_for(lambda: "TODAY" in text_of(player.app))

        assert "Play a first game: 40 Lines" in text_of(player.app)
        assert "LAST GAMES" not in text_of(player.app)


@pytest.mark.parametrize(
    ("tabs", "node"), [(1, Node.DAILY), (2, Node.REPLAY), (3, Node.ACHIEVEMENTS)], ids=("today", "games", "goal")
)
@pytest.mark.parametrize("clicked", [True, False], ids=("clicked", "by_tab"))
async def test_a_card_leads_where_its_key_does(tabs: int, node: Node, *, clicked: bool) -> None:
    keep_some()
    async with playing(size=(120, 40)) as player:
        await player.wait_for(lambda: "NEXT GOAL" in text_of(player.app))
        await player.settle()
        if clicked:
            await player.pilot.click(list(player.app.screen.query(TitleCard))[tabs - 1])
            await player.settle()
        else:
            await player.press(*["tab"] * tabs, "enter")

        assert player.node is node


@pytest.mark.parametrize(("style", "first"), [("guideline", "1  Play"), ("tetrs", "Play")])
async def test_entries_show_their_keys_but_in_style_tetrs(style: str, first: str) -> None:
    async with playing() as player:
        await player.settle()
        player.app.settings.apply(with_style(player.app.settings.now, style))
        await player.settle()

        assert first in [line.strip() for line in text_of(player.app).splitlines()]


@pytest.mark.parametrize(("address", "secret"), [("", "s" * 32), ("localhost", "")])
async def test_damaged_match_ticket_is_deleted(tmp_path: Path, address: str, secret: str) -> None:
    launch = Launch(data_folder=tmp_path)
    ticket = Paths.of(tmp_path).match_ticket
    ticket.parent.mkdir(parents=True, exist_ok=True)
    ticket.write_text(json.dumps({"address": address, "session": secret, "key": secret}))
    async with playing(launch=launch) as player:
        await player.wait_for(lambda: not ticket.exists())

        assert player.node is Node.TITLE
