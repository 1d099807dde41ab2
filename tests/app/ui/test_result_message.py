"""A result is set beside those before it, and the best of all is celebrated."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Static

from piecement.session.plan import Plan
from piecement.session.records import FinishedGame, GameRecord, Placing, StoredGame
from piecement.session.statistics import SessionStatistics
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement.ui.texts.results import is_new_best, large_figure, result_message
from piecement_engine import MODES, End, Recording
from tests.app.kept_games import record_of, short_game, store_in
from tests.app.walking import Player, playing

MS = 1_000_000


async def give_up(player: Player) -> str:
    """Play a little, give up, and return what is said."""
    await player.wait_ms(500)
    await player.press("up")
    await player.wait_ms(500)
    await player.press("ctrl+d")
    await player.wait_ms(1500)
    assert player.node is Node.GAME_OVER
    return str(player.app.screen.query_one("#result-message", Static).content)


def launch(folder: Path, *, board: tuple[str, ...] = ()) -> Launch:
    return Launch(plan=Plan(MODES["marathon"], seed=1, board=board), data_folder=folder)


async def test_the_first_game_is_the_first(tmp_path: Path) -> None:
    async with playing(launch=launch(tmp_path)) as player:
        assert "Your first Marathon game." in await give_up(player)


@pytest.mark.parametrize(("score", "sentence"), [(4321, "2nd best: 4321 points"), (0, "1st best: level 0 (+1)")])
async def test_the_place_and_the_best_are_told(tmp_path: Path, score: int, sentence: str) -> None:
    end = End.COMPLETED if score else End.BLOCK_OUT
    store = store_in(tmp_path)
    store.games.finish(record_of("marathon", score=score, level=20 if score else 0, end=end))
    store.close()
    async with playing(launch=launch(tmp_path)) as player:
        assert sentence in await give_up(player)


async def test_a_game_that_does_not_compete_says_why(tmp_path: Path) -> None:
    async with playing(launch=launch(tmp_path, board=("####.#####",))) as player:
        assert "Unranked: your own rules or board." in await give_up(player)


async def test_a_game_with_a_hint_is_said_to_be_practice(tmp_path: Path) -> None:
    async with playing(launch=launch(tmp_path)) as player:
        screen = player.app.screen
        assert isinstance(screen, GameScreen)
        screen.session.mark_unranked(practice=True)

        assert "Unranked: practice (a hint, an undo or a saved game)." in await give_up(player)


async def test_a_game_that_a_bot_played_is_said_to_be_watched(tmp_path: Path) -> None:
    async with playing(launch=launch(tmp_path)) as player:
        screen = player.app.screen
        assert isinstance(screen, GameScreen)
        screen.session.mark_unranked(bot=True)

        assert "Unranked: a bot played." in await give_up(player)


def finished(record: GameRecord, best: StoredGame | None, place: int = 1) -> FinishedGame:
    """Return a game of 40 lines as it comes from the store."""
    recording = Recording.of(short_game())
    game = FinishedGame(Plan(MODES["40_lines"]), replace(recording, result=record.result), SessionStatistics())
    return replace(game, placing=Placing(1, place, best))


def best_of(folder: Path, record: GameRecord) -> StoredGame:
    """Return a record as it is kept."""
    store = store_in(folder)
    store.games.finish(record)
    best = store.games.best(record.leaderboard)
    store.close()
    assert best is not None
    return best


@pytest.mark.parametrize(
    ("time_ns", "place", "sentence", "colour"),
    [
        (193_550 * MS, 2, "2nd best: 2:26.88 (+46.67)", "$warning"),
        (150_000 * MS, 23, "23rd best: 2:26.88 (+3.12)", "$warning"),
        (150_000 * MS, 12, "12th best: 2:26.88 (+3.12)", "$warning"),
        (145_680 * MS, 1, "New best! Before: 2:26.88 (-1.20)", "$success"),
    ],
)
def test_the_gap_to_the_best_is_told_in_a_colour(
    tmp_path: Path, time_ns: int, place: int, sentence: str, colour: str
) -> None:
    best = best_of(tmp_path, record_of(time_ns=146_880 * MS))
    told = result_message(finished(record_of(time_ns=time_ns), best, place))

    assert told.plain == sentence
    assert [told.plain[span.start : span.end] for span in told.spans if span.style == colour] == [
        sentence[sentence.index(" (") :]
    ]


def test_lost_game_compares_lines_only_with_a_lost_best(tmp_path: Path) -> None:
    best = best_of(tmp_path, record_of(end=End.BLOCK_OUT, lines=30))

    assert result_message(finished(record_of(end=End.BLOCK_OUT, lines=25), best, 2)).plain == "2nd best: 30 lines (-5)"


def test_lost_game_is_not_compared_with_a_won_one(tmp_path: Path) -> None:
    best = best_of(tmp_path, record_of(time_ns=146_880 * MS))

    assert result_message(finished(record_of(end=End.BLOCK_OUT, lines=25), best, 2)).plain == "2nd best: 2:26.88"


@pytest.mark.parametrize(("score", "figure"), [(10, ("10", "points, level 2")), (1, ("1", "point, level 2"))])
def test_large_points_have_the_level_beside_them(score: int, figure: tuple[str, str]) -> None:
    lost = finished(record_of(score=score, level=2, end=End.TOP_OUT), None)

    assert large_figure(replace(lost, plan=Plan(MODES["marathon"]))) == figure


@pytest.mark.parametrize(("lines", "is_new"), [(25, True), (0, False)])
def test_nothing_is_no_new_best(tmp_path: Path, lines: int, is_new: bool) -> None:
    best = best_of(tmp_path, record_of(lines=0, end=End.TOP_OUT))
    lost = finished(record_of(lines=lines, end=End.TOP_OUT), best)

    assert is_new_best(lost) == is_new
    assert result_message(lost).plain.startswith("New best!") == is_new


@pytest.mark.parametrize(("end", "figure"), [(End.COMPLETED, ("1:00.00", "time")), (End.BLOCK_OUT, ("25", "lines"))])
def test_large_figure_is_no_time_without_reaching_the_goal(end: End, figure: tuple[str, str]) -> None:
    assert large_figure(finished(record_of(end=end, lines=25), None)) == figure
