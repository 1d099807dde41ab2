"""The replayer: any moment of a recording at once, on from there, and back again."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Self
from weakref import WeakSet

import pytest

from piecement_engine import (
    MODES,
    Budget,
    Button,
    Game,
    GameView,
    PastUpdateError,
    PressTracker,
    Recording,
    Replayer,
    Rules,
    Tracker,
)
from piecement_engine.events import Event, PieceLocked
from piecement_engine.recording.anchors import Cut
from piecement_engine.recording.lock_checks import LockChecks
from piecement_engine.rules.garbage_rules import GarbageRules
from tests.engine.nimble_player import NimblePlayer, nimble_game
from tests.engine.play import MS, begun_game, state_of
from tests.engine.recording.test_kept_recordings import KEPT
from tests.engine.undone import replayed, without_last_piece, without_last_press

S = 1000 * MS
HOUR = 3600 * S


class Locks(PressTracker):
    """Counts the locks and the presses of a game."""

    def __init__(self, locks: int = 0, presses: int = 0, checks: LockChecks | None = None) -> None:
        self.locks = locks
        self.presses = presses
        self.checks = checks or LockChecks()

    def press(self, view: GameView, pressed: int) -> None:
        self.presses += pressed.bit_count()

    def count(self, events: Sequence[Event]) -> None:
        self.checks.count(events)
        self.locks += sum(isinstance(event, PieceLocked) for event in events)

    def copy(self) -> Self:
        return type(self)(self.locks, self.presses, self.checks.copy())


class Counted(Tracker):
    """Knows all of its copies that are kept, one with each anchor."""

    kept: ClassVar[WeakSet[Tracker]] = WeakSet()

    def copy(self) -> Self:
        copy = type(self)()
        self.kept.add(copy)
        return copy


def all_of(replayer: Replayer[Locks]) -> tuple[object, ...]:
    """Return all that tells one moment of a replayer from another."""
    counted = replayer.tracker.locks, replayer.tracker.presses, replayer.tracker.checks.checks
    return *state_of(replayer.game), *counted, replayer.last_press, replayer.last_piece, replayer.next_input


def straight(recording: Recording, time_ns: int) -> Replayer[Locks]:
    """Return a replayer that went to a time without a detour."""
    replayer = recording.replayer(Locks())
    replayer.advance(time_ns)
    return replayer


@pytest.fixture(scope="module")
def recording() -> Recording:
    """A minute of fast play, given up."""
    game = nimble_game(3, 60)
    game.forfeit(game.view.time_ns + S)
    return Recording.of(game)


def jump_about(recording: Recording, random: Random, jumps: int) -> None:
    """Seek at random, often to the very time of an input, and compare with a replay from the start."""
    replayer = recording.replayer(Locks())
    for _ in range(jumps):
        inputs = recording.inputs or ((0, 0),)
        time = random.choice([random.choice(inputs)[0], random.randrange(recording.time_ns + 1)])
        replayer.seek(time)

        assert all_of(replayer) == all_of(straight(recording, time))


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(5))
def test_jumps_in_any_order_equal_a_replay(recording: Recording, seed: int) -> None:
    jump_about(recording, Random(seed), 10)


def test_jumps_in_a_game_of_a_match_equal_a_replay() -> None:
    game = Game(Rules(garbage=GarbageRules(), height=60), seed=3)
    player = NimblePlayer(game, Random(3), 3)
    for second in range(1, 12):
        player.play(1000 * second)
        game.take_attack(game.view.time_ns, game.view.time_ns - 700 * MS, [second % 10])
    assert game.view.garbage.received > 3
    jump_about(Recording.of(game), Random(1), 20)


@pytest.mark.wide
@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_jumps_in_old_recordings_equal_a_full_replay(text: str) -> None:
    jump_about(Recording.from_text(text), Random(1), 5)


def test_times_beyond_either_end_are_the_ends(recording: Recording) -> None:
    replayer = recording.replayer()
    replayer.seek(recording.time_ns + S)
    at_end = replayer.time_ns, replayer.is_at_end
    replayer.seek(-S)

    assert at_end == (recording.time_ns, True)
    assert (replayer.time_ns, replayer.is_at_end) == (0, False)


@pytest.mark.parametrize("step_ns", [7 * MS, 16 * MS, 999 * MS, 7 * S])
def test_playing_on_reports_everything_once_in_any_steps(recording: Recording, step_ns: int) -> None:
    replayer = recording.replayer()
    events: list[Event] = []
    for time in range(step_ns, recording.time_ns + step_ns, step_ns):
        events += replayer.advance(time)
    whole = recording.replayer().advance(recording.time_ns)

    assert events == whole
    assert state_of(replayer.game) == state_of(recording.replay())


def test_a_jump_in_the_replayed_part_is_short(recording: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    replayer = recording.replayer()
    scout = replayer.branch()
    scout.seek(recording.time_ns)
    played = count_plays(monkeypatch)
    replayer.seek(40 * S)

    assert 37 * S < min(played) <= max(played) == 40 * S


def test_a_branch_leaves_the_place_alone(recording: Recording) -> None:
    replayer = recording.replayer(Locks())
    replayer.seek(10 * S)
    before = all_of(replayer)
    replayer.branch().advance(recording.time_ns)

    assert all_of(replayer) == before == all_of(straight(recording, 10 * S))


def test_the_next_piece_is_known(recording: Recording) -> None:
    replayer = straight(recording, 0)
    first_piece = replayer.next_piece_ns()
    assert first_piece is not None
    replayer.seek(first_piece - 1)
    before = replayer.view.pieces, replayer.view.piece
    replayer.seek(first_piece)

    assert before == (1, None)
    assert replayer.view.piece is not None


def test_nothing_comes_after_the_end(recording: Recording) -> None:
    replayer = straight(recording, recording.time_ns)

    assert replayer.next_piece_ns() is None
    assert replayer.next_input is None
    assert replayer.advance(recording.time_ns + S) == []


def test_a_game_is_played_on_from_any_moment_of_a_replay(recording: Recording) -> None:
    replayer = straight(recording, 20 * S)
    branch = replayer.branch()
    branch.play(21 * S, 1 << 3)
    branch.play(22 * S)

    assert (branch.time_ns, branch.end_ns, branch.next_input) == (22 * S, 22 * S, None)
    assert Recording.of(branch.game, lock_checks=branch.tracker.checks.checks).verify() is None
    assert all_of(replayer) == all_of(straight(recording, 20 * S))
    jump_about(Recording.of(branch.game), Random(1), 3)


def test_a_refused_press_leaves_a_replay_as_it_was(recording: Recording) -> None:
    replayer = straight(recording, 20 * S)
    before = all_of(replayer), replayer.end_ns

    with pytest.raises(PastUpdateError):
        replayer.play(19 * S, 0)

    assert (all_of(replayer), replayer.end_ns) == before


def test_a_game_in_play_can_be_sought_through(recording: Recording) -> None:
    played = played_by(recording)
    for seconds in (30, 5, 50, 20):
        played.seek(seconds * S)

        assert all_of(played) == all_of(straight(recording, seconds * S))


def test_lock_checks_equal_a_replay_in_every_way_to_a_game(recording: Recording) -> None:
    played = played_by(recording)

    assert len(played.tracker.checks.checks) == recording.result.pieces // 8 > 10
    assert played.tracker.checks.checks == straight(recording, recording.time_ns).tracker.checks.checks


def test_inputs_that_change_nothing_make_no_difference(recording: Recording) -> None:
    twice = tuple(entry for entry in recording.inputs for _ in range(1 + (entry[1] >= 0)))
    replayer = Replayer(Game.from_setup(recording.setup), Locks(), twice, recording.time_ns)
    for seconds in (30, 5, 50):
        replayer.seek(seconds * S)

        assert all_of(replayer) == all_of(straight(recording, seconds * S))


def test_the_anchors_of_a_long_game_are_bounded() -> None:
    Counted.kept.clear()
    long = Replayer(Game(MODES["zen"].rules, seed=1), Counted())
    for time in range(0, HOUR, S):
        long.play(time)

    assert 32 <= len(Counted.kept) <= 64


@pytest.mark.wide
@pytest.mark.parametrize("mode", MODES)
def test_every_mode_can_be_sought_through(mode: str) -> None:
    jump_about(Recording.of(nimble_game(1, 10, rules=MODES[mode].rules)), Random(2), 4)


def played_by(recording: Recording) -> Replayer[Locks]:
    """Return a game that is played as one was before."""
    replayer = Replayer(Game.from_setup(recording.setup), Locks())
    for time_ns, change in recording.inputs:
        replayer.play(time_ns, change)
    if replayer.view.end is None:
        replayer.play(recording.time_ns)
    return replayer


class TestUndo:
    def test_the_last_press_is_undone_with_all_that_came_of_it(self) -> None:
        game = begun_game(seed=1)
        game.update(S, {Button.MOVE_LEFT})
        game.update(S + 50 * MS, ())
        before = state_of(game)[1:]
        game.update(S + 60 * MS, {Button.HARD_DROP})
        game.update(S + 200 * MS, ())
        undone = without_last_press(game)

        assert undone is not None
        assert state_of(undone)[1:] == before
        assert undone.view.time_ns == S + 60 * MS

    def test_the_last_piece_is_undone_back_to_where_it_came_in(self) -> None:
        game = nimble_game(1, 10)
        locked = game.view.pieces
        undone = without_last_piece(game)

        assert undone is not None
        assert undone.view.pieces == locked - 1
        assert undone.view.piece is not None
        assert undone.view.piece.y == undone.view.skyline - 1

    @pytest.mark.parametrize("delay_ns", [0, 50 * MS])
    def test_a_piece_dropped_at_its_spawn_is_undone_alone(self, delay_ns: int) -> None:
        game = Game(Rules(appearance_delay_ns=delay_ns, line_clear_delay_ns=delay_ns), seed=1)
        game.update(0, {Button.HARD_DROP})
        game.update(0, ())
        for _ in range(2):
            while game.view.piece is None or game.view.dropped:
                game.update(game.view.time_ns + MS)
            game.update(game.view.time_ns, {Button.HARD_DROP})
            game.update(game.view.time_ns, ())
        game.update(game.view.time_ns + S)
        pieces = [game.view.pieces]
        while undone := without_last_piece(game):
            game = undone
            pieces.append(game.view.pieces)

        assert pieces == [3, 2, 1, 0]

    def test_undoing_again_and_again_comes_to_the_start(self) -> None:
        game = nimble_game(1, 5)
        presses = 0
        while undone := without_last_press(game):
            game = undone
            presses += 1
            assert Recording.of(game).verify() is None

        assert presses > 10

    def test_nothing_done_is_nothing_to_undo(self) -> None:
        game = begun_game(seed=1)

        assert without_last_press(game) is None
        assert without_last_piece(game) is None

    @pytest.mark.wide
    @pytest.mark.parametrize("seed", range(3))
    def test_going_back_equals_a_replay(self, seed: int) -> None:
        random = Random(seed)
        played = played_by(Recording.of(nimble_game(6 + seed, 25)))
        while len(played.game.inputs) > 50:
            cut = random.choice([played.last_press, played.last_piece, some_cut(played.game, random)])
            assert cut is not None
            played.go_back(cut)
            now = Recording.of(played.game, lock_checks=played.tracker.checks.checks)

            assert all_of(played) == all_of(straight(now, now.time_ns))
            assert now.verify() is None

    def test_going_back_a_piece_in_a_long_game_is_a_short_replay(self, monkeypatch: pytest.MonkeyPatch) -> None:
        replayer = replayed(nimble_game(6, 100))
        assert replayer.last_piece is not None
        played = count_plays(monkeypatch)
        replayer.go_back(replayer.last_piece)

        assert len(played) < len(replayer.game.inputs) / 10

    def test_a_game_does_not_go_back_beyond_where_it_was_taken_up(self) -> None:
        replayer = Replayer(nimble_game(1, 10), Tracker())

        assert replayer.last_press is None
        assert replayer.last_piece is None


def some_cut(game: Game, random: Random) -> Cut:
    """Return a moment shortly before one of the last inputs."""
    index = len(game.inputs) - random.randrange(1, 50)
    return Cut(index, max(game.inputs[index - 1][0], game.inputs[index][0] - 1))


def count_plays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list to which the time of everything that any game plays from now on is added."""
    played: list[int] = []
    plain = Game.play

    def counted(game: Game, time_ns: int, change: int, budget: Budget | None = None) -> list[Event]:
        played.append(time_ns)
        return plain(game, time_ns, change, budget)

    monkeypatch.setattr(Game, "play", counted)
    return played
