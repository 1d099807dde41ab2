"""Buttons that go down together: what acts first, by default and in the frame of jminos."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from piecement_engine import MODES, Button, End, Game, Recording, Rules
from piecement_engine.events import Event, PieceHeld, PieceLocked, PieceMoved, PieceRotated
from piecement_engine.game.inputs import mask_to_buttons
from tests.engine.play import MS, held, random_inputs

S = 1000 * MS


def game_of(pieces: str = "TIOTIO", board: Sequence[str] = (), **rules: Any) -> Game:  # rules have values of many types
    """Return a game in which nothing falls by itself but at the spawn, with the first piece in play."""
    whole: dict[str, Any] = {
        "press_order": "drops_last",
        "fall_delay_ns": 60 * S,
        "initial_move": "charged",
        "das_ns": S,
        **rules,
    }
    return held(Game(Rules(**whole), pieces=pieces, board=board), {100: None})


def pressed(game: Game, *buttons: Button, at: int = 200 * MS) -> list[Event]:
    return game.update(at, buttons)


def locked(events: list[Event]) -> PieceLocked:
    return next(event for event in events if isinstance(event, PieceLocked))


def test_a_move_acts_before_a_hard_drop() -> None:
    game = game_of(hard_drop_delay_ns=0)

    events = pressed(game, Button.MOVE_LEFT, Button.HARD_DROP)

    assert locked(events).piece.x == 2


def test_by_default_a_hard_drop_leaves_nothing_to_a_move() -> None:
    game = game_of(hard_drop_delay_ns=0, press_order="drops_first")

    assert locked(pressed(game, Button.MOVE_LEFT, Button.HARD_DROP)).piece.x == 3


def test_turns_act_one_by_one_after_moves_and_before_drops() -> None:
    game = game_of(rotation_system="srs", hard_drop_delay_ns=0)

    events = pressed(game, Button.ROTATE_LEFT, Button.ROTATE_180, Button.MOVE_RIGHT, Button.HARD_DROP)

    seen = [(type(event), getattr(event, "after", None)) for event in events]
    moves = [kind for kind, _ in seen if kind in (PieceMoved, PieceRotated)]
    turns = [after.orientation for kind, after in seen if kind is PieceRotated and after]
    assert moves == [PieceMoved, PieceRotated, PieceRotated]
    assert turns == [2, 1]
    assert locked(events).piece.orientation == 1


def test_both_quarter_turns_together_are_two_turns_and_not_none() -> None:
    """A kick of one of them leaves the piece elsewhere."""
    game = game_of(rotation_system="srs")

    events = pressed(game, Button.ROTATE_LEFT, Button.ROTATE_RIGHT)

    assert [event.after.orientation for event in events if isinstance(event, PieceRotated)] == [1, 0]


def test_a_direction_pressed_with_hold_moves_the_new_piece() -> None:
    game = game_of()

    events = pressed(game, Button.HOLD, Button.MOVE_LEFT)

    assert [type(event) for event in events if isinstance(event, PieceHeld | PieceMoved)] == [PieceHeld, PieceMoved]
    piece = game.view.piece
    assert piece is not None
    assert (piece.shape.name, piece.x) == ("I", 2)
    assert game.view.hold is not None
    assert game.view.hold.shape.name == "T"


def test_turns_and_drop_pressed_with_hold_act_on_the_new_piece() -> None:
    game = game_of(rotation_system="srs", initial_rotation="off", hard_drop_delay_ns=0)

    lock = locked(pressed(game, Button.HOLD, Button.ROTATE_RIGHT, Button.HARD_DROP))

    assert (lock.piece.shape.name, lock.piece.orientation, lock.piece.y) == ("I", 1, 0)


def test_new_piece_falls_after_all_presses_with_hold() -> None:
    """Its first fall comes after the move, which is one row higher than it would be."""
    game = game_of()

    events = pressed(game, Button.HOLD, Button.MOVE_LEFT)

    moved = next(event for event in events if isinstance(event, PieceMoved))
    assert moved.after.y == 20
    assert game.view.piece is not None
    assert game.view.piece.y == 19


def test_a_move_to_the_wall_at_once_is_over_before_a_turn() -> None:
    game = game_of(pieces="IIII", das_ns=0, arr_ns=0, rotation_system="srs")

    events = pressed(game, Button.MOVE_LEFT, Button.ROTATE_RIGHT)

    kinds = [type(event) for event in events if isinstance(event, PieceMoved | PieceRotated)]
    assert kinds[:4] == [PieceMoved, PieceMoved, PieceMoved, PieceRotated]


def test_a_direction_that_takes_over_again_moves_at_once_as_ever() -> None:
    game = held(game_of(), {200: "move_left", 300: "move_left move_right", 400: "move_left"})

    assert game.view.piece is not None
    assert game.view.piece.x == 2


def test_a_double_tap_goes_to_the_wall_before_the_turn() -> None:
    game = held(game_of(double_tap_ns=300 * MS, rotation_system="srs"), {200: "move_left"})
    game.update(250 * MS, set())

    events = game.update(300 * MS, {Button.MOVE_LEFT, Button.ROTATE_RIGHT})

    moved = next(event for event in events if isinstance(event, PieceMoved))
    assert (moved.before.x, moved.after.x) == (2, 0)
    assert [type(event) for event in events[:2]] == [PieceMoved, PieceRotated]


def test_hold_ending_the_game_voids_presses_made_with_it() -> None:
    """There is room for a T to spawn, which lies free two columns further, but not for the I that hold brings in."""
    game = game_of(board=["..........", *["......#..."] * 20])

    events = pressed(game, Button.HOLD, Button.MOVE_LEFT, Button.HARD_DROP)

    assert game.view.end is End.BLOCK_OUT
    assert not [event for event in events if isinstance(event, PieceMoved | PieceLocked)]


def test_the_mode_of_jminos_goes_by_that_order_and_no_other_does() -> None:
    assert [name for name, mode in MODES.items() if mode.rules.press_order == "drops_last"] == ["jminos"]


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(20))
def test_games_by_that_order_replay_at_any_update_rate(seed: int) -> None:
    inputs = random_inputs(Random(seed), 400)
    games = [Game(MODES["jminos"].rules, seed) for _ in range(2)]
    for time, mask in inputs:
        for index, game in enumerate(games):
            if index and time > game.view.time_ns and game.view.end is None:
                game.update(time - 1)
            if game.view.end is None:
                game.update(time, mask_to_buttons(mask))

    assert games[0].view.rows == games[1].view.rows
    assert games[0].view.score == games[1].view.score
    assert Recording.from_text(Recording.of(games[0]).to_text()).verify() is None
