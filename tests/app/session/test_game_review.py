"""After a game the coach shows where a placement lost most beside the bot's, with a picture and the reasons."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from piecement.session.bots.review import MOST_MOMENTS, GameReview, new_holes
from piecement.settings.computer import Computer
from piecement.storage.paths import Paths
from piecement.storage.store import Store
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.details import DetailsScreen
from piecement.ui.texts.mistakes import cause, cost_text, grade
from piecement.ui.widgets.board_picture import BoardPicture
from piecement_engine import Button, Game, Recording, Rules
from piecement_engine.bots import BOTS, Player
from tests.app.kept_games import keep_some
from tests.app.stand_ins import MS
from tests.app.thinking import Thinker, thinking
from tests.app.walking import A_QUICK_GAME, playing, text_of
from tests.sampling import together

RULES = Rules(preview_count=3)
QUICK = Computer(look_ahead=1)
UNKEPT = Launch(plan=A_QUICK_GAME, save=False)


def careless(pieces: int) -> Recording:
    """Return a game of a player who lets every piece fall where it comes in."""
    game = Game(RULES, 3)
    for piece in range(pieces):
        game.update(piece * 500 * MS, {Button.HARD_DROP})
        game.update(piece * 500 * MS + 100 * MS, frozenset())
    return Recording.of(game)


def by_bot(pieces: int) -> Recording:
    """Return a game of a bot."""
    game = Game(RULES, 3)
    player = Player(game, BOTS["survive"].make(0))
    while game.view.pieces < pieces:
        player.advance(game.view.time_ns + 100 * MS)
    return Recording.of(game)


def review_of(recording: Recording, chosen: Computer = QUICK) -> GameReview:
    """Return the whole review about a game."""
    review = GameReview(recording, chosen.bot, chosen.look_ahead)
    while review.go_on():
        pass
    return review


def test_the_worst_moments_come_first() -> None:
    review = review_of(careless(8))
    losses = [moment.loss for moment in review.moments]

    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 10
    assert 0 < len(losses) <= MOST_MOMENTS
    assert review.seen >= 7


def test_a_bot_has_nothing_to_say_against_itself() -> None:
    review = review_of(by_bot(10), Computer(look_ahead=4))

    assert review.agreed >= review.seen - 1
    assert all(moment.loss < 10 for moment in review.moments)


@pytest.mark.parametrize("pieces", [8, 11])
def test_each_moment_has_one_sentence_of_cause(pieces: int) -> None:
    for moment in review_of(careless(pieces)).moments:
        said = cause(moment)

        assert said.endswith(".")
        assert len(said.split()) <= 12


def test_new_holes_lie_below_the_placement() -> None:
    moments = review_of(careless(8)).moments
    holes = {moment.number: new_holes(moment) for moment in moments}

    assert any(holes.values())
    for moment in moments:
        piece = moment.played.piece.cells
        assert all(any(x == column and y < row for column, row in piece) for x, y in holes[moment.number])


@together(("agreed", "letter"), [(70, "A"), (69, "B"), (50, "B"), (49, "C"), (30, "C"), (29, "D")])
def test_agreement_gives_the_grade(agreed: int, letter: str) -> None:
    assert grade(agreed, 100) == letter


@together(
    ("loss", "text"),
    [(1.0, "━── small"), (4.0, "━━─ medium"), (7.0, "━━━ big"), (9.0, "━━━ big"), (float("inf"), "━━━ big")],
)
def test_cost_is_in_thirds_of_the_largest(loss: float, text: str) -> None:
    assert cost_text(loss, 9.0, ascii_only=False) == text


async def test_the_coach_shows_the_game_that_just_ended() -> None:
    async with thinking(launch=UNKEPT) as player:
        await player.frames(3)
        await player.press("left", "left", "up")
        await player.frames(60)
        await player.go_to(Node.COACH)
        before = text_of(player.app)
        await player.think()
        after = text_of(player.app)

        assert "Reviewing: 0%" in before
        assert "of 1 placement" in after


async def test_the_coach_looks_through_a_kept_game() -> None:
    keep_some()
    async with thinking(at=Node.DETAILS) as player:
        await player.press("down", "enter")
        await player.think()
        said = text_of(player.app)
        await player.press("escape")

        assert "of 3 placements" in said
        assert player.node is Node.DETAILS


async def test_coach_after_a_game_tells_of_that_game() -> None:
    keep_some()
    async with thinking(A_QUICK_GAME) as player:
        await player.frames(3)
        await player.press("up")
        await player.frames(60)
        for node in (Node.SCOREBOARD, Node.DETAILS, Node.COACH):
            await player.go_to(node)
        await player.press("escape", "escape", "escape")
        await player.go_to(Node.COACH)
        await player.think()

        assert player.app.stack.nodes == (Node.GAME_COMPLETE, Node.MORE_RESULTS, Node.COACH)
        assert "of 1 placement" in text_of(player.app)


async def test_kept_game_that_fails_to_replay_is_named_where_chosen() -> None:
    keep_some()
    store = Store(Paths.of())
    async with playing(at=Node.DETAILS) as player:
        store.games.delete_recording(player.screen_as(DetailsScreen).game_id)
        await player.press("down", "enter")
        store.close()

        assert player.node is Node.DETAILS
        assert "recording" in text_of(player.app)


@asynccontextmanager
async def at_coach(size: tuple[int, int]) -> AsyncGenerator[Thinker]:
    """A player before the coach, who has looked at a game of one piece."""
    async with thinking(launch=UNKEPT, size=size) as player:
        await player.frames(3)
        await player.press("d", "left", "up")
        await player.frames(60)
        await player.go_to(Node.COACH)
        await player.think()
        yield player


@pytest.mark.painted
@pytest.mark.parametrize("size", [(40, 24), (60, 20), (80, 24), (120, 40)])
async def test_the_moments_can_be_gone_through(size: tuple[int, int]) -> None:
    async with at_coach(size) as player:
        text = text_of(player.app)
        boards = [picture.region for picture in player.app.screen.query(BoardPicture)]

        assert {"YOURS", "BETTER"} <= {*text.split()}
        assert "━━━ big" in text
        assert any(line.count("║") == 4 for line in text.splitlines()), "both boards are seen"
        assert boards[1].width - boards[0].width <= 1, "both boards have one size"
        assert boards[0].right <= boards[1].x
        assert ("WHERE YOU LOST MOST" in text) == (size == (120, 40))


async def test_leaving_the_coach_ends_its_looking() -> None:
    async with thinking(launch=UNKEPT) as player:
        await player.frames(3)
        await player.press("up")
        await player.frames(60)
        await player.go_to(Node.MORE_RESULTS)
        of_result = list(player.turns.waiting)
        await player.go_to(Node.COACH)
        (of_coach,) = (call for call in player.turns.waiting if call not in of_result)
        await player.press("escape")
        of_coach.cancel()
        of_coach.call()

        assert player.node is Node.MORE_RESULTS
        assert player.turns.waiting == of_result
