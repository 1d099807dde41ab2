"""The statistics: totals, each mode's own, and how the best rose."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from piecement.session.formatting import clock_text
from piecement.session.plan import UnrankedReasons
from piecement.session.statistics import Counts
from piecement.terminal.detection import Characters
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.statistics import ModeTable
from piecement.ui.texts.results import figure_table
from piecement.ui.widgets.plot import COUNTS, PACES, SIGNS, TIMES, Kind, Plot, Scale
from piecement_engine import End
from tests.app.kept_games import record_of, store_in
from tests.app.walking import Player, playing, text_of

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


async def opened(player: Player) -> str:
    await player.go_to(Node.STATISTICS)
    return text_of(player.app)


def curve(player: Player, name: str, kind: Kind) -> list[float]:
    graph = player.app.screen.query_one(f"#{name}", Plot).graph
    return [value for curve in graph.curves if curve.kind == kind for value in curve.values]


def lines_of(player: Player, name: str) -> list[str]:
    """Return the lines of a graph."""
    return player.app.screen.query_one(f"#{name}", Plot).render().plain.splitlines()


async def test_everything_is_added_up(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(100, 40)) as player:
        seen = " ".join((await opened(player)).split())

        assert "Games 6" in seen
        assert "Won 5" in seen
        assert "Time 1 h 03 min" in seen
        assert "Quads 28" in seen
        assert "Finesse 93%" in seen  # of 400 pieces, for those of the other games were not judged
        assert "Finesse faults 48" in seen
        assert "Best B2B 7" in seen
        assert "Days in a row: 2 now, 2 at most" in seen


async def test_each_mode_has_a_row(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(100, 40)) as player:
        await opened(player)
        table = player.app.screen.query_one(ModeTable)
        rows = [[cell.plain for cell in table.get_row_at(row)[:3]] for row in range(table.row_count)]

        assert rows == [["40 Lines", "5", "4"], ["Marathon", "1", "1"]]


async def test_games_of_each_day_are_drawn(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(100, 40)) as player:
        await opened(player)
        days = curve(player, "daily", "bars")

        assert len(days) == 60
        assert sum(days[-2:]) == 5
        assert sum(days) == 6


async def test_a_mode_shows_how_its_best_rose(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(100, 40)) as player:
        await opened(player)
        await player.press("m", "down", "enter")
        seen = text_of(player.app)
        each, best = curve(player, "course", "points"), curve(player, "course", "line")

        assert each == [50, 40, 60, 55]
        assert best == [50, 40, 40, 40]
        assert f"best so far, now {clock_text(40 * S)}" in seen
        assert "Won in a row: 0 now, 4 at most" in seen
        assert not player.app.screen.query_one(ModeTable).display


async def test_a_date_leaves_older_games_out(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(100, 40)) as player:
        await opened(player)
        await player.press("d", "down", "down", "enter")
        seen = " ".join(text_of(player.app).split())

        assert "Games 5" in seen
        assert "Marathon" not in seen


async def test_narrow_statistics_show_all_figures_and_first_columns(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(40, 70)) as player:
        seen = " ".join((await opened(player)).split())

        assert "Games 6 Singles 0" in seen
        assert "Time 1 h 03 min" in seen
        assert "Mode Games Won" in seen
        assert "40 Lines 5 4" in seen
        assert "Keys/piece Finesse" not in seen


async def test_without_games_it_says_so(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        assert "No games here yet." in await opened(player)


async def test_escape_leaves_a_filter_first(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player)
        await player.press("tab", "escape")
        still = player.node
        await player.press("escape")

        assert (still, player.node) == (Node.STATISTICS, Node.TITLE)


async def test_a_terminal_of_ascii_sees_the_diagrams_in_ascii(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(100, 40)) as player:
        player.app.appearance.set_characters(Characters.WIDE)
        await opened(player)
        await player.press("down")
        await player.settle()
        seen = text_of(player.app)

        assert "+-" in seen
        assert {character for character in seen if not character.isascii()} == set()


async def test_games_of_bots_are_counted_only_when_asked_for(folder: Path) -> None:
    store = store_in(folder)
    for _ in range(3):
        store.games.finish(record_of(unranked=UnrankedReasons(bot=True), ended=datetime.now(UTC)))
    store.close()
    async with playing(launch=Launch(data_folder=folder), size=(100, 40)) as player:
        without = " ".join((await opened(player)).split())
        days = sum(curve(player, "daily", "bars"))
        await player.press("b")
        counted = " ".join(text_of(player.app).split())

        assert "Games 6" in without
        assert "Bot games are left out." in without
        assert "Games 9" in counted
        assert "Bot games are included." in counted
        assert (days, sum(curve(player, "daily", "bars"))) == (6, 9)


@pytest.mark.wide
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 24)])
async def test_two_games_make_a_graph_with_labelled_axes(tmp_path: Path, size: tuple[int, int]) -> None:
    store = store_in(tmp_path)
    for seconds in (60, 50):
        store.games.finish(record_of(time_ns=seconds * S, ended=datetime.now(UTC)))
    store.close()
    async with playing(launch=Launch(data_folder=tmp_path), size=size) as player:
        await opened(player)
        await player.press("m", "down", "enter")
        course, daily = lines_of(player, "course"), lines_of(player, "daily")

        assert "".join(course).count(SIGNS["points"]) == 2
        assert course[0].startswith(f"{clock_text(60 * S)}┤")
        assert any(line.startswith(f"{clock_text(50 * S)}┤") for line in course)
        assert course[-2].split() == ["1", "2"]
        assert course[-1].strip() == "the last 2 games"
        assert daily[-2].split()[-1] == f"{datetime.now(UTC).astimezone():%m-%d}"
        assert max(map(len, course + daily)) <= player.app.screen.query_one("#course").size.width


async def test_one_game_is_a_point(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.games.finish(record_of())
    store.close()
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        await opened(player)
        await player.press("m", "down", "enter")

        assert "".join(lines_of(player, "course")).count(SIGNS["points"]) == 1
        assert lines_of(player, "pace")[-1].strip() == "the only game"


async def test_the_pace_of_each_game_is_drawn_of_all_modes(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(100, 40)) as player:
        await opened(player)
        paces = curve(player, "pace", "points")

        assert paces[0] == pytest.approx(100 / 3600)
        assert paces[1:-1] == pytest.approx([2, 2.5, 100 / 60, 100 / 55])
        assert not player.app.screen.query_one("#course").display


async def test_bars_stand_at_the_same_distance(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    for days in range(30):
        store.games.finish(record_of(ended=datetime.now(UTC) - timedelta(days=days)))
    store.close()
    async with playing(launch=Launch(data_folder=tmp_path), size=(60, 24)) as player:
        await opened(player)
        bars = lines_of(player, "daily")[0]
        places = [place for place, character in enumerate(bars) if character == SIGNS["bars"]]

        assert len(places) == 30
        assert len({after - before for before, after in pairwise(places)}) == 1


@pytest.mark.parametrize("scale", [COUNTS, PACES, TIMES])
@pytest.mark.parametrize(("low", "high"), [(1, 1), (0, 3), (23.37, 61.2), (52, 7201), (0, 999_999)])
@pytest.mark.parametrize("most", [2, 4, 9])
def test_the_numbers_of_an_axis_enclose_all_values(scale: Scale, low: float, high: float, most: int) -> None:
    ticks = scale.ticks(low, high, most)

    assert 2 <= len(ticks) <= max(3, most)
    assert ticks[0] <= low
    assert ticks[-1] >= high
    assert len({*map(scale.text, ticks)}) == len(ticks)


@pytest.mark.parametrize("number", [1, 141, 123456])
def test_a_blank_lies_between_every_label_and_its_number(number: int) -> None:
    table = figure_table([("Finesse faults", str(number)), ("Won", "1")], [("Perfect clears", str(number))])

    assert f"Finesse faults {number}" in " ".join(table.plain.split())
    assert f"Perfect clears {number}" in " ".join(table.plain.split())
    assert len({len(line) for line in table.plain.splitlines()}) == 1
