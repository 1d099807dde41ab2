"""The statistics: totals, each mode's own, and how the best rose."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from textual.widgets import Sparkline

from piecement.session.counts import Counts
from piecement.session.unranked_reasons import UnrankedReasons
from piecement.terminal.character_widths import Characters
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.statistics import ModeTable, best_highest
from piecement.ui.texts.result_table import figure_table
from piecement.ui.widgets.plain_sparkline import ASCII_BARS
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


def line(player: Player, name: str) -> list[float]:
    return list(player.app.screen.query_one(f"#{name}", Sparkline).data or ())


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

        assert rows == [["40-Lines", "5", "4"], ["Marathon", "1", "1"]]


async def test_games_of_each_day_are_drawn(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(100, 40)) as player:
        await opened(player)
        days = line(player, "each")

        assert len(days) == 60
        assert sum(days[-2:]) == 5
        assert sum(days) == 6


async def test_a_mode_shows_how_its_best_rose(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(100, 40)) as player:
        await opened(player)
        await player.press("m", "down", "enter")
        seen = text_of(player.app)
        each, best = line(player, "each"), line(player, "best")

        assert [value / S for value in each] == [50, 40, 60, 55]
        assert [value / S for value in best] == [50, 40, 40, 40]
        assert "The best so far, now 0:40.00" in seen
        assert "Won in a row: 0 now, 4 at most" in seen
        assert not player.app.screen.query_one(ModeTable).display


async def test_a_date_leaves_older_games_out(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(100, 40)) as player:
        await opened(player)
        await player.press("d", "down", "down", "enter")
        seen = " ".join(text_of(player.app).split())

        assert "Games 5" in seen
        assert "Marathon" not in seen


async def test_a_narrow_terminal_shows_all_figures_and_the_first_columns(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(40, 40)) as player:
        seen = " ".join((await opened(player)).split())

        assert "Games 6 Singles 0" in seen
        assert "Time 1 h 03 min" in seen
        assert "Mode Games Won" in seen
        assert "40-Lines 5 4" in seen
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

        assert ASCII_BARS[-1] in seen
        assert {character for character in seen if not character.isascii()} == set()


async def test_games_of_bots_are_counted_only_when_asked_for(folder: Path) -> None:
    store = store_in(folder)
    for _ in range(3):
        store.games.finish(record_of(unranked=UnrankedReasons(bot=True), ended=datetime.now(UTC)))
    store.close()
    async with playing(launch=Launch(data_folder=folder), size=(100, 40)) as player:
        without = " ".join((await opened(player)).split())
        days = sum(line(player, "each"))
        await player.press("b")
        counted = " ".join(text_of(player.app).split())

        assert "Games 6" in without
        assert "Games of bots are not counted." in without
        assert "Games 9" in counted
        assert "Games of bots are counted too." in counted
        assert (days, sum(line(player, "each"))) == (6, 9)


@pytest.mark.parametrize("less_is_better", [True, False])
@pytest.mark.parametrize("values", [[60.0, 50.0], [60.0, 60.0], [3.0, 2.0, 9.0]])
def test_the_best_game_of_a_line_is_the_highest_and_the_worst_is_seen(
    values: list[float], less_is_better: bool
) -> None:
    height = best_highest(values, less_is_better=less_is_better)
    low, extent = min(values), (max(values) - min(values)) or 1.0
    heights = [(height([value]) - low) / extent for value in values]
    best, worst = (min, max) if less_is_better else (max, min)

    assert heights[values.index(best(values))] == pytest.approx(1.0)
    assert all(0.2 < one <= 1.0 + 1e-9 for one in heights)
    assert heights[values.index(worst(values))] == pytest.approx(1.0 if len(set(values)) == 1 else 0.25)


@pytest.mark.parametrize("number", [1, 141, 123456])
def test_a_blank_lies_between_every_label_and_its_number(number: int) -> None:
    table = figure_table([("Finesse faults", str(number)), ("Won", "1")], [("Perfect clears", str(number))])

    assert f"Finesse faults {number}" in " ".join(table.plain.split())
    assert f"Perfect clears {number}" in " ".join(table.plain.split())
    assert len({len(line) for line in table.plain.splitlines()}) == 1
