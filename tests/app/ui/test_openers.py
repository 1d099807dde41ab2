"""The openers, built by the keys of a player."""

import pytest

from piecement.training.opener_catalogue import CATALOGUE, TSD
from piecement.training.opener_queues import allows
from piecement.training.openers import TRAINER, all_openers, feat_places, opener
from piecement.ui.game.trainer_screen import TrainerScreen
from piecement.ui.menu_graph import Node
from piecement_base.language import choose
from piecement_engine import Piece, Spin
from tests.app.trainees import HOLD, put, training
from tests.app.walking import text_of, words_of

TKI = opener(CATALOGUE[0])
PLACES = {piece.shape.name: piece for piece in TKI.stages[0].pieces}


def in_order(_: int) -> tuple[str, ...]:
    return tuple("TILZSOJ" * 12)


def with_o_first(_: int) -> tuple[str, ...]:
    return tuple("OTILZSJ" * 12)


@pytest.fixture(autouse=True)
def _bag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piecement.training.opener_queues.new_queue", in_order)


async def test_tki_is_built_with_t_in_hold_and_its_double_is_done() -> None:
    async with training(Node.OPENERS) as player:
        await player.press(HOLD)
        for letter in "ILZSO":
            await put(player, PLACES[letter])
        almost = words_of(player.app)
        await put(player, PLACES["J"])
        built = words_of(player.app)
        await player.press(HOLD)
        view = player.screen_as(TrainerScreen).session.view
        (double, *_) = feat_places(view.board.bits, TSD)
        await put(player, double, Spin.FULL)
        done = words_of(player.app)
        (figures,) = player.app.store.trainer_attempts.figures(TRAINER)

        assert "Build TKI-3" in almost
        assert "openers." in almost
        assert "Now the T-spin double." in built
        assert "T-spin double!" in done
        assert (figures.exercise, figures.attempts, figures.solved) == ("tki", 1, 1)


async def test_feats_are_named_in_the_chosen_language() -> None:
    async with training(Node.OPENERS) as player:
        choose("ja")
        await player.press(HOLD)
        for letter in "ILZSOJ":
            await put(player, PLACES[letter])
        built = words_of(player.app)
        await player.press(HOLD)
        await player.press("up")
        await player.wait_ms(300)

        assert "Tスピンダブル" in built
        assert "T-spin double" not in words_of(player.app)


async def test_a_foreign_piece_comes_into_play_again() -> None:
    async with training(Node.OPENERS) as player:
        await player.press("up")
        await player.wait_ms(300)
        seen = words_of(player.app)
        view = player.screen_as(TrainerScreen).session.view

        assert "Not in this opener." in seen
        assert "Mistakes: 1" in seen
        assert view.piece is not None
        assert (view.pieces, view.piece.shape.name) == (0, "T")


async def test_dead_end_queue_is_named_and_pieces_are_taken_back() -> None:
    async with training(Node.OPENERS) as player:
        await player.press(HOLD)
        await put(player, PLACES["I"])
        fine = words_of(player.app)
        await player.press(HOLD)
        await player.wait_ms(200)
        held = words_of(player.app)
        await player.press("ctrl+z")
        await player.wait_ms(200)
        view = player.screen_as(TrainerScreen).session.view

        assert "pieces cannot" not in fine
        assert "pieces cannot" in held
        assert view.piece is not None
        assert (view.pieces, view.piece.shape.name) == (0, "T")
        assert "pieces cannot" not in words_of(player.app)


async def test_openers_are_chosen_and_mirrored() -> None:
    async with training(Node.OPENERS) as player:
        await player.press("n")
        await player.wait_ms(200)
        chosen = text_of(player.app)
        await player.press("ctrl+p", "v")
        await player.wait_ms(200)
        goals: set[Piece] = set(player.screen_as(TrainerScreen).sides[0].goals)

        assert "Build LST" in chosen
        assert goals == set(opener(CATALOGUE[0], is_mirrored=True).stages[0].pieces)


async def test_new_pieces_come(monkeypatch: pytest.MonkeyPatch) -> None:
    async with training(Node.OPENERS) as player:
        monkeypatch.setattr("piecement.training.opener_queues.new_queue", with_o_first)
        await player.press("ctrl+r")
        await player.wait_ms(200)
        view = player.screen_as(TrainerScreen).session.view

        assert view.piece is not None
        assert view.piece.shape.name == "O"


async def test_double_between_bags_leads_to_the_next_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_bag_after_another(*_: object) -> tuple[str, ...]:
        return tuple("TIJLOSZ" * 12)

    monkeypatch.setattr("piecement.training.opener_queues.new_queue", one_bag_after_another)
    reliable = next(data for data in CATALOGUE if data.name == "reliable")
    first, second = opener(reliable).stages
    first_allowed = [allows(one.stages[0].pieces, "TIJLOSZ") for one in all_openers()].index(True)
    async with training(Node.OPENERS) as player:
        await player.press(*["n"] * (CATALOGUE.index(reliable) - first_allowed))
        await player.wait_ms(100)
        chosen = text_of(player.app)
        await player.press(HOLD)
        places = {piece.shape.name: piece for piece in first.pieces}
        for letter in "IJLOSZ":
            await put(player, places[letter], wait_ms=200)
        due = words_of(player.app)
        await player.press(HOLD)
        await put(player, first.spins[0], Spin.FULL, wait_ms=200)
        goals: set[Piece] = set(player.screen_as(TrainerScreen).sides[0].goals)

        assert "Build Reliable TSD" in " ".join(chosen.split())
        assert "Now the T-spin double." in due
        assert goals == second.pieces
