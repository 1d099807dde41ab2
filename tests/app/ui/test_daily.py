"""The pieces of the day: the first try counts, whatever happens to it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from textual.widgets import Static

from piecement.storage.paths import Paths
from piecement.storage.store import Store
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.daily import DailyScreen
from piecement.ui.screens.play import PlayScreen
from piecement.ui.widgets.menu_list import Entry
from piecement_base.daily import daily_seed, utc_day
from piecement_base.language import choose
from tests.app.kept_games import record_of
from tests.app.walking import Player, playing, text_of
from tests.sampling import mostly_wide

TODAY = date(2026, 11, 22)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@asynccontextmanager
async def on_that_day(folder: Path, *, left: bool = False) -> AsyncGenerator[Player]:
    """Open the screen in an application on a day, where perhaps a game was left."""
    async with playing(launch=Launch(data_folder=folder)) as player:
        player.app.store.now = lambda: NOON  # type: ignore[misc]  # the day is that of the test
        if left:
            await player.wait_for(lambda: bool(player.left_games))
        await player.go_to(Node.DAILY)
        yield player


async def play_a_while(player: Player) -> None:
    """Begin the game of the first mode, and play until it was saved."""
    await player.press("enter", "enter")
    await player.wait_ms(6000)


def keep(folder: Path, day: date) -> None:
    """Store the result of a first try."""
    store = Store(Paths.of(folder))
    record = record_of("40_lines")
    store.daily_tries.claim("40_lines", day, record.origin.token)
    store.games.finish(record)
    store.close()


async def test_a_first_try_that_was_left_goes_on_even_after_a_crash(tmp_path: Path) -> None:
    async with on_that_day(tmp_path) as player:
        await play_a_while(player)
        session = player.session
        assert session.view.seed == daily_seed(TODAY, "40_lines")
        assert not session.unranked

        token = session.plan.token
        player.app.run_state.save()
        pieces = player.session.view.time_ns
    async with on_that_day(tmp_path, left=True) as player:
        said = text_of(player.app)
        await player.press("enter")
        session = player.session

        assert token
        assert "Resumes your first run." in said
        assert session.view.time_ns >= pieces - 3_000_000_000
        assert session.view.seed == daily_seed(TODAY, "40_lines")


async def test_a_counting_run_is_asked_about_first(tmp_path: Path) -> None:
    async with on_that_day(tmp_path) as player:
        await player.press("c")
        assert "No result for today yet." in text_of(player.app)

        await player.press("enter")
        asked = text_of(player.app)
        await player.press("escape")
        left = player.node

        assert asked.count("Start the counting run?") == 1
        assert "Only this run counts today." in asked
        assert left is Node.DAILY
        assert player.app.store.daily_tries.between("40_lines", TODAY, TODAY) == {}


@pytest.mark.parametrize("keys", [("enter", "down", "enter"), ("p",)])
async def test_practice_before_the_run_leaves_it_open(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with on_that_day(tmp_path) as player:
        await player.press(*keys)
        session = player.session

        assert session.unranked.practice
        assert session.view.seed == daily_seed(TODAY, "40_lines")
        assert player.app.store.daily_tries.between("40_lines", TODAY, TODAY) == {}


async def test_a_second_try_is_practice_and_changes_nothing(tmp_path: Path) -> None:
    async with on_that_day(tmp_path) as player:
        await play_a_while(player)
        await player.give_up()
        first = player.app.store.daily_tries.between("40_lines", TODAY, TODAY)[TODAY]
        await player.go_to(Node.DAILY)
        said = text_of(player.app)
        await player.press("enter")
        session = player.session

        assert first.has_begun
        assert "Today's run is done." in said
        assert session.view.seed == daily_seed(TODAY, "40_lines")
        assert session.unranked.practice
        assert player.app.store.daily_tries.between("40_lines", TODAY, TODAY)[TODAY] == first


async def test_a_try_that_never_began_is_no_try(tmp_path: Path) -> None:
    async with on_that_day(tmp_path) as player:
        await player.press("enter", "enter")
    async with on_that_day(tmp_path) as player:
        said = str(player.app.screen.query_one("#hint", Static).content)
        await player.press("enter", "enter")

        assert "Your first run counts" in said
        assert not player.session.unranked


@pytest.mark.parametrize("ends", [False, True], ids=["begun", "ended"])
def test_another_window_takes_no_try_that_has_begun(tmp_path: Path, ends: bool) -> None:
    record = record_of("40_lines")
    with closing(Store(Paths.of(tmp_path))) as store:
        store.daily_tries.claim("40_lines", TODAY, "never begun")
        store.daily_tries.claim("40_lines", TODAY, record.origin.token)
        if ends:
            store.games.finish(record)
        else:
            store.daily_tries.begin(record.origin.token)
        store.daily_tries.claim("40_lines", TODAY, "another")

        assert store.daily_tries.between("40_lines", TODAY, TODAY)[TODAY].token == record.origin.token


async def test_try_deleted_after_its_start_stays_the_first(tmp_path: Path) -> None:
    async with on_that_day(tmp_path) as player:
        await play_a_while(player)
        token = player.session.plan.token
        player.app.run_state.save()
        player.app.store.autosaves.delete(token)
        await player.press("escape")
        day = player.app.store.daily_tries.between("40_lines", TODAY, TODAY)[TODAY]

        assert (day.has_begun, day.game) == (True, None)


@pytest.mark.parametrize(
    ("has_begun", "figure", "sentence", "today"),
    [(False, "not played", "Your first run counts", "22 "), (True, "not won", "Today's run is done", "22○")],
)
async def test_try_without_a_game_has_one_state_everywhere(
    tmp_path: Path, *, has_begun: bool, figure: str, sentence: str, today: str
) -> None:
    store = Store(Paths.of(tmp_path))
    store.daily_tries.claim("40_lines", TODAY, "token")
    if has_begun:
        store.daily_tries.begin("token")
    store.close()
    async with on_that_day(tmp_path) as player:
        entry = player.screen_as(DailyScreen).menu_list.current
        said = str(player.app.screen.query_one("#hint", Static).content)
        calendar = str(player.app.screen.query_one("#calendar", Static).content)

        assert figure in str(entry.prompt if entry else "")
        assert sentence in said
        assert today in calendar


@pytest.mark.parametrize(("has_begun", "figure"), [(False, "not played"), (True, "1 of 6")])
async def test_play_counts_the_dailies_that_began(tmp_path: Path, *, has_begun: bool, figure: str) -> None:
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        player.app.store.daily_tries.claim("40_lines", utc_day(player.app.store.now()), "token")
        if has_begun:
            player.app.store.daily_tries.begin("token")
        await player.go_to(Node.PLAY)
        entry = player.screen_as(PlayScreen).menu_list.get_option("daily")

        assert isinstance(entry, Entry)
        assert entry.figure == figure


async def test_the_calendar_shows_the_months(tmp_path: Path) -> None:
    keep(tmp_path, date(2026, 10, 5))
    async with on_that_day(tmp_path) as player:
        november = text_of(player.app)
        await player.press("left")

        assert "November 2026" in november
        assert november.count("●") == 1, "in the legend"
        assert "October 2026" in text_of(player.app)
        assert text_of(player.app).count("●") == 2


async def test_the_result_is_copied_as_a_line_of_blocks(tmp_path: Path) -> None:
    keep(tmp_path, date(2026, 11, 20))
    keep(tmp_path, TODAY)
    async with on_that_day(tmp_path) as player:
        await player.press("c")

        assert player.app.clipboard == "⬜⬜⬜⬜🟩⬜🟩 Piecement · 2026-11-22 · 40 Lines · 1:00.00"


@mostly_wide("keys", [("down",), ("down", "down")])
async def test_each_mode_has_its_own_pieces(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with on_that_day(tmp_path) as player:
        await player.press(*keys, "enter", "enter")
        session = player.session

        assert session.view.seed == daily_seed(TODAY, session.plan.mode.name) != daily_seed(TODAY, "40_lines")


@pytest.mark.parametrize(("size", "months"), [((80, 24), 1), ((120, 40), 2)])
async def test_roomy_terminals_show_the_month_before(size: tuple[int, int], months: int) -> None:
    async with playing(size=size, at=Node.DAILY) as player:
        calendar = str(player.app.screen.query_one("#calendar", Static).content)

        assert calendar.count("Mo  Tu") == months


@pytest.mark.parametrize("keys", [("enter",), ("p",), ("enter", "enter")])
async def test_new_day_is_told_before_it_starts(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with on_that_day(tmp_path) as player:
        for key in keys[:-1]:
            await player.press(key)
        player.app.store.now = lambda: NOON + timedelta(days=1)  # type: ignore[misc]  # the next day
        await player.press(keys[-1])
        told = text_of(player.app)
        await player.press("p")
        seed = player.session.view.seed

    assert "DAILY 23 NOVEMBER A new day has begun." in " ".join(told.split())
    assert seed == daily_seed(TODAY + timedelta(days=1), "40_lines")


async def test_weekdays_stand_above_their_columns_in_wide_script(tmp_path: Path) -> None:
    async with on_that_day(tmp_path) as player:
        choose("ja")
        await player.press("left", "right")
        line = next(line for line in text_of(player.app).splitlines() if "月 " in line and "火 " in line)

        assert "月  火  水  木  金  土  日" in line
