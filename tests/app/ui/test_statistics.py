"""The statistics: totals, each mode's own, and how the best rose."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from textual.widgets import Static

from piecement.session.bots.mistakes import Mistake, Mistakes
from piecement.session.statistics import Counts
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.widgets.bar_chart import GUTTER, BarChart
from piecement_base.origin import UnrankedReasons
from piecement_engine import End
from tests.app.kept_games import keep, record_of, store_in
from tests.app.walking import playing, text_of, words_of
from tests.sampling import mostly_wide

S = 1_000_000_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a few games of today and yesterday, and an old one."""
    now = datetime.now(UTC)
    store = store_in(tmp_path)
    for number, time in enumerate((60, 50, 55, 40)):
        ended = now - timedelta(days=number % 2, milliseconds=4 - number)  # no midnight lies between
        counts = Counts(presses=300, quads=2, spins=1, max_back_to_back=7, faults=12, faulty=5 + number)
        store.games.finish(record_of(time_ns=time * S, ended=ended, counts=counts))
    store.games.finish(record_of(end=End.BLOCK_OUT, time_ns=S, lines=1, ended=now))
    store.games.finish(record_of("marathon", time_ns=3600 * S, ended=now - timedelta(days=40)))
    store.close()
    return tmp_path


async def test_everything_is_added_up(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(120, 40), at=Node.STATISTICS) as player:
        seen = words_of(player.app)

        for figure in (
            "Games 6",
            "Wins 5",
            "1 h 03 min",
            "Day streak 2",
            "Quads 28",
            "Finesse 93%",  # of 400 pieces, for those of the other games were not judged
            "Best B2B 7",
            "Win streak 0, best 5",
        ):
            assert figure in seen


async def test_games_of_each_day_are_drawn_and_filtered(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.STATISTICS) as player:
        lines = text_of(player.app).splitlines()
        index = next(index for index, line in enumerate(lines) if "GAMES PER DAY" in line)
        await player.press("g", "down", "down", "enter")
        week = words_of(player.app)
        await player.press("g", "home", "enter", "m", "end", "enter")
        one_mode = words_of(player.app)
        await player.press("m", "escape")
        still = player.node
        await player.press("escape")

        assert lines[index + 4].split()[0] == "▁" * 28 + "██"
        assert lines[index + 1].split()[:2] == ["3", "█"]
        assert "Games 5 " in week
        assert "Games 1 " in one_mode
        assert (still, player.node) == (Node.STATISTICS, Node.TITLE)


async def test_a_large_terminal_has_a_calendar_and_finesse(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(200, 60), at=Node.STATISTICS) as player:
        heat = str(player.app.screen.query_one("#heat", Static).render()).splitlines()
        today = heat[datetime.now().astimezone().weekday()]
        titles = [str(widget.border_title) for widget in player.app.screen.query("*") if widget.border_title]

        assert today.endswith("██")
        assert [line.split()[0] for line in heat[:7]] == ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
        assert list(player.app.screen.query_one("#finesse", BarChart).values) == pytest.approx([0.94, 0.92, 0.95, 0.93])
        assert len(titles) == len(set(titles))


async def test_most_played_is_for_all_modes_only(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(120, 40), at=Node.STATISTICS) as player:
        seen = [text_of(player.app)]
        await player.press("m", "end", "enter")
        seen.append(text_of(player.app))

        assert ["Most played" in text for text in seen] == [True, False]
        assert all("Pace (pieces/s)" in text and "Stats" in text for text in seen)


async def test_games_of_bots_are_counted_only_when_asked_for(folder: Path) -> None:
    store = store_in(folder)
    for _ in range(3):
        store.games.finish(record_of(unranked=UnrankedReasons(bot=True), ended=datetime.now(UTC)))
    store.close()
    async with playing(launch=Launch(data_folder=folder), at=Node.STATISTICS) as player:
        without = words_of(player.app)
        await player.press("g", "end", "enter")

        assert "Games 6 " in without
        assert "Games 9 " in words_of(player.app)


@mostly_wide("size", [(40, 24), (60, 20), (80, 24)])
async def test_the_totals_are_seen(folder: Path, size: tuple[int, int]) -> None:
    async with playing(launch=Launch(data_folder=folder), size=size, at=Node.STATISTICS) as player:
        if size[0] < 60:
            await player.press("end")

        assert "Games 6 " in words_of(player.app)


async def test_without_games_it_says_so(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path), at=Node.STATISTICS) as player:
        lines = text_of(player.app).splitlines()

        assert lines[5].strip() == "No games yet. Play one, and its figures are here."


async def test_one_short_game_has_no_best_pace(tmp_path: Path) -> None:
    keep(tmp_path, record_of(pieces=12))
    async with playing(launch=Launch(data_folder=tmp_path), size=(120, 40), at=Node.STATISTICS) as player:
        seen = text_of(player.app)

        assert "Pieces per second" not in seen  # a chart compares three values at least
        assert "best -" in seen


async def test_the_biggest_leak_is_told_once_the_coach_ran(folder: Path) -> None:
    store = store_in(folder)
    mistakes = Mistakes(10, {Mistake.HOLES: 4, Mistake.HEIGHT: 9}, {Mistake.HOLES: 50.0, Mistake.HEIGHT: 20.0})
    store.game_reviews.add(1, mistakes)
    store.close()
    async with playing(launch=Launch(data_folder=folder), at=Node.STATISTICS) as player:
        seen = text_of(player.app)

        assert "BIGGEST LEAK" in seen
        assert "Holes: 4.0 per" in seen


@pytest.mark.parametrize("width", [100, 200])
async def test_an_ascii_skin_has_its_diagrams_in_ascii(folder: Path, width: int) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(width, 60), at=Node.STATISTICS) as player:
        player.app.settings.change("graphics", "skin", "ascii")
        await player.settle()
        seen = text_of(player.app)

        assert "@" in seen
        assert {character for character in seen if not character.isascii()} == set()


async def test_the_pace_of_each_game_is_drawn_of_all_modes(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(100, 40), at=Node.STATISTICS) as player:
        paces = list(player.app.screen.query_one("#pace", BarChart).values)

        assert paces[0] == pytest.approx(100 / 3600)
        assert paces[1:-1] == pytest.approx([2, 2.5, 100 / 60, 100 / 55])


@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
async def test_columns_of_all_charts_begin_and_end_alike(folder: Path, size: tuple[int, int]) -> None:
    async with playing(launch=Launch(data_folder=folder), size=size, at=Node.STATISTICS) as player:
        pace, heat = player.app.screen.query_one("#pace", BarChart), player.app.screen.query_one("#heat", Static)
        pace.show([1.0, 0.0, 2.5], "the last 3 games")
        rows, weeks = str(pace.render()).splitlines(), str(heat.render()).splitlines()

        assert rows[0].lstrip().startswith("2.50")
        assert rows[-2].split()[0] == "0"
        assert {len(line) for line in (*rows[:-1], *weeks[:1])} == {pace.size.width}
        assert weeks[0].index("Mo") + 3 == rows[-2].index("0") + 2 == GUTTER
