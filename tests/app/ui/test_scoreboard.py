"""The scoreboard: all games in any order, paged through without delay, opened by a key."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from textual.geometry import Size

from piecement.storage.game_listing import Listing, PlaceListing, Ranked
from piecement.storage.game_query import GameQuery
from piecement.storage.game_rows import to_row
from piecement.storage.games import Games
from piecement.storage.mode_rankings import add_mode
from piecement.storage.paths import Paths
from piecement.storage.rule_sets import ruleset_named
from piecement.storage.schema import GAMES
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.widgets.board_picture import LastBoardPicture
from piecement.ui.widgets.drawn_list import CURSOR_SIGN
from piecement.ui.widgets.filters import FilterLine
from piecement.ui.widgets.game_table import COLUMNS, FIRST, GameTable
from piecement_base.database import Database, insertion
from piecement_base.errors import StorageError
from piecement_base.origin import UnrankedReasons
from piecement_engine import End
from tests.app.kept_games import keep, record_of, recorded
from tests.app.thinking import thinking
from tests.app.walking import Player, playing, text_of
from tests.sampling import mostly_wide

S = 1_000_000_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with five games."""
    keep(
        tmp_path,
        record_of(time_ns=60 * S, score=5, ended=datetime.now(UTC)),
        record_of(time_ns=50 * S, score=4),
        record_of(end=End.BLOCK_OUT, lines=7, time_ns=20 * S, score=3, preset="NES"),
        record_of("marathon", level=20, score=4321, ended=datetime.now(UTC) - timedelta(days=3)),
        record_of("marathon", unranked=UnrankedReasons(practice=True), level=20, score=9999),
    )
    return tmp_path


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three thousand games."""
    folder = tmp_path_factory.mktemp("crowded")
    database = Database(Paths.of(folder).games, GAMES)
    with database.transaction():
        ranking = add_mode(database, "40_lines")
        for number in range(3000):
            row = to_row(record_of(time_ns=(number + 1) * S), ranking)
            database.change(insertion("games", row, "token"), row)
    database.close()
    return folder


def rows_of(player: Player) -> list[list[str]]:
    """Return the visible table, row by row, cell by cell."""
    table = player.app.screen.query_one(GameTable)
    first = table.region.y + 1
    lines = (
        text_of(player.app).splitlines()[first : first + min(table.page_length, table.length)] if table.length else []
    )
    seen = slice(table.region.x, table.region.right)
    return [re.split(" {2,}", line[seen].strip()) for line in lines]


def row_of_cursor(player: Player) -> list[str]:
    table = player.app.screen.query_one(GameTable)
    return rows_of(player)[table.index - table.first_visible]


def results_of(player: Player) -> list[str]:
    """Return the results, which stand after the place, if there is one."""
    return [row[1] if row[0].isdecimal() else row[0] for row in rows_of(player)]


def first_place(player: Player) -> int:
    """Return the place of the first row that is seen."""
    found = re.search(r"(\d+) +\d+:\d\d\.\d\d ", text_of(player.app))
    assert found is not None
    return int(found[1])


async def opened(player: Player, *, all_modes: bool = False) -> GameTable:
    await player.go_to(Node.SCOREBOARD)
    if all_modes:
        await player.press("m", "home", "enter", "f", "home", "enter")
    return player.app.screen.query_one(GameTable)


async def test_it_opens_on_the_mode_played_last(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.SCOREBOARD) as player:
        assert [row[:2] for row in rows_of(player)] == [["1", "0:50.00"], ["2", "1:00.00"], ["3", "7 lines"]]
        assert "Mode ‹ 40 Lines ›" in text_of(player.app)
        assert "1 of 3" in text_of(player.app)
        assert "3 games, 2 won" in text_of(player.app)


async def test_it_opens_on_the_rules_in_use(tmp_path: Path) -> None:
    ruleset = ruleset_named("tetrs, 4 previews", "40_lines")
    keep(
        tmp_path,
        record_of(ruleset=ruleset),
        record_of(time_ns=30 * S, ruleset=ruleset_named("NES", "40_lines")),
        record_of(time_ns=50 * S, ruleset=ruleset, ended=datetime.now(UTC)),
    )
    async with playing(launch=Launch(data_folder=tmp_path), at=Node.SCOREBOARD) as player:
        assert "Rules ‹ all ›" not in text_of(player.app)
        assert results_of(player) == ["0:50.00", "1:00.00"]


async def test_all_modes_sort_by_place_then_newest(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player, all_modes=True)

        assert results_of(player) == ["4,321", "0:50.00", "1:00.00", "7 lines", "9,999"]
        assert [row[0] for row in rows_of(player)] == results_of(player)  # no places: modes are not compared


async def test_marks_are_words(folder: Path) -> None:
    keep(folder, record_of("cheese", unranked=UnrankedReasons(bot=True)))
    async with playing(launch=Launch(data_folder=folder), size=(120, 40)) as player:
        await opened(player, all_modes=True)
        mine = text_of(player.app)
        await player.press("g", "end", "enter")
        with_bots = text_of(player.app)
        await player.press("end")

        assert "practice" in mine
        assert "bot" not in mine.split()
        assert "bot" in with_bots.split()
        assert "6 of 6" in text_of(player.app)


@mostly_wide(("width", "names"), [(40, 2), (200, len(COLUMNS)), (80, 4), (60, 4)], kept=2)
async def test_as_many_columns_as_fit_are_whole(folder: Path, width: int, names: int) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(width, 40), at=Node.SCOREBOARD) as player:
        table = player.app.screen.query_one(GameTable)

        assert len(table.columns) >= names
        assert [one.title for one in table.columns if one.title not in text_of(player.app)] in ([], ["Result"])


async def test_arrows_and_clicks_sort_and_again_turn_the_order(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.SCOREBOARD) as player:
        table = player.app.screen.query_one(GameTable)
        y = table.region.y
        place = text_of(player.app).splitlines()[y].index("PPS")
        orders: list[list[str]] = []
        for _ in range(2):
            await player.pilot.click(offset=(place, y))
            await player.settle()
            orders.append(results_of(player))

        assert orders[1] == orders[0][::-1]

        await player.press("left", "f", "home", "enter", "right")
        header = text_of(player.app)
        fastest_first = results_of(player)
        await player.press("r")
        assert "▼ PPS" in header
        assert results_of(player) == fastest_first[::-1]
        assert "▲ PPS" in text_of(player.app)


async def test_games_are_chosen_by_mode_and_date(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.SCOREBOARD) as player:
        table = player.app.screen.query_one(GameTable)
        for keys, left in (("g down enter", ["1:00.00"]), ("g home enter m down enter", ["4,321", "9,999"])):
            await player.press(*keys.split())

            assert results_of(player) == left
            assert table.has_focus


async def test_games_are_chosen_by_rules(tmp_path: Path) -> None:
    keep(
        tmp_path,
        record_of(time_ns=60 * S, ruleset=ruleset_named("Guideline", "40_lines", "")),
        record_of(time_ns=50 * S, ruleset=ruleset_named("NES", "40_lines", "")),
    )
    async with playing(launch=Launch(data_folder=tmp_path), at=Node.SCOREBOARD) as player:
        both, unplaced = results_of(player), [row[0] for row in rows_of(player)]
        await player.press("f", "end", "enter")
        last = results_of(player)
        await player.press("f", "up", "enter")

        assert both == ["0:50.00", "1:00.00"]
        assert unplaced == both
        assert {*last, *results_of(player)} == {*both}
        assert len(last) == 1


async def test_a_filter_opens_with_the_mouse_and_esc_leaves_it_first(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.SCOREBOARD) as player:
        line = player.app.screen.query_one(FilterLine).region
        await player.pilot.click(offset=(line.x + 2, line.y))
        await player.press("home", "enter")
        seen = text_of(player.app)
        await player.press("m", "escape")
        still = player.node
        await player.press("escape")

        assert "Mode ‹ all ›" in seen
        assert (still, player.node) == (Node.SCOREBOARD, Node.TITLE)


@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 40)])
async def test_an_empty_scoreboard_says_so_and_enter_plays(size: tuple[int, int], tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path), size=size, at=Node.SCOREBOARD) as player:
        lines = text_of(player.app).splitlines()
        columns = next(y for y, line in enumerate(lines) if "Result" in line)
        await player.press("enter")

        assert lines[columns + 2].strip() == "No games yet. Enter plays 40 Lines."
        assert player.session.plan.mode.name == "40_lines"


async def test_filters_without_games_say_how_to_change_them(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.SCOREBOARD) as player:
        await player.press("m", "end", "enter", "g", "down", "enter", "enter")

        assert "M, F and G change them." in text_of(player.app)
        assert player.node is Node.SCOREBOARD


async def test_games_are_sorted_once_to_open(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    queries: list[GameQuery] = []
    by_place = Games.by_place

    def counted(games: Games, query: GameQuery) -> Listing:
        queries.append(query)
        return by_place(games, query)

    monkeypatch.setattr(Games, "by_place", counted)
    async with playing(launch=Launch(data_folder=folder), at=Node.SCOREBOARD):
        assert len(queries) == 1


async def test_games_that_cannot_be_read_are_not_said_to_be_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise StorageError("The disk is on fire.")

    monkeypatch.setattr(Games, "by_place", refuse)
    async with playing(launch=Launch(data_folder=tmp_path), at=Node.SCOREBOARD) as player:
        assert "The disk is on fire." in text_of(player.app)


async def test_a_game_that_was_deleted_meanwhile_is_said_to_be_gone(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(80, 8)) as player:
        table = await opened(player, all_modes=True)
        assert table.page_length < table.length
        games = player.app.store.games
        *_, last = games.by_place(GameQuery())
        games.delete(last)
        await player.press("end")

        assert row_of_cursor(player)[-1] == "gone"


async def test_a_deleted_game_leaves_the_list(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.SCOREBOARD) as player:
        await player.press("down", "enter", "end", "enter", "down", "enter")

        assert player.node is Node.SCOREBOARD
        assert results_of(player) == ["0:50.00", "7 lines"]
        assert "2 of 2" in text_of(player.app)


@pytest.mark.painted
async def test_a_roomy_terminal_shows_the_last_board(tmp_path: Path) -> None:
    keep(tmp_path, recorded("marathon"))
    async with thinking(launch=Launch(data_folder=tmp_path), size=(120, 40), at=Node.SCOREBOARD) as player:
        before = player.app.screen.query_one(LastBoardPicture).drawn(Size(30, 40))
        await player.think()

        assert before is None
        assert player.app.screen.query_one(LastBoardPicture).drawn(Size(30, 40)) is not None


async def test_tab_walks_the_tabs_and_esc_leaves_all(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.SCOREBOARD) as player:
        seen: list[Node] = []
        for _ in range(3):
            await player.press("tab")
            seen.append(player.node)
        await player.press("shift+tab", "escape")

        assert seen == [Node.STATISTICS, Node.ACHIEVEMENTS, Node.SCOREBOARD]
        assert player.node is Node.TITLE


class TestThousands:
    @pytest.mark.wide
    async def test_the_cursor_goes_through_all_of_them(self, crowded: Path) -> None:
        async with playing(launch=Launch(data_folder=crowded)) as player:
            table = await opened(player)
            seen: list[int] = []
            for key in ("end", "up", "pageup", "home", "pagedown", "up"):
                await player.press(key)
                seen.append(table.index)
            page = table.page_length

            assert seen == [2999, 2998, 2998 - page, 0, page, page - 1]
            assert f"{page} of 3,000" in text_of(player.app)
            assert row_of_cursor(player)[0] == str(page)

    async def test_every_page_shows_its_games(self, crowded: Path) -> None:
        async with playing(launch=Launch(data_folder=crowded)) as player:
            table = await opened(player)
            for _ in range(40):
                await player.press("pagedown")
                row = row_of_cursor(player)

                assert row[0] == str(table.index + 1)
                minutes, seconds = row[1].split(":")
                assert int(minutes) * 60 + float(seconds) == table.index + 1

    async def test_the_scrollbar_is_dragged_and_clicked_beside_its_slider(self, crowded: Path) -> None:
        async with playing(launch=Launch(data_folder=crowded)) as player:
            table = await opened(player)
            bar, pilot = table.vertical_scrollbar, player.pilot
            await pilot.mouse_down(bar, offset=(0, 0))
            await pilot.hover(bar, offset=(0, bar.size.height // 2))
            await pilot.wait_for_scheduled_animations()
            half = first_place(player)
            await pilot.mouse_up(bar, offset=(0, bar.size.height // 2))
            await pilot.hover(bar, offset=(0, 0))
            let_go = first_place(player)
            await pilot.click(bar, offset=(0, 0))
            await pilot.wait_for_scheduled_animations()
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
                table.move_to(index)
                connection.set_progress_handler(partial(steps.update, [index]), 1)
                table.move_to(index + 150)
                assert table.game is not None
                connection.set_progress_handler(None, 1)

            assert 0 < max(steps.values()) < 2 * min(steps.values())
            assert len(table._games) < 200


async def test_the_cursor_is_seen_without_colours(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(launch=Launch(data_folder=folder), at=Node.SCOREBOARD) as player:
        await player.press("down", "down")
        signed = [line for line in text_of(player.app).splitlines() if CURSOR_SIGN in line]
        await player.press("m", "down")
        offered = [line for line in text_of(player.app).splitlines() if CURSOR_SIGN in line]

        assert [line.split()[:2] for line in signed] == [[CURSOR_SIGN, "3"]]
        assert any("Marathon" in line.split(CURSOR_SIGN)[1] for line in offered)


async def test_places_of_five_digits_are_whole(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.SCOREBOARD) as player:
        table = player.app.screen.query_one(GameTable)
        many = PlaceListing(Ranked([12_000], [1] * 12_000, [0] * 12_000), Listing(), descending=False)
        table.show(many, frozenset(), FIRST, descends=False, mode="40_lines", index=11_999)
        await player.wait_ms(100)

        assert "12000  " in text_of(player.app)
