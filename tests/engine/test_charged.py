"""Presses that count from earlier: what was held before a game began acts as it begins, with its DAS charged."""

import pickle
from typing import Any

import pytest

from piecement_engine import Button, EngineError, Game, Recording, Rules
from piecement_engine.game.input_log import InputLog
from piecement_engine.game.inputs import BUTTON_BITS, ChargedPress, pack_charge, unpack_attack, unpack_charge
from tests.sampling import together

MS = 1_000_000
LEFT, ROTATE, HOLD = Button.MOVE_LEFT, Button.ROTATE_RIGHT, Button.HOLD


def new_game(arr_ms: int = 33, press_order: str = "drops_first") -> Game:
    rules = Rules(width=20, das_ns=167 * MS, arr_ns=arr_ms * MS, press_order=press_order)
    return Game(rules, seed=1, pieces="TTTTTTTT")


def column(game: Game, time_ns: int) -> int:
    game.update(time_ns)
    assert game.view.piece is not None
    return game.view.piece.x


@together(
    ("charged_ms", "expected"),
    [(0, [1, 1, 1, 2]), (100, [1, 1, 2, 5]), (134, [1, 2, 3, 6]), (167, [1, 2, 3, 6]), (5000, [1, 2, 3, 6])],
)
def test_a_direction_counts_its_das_from_before_its_press(charged_ms: int, expected: list[int]) -> None:
    game = new_game()
    x = column(game, 0)
    game.press_charged(0, {LEFT}, charged_ms * MS)

    assert [x - column(game, time_ms * MS) for time_ms in (0, 33, 67, 167)] == expected


def test_charged_with_arr_0_it_is_at_the_wall_at_once() -> None:
    game = new_game(arr_ms=0)
    game.press_charged(0, {LEFT}, 167 * MS)

    assert column(game, 0) == 0


@together("held", [{ROTATE}, {HOLD}, {HOLD, ROTATE}, {Button.SOFT_DROP}])
@together("order", ["drops_first", "drops_last"])
def test_other_buttons_act_as_in_any_press(held: set[Button], order: str) -> None:
    charged, pressed = new_game(press_order=order), new_game(press_order=order)
    events = charged.press_charged(0, held, 500 * MS)

    assert events == pressed.update(0, held)
    assert charged.update(300 * MS) == pressed.update(300 * MS)


def test_it_is_recorded_exactly() -> None:
    game = new_game()
    game.press_charged(0, {LEFT, ROTATE}, 123_456_789)
    game.update(250 * MS, ())
    game.update(3000 * MS, {Button.HARD_DROP})
    text = Recording.of(game).to_text()
    recording = Recording.from_text(text)

    assert recording.inputs == game.inputs
    assert recording.verify() is None
    assert recording.replay().view.rows == game.view.rows
    assert text.startswith("piecement recording 2\n")


def test_recordings_without_it_stay_those_of_version_1() -> None:
    game = new_game()
    game.update(0, {LEFT})

    assert Recording.of(game).to_text().startswith("piecement recording 1\n")


def test_undo_takes_it_back_as_any_press() -> None:
    game = new_game()
    game.press_charged(0, {LEFT}, 200 * MS)
    game.update(500 * MS, {LEFT})
    replayer = Recording.of(game).replayer()
    replayer.seek(500 * MS)
    cut = replayer.last_press
    assert cut is not None
    replayer.go_back(cut)

    assert (cut.time_ns, replayer.game.inputs) == (0, ())


def test_a_copy_and_a_pickle_hold_it_too() -> None:
    game = new_game()
    game.press_charged(0, {LEFT}, 200 * MS)
    others = [game.copy(), pickle.loads(pickle.dumps(game))]
    game.update(90 * MS, ())

    for other in others:
        other.update(90 * MS, ())
        assert other.view.piece == game.view.piece
        assert other.inputs == game.inputs


@pytest.mark.parametrize("charged_ns", [-1, 1 << 62, 0.5, True])
def test_a_charge_that_no_key_can_have_is_refused(charged_ns: Any) -> None:
    game = new_game()
    with pytest.raises(EngineError, match="charged for"):
        game.press_charged(0, {LEFT}, charged_ns)

    assert game.inputs == ()


def test_as_a_number_it_is_no_attack_and_no_garbage() -> None:
    for press in (ChargedPress(0, 0), ChargedPress(BUTTON_BITS[LEFT], 1), ChargedPress((1 << 12) - 1, (1 << 62) - 1)):
        packed = pack_charge(press)
        assert unpack_charge(packed) == press
        assert unpack_attack(packed) is None
    assert unpack_charge(-1) is None
    assert list(InputLog([(0, pack_charge(ChargedPress(2, 5))), (1, 2), (2, 0)]).since(0))[1:] == [(2, 0)]
