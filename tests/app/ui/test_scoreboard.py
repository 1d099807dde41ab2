"""The scoreboard: all games in any order, paged through without delay, opened by a key."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from piecement.session.plan import UnrankedReasons
from piecement.storage import sql
from piecement.storage.database import Database
from piecement.storage.errors import StorageError
from piecement.storage.game_query import GameQuery, Listing
from piecement.storage.game_rows import add_mode, to_row
from piecement.storage.games import Games
from piecement.storage.paths import Paths
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.texts.games import COLUMNS, LEGEND, SORTED
from piecement.ui.widgets.canvases import RowScrollbar
from piecement.ui.widgets.game_table import GameTable
from piecement.ui.widgets.menu_list import CURSOR_SIGN
from piecement_engine import End
from tests.app.kept_games import record_of, store_in
from tests.app.walking import Player, playing, text_of

S = 1_000_000_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with five games."""
    store = store_in(tmp_path)
    store.games.finish(record_of(time_ns=60 * S, score=5, ended=datetime.now(UTC)))
    store.games.finish(record_of(time_ns=50 * S, score=4))
    store.games.finish(record_of(end=End.BLOCK_OUT, lines=7, time_ns=20 * S, score=3, preset="NES"))
    store.games.finish(record_of("marathon", level=20, score=4321, ended=datetime.now(UTC) - timedelta(days=3)))
    store.games.finish(record_of("marathon", unranked=UnrankedReasons(practice=True), level=20, score=9999))
    store.close()
    return tmp_path


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three thousand games."""
    folder = tmp_path_factory.mktemp("crowded")
    database = Database.open(Paths.of(folder).games)
    with database.transaction():
        add_mode(database, "40_lines")
        for number in range(3000):
            database.change(sql.ADD_GAME, to_row(record_of(time_ns=(number + 1) * S)))
    database.close()
    return folder


def rows_of(player: Player) -> list[list[str]]:
    """Return the visible table, row by row, cell by cell."""
    table = player.app.screen.query_one(GameTable)
    first = table.region.y + 1
    lines = text_of(player.app).splitlines()[first : first + min(table.seen, table.length)] if table.length else []
    seen = slice(table.region.x, table.region.right)
    return [re.split(" {2,}", line[seen].strip()) for line in lines]


def row_of_cursor(player: Player) -> list[str]:
    table = player.app.screen.query_one(GameTable)
    return rows_of(player)[table.index - table.top]


def results_of(player: Player) -> list[str]:
    return [row[1 + [column.name for column in COLUMNS].index("result")] for row in rows_of(player)]


def first_place(player: Player) -> int:
    """Return the place of the first row that is seen."""
    found = re.search(r"(\d+) +\d+:\d\d\.\d\d ", text_of(player.app))
    assert found is not None
    return int(found[1])


async def opened(player: Player) -> GameTable:
    await player.go_to(Node.SCOREBOARD)
    return player.app.screen.query_one(GameTable)


async def test_games_sort_by_mode_place_then_newest_with_best_marked(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player)
        places = [row[0] for row in rows_of(player)]

        assert results_of(player) == ["4321 points", "0:50.00", "1:00.00", "0:20.00 (7 lines)", "9999 points"]
        assert places == ["★ 1", "★ 1", "2", "3", "P"]
        assert "1 of 5" in text_of(player.app)
        assert "Scoreboard: place in mode, then date" in text_of(player.app)


async def test_a_game_of_a_bot_is_marked_and_the_mark_explained(folder: Path) -> None:
    store = store_in(folder)
    store.games.finish(record_of("cheese", unranked=UnrankedReasons(bot=True)))
    store.close()
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player)
        (line,) = (line for line in text_of(player.app).splitlines() if "Cheese" in line)

        assert line.split()[:2] == ["B", "100"]
        assert "B bot" in text_of(player.app)


async def test_the_reason_why_a_game_is_not_ranked_is_said(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player)
        ranked = text_of(player.app)
        await player.press("end")

        assert "unranked: " not in ranked
        assert "5 of 5  unranked: practice" in text_of(player.app)


@pytest.mark.parametrize("width", [40, 60, 80])
async def test_a_sign_and_its_meaning_stand_on_one_line(folder: Path, width: int) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(width, 24)) as player:
        await opened(player)

        assert [part for part in LEGEND.split("  ") if part not in text_of(player.app)] == []


@pytest.mark.wide
@pytest.mark.parametrize(("width", "hidden"), [(40, 12), (80, 10), (160, 4)])
async def test_columns_without_room_are_announced_and_none_is_cut(folder: Path, width: int, hidden: int) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(width, 24)) as player:
        table = await opened(player)
        shown = [column.title for column in COLUMNS if f" {column.title} " in text_of(player.app)]

        assert f"+{hidden} column" in text_of(player.app)
        assert table.hidden == hidden
        assert len(shown) == len(COLUMNS) - hidden


async def test_last_column_is_reached_and_left_ones_are_announced(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        table = await opened(player)
        await player.press("left")
        seen = " ".join(text_of(player.app).split())

        assert "Preset ▲" in seen
        assert f"+{table.hidden} columns: ← →" in seen
        assert "Scoreboard: Preset, lowest first" in seen
        assert "NES" in seen
        assert "0:50" not in seen


async def test_arrows_sort_by_each_column_and_r_turns_the_order(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(160, 40)) as player:
        await opened(player)
        names = [column.name for column in SORTED]
        await player.press(*["right"] * (names.index("score") - names.index("result")))
        most_first = [row[6] for row in rows_of(player)]
        header = text_of(player.app)
        await player.press("r")

        assert most_first == ["9999", "4321", "5", "4", "3"]
        assert "Score ▼" in header
        assert [row[6] for row in rows_of(player)] == most_first[::-1]
        assert "Score ▲" in text_of(player.app)


async def test_a_narrow_terminal_shows_place_result_and_mode(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(40, 24)) as player:
        await opened(player)
        seen = " ".join(text_of(player.app).split())

        assert "# Result ▲ Mode" in seen
        assert "★ 1 0:50.00 40 Lines" in seen
        assert "★ 1 4321 points Marathon" in seen


async def test_every_column_can_be_reached_and_is_seen(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player)
        seen: list[str] = []
        for _ in SORTED:
            text = text_of(player.app)
            seen += [column.title for column in SORTED if f" {column.title} ▲" in text or f" {column.title} ▼" in text]
            await player.press("right")

        assert sorted(seen) == sorted(column.title for column in SORTED)


async def test_header_click_sorts_and_a_second_turns_the_order(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(160, 40)) as player:
        await opened(player)
        line = text_of(player.app).splitlines()[5]
        place = line.index("Score")
        await player.pilot.click(offset=(place, 5))
        await player.settle()
        first = [row[6] for row in rows_of(player)]
        await player.pilot.click(offset=(place, 5))
        await player.settle()

        assert first == ["9999", "4321", "5", "4", "3"]
        assert [row[6] for row in rows_of(player)] == first[::-1]


@pytest.mark.wide
@pytest.mark.parametrize(
    ("keys", "left"),
    [
        (["m", "down", "enter"], ["0:50.00", "1:00.00", "0:20.00 (7 lines)"]),
        (["m", "down", "down", "enter"], ["4321 points", "9999 points"]),
        (["p", "down", "down", "enter"], ["0:20.00 (7 lines)"]),
        (["d", "down", "enter"], ["1:00.00"]),
        (["d", "down", "down", "enter"], ["1:00.00", "4321 points"]),
    ],
)
async def test_games_are_chosen_by_mode_preset_and_date(folder: Path, keys: list[str], left: list[str]) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        table = await opened(player)
        await player.press(*keys)

        assert results_of(player) == left
        assert table.has_focus


async def test_escape_leaves_a_filter_first(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player)
        await player.press("tab", "escape")
        still = player.node
        await player.press("escape")

        assert (still, player.node) == (Node.SCOREBOARD, Node.TITLE)


async def test_without_games_it_says_so(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        await opened(player)
        seen = text_of(player.app)
        await player.press("escape")

        assert "No games here yet." in seen
        assert player.node is Node.TITLE


async def test_games_are_sorted_once_to_open(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    queries: list[GameQuery] = []
    by_place = Games.by_place

    def counted(games: Games, query: GameQuery) -> Listing:
        queries.append(query)
        return by_place(games, query)

    monkeypatch.setattr(Games, "by_place", counted)
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player)

        assert len(queries) == 1


async def test_order_turns_and_returns(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player)
        before = rows_of(player)
        await player.press("r")
        turned = rows_of(player)
        await player.press("r", "right", "left")

        assert [row[1:] for row in turned] == [row[1:] for row in reversed(before)]
        assert rows_of(player) == before


async def test_games_that_cannot_be_read_are_not_said_to_be_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise StorageError("The disk is on fire.")

    monkeypatch.setattr(Games, "by_place", refuse)
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        await opened(player)

        assert "The disk is on fire." in text_of(player.app)


async def test_a_game_that_was_deleted_meanwhile_is_said_to_be_gone(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(80, 12)) as player:
        table = await opened(player)
        assert table.seen < table.length
        games = player.app.store.games
        *_, last = games.by_place(GameQuery())
        games.delete(last)
        await player.press("end")

        assert row_of_cursor(player)[-1] == "gone"


async def test_a_deleted_game_leaves_the_list(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player)
        await player.press("down", "down", "enter", "end", "enter", "down", "enter")

        assert player.node is Node.SCOREBOARD
        assert results_of(player) == ["4321 points", "0:50.00", "0:20.00 (7 lines)", "9999 points"]
        assert "3 of 4" in text_of(player.app)


class TestThousands:
    @pytest.mark.wide
    async def test_the_cursor_goes_through_all_of_them(self, crowded: Path) -> None:
        async with playing(launch=Launch(data_folder=crowded)) as player:
            table = await opened(player)
            seen: list[int] = []
            for key in ("end", "up", "pageup", "home", "pagedown", "up"):
                await player.press(key)
                seen.append(table.index)
            page = table.seen

            assert seen == [2999, 2998, 2998 - page, 0, page, page - 1]
            assert f"{page} of 3 000" in text_of(player.app)
            assert row_of_cursor(player)[0].endswith(str(page))

    async def test_every_page_shows_its_games(self, crowded: Path) -> None:
        async with playing(launch=Launch(data_folder=crowded)) as player:
            table = await opened(player)
            for _ in range(40):
                await player.press("pagedown")
                row = row_of_cursor(player)

                assert row[0].removeprefix("★ ") == str(table.index + 1)
                minutes, seconds = row[1].split(":")
                assert int(minutes) * 60 + float(seconds) == table.index + 1

    async def test_the_scrollbar_is_dragged_and_clicked_beside_its_slider(self, crowded: Path) -> None:
        async with playing(launch=Launch(data_folder=crowded)) as player:
            await opened(player)
            bar, pilot = player.app.screen.query_one(RowScrollbar), player.pilot
            await pilot.mouse_down(bar, offset=(0, 0))
            await pilot.hover(bar, offset=(0, bar.size.height // 2))
            half = first_place(player)
            await pilot.mouse_up(bar, offset=(0, bar.size.height // 2))
            await pilot.hover(bar, offset=(0, 0))
            let_go = first_place(player)
            await pilot.click(bar, offset=(0, 0))
            clicked = first_place(player)

            assert 1400 < half < 1600
            assert let_go == half
            assert half - 100 < clicked < half

    async def test_to_go_on_takes_no_more_work_far_down_than_at_the_top(self, crowded: Path) -> None:
        async with playing(launch=Launch(data_folder=crowded)) as player:
            table = await opened(player)
            connection = player.app.store._session._opened()._connection
            steps = Counter[int]()
            for index in (300, 900, 1400, 2000, 2600):
                table.reach(index)
                connection.set_progress_handler(partial(steps.update, [index]), 1)
                table.reach(index + 150)
                assert table.game is not None
                connection.set_progress_handler(None, 1)

            assert 0 < max(steps.values()) < 2 * min(steps.values())
            assert len(table._games) < 200


async def test_the_cursor_is_seen_without_colours(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(launch=Launch(data_folder=folder)) as player:
        await player.go_to(Node.SCOREBOARD)
        await player.press("down", "down", "down")
        signed = [line for line in text_of(player.app).splitlines() if CURSOR_SIGN in line]
        await player.press("m", "down")
        offered = [line for line in text_of(player.app).splitlines() if CURSOR_SIGN in line]

        assert [line.split()[:2] for line in signed] == [[CURSOR_SIGN, "3"]]
        assert any("40 Lines" in line.split(CURSOR_SIGN)[1] for line in offered)


async def test_the_result_of_a_lost_game_is_whole_at_80_columns(folder: Path) -> None:
    store = store_in(folder)
    store.games.finish(record_of(end=End.BLOCK_OUT, lines=127, time_ns=631 * S))
    store.close()
    async with playing(launch=Launch(data_folder=folder)) as player:
        await player.go_to(Node.SCOREBOARD)
        (line,) = (line for line in text_of(player.app).splitlines() if "10:31.00" in line)

        assert "10:31.00 (127 lines)" in line
        assert "block out" in line
