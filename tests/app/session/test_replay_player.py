"""A replay is watched at any speed and any moment, and what is seen is what was played."""

import pytest

from piecement.session.counts import recount
from piecement.session.replay_player import SPEEDS, Watching
from piecement_engine import Recording
from tests.engine.nimble_player import nimble_game

MS = 1_000_000
S = 1000 * MS


@pytest.fixture(scope="module")
def recording() -> Recording:
    """Twenty seconds of play, given up."""
    game = nimble_game(4, 18)
    game.forfeit(20 * S)
    return Recording.of(game)


@pytest.fixture
def watching(recording: Recording) -> Watching:
    return Watching(recording)


def watch(watching: Watching, seconds: float, frame_ms: int = 20, start_ns: int = 0) -> int:
    """Let time pass in frames; return what the clock says then."""
    now_ns = start_ns
    watching.advance(now_ns)
    for _ in range(round(seconds * 1000 / frame_ms)):
        now_ns += frame_ms * MS
        watching.advance(now_ns)
    return now_ns


def test_it_goes_as_fast_as_it_was_played(watching: Watching) -> None:
    watch(watching, 3)

    assert watching.view.time_ns == 3 * S


@pytest.mark.parametrize("speed", SPEEDS)
def test_it_goes_at_every_speed(watching: Watching, speed: float) -> None:
    watching.change_speed(SPEEDS.index(speed) - SPEEDS.index(1.0))
    watch(watching, 1)

    assert watching.speed == speed
    assert watching.view.time_ns == pytest.approx(speed * S, abs=MS)


def test_speeds_end_at_both_ends(watching: Watching) -> None:
    watching.change_speed(99)
    fastest = watching.speed
    watching.change_speed(-99)
    slowest = watching.speed
    watching.usual_speed()

    assert (slowest, fastest, watching.speed) == (0.05, 16.0, 1.0)


def test_paused_it_stands_still(watching: Watching) -> None:
    now = watch(watching, 1)
    watching.toggle()
    now = watch(watching, 1, start_ns=now)
    stood = watching.view.time_ns
    watching.toggle()
    watch(watching, 1, start_ns=now)

    assert (stood, watching.view.time_ns) == (1 * S, 2 * S)


def test_a_late_frame_does_not_skip_the_game(watching: Watching) -> None:
    watching.advance(0)
    watching.advance(60 * S)

    assert watching.view.time_ns == 250 * MS


def test_jumps_go_where_they_say(watching: Watching) -> None:
    places: list[int] = []
    for part, seconds in ((0.5, 1), (0.5, -3), (1, 5), (0, -1), (0.1, 0)):
        watching.jump_to_part(part)
        watching.jump_by(seconds * S)
        places.append(watching.view.time_ns // S)

    assert places == [11, 7, 20, 0, 2]


def test_inputs_and_pieces_are_gone_through_one_by_one(watching: Watching, recording: Recording) -> None:
    watching.jump_to_input(1)
    watching.jump_to_input(1)
    second = watching.view.time_ns
    watching.jump_to_input(-1)
    first = watching.view.time_ns
    watching.jump_to_piece()
    pieces = watching.view.pieces

    assert (first, second) == (recording.inputs[0][0], recording.inputs[1][0])
    assert pieces == 1
    assert watching.is_paused


def test_it_stays_at_the_end_or_begins_anew(watching: Watching) -> None:
    watching.jump_to_part(1)
    now = watch(watching, 3)
    stayed = watching.view.time_ns
    watching.loops = True
    watching.jump_to_part(1)
    watch(watching, 3, start_ns=now)

    assert stayed == 20 * S
    assert 1 * S < watching.view.time_ns < 2 * S


def test_the_pause_key_at_the_end_begins_anew(watching: Watching) -> None:
    watching.jump_to_part(1)
    watching.toggle()

    assert (watching.view.time_ns, watching.is_paused) == (0, False)


def test_the_figures_are_those_of_the_moment(watching: Watching, recording: Recording) -> None:
    watching.jump_to_part(1)
    at_end = watching.presses_per_piece * watching.view.pieces
    watching.jump_to(0)

    assert round(at_end) == sum((mask & ~before).bit_count() for (_, before), (_, mask) in _pairs(recording))
    assert watching.presses_per_piece == 0
    assert watching.pieces_per_second == 0


def _pairs(recording: Recording) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    inputs = [entry for entry in recording.inputs if entry[1] >= 0]
    return list(zip([(0, 0), *inputs], inputs, strict=False))


def test_a_game_can_be_taken_over_but_not_at_its_end(watching: Watching) -> None:
    watching.jump_to(5 * S)
    game = watching.take_over()
    watching.jump_to_part(1)

    assert game is not None
    assert game.view.time_ns == 5 * S
    assert watching.take_over() is None


def test_looking_ahead_comes_to_an_end_and_changes_nothing(watching: Watching) -> None:
    watching.jump_to(3 * S)
    looks = 0
    while watching.look_ahead():
        looks += 1

    assert looks >= 10
    assert watching.view.time_ns == 3 * S


def test_finesse_is_known_once_that_far_was_looked_ahead(recording: Recording, watching: Watching) -> None:
    watching.jump_to(10 * S)
    before = watching.finesse
    while watching.look_ahead():
        pass
    in_between = watching.finesse
    watching.jump_to(20 * S)
    whole = recount(recording)

    assert before is None
    assert in_between is not None
    assert watching.finesse == whole.finesse.part(watching.view.pieces) < 1
