"""A replay is watched at any speed and any moment, and what is seen is what was played."""

import pytest

from piecement.session.replay_player import SPEEDS, ReplayPlayer
from piecement.session.statistics import SessionStatistics, recount
from piecement_engine import Game, Recording, Rules
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
def player(recording: Recording) -> ReplayPlayer:
    return ReplayPlayer(recording)


def watch(player: ReplayPlayer, seconds: float, frame_ms: int = 20, start_ns: int = 0) -> int:
    """Advance the clock in frames; return its time then."""
    now_ns = start_ns
    player.advance(now_ns)
    for _ in range(round(seconds * 1000 / frame_ms)):
        now_ns += frame_ms * MS
        player.advance(now_ns)
    return now_ns


def test_it_goes_as_fast_as_it_was_played(player: ReplayPlayer) -> None:
    watch(player, 3)

    assert player.view.time_ns == 3 * S


@pytest.mark.parametrize("speed", SPEEDS)
def test_it_goes_at_every_speed(player: ReplayPlayer, speed: float) -> None:
    player.change_speed(SPEEDS.index(speed) - SPEEDS.index(1.0))
    watch(player, 1)

    assert player.speed == speed
    assert player.view.time_ns == pytest.approx(speed * S, abs=MS)


def test_speeds_end_at_both_ends(player: ReplayPlayer) -> None:
    player.change_speed(99)
    fastest = player.speed
    player.change_speed(-99)
    slowest = player.speed
    player.usual_speed()

    assert (slowest, fastest, player.speed) == (0.05, 16.0, 1.0)


def test_paused_it_stands_still(player: ReplayPlayer) -> None:
    now = watch(player, 1)
    player.toggle()
    now = watch(player, 1, start_ns=now)
    stood = player.view.time_ns
    player.toggle()
    watch(player, 1, start_ns=now)

    assert (stood, player.view.time_ns) == (1 * S, 2 * S)


def test_a_late_frame_does_not_skip_the_game(player: ReplayPlayer) -> None:
    player.advance(0)
    player.advance(60 * S)

    assert player.view.time_ns == 250 * MS


def test_jumps_go_where_they_say(player: ReplayPlayer) -> None:
    places: list[int] = []
    for part, seconds in ((0.5, 1), (0.5, -3), (1, 5), (0, -1), (0.1, 0)):
        player.seek_fraction(part)
        player.jump_by(seconds * S)
        places.append(player.view.time_ns // S)

    assert places == [11, 7, 20, 0, 2]


def test_it_stays_at_the_end_or_begins_anew(player: ReplayPlayer) -> None:
    player.seek_fraction(1)
    now = watch(player, 3)
    stayed = player.view.time_ns
    player.loops = True
    player.seek_fraction(1)
    watch(player, 3, start_ns=now)

    assert stayed == 20 * S
    assert 1 * S < player.view.time_ns < 2 * S


def test_the_pause_key_at_the_end_begins_anew(player: ReplayPlayer) -> None:
    player.seek_fraction(1)
    player.toggle()

    assert (player.view.time_ns, player.is_paused) == (0, False)


def test_the_figures_are_those_of_the_moment(player: ReplayPlayer, recording: Recording) -> None:
    player.seek_fraction(1)
    at_end = (player.stats.keys_per_piece or 0) * player.view.pieces
    player.jump_to(0)

    assert round(at_end) == sum((mask & ~before).bit_count() for (_, before), (_, mask) in _pairs(recording))
    assert player.stats.keys_per_piece == 0
    assert player.stats.pieces_per_second == 0


def _pairs(recording: Recording) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    inputs = [entry for entry in recording.inputs if entry[1] >= 0]
    return list(zip([(0, 0), *inputs], inputs, strict=False))


def test_a_game_can_be_taken_over_but_not_at_its_end(player: ReplayPlayer) -> None:
    player.jump_to(5 * S)
    game = player.take_over()
    player.seek_fraction(1)

    assert game is not None
    assert game.view.time_ns == 5 * S
    assert player.take_over() is None


def test_looking_ahead_comes_to_an_end_and_changes_nothing(player: ReplayPlayer) -> None:
    player.jump_to(3 * S)
    looks = 0
    while player.look_ahead():
        looks += 1

    assert looks >= 10
    assert player.view.time_ns == 3 * S


def test_finesse_is_known_at_every_moment(recording: Recording, player: ReplayPlayer) -> None:
    player.jump_to(10 * S)
    straight = recording.replayer(SessionStatistics())
    straight.advance(10 * S)
    in_between = player.stats.finesse
    player.jump_to(20 * S)
    whole = recount(recording)

    assert in_between == straight.tracker.finesse.part(straight.view.pieces)
    assert player.stats.finesse == whole.finesse.part(player.view.pieces) < 1


def test_pieces_of_a_game_without_inputs() -> None:
    game = Game(Rules(), seed=1)
    game.update(600 * S)
    player = ReplayPlayer(Recording.of(game))
    player.jump_to(30 * S)
    player.jump_to_piece_before()

    assert game.view.end is not None
    assert (player.view.time_ns, player.is_paused) == (0, True)


def test_before_the_first_piece_is_the_start() -> None:
    game = Game(Rules(), seed=1)
    game.update(800 * MS, ["move_left"])
    game.forfeit(2 * S)
    for time_ms in (500, 950):
        player = ReplayPlayer(Recording.of(game))
        player.jump_to(time_ms * MS)
        player.jump_to_piece_before()

        assert (player.view.time_ns, player.is_paused) == (0, True)
