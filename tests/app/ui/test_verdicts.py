"""A result is set beside those before it, and the best of all is celebrated."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Static

from piecement.session.records import FinishedGame, GameRecord, Placing, StoredGame
from piecement.session.statistics import SessionStatistics
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement.ui.texts.verdicts import figure_text, four_figures, heading, holes, unit_line, verdict
from piecement_base.origin import UnrankedReasons
from piecement_base.plan import Plan
from piecement_base.ranking import results_of
from piecement_engine import MODES, End, Recording
from tests.app.drawn import DrawnGame
from tests.app.kept_games import keep, record_of, short_game, store_in
from tests.app.walking import Player, playing
from tests.sampling import together

MS = 1_000_000


async def give_up(player: Player) -> str:
    """Play a little, give up, and return what is said."""
    await player.wait_ms(500)
    await player.press("up")
    await player.wait_ms(500)
    await player.give_up()
    assert player.node is Node.GAME_OVER
    return str(player.app.screen.query_one("#verdict", Static).content)


def launch(folder: Path, *, board: tuple[str, ...] = ()) -> Launch:
    return Launch(plan=Plan(MODES["marathon"], seed=1, board=board), data_folder=folder)


async def test_the_first_game_is_the_first(tmp_path: Path) -> None:
    async with playing(launch=launch(tmp_path)) as player:
        assert "First result." in await give_up(player)


@pytest.mark.parametrize(
    ("score", "sentence"), [(4321, "Your best: 4,321 points. 2nd of 2."), (0, "1 more than your best. 1st of 2.")]
)
async def test_the_place_and_the_best_are_told(tmp_path: Path, score: int, sentence: str) -> None:
    end = End.COMPLETED if score else End.BLOCK_OUT
    keep(tmp_path, record_of("marathon", score=score, level=20 if score else 0, end=end))
    async with playing(launch=launch(tmp_path)) as player:
        assert sentence in await give_up(player)


async def test_a_game_that_does_not_compete_says_why(tmp_path: Path) -> None:
    async with playing(launch=launch(tmp_path, board=("####.#####",))) as player:
        assert "Not ranked: your own rules or board." in await give_up(player)


@pytest.mark.parametrize(("what", "said"), [("hint", "you used a hint."), ("undo", "you used undo.")])
async def test_practice_names_its_first_reason(tmp_path: Path, what: str, said: str) -> None:
    async with playing(launch=launch(tmp_path)) as player:
        screen = player.screen_as(GameScreen)
        screen.session.practise_by(what)
        screen.session.practise_by("something else")

        assert f"Not ranked: {said}" in await give_up(player)


async def test_a_game_that_a_bot_played_is_said_to_be_watched(tmp_path: Path) -> None:
    async with playing(launch=launch(tmp_path)) as player:
        screen = player.screen_as(GameScreen)
        screen.session.mark_unranked(bot=True)

        assert "Not ranked: a bot played." in await give_up(player)


def finished(record: GameRecord, best: StoredGame | None, place: int = 1) -> FinishedGame:
    """Return a game of 40 lines as it comes from the store."""
    recording = Recording.of(short_game())
    game = FinishedGame(Plan(MODES["40_lines"]), replace(recording, result=record.result), SessionStatistics())
    return replace(game, placing=Placing(1, place, best, 24))


def best_of(folder: Path, record: GameRecord) -> StoredGame:
    """Return a record as it is kept."""
    store = store_in(folder)
    store.games.finish(record)
    best = store.games.best(record.leaderboard)
    store.close()
    assert best is not None
    return best


@pytest.mark.parametrize(
    ("time_ns", "place", "sentence"),
    [
        (193_550 * MS, 2, "46.67 s behind your best. 2nd of 24."),
        (150_000 * MS, 23, "3.12 s behind your best. 23rd of 24."),
        (145_680 * MS, 1, "1.20 s faster than your best. 1st of 24."),
        (146_880 * MS, 2, "As good as your best. 2nd of 24."),
    ],
)
def test_the_gap_to_the_best_is_told(tmp_path: Path, time_ns: int, place: int, sentence: str) -> None:
    best = best_of(tmp_path, record_of(time_ns=146_880 * MS))

    assert verdict(finished(record_of(time_ns=time_ns), best, place)) == sentence


@pytest.mark.parametrize(
    ("best", "sentence"),
    [
        (record_of(end=End.BLOCK_OUT, lines=30), "5 lines behind your best (30). 2nd of 24."),
        (record_of(time_ns=146_880 * MS), "Your best: 2:26.88. 2nd of 24."),
    ],
)
def test_lost_game_compares_lines_only_with_a_lost_best(tmp_path: Path, best: GameRecord, sentence: str) -> None:
    lost = finished(record_of(end=End.BLOCK_OUT, lines=25), best_of(tmp_path, best), 2)

    assert verdict(lost) == sentence


def test_a_first_finish_sets_the_time(tmp_path: Path) -> None:
    best = best_of(tmp_path, record_of(end=End.BLOCK_OUT, lines=30))

    assert verdict(finished(record_of(), best)) == "First result: 1:00.00 to beat"
    assert verdict(replace(finished(record_of(), None), placing=None)) == "Not saved: storage is off."


@together(
    ("record", "unranked", "words"),
    [
        (record_of(), UnrankedReasons(), "40 LINES   CLEARED"),
        (record_of(end=End.TOP_OUT), UnrankedReasons(), "40 LINES   TOPPED OUT"),
        (record_of(end=End.FORFEIT), UnrankedReasons(), "40 LINES   GIVEN UP"),
        (record_of(end=End.OUT_OF_PIECES), UnrankedReasons(), "40 LINES   OUT OF PIECES"),
        (record_of(), UnrankedReasons(practice=True), "40 LINES   PRACTICE"),
    ],
)
def test_the_heading_has_the_mode_and_a_mark(record: GameRecord, unranked: UnrankedReasons, words: str) -> None:
    assert heading(replace(finished(record, None), unranked=unranked)).plain == words


def main_text(game: FinishedGame) -> str:
    """Return the main figure of a game as its result shows it."""
    return figure_text(game.main_figure, results_of(game.result)[game.main_figure])


@pytest.mark.parametrize(("score", "unit"), [(10, "points"), (1, "point")])
def test_points_have_the_other_figures_beside_them(score: int, unit: str) -> None:
    lost = finished(record_of(score=score, level=2, lines=12, end=End.TOP_OUT), None)
    marathon = replace(lost, plan=Plan(MODES["marathon"]))

    assert main_text(marathon) == str(score)
    assert unit_line(marathon) == f"{unit} · level 2 · 12 lines · 1:00.00"


@pytest.mark.parametrize(("lines", "is_new"), [(25, True), (0, False)])
def test_nothing_is_no_new_best(tmp_path: Path, lines: int, is_new: bool) -> None:
    best = best_of(tmp_path, record_of(lines=0, end=End.TOP_OUT))
    lost = finished(record_of(lines=lines, end=End.TOP_OUT), best)

    assert lost.is_new_best == is_new
    assert ("NEW BEST" in heading(lost).plain) == is_new


@pytest.mark.parametrize(("end", "figure"), [(End.COMPLETED, "1:00.00"), (End.BLOCK_OUT, "25")])
def test_the_figure_is_no_time_without_reaching_the_goal(end: End, figure: str) -> None:
    assert main_text(finished(record_of(end=end, lines=25), None)) == figure


def test_four_figures_are_told_by_the_kind_of_game() -> None:
    won, lost = finished(record_of(), None), finished(record_of(end=End.TOP_OUT), None)

    assert four_figures(won).plain.splitlines()[1].split() == ["pieces/s", "finesse", "quads", "keys/piece"]
    assert four_figures(lost).plain.splitlines()[1].split() == ["pieces/s", "finesse", "quads", "holes"]


def test_holes_are_empty_cells_under_blocks() -> None:
    assert holes(DrawnGame(width=3, rows=((1, 0, 0), (1, 1, 0), (0, 0, 1)))) == 3
