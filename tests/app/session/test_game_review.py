"""After a game the coach shows where a placement lost most beside the bot's, with a picture and the reasons."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from piecement.render.board_text import board_text
from piecement.render.pen import Pen
from piecement.render.skins.look import Look
from piecement.session.bots.review import MOST_MOMENTS, GameReview, reasons
from piecement.session.plan import Plan
from piecement.settings.computer import Computer
from piecement.storage.paths import Paths
from piecement.storage.store import Store
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.kept_game import KeptGameScreen
from piecement_engine import Button, Game, Recording, Rules
from piecement_engine.bots import BOTS, Player
from tests.app.kept_games import keep_some
from tests.app.stand_ins import MS, ONE_PIECE
from tests.app.thinking import Thinker, Turns
from tests.app.walking import playing, text_of

RULES = Rules(preview_count=3)
QUICK = Computer(look_ahead=1)


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


def test_reasons_name_the_larger_features_of_the_player() -> None:
    moment = review_of(careless(8)).moments[0]
    said = reasons(moment)

    assert said
    assert any("more" in reason or "higher" in reason for reason in said)


@pytest.mark.parametrize("skin", ["unicode", "ascii"])
@pytest.mark.parametrize("most", [8, 30])
def test_board_picture_shows_the_piece_in_the_lines_given(skin: str, most: int) -> None:
    moment = review_of(careless(8)).moments[0]
    pieces = (moment.played.piece, moment.best.piece)
    texts = [board_text(moment.position, piece, pieces, Pen(Look(skin=skin)), most=most).plain for piece in pieces]
    sign = "[]" if skin == "ascii" else "▓▓" if most == 30 else ""

    for text in texts:
        assert len(text.splitlines()) <= most + 1
        assert text.count(sign) >= 4 or not sign
        assert text.isascii() == (skin == "ascii")


async def test_the_coach_shows_the_game_that_just_ended() -> None:
    turns = Turns()
    async with playing(launch=Launch(plan=Plan(ONE_PIECE, seed=1), save=False), later=turns) as walker:
        player = Thinker.of(walker, turns)
        await player.frames(3)
        await player.press("left", "left", "up")
        await player.frames(60)
        await player.go_to(Node.COACH)
        before = text_of(player.app)
        turns.run()
        await player.settle()
        after = text_of(player.app)

        assert "is reviewing the game" in before
        assert "of 1 placement" in after


async def test_the_coach_looks_through_a_kept_game() -> None:
    keep_some()
    turns = Turns()
    async with playing(later=turns) as player:
        await player.go_to(Node.KEPT_GAME)
        await player.press("down", "enter")
        turns.run()
        await player.settle()
        said = text_of(player.app)
        await player.press("escape")

        assert "of 3 placements" in said
        assert player.node is Node.KEPT_GAME


async def test_coach_after_a_game_tells_of_that_game() -> None:
    keep_some()
    turns = Turns()
    async with playing(plan=Plan(ONE_PIECE, seed=1), later=turns) as walker:
        player = Thinker.of(walker, turns)
        await player.frames(3)
        await player.press("up")
        await player.frames(60)
        for node in (Node.SCOREBOARD, Node.KEPT_GAME, Node.COACH):
            await player.go_to(node)
        await player.press("escape", "escape", "escape")
        await player.go_to(Node.COACH)
        turns.run()
        await player.settle()

        assert player.app.stack.nodes == (Node.GAME_COMPLETE, Node.COACH)
        assert "of 1 placement" in text_of(player.app)


async def test_kept_game_that_fails_to_replay_is_named_where_chosen() -> None:
    keep_some()
    store = Store(Paths.of())
    async with playing() as player:
        await player.go_to(Node.KEPT_GAME)
        store.games.delete_recording(player.screen_as(KeptGameScreen).game_id)
        await player.press("down", "enter")
        store.close()

        assert player.node is Node.KEPT_GAME
        assert "recording" in text_of(player.app)


@asynccontextmanager
async def at_coach(size: tuple[int, int]) -> AsyncGenerator[Thinker]:
    """A player before the coach, who has looked at a game of one piece."""
    turns = Turns()
    launch = Launch(plan=Plan(ONE_PIECE, seed=1), save=False)
    async with playing(launch=launch, later=turns, size=size) as walker:
        player = Thinker.of(walker, turns)
        await player.frames(3)
        await player.press("d", "left", "up")
        await player.frames(60)
        await player.go_to(Node.COACH)
        turns.run()
        await player.settle()
        yield player


@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 40)])
async def test_the_moments_can_be_gone_through(size: tuple[int, int]) -> None:
    async with at_coach(size) as player:
        text = text_of(player.app)

        assert "You" in text
        assert "Bot" in text
        assert any(line.count("║") == 4 for line in text.splitlines()), "both boards are seen"
        assert "its points." in " ".join(text.split()), "the whole sentence is seen"
        assert "Your board and the bot's:" in text


@pytest.mark.parametrize("skin", ["unicode", "ascii"])
def test_slim_picture_gives_a_cell_one_character(skin: str) -> None:
    moment = review_of(careless(8)).moments[0]
    pieces = (moment.played.piece, moment.best.piece)
    for piece in pieces:
        text = board_text(moment.position, piece, pieces, Pen(Look(skin=skin)), most=8, narrow=True)
        colours = {str(span.style).partition(" on ")[0] for span in text.spans}

        assert {len(line) for line in text.plain.splitlines()} == {12}
        assert len(colours) >= 2, "the stack and the piece"


@pytest.mark.parametrize("size", [(40, 24), (80, 24)])
async def test_both_boards_are_seen(size: tuple[int, int]) -> None:
    async with at_coach(size) as player:
        boards = [player.app.screen.query_one(name).region for name in ("#played", "#best")]

        assert boards[0].right <= boards[1].x
        assert boards[1].x + 12 <= size[0]
        assert "Loss" in text_of(player.app)


async def test_leaving_the_coach_ends_its_looking() -> None:
    turns = Turns()
    async with playing(launch=Launch(plan=Plan(ONE_PIECE, seed=1), save=False), later=turns) as walker:
        player = Thinker.of(walker, turns)
        await player.frames(3)
        await player.press("up")
        await player.frames(60)
        await player.go_to(Node.COACH)
        await player.press("escape")

        assert player.node is Node.GAME_COMPLETE
        assert turns.waiting == []
