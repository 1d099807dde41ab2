"""The game's own contract: updates, refusals, copies, and the rules that the recorded cases leave out."""

import gc
from dataclasses import dataclass
from typing import Any, ClassVar
from weakref import WeakSet

import pytest

from piecement_engine import (
    MODES,
    Button,
    End,
    Game,
    GameEndedError,
    Limit,
    Limits,
    PastUpdateError,
    Recording,
    RuleError,
    Rules,
    Start,
    UnknownButtonError,
    UpdateTimeError,
)
from piecement_engine.events import PieceLocked, PieceMoved
from piecement_engine.game.hooks import Hooks, Modifier
from piecement_engine.game.inputs import LEVEL_DOWN, LEVEL_UP, pack_garbage
from piecement_engine.rules.leveling import LEVELINGS
from tests.engine.play import MS, begun_game, held, state_of, taps
from tests.sampling import together

S = 1000 * MS
FRAME = S // 60

ROOM_FOR_THREE = [".........."] * 20 + ["......#..."]
"""A board on which an I has no room to spawn, but narrower pieces have."""


@dataclass(frozen=True, slots=True)
class Watched(Modifier):
    """A modifier that does nothing."""

    kind = "watched"
    ALIVE: ClassVar[WeakSet[Hooks]] = WeakSet()
    """The hooks of the games that there are."""

    def hooks(self) -> Hooks:
        """Return hooks whose end can be seen."""
        hooks = Hooks()
        self.ALIVE.add(hooks)
        return hooks


def place(game: Game) -> tuple[str, int, int, int]:
    piece = game.view.piece
    assert piece is not None
    return piece.shape.name, piece.orientation, piece.x, piece.y


def new_game(pieces: str = "TOISZLJTOISZLJ", board: tuple[str, ...] = (), **rules: Any) -> Game:
    return begun_game(Rules.from_dict(rules), seed=1, pieces=pieces, board=board)


class TestRefusedCalls:
    @pytest.mark.parametrize(
        ("time_ns", "held", "error"),
        [(99, None, PastUpdateError), (200, ["jump"], UnknownButtonError), (-1, None, PastUpdateError)],
    )
    def test_a_refused_update_raises_and_changes_nothing(self, time_ns: int, held: Any, error: type[Exception]) -> None:
        game = new_game()
        game.update(100, {Button.MOVE_LEFT})
        before = state_of(game)

        with pytest.raises(error):
            game.update(time_ns, held)

        assert state_of(game) == before

    @pytest.mark.parametrize("time_ns", [2.0 * S, "2", None, 2 * S + 0.5])
    def test_fractional_time_is_refused_and_changes_nothing(self, time_ns: Any) -> None:
        game = held(new_game(), {1000: "soft_drop"})
        before = state_of(game)
        with pytest.raises(UpdateTimeError, match="a whole number of ns"):
            game.update(time_ns, {Button.HOLD})
        with pytest.raises(UpdateTimeError, match="a whole number of ns"):
            game.forfeit(time_ns)
        with pytest.raises(UpdateTimeError, match="a whole number of ns"):
            game.take_attack(time_ns, 0, [2])

        assert state_of(game) == before

    def test_a_game_lasts_no_longer_than_its_times_can_be_kept(self) -> None:
        game = held(new_game(), {1000: "soft_drop"})
        before = state_of(game)
        for call in (game.update, game.forfeit):
            with pytest.raises(UpdateTimeError, match="a game lasts at most"):
                call(1 << 62)

        assert state_of(game) == before

    def test_after_the_end_nothing_is_taken(self) -> None:
        game = new_game()
        game.forfeit(5)
        before = state_of(game)

        for call in (game.update, game.forfeit):
            with pytest.raises(GameEndedError):
                call(10)

        assert state_of(game) == before

    @together(
        "given",
        [
            {"rotation_system": "waltz"}, {"das_ns": -1}, {"das_ns": 1.5}, {"level_up": 1}, {"start_level": True},
            {"height": 20}, {"soft_drop_factor": "fast"}, {"limits": {"lines": {"value": -1}}}, {"preview_count": 101},
            {"limits": {"lines": {"value": 1, "win": 1}}}, {"modifiers": [{"kind": "chess"}]}, {"fall_delay_ns": -1},
            {"hold": "twice"},
        ],
    )  # fmt: skip
    def test_bad_rules_name_the_field_and_its_values(self, given: dict[str, Any]) -> None:
        (name,) = given

        with pytest.raises(RuleError, match=name.removesuffix("s")):
            Rules.from_dict(given)


class TestUpdates:
    def test_equal_seeds_give_equal_pieces_and_others_do_not(self) -> None:
        def pieces(seed: int) -> list[str]:
            return [shape.name for shape in new_seeded(seed).view.next]

        def new_seeded(seed: int) -> Game:
            return begun_game(Rules(preview_count=50), seed=seed)

        assert pieces(1) == pieces(1) != pieces(2)

    def test_views_of_one_game_are_equal_and_those_of_a_copy_are_not(self) -> None:
        game = Game(seed=4)

        assert game.view == game.view
        assert len({game.view, game.view, game.copy().view}) == 2

    def test_a_game_that_nobody_holds_is_gone_at_once(self) -> None:
        game = held(Game(Rules(modifiers=(Watched(),)), seed=4), {0: "hard_drop"})
        alive = len(Watched.ALIVE)
        gc.disable()
        try:
            del game

            assert (alive, len(Watched.ALIVE)) == (1, 0)
        finally:
            gc.enable()

    def test_a_recording_replays_to_the_identical_state(self) -> None:
        game = Game(Rules(preview_count=3), seed=4, board=["#########."], start=Start(lines=9, hold=("T", True)))
        time = taps(game, 3, "hold", "move_left", "rotate_right", "hard_drop")
        game.play(time, pack_garbage([3, -1]))
        game.update(time + S)
        text = Recording.of(game).to_text()

        assert state_of(Recording.from_text(text).replay()) == state_of(game)


class TestEnds:
    def test_a_time_limit_ends_at_exactly_the_limit(self) -> None:
        game = held(new_game(limits={"time": {"win": True, "value": 12345}}), {1000: "hard_drop"})

        assert (game.view.end, game.view.time_ns, game.inputs) == (End.COMPLETED, 12345, ())

    def test_a_limit_that_loses_loses(self) -> None:
        game = new_game(limits={"pieces": {"win": False, "value": 1}})
        taps(game, 0, "hard_drop")

        assert game.view.end is End.LIMIT_REACHED

    def test_a_level_limit_is_passed_when_the_level_exceeds_it(self) -> None:
        rules = Rules(level_up=True, limits=Limits(level=Limit(3)))
        game = begun_game(rules, pieces="IIII", board=["######...."], start=Start(level=3, lines=9))
        taps(game, MS, "teleport_right", "hard_drop")
        game.update(S)

        assert (game.view.end, game.view.level) == (End.COMPLETED, 4)

    def test_forfeit_first_plays_due_events(self) -> None:
        game = new_game()
        events = game.forfeit(1 * S)

        assert place(game)[3] == 18
        assert [event.kind for event in events] == ["game_ended"]
        assert (game.view.end, game.view.time_ns) == (End.FORFEIT, S)

    def test_block_out_leaves_no_piece_and_tops_up_the_previews(self) -> None:
        game = begun_game(pieces="TOIS", board=["#########."] * 22)

        assert (game.view.end, game.view.piece, [shape.name for shape in game.view.next]) == (
            End.BLOCK_OUT,
            None,
            ["O"],
        )

    def test_lock_out_leaves_the_piece_and_gives_no_lock_event(self) -> None:
        game = Game(pieces="TOIS", board=["#########."] * 20)
        events = [*game.update(0), *taps_with_events(game, MS, "hard_drop")]

        assert game.view.end is End.LOCK_OUT
        assert game.view.piece is not None
        assert not any(isinstance(event, PieceLocked) for event in events)


def taps_with_events(game: Game, time: int, button: str) -> list[Any]:
    return [*game.update(time, {button}), *game.update(time + MS, ())]


class TestTeleports:
    def test_a_teleport_goes_to_the_wall_at_once_and_is_one_move(self) -> None:
        game = new_game()
        events = game.update(MS, {Button.TELEPORT_LEFT})

        assert place(game) == ("T", 0, 0, 19)
        assert [(n.before.x, n.after.x) for n in events if isinstance(n, PieceMoved)] == [(3, 0)]

    def test_a_held_teleport_acts_once(self) -> None:
        game = held(new_game(), {1: "teleport_left", 2: "teleport_left move_right"})

        assert place(game)[2] == 1

    def test_it_stops_at_blocks(self) -> None:
        game = held(new_game(board=("." * 10,) * 18 + ("#.........",) * 3), {1: "teleport_left"})

        assert place(game) == ("T", 0, 1, 19)

    def test_where_falling_takes_no_time_it_falls_after_each_cell(self) -> None:
        game = new_game(start_level=20, board=("...#......", "...#......"))
        assert place(game) == ("T", 0, 3, 2)
        game.update(MS, {Button.TELEPORT_LEFT})

        assert place(game) == ("T", 0, 0, 0)

    def test_only_a_moving_teleport_restarts_the_lock_delay(self) -> None:
        game = held(new_game(), {1: "sonic_drop", 100: "teleport_left", 110: "", 200: "teleport_left"})

        assert game.view.lock_due_ns == 600 * MS

    def test_after_a_hard_drop_there_is_none(self) -> None:
        game = held(new_game(), {1: "hard_drop teleport_left rotate_left move_left"})

        assert place(game) == ("T", 0, 3, 0)


class TestShift:
    @pytest.mark.parametrize(("held_ms", "cells"), [(1, 1), (166, 1), (167, 2), (199, 2), (200, 3), (233, 4)])
    def test_held_direction_moves_at_once_then_by_das_and_arr(self, held_ms: int, cells: int) -> None:
        game = held(new_game(), {0: "move_right"})
        game.update(held_ms * MS, ())

        assert place(game)[2] == min(3 + cells, 7)

    def test_with_arr_0_it_goes_to_the_wall_after_das(self) -> None:
        game = held(new_game(arr_ns=0), {0: "move_right", 167: None})

        assert place(game)[2] == 7

    def test_last_direction_wins_and_its_release_resumes_the_other(self) -> None:
        game = held(new_game(), {0: "move_right", 10: "move_right move_left"})
        assert place(game)[2] == 3
        game.update(20 * MS, {Button.MOVE_RIGHT})
        assert place(game)[2] == 4
        game.update(53 * MS)

        assert place(game)[2] == 5

    def test_both_in_one_update_left_wins(self) -> None:
        game = held(new_game(), {0: "move_right move_left"})

        assert place(game)[2] == 2


class TestSpawning:
    def test_initial_hold_swaps_then_initial_rotation_turns(self) -> None:
        game = held(new_game(pieces="TOISZ"), {1: "hard_drop", 2: "hold rotate_right", 60: None})

        assert game.view.hold is not None
        assert (game.view.hold.shape.name, game.view.hold.may_swap) == ("O", False)
        assert place(game)[:2] == ("I", 1)

    def test_a_swap_that_could_not_spawn_is_not_made(self) -> None:
        game = begun_game(pieces="TJOISZ", board=ROOM_FOR_THREE, start=Start(hold=("I", True)))
        held(game, {1: "hard_drop", 2: "hold", 60: None})

        assert place(game)[0] == "J"
        assert game.view.hold is not None
        assert game.view.hold.shape.name == "I"

    def test_a_next_piece_that_could_not_spawn_stays_the_next_one(self) -> None:
        game = held(begun_game(pieces="TJISZ", board=ROOM_FOR_THREE), {1: "hard_drop", 2: "hold", 60: None})

        assert place(game)[0] == "J"
        assert game.view.hold is None
        assert [shape.name for shape in game.view.next] == ["I"]

    def test_hold_gives_the_held_piece_back_once_a_lock(self) -> None:
        game = new_game(pieces="TOISZ")
        taps(game, MS, "hold")
        assert place(game)[0] == "O"
        taps(game, 10 * MS, "hold")
        assert place(game)[0] == "O"
        taps(game, 20 * MS, "hard_drop")
        game.update(90 * MS)
        taps(game, 100 * MS, "hold")

        assert place(game)[0] == "T"

    def test_unlimited_hold_may_be_used_again_and_again(self) -> None:
        game = new_game(pieces="TOISZ", hold="unlimited")
        taps(game, MS, "hold", "hold", "hold")

        assert place(game)[0] == "O"

    def test_without_hold_the_button_does_nothing(self) -> None:
        game = new_game(hold="off")
        taps(game, MS, "hold")

        assert place(game)[0] == "T"
        assert game.view.hold is None

    @pytest.mark.parametrize(("mode", "orientation"), [("off", 0), ("held", 0), ("tapped", 1)])
    def test_turn_between_pieces_turns_the_next_only_in_its_mode(self, mode: str, orientation: int) -> None:
        game = held(new_game(initial_rotation=mode), {1: "hard_drop", 2: ""})
        taps(game, 10 * MS, "rotate_right")
        game.update(60 * MS)

        assert place(game)[:2] == ("O", orientation)

    @pytest.mark.parametrize(("mode", "x"), [("off", 4), ("held", 4), ("tapped", 3)])
    def test_move_between_pieces_moves_the_next_only_in_its_mode(self, mode: str, x: int) -> None:
        game = held(new_game(initial_move=mode), {1: "hard_drop", 2: ""})
        taps(game, 10 * MS, "move_left")
        game.update(60 * MS)

        assert place(game)[2] == x

    def test_held_direction_charges_anew_without_initial_moves(self) -> None:
        game = held(new_game(initial_move="off"), {1: "hard_drop", 2: "move_left", 60: None})
        assert place(game)[2] == 4
        game.update(52 * MS + 167 * MS)

        assert place(game)[2] == 3

    @pytest.mark.parametrize(("mode", "x"), [("off", 4), ("held", 3), ("tapped", 3), ("charged", 4)])
    def test_held_direction_crosses_a_spawn_unless_it_must_charge(self, mode: str, x: int) -> None:
        game = held(new_game(initial_move=mode), {1: "hard_drop", 2: "move_left", 60: None})

        assert place(game)[2] == x

    @pytest.mark.parametrize(
        ("held_before", "frames"),
        [(30, [1, 6, 11, 16]), (20, [1, 6, 11, 16]), (19, [2, 7, 12, 17]), (10, [11, 16, 21, 26])],
    )
    def test_direction_charges_limited_frames_before_a_spawn(self, held_before: int, frames: list[int]) -> None:
        """DAS 20 and ARR 5 frames, by the worked vectors of jminos: on the spawn frame, which is the first, no tap."""
        rules: dict[str, Any] = {"initial_move": "charged", "appearance_delay_ns": 40 * FRAME, "hard_drop_delay_ns": 0}
        game = held(Game(Rules(width=20, das_ns=20 * FRAME, arr_ns=5 * FRAME, **rules), pieces="TTT"), {0: "hard_drop"})
        game.update((40 - held_before) * FRAME, {Button.MOVE_LEFT})
        moves = [event for event in game.update(66 * FRAME) if isinstance(event, PieceMoved)]

        assert [move.time_ns // FRAME - 39 for move in moves[:4]] == frames

    def test_a_charged_direction_goes_on_through_a_swap(self) -> None:
        game = held(new_game(initial_move="charged"), {0: "move_left", 100: "move_left hold"})
        assert place(game)[2] == 4
        game.update(167 * MS)

        assert place(game)[2] == 3

    def test_garbage_rises_before_the_next_piece(self) -> None:
        game = new_game()
        game.play(MS, pack_garbage([2, -1]))
        assert game.view.board.to_text() == []
        taps(game, 2 * MS, "hard_drop")
        game.update(S)

        assert game.view.board.to_text()[:2] == ["##########", "##.#######"]

    def test_raise_garbage_still_works_and_warns(self) -> None:
        game, other = new_game(), new_game()
        with pytest.warns(DeprecationWarning, match="take_attack"):
            game.raise_garbage(MS, [2, -1])
        other.play(MS, pack_garbage([2, -1]))

        assert game.inputs == other.inputs

    def test_garbage_that_pushes_blocks_out_of_the_top_ends_the_game(self) -> None:
        game = begun_game(Rules(height=22, skyline=20), pieces="OOOO", board=["#........."] * 21)
        game.play(MS, pack_garbage([2, 2]))
        taps(game, 2 * MS, "teleport_right", "hard_drop")
        game.update(S)

        assert game.view.end is End.TOP_OUT


class TestLeniency:
    def test_a_second_press_within_the_window_goes_to_the_wall(self) -> None:
        game = new_game(double_tap_ns=200 * MS)
        taps(game, MS, "move_left")
        taps(game, 150 * MS, "move_left")

        assert place(game)[2] == 0

    def test_a_second_press_after_the_window_is_a_step(self) -> None:
        game = new_game(double_tap_ns=100 * MS)
        taps(game, MS, "move_left")
        taps(game, 150 * MS, "move_left")

        assert place(game)[2] == 1

    def test_hard_drop_right_after_a_spawn_counts_as_accident(self) -> None:
        game = new_game(hard_drop_guard_ns=100 * MS)
        taps(game, 50 * MS, "hard_drop")
        assert place(game) == ("T", 0, 3, 19)
        taps(game, 100 * MS, "hard_drop")

        assert game.view.pieces == 1

    def test_a_turn_holds_up_a_running_shift(self) -> None:
        game = held(new_game(das_cut_ns=100 * MS), {0: "move_left", 160: "move_left rotate_left", 259: None})
        assert place(game)[2] == 2
        game.update(260 * MS)

        assert place(game)[2] == 1

    def test_shift_due_after_the_lock_comes_just_before_it(self) -> None:
        rules: dict[str, Any] = {"lock_delay_ns": 300 * MS, "das_ns": 290 * MS, "ground_time_max_ns": 300 * MS}
        places: list[int] = []
        for lenient in (False, True):
            game = new_game(**rules, shift_before_lock=lenient)
            game.update(MS, {Button.SONIC_DROP})
            game.update(200 * MS, {Button.MOVE_LEFT})
            events = game.update(301 * MS)
            places += [event.piece.x for event in events if isinstance(event, PieceLocked)]

        assert places == [2, 1]

    def test_soft_drop_can_wait_before_it_repeats(self) -> None:
        game = held(new_game(soft_drop_delay_ns=200 * MS), {0: "soft_drop", 199: None})
        assert place(game)[3] == 18
        game.update(200 * MS)

        assert place(game)[3] == 17

    def test_soft_drop_can_have_an_interval_of_its_own(self) -> None:
        game = held(new_game(soft_drop_interval_ns=50 * MS), {0: "soft_drop", 150: None})

        assert place(game)[3] == 15

    @pytest.mark.parametrize(("safe", "end"), [(False, End.BLOCK_OUT), (True, None)])
    def test_hold_that_would_end_the_game_can_be_refused(self, safe: bool, end: End | None) -> None:
        game = begun_game(Rules(safe_hold=safe), pieces="TJOISZ", board=ROOM_FOR_THREE, start=Start(hold=("I", True)))
        game.update(MS, {Button.HOLD})

        assert game.view.end is end


def test_new_inputs_can_be_asked_for() -> None:
    game = held(new_game(), {1000: "soft_drop", 2000: "", 3000: "hold"})

    assert game.inputs_since(0) == game.inputs
    assert game.inputs_since(2) == game.inputs[2:]
    assert len(game.inputs_since(2)) == 1
    assert game.inputs_since(3) == ()


@together("leveling", LEVELINGS)
def test_levels_of_practice_last_and_replay(leveling: str) -> None:
    game = Game(Rules(start_level=3, level_up=True, leveling=leveling), 1, pieces="IIII", board=["#########."])
    falls = [game.view.fall_delay_ns]
    for time_ns, change in enumerate((LEVEL_DOWN, LEVEL_DOWN, LEVEL_DOWN, LEVEL_UP, LEVEL_DOWN)):
        game.play(time_ns, change)
        falls.append(game.view.fall_delay_ns)
    clear(game)

    assert falls[0] < falls[1] < falls[2] == falls[3] > falls[4]
    assert (game.view.lines > 0, game.view.level) == (True, 1)
    assert Recording.from_text(Recording.of(game).to_text()).replay().view.level == 1


def test_level_of_a_modifier_does_not_fall_below_one_in_practice() -> None:
    game = Game(MODES["puzzle"].rules, 1)  # the level that it shows is the stage; its pieces fall as at level 3
    for time_ns, change in enumerate((LEVEL_UP, LEVEL_DOWN, LEVEL_DOWN, LEVEL_DOWN)):
        game.play(time_ns, change)

    assert game.view.level == 1
    assert Recording.from_text(Recording.of(game).to_text()).result.level == 1


def clear(game: Game) -> None:
    """Clear a line or more at the right wall."""
    for time_ns, button in enumerate((Button.TELEPORT_RIGHT, Button.ROTATE_LEFT, Button.TELEPORT_RIGHT), 10):
        game.update(time_ns, {button})
    game.update(20, {Button.HARD_DROP})
    game.update(2_000_000_000)
