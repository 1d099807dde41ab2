"""Playback: any moment of a recording at once, and on from there."""

from collections.abc import Sequence
from random import Random

import pytest

from piecement_engine import MODES, Button, Game, Playback, Recording, Rules
from piecement_engine.events import Event
from piecement_engine.undo import Cut, History
from tests.engine.nimble_player import nimble_game
from tests.engine.play import MS
from tests.engine.undone import without_last_piece, without_last_press

S = 1000 * MS


def looks(game: Game) -> tuple[object, ...]:
    """Return all that tells one moment of a game from another."""
    view = game.view
    return view.time_ns, view.end, view.score, view.lines, view.piece, view.board.to_text(), view.next, game.inputs


@pytest.fixture(scope="module")
def recording() -> Recording:
    """A minute of fast play, given up."""
    game = nimble_game(3, 60)
    game.forfeit(game.view.time_ns + S)
    return Recording.of(game)


@pytest.mark.parametrize("seed", range(5))
def test_jumps_in_any_order_show_what_a_replay_shows(recording: Recording, seed: int) -> None:
    random = Random(seed)
    playback = Playback(recording)
    times = [recording.inputs[random.randrange(len(recording.inputs))][0] for _ in range(5)]
    for time in (*times, random.randrange(recording.time_ns), 0, recording.time_ns):
        playback.seek(time)

        assert looks(playback.take_over()) == looks(recording.replay(time))


def test_times_beyond_either_end_are_the_ends(recording: Recording) -> None:
    playback = Playback(recording)
    playback.seek(recording.time_ns + S)
    at_end = playback.time_ns, playback.is_at_end
    playback.seek(-S)

    assert at_end == (recording.time_ns, True)
    assert (playback.time_ns, playback.is_at_end) == (0, False)


@pytest.mark.parametrize("step_ns", [7 * MS, 16 * MS, 999 * MS, 7 * S])
def test_playing_on_reports_everything_once_whatever_the_steps(recording: Recording, step_ns: int) -> None:
    playback = Playback(recording)
    events: list[Event] = []
    for time in range(step_ns, recording.time_ns + step_ns, step_ns):
        events += playback.advance(time)
    whole = Playback(recording).advance(recording.time_ns)

    assert events == whole
    assert looks(playback.take_over()) == looks(recording.replay())


def test_preparing_makes_every_jump_play_less_than_two_seconds(
    recording: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    playback = Playback(recording)
    progress = list(playback.prepare())
    begun_at: list[int] = []
    plain = Playback.advance

    def noted(self: Playback, time_ns: int) -> list[Event]:
        begun_at.append(self.time_ns)
        return plain(self, time_ns)

    monkeypatch.setattr(Playback, "advance", noted)
    playback.seek(40 * S)

    assert progress == sorted(progress)
    assert progress[-1] == recording.time_ns
    assert begun_at[0] > 38 * S


def test_preparing_leaves_the_place_alone(recording: Recording) -> None:
    playback = Playback(recording)
    playback.seek(10 * S)
    for _ in playback.prepare():
        pass

    assert looks(playback.take_over()) == looks(recording.replay(10 * S))


def test_the_next_piece_is_known(recording: Recording) -> None:
    playback = Playback(recording)
    first_piece = playback.next_piece_ns()
    assert first_piece is not None
    playback.seek(first_piece - 1)
    before = playback.view.pieces, playback.view.piece
    playback.seek(first_piece)

    assert before == (1, None)
    assert playback.view.piece is not None


def test_nothing_comes_after_the_end(recording: Recording) -> None:
    playback = Playback(recording)
    playback.seek(recording.time_ns)

    assert playback.next_piece_ns() is None
    assert playback.advance(recording.time_ns + S) == []


def test_a_game_taken_over_goes_on_alone(recording: Recording) -> None:
    playback = Playback(recording)
    playback.seek(20 * S)
    game = playback.take_over()
    game.update(21 * S, {Button.HARD_DROP})

    assert playback.time_ns == 20 * S
    assert Recording.of(game).verify() is None


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_can_be_played_back(mode: str) -> None:
    game = nimble_game(1, 10, rules=MODES[mode].rules)
    recording = Recording.of(game)
    playback = Playback(recording)
    list(playback.prepare())
    playback.seek(5 * S)

    assert looks(playback.take_over()) == looks(recording.replay(5 * S))


class TestUndo:
    def test_the_last_press_is_undone_with_all_that_came_of_it(self) -> None:
        game = Game(seed=1)
        game.update(0)
        game.update(S, {Button.MOVE_LEFT})
        game.update(S + 50 * MS, ())
        before = looks(game)[2:-1]
        game.update(S + 60 * MS, {Button.HARD_DROP})
        game.update(S + 200 * MS, ())
        undone = without_last_press(game)

        assert undone is not None
        assert looks(undone)[2:-1] == before
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
    def test_a_piece_that_is_dropped_as_it_comes_in_is_undone_alone(self, delay_ns: int) -> None:
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
        game = Game(seed=1)
        game.update(0)

        assert without_last_press(game) is None
        assert without_last_piece(game) is None

    def test_a_history_that_is_followed_goes_back_to_what_a_replay_shows(self) -> None:
        game, history = followed(nimble_game(6, 400))
        for cut in (
            history.before_last_press(game),
            history.before_last_piece(game),
            Cut(100, game.inputs[100][0] - 1),
        ):
            assert cut is not None
            game, beside, inputs = history.go_back(game, cut)
            played_back = sum(1 for _ in inputs)
            history.record(game, play_inputs(game, inputs, cut.time_ns), lambda: 0)

            assert beside == len(game.inputs) - played_back
            assert looks(game) == looks(Recording.of(game).replay())
            assert Recording.of(game).verify() is None

    def test_going_back_a_piece_in_a_long_game_is_a_short_replay(self) -> None:
        game, history = followed(nimble_game(6, 400))
        cut = history.before_last_piece(game)
        assert cut is not None
        _, _, inputs = history.go_back(game, cut)

        assert len(inputs) < len(game.inputs) / 20

    def test_a_history_does_not_go_back_beyond_its_beginning(self) -> None:
        game = nimble_game(1, 10)
        history = History(game, None)

        assert history.before_last_press(game) is None
        assert history.before_last_piece(game) is None


def followed(played: Game) -> tuple[Game, History[int]]:
    """Return a game that was played, again, and its history, with the number of inputs beside it."""
    game = Game.from_setup(played.setup)
    history = History(game, 0)
    for time_ns, mask in played.inputs:
        history.record(game, game.play(time_ns, mask), lambda: len(game.inputs))
    return game, history


def play_inputs(game: Game, inputs: Sequence[tuple[int, int]], until_ns: int) -> list[Event]:
    """Play a game on by some inputs, to a time."""
    events = [event for time_ns, mask in inputs for event in game.play(time_ns, mask)]
    return events + game.update(until_ns)
