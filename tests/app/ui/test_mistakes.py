"""The biggest mistake of a game: watched from its result, and played on from in the coach."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.widgets.option_list import Option

from piecement.session.bots.review import GameReview, before_piece
from piecement.session.records import FinishedGame, GameRecord
from piecement.session.statistics import recount
from piecement.storage.store import Store
from piecement.ui.bases.moments_screen import MomentsScreen
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.replay import ReplayScreen
from piecement.ui.widgets.drawn_list import PlainList
from piecement_base.language import choose
from piecement_base.origin import Origin
from piecement_base.plan import Plan
from piecement_engine import MODES, Button, Game, Recording
from tests.app.kept_games import START
from tests.app.stand_ins import MS
from tests.app.thinking import Thinker, thinking
from tests.app.walking import notifications_of, text_of

MODE = MODES["40_lines"]
PIECE_MS = 2000


def careless(pieces: int) -> Recording:
    """Return a game of a player who drops every piece where it comes in, and loses by it."""
    game = Game(MODE.rules, 3)
    for piece in range(pieces):
        game.update(piece * PIECE_MS * MS, {Button.HARD_DROP})
        game.update((piece * PIECE_MS + 100) * MS, frozenset())
    game.forfeit((pieces * PIECE_MS + 1) * MS)
    return Recording.of(game)


def finished(store: Store, recording: Recording) -> FinishedGame:
    """Return the game as it comes to an end screen, stored."""
    game = FinishedGame(Plan(MODE), recording, recount(recording), view=recording.replay().view)
    record = GameRecord.of(recording, game.statistics.counts, Origin.of(game.plan, START), START)
    return replace(game, placing=store.games.placing(store.games.finish(record)))


@asynccontextmanager
async def after(played: Recording, **changes: object) -> AsyncGenerator[Thinker]:
    """Play, and look at the end of another game, with other fields."""
    async with thinking(launch=Launch(plan=Plan(MODE, seed=1), save=False)) as player:
        player.app.settings.change("computer", "look_ahead", 1)
        await player.frames(3)
        result = replace(finished(player.app.store, played), **changes)  # type: ignore[arg-type]  # of many types
        await player.show(Node.GAME_OVER, Trigger.EVENT, result)
        yield player


async def choose_worst_mistake(player: Thinker) -> None:
    player.turns.run()  # the bars
    await player.press("w")


async def test_the_worst_mistake_is_watched_from_five_seconds_before() -> None:
    recording = careless(8)
    review = GameReview(recording, "survive", 1)
    while review.go_on():
        pass
    async with after(recording) as player:
        await choose_worst_mistake(player)
        looking = text_of(player.app)
        await player.think()
        replay = player.screen_as(ReplayScreen).player

        assert "0%" in looking
        assert replay is not None
        assert replay.view.time_ns == max(0, review.moments[0].time_ns - 5000 * MS)


async def test_search_for_mistakes_runs_in_slices_and_ends_early() -> None:
    async with after(careless(8)) as player:
        await choose_worst_mistake(player)
        player.clock.now_ns += 1
        await player.press("m")

        assert player.node is Node.MORE_RESULTS
        assert player.turns.waiting == []


async def test_a_game_that_was_not_saved_says_so() -> None:
    async with after(careless(8), placing=None) as player:
        await player.press("w")

        assert "not saved" in text_of(player.app)


async def test_a_game_without_a_piece_has_no_mistake() -> None:
    async with after(careless(0)) as player:
        await choose_worst_mistake(player)
        await player.think()

        assert player.node is Node.GAME_OVER
        assert "none found" in text_of(player.app)


async def test_search_is_seen_after_practice_too() -> None:
    async with after(careless(0), plan=Plan(MODE, is_practice=True)) as player:
        await choose_worst_mistake(player)
        await player.think()

        assert "Play it ranked" in text_of(player.app)
        assert notifications_of(player.app) == ["0%", "none found"]


async def test_a_game_that_does_not_replay_is_not_called_free_of_mistakes() -> None:
    recording = careless(8)
    damaged = replace(recording, inputs=(*recording.inputs[:4], (0, 1)))
    async with after(recording, recording=damaged) as player:
        await choose_worst_mistake(player)
        await player.think()

        assert "none found" not in text_of(player.app)
        assert "This game cannot be reviewed" in notifications_of(player.app)[-1]


@pytest.mark.parametrize("place", [0, -1])
def test_game_before_a_piece_begins_where_it_came_into_play(place: int) -> None:
    recording = careless(8)
    review = GameReview(recording, "survive", 1)
    while review.go_on():
        pass
    moment = sorted(review.moments, key=lambda moment: moment.number)[place]
    game = before_piece(recording, moment.time_ns).game

    assert game.view.pieces == moment.number
    assert game.view.piece is not None
    assert game.view.piece.shape == moment.played.piece.shape
    assert game.view.time_ns <= moment.time_ns


async def test_a_mistake_is_watched_and_practised_from_in_the_coach() -> None:
    async with after(careless(8)) as player:
        await player.go_to(Node.COACH)
        await player.press("p")
        early = player.node
        player.turns.run()
        await player.press("enter")
        replay = player.screen_as(ReplayScreen).player
        await player.press("escape")
        back = player.node
        player.turns.run()
        await player.press("down", "up", "p")
        screen = player.screen_as(GameScreen)

        assert early is Node.COACH, "there is no mistake yet"
        assert replay is not None
        assert replay.view.time_ns > 0
        assert back is Node.COACH
        assert screen.session.unranked.practice
        assert screen.session.plan.mode is MODE
        assert 0 <= screen.session.view.pieces < 8


async def test_times_stand_below_their_heading_in_wide_script() -> None:
    async with after(careless(8)) as player:
        choose("ja")
        await player.go_to(Node.COACH)
        player.turns.run()
        await player.settle()
        lines = text_of(player.app).splitlines()
        number, head = next((at, line) for at, line in enumerate(lines) if "時間" in line)
        time = re.search(r"\d:\d\d\.\d+", lines[number + 1])

        assert time is not None
        end = cell_len(lines[number + 1][: time.end()])
        assert cell_len(head[: head.index("時間")] + "時間") == end


@pytest.mark.parametrize("node", [Node.COACH, Node.HABITS])
async def test_cursor_stays_while_worse_moments_are_found(node: Node) -> None:
    """On the worst until the player moves it, then with its own moment, or else in its place."""
    async with after(careless(8)) as player:
        await player.go_to(node)
        screen = player.screen_as(MomentsScreen)
        moments = screen.query_one("#moments", PlainList)
        places: list[int | None] = []
        for found in ("cd", "bcd", "down", "abcd", "abcde", "ab", "abc"):
            if found == "down":
                await player.press("down")
            else:
                screen.list_moments([Option(name, id=name) for name in found])
                await player.settle()
            places.append(moments.highlighted)

        assert places == [0, 0, 1, 2, 2, 1, 1]
