"""A session goes back by a piece or by a press, for practice, and what is left of it is a game like any other."""

from random import Random

import pytest

from piecement.session.session import INPUT_GRID_NS, Session
from piecement.session.statistics import recount
from piecement_base.plan import Plan
from piecement_engine import MODES, Button, Game, Mode, Recording
from tests.app.stand_ins import ENDLESS, MS, ONE_PIECE, ManualClock
from tests.engine.undone import without_last_piece, without_last_press

LEFT = frozenset({Button.MOVE_LEFT})
HARD_DROP = frozenset({Button.HARD_DROP})
NOTHING: frozenset[Button] = frozenset()
BUTTONS = (Button.MOVE_LEFT, Button.MOVE_RIGHT, Button.ROTATE_LEFT, Button.SOFT_DROP, Button.HARD_DROP, Button.HOLD)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def begun(clock: ManualClock, mode: Mode = ENDLESS, seed: int = 7) -> Session:
    """Return a session that runs."""
    plan = Plan(mode, seed=seed)
    played = Session(plan, plan.game({}), clock)
    played.resume()
    return played


def drop(played: Session, clock: ManualClock, milliseconds: float = 300) -> None:
    """Hard drop the piece in play, and wait for the next."""
    played.hold(HARD_DROP)
    clock.pass_ms(40)
    played.hold(NOTHING)
    clock.pass_ms(milliseconds)
    played.advance()


def play_at_random(played: Session, clock: ManualClock, random: Random, changes: int) -> None:
    """Press and release buttons at random."""
    for _ in range(changes):
        clock.pass_ms(random.choice([3.3, 17, 60, 210.7]))
        played.advance()
        played.hold(frozenset(random.sample(BUTTONS, random.randrange(3))))


def looks(game: Game) -> tuple[object, ...]:
    """Return all that tells one moment of a game from another."""
    view = game.view
    return view.time_ns, view.end, view.score, view.lines, view.piece, view.hold, view.rows, view.next, view.held


def test_the_clock_goes_on_from_there(clock: ManualClock) -> None:
    played = begun(clock)
    clock.pass_ms(500)
    drop(played, clock, 500)
    before = played.view.piece
    drop(played, clock, 5000)
    played.undo_piece()
    back_ns = played.time_ns
    clock.pass_ms(100)
    played.advance()

    assert played.view.piece is not None
    assert before is not None
    assert played.view.piece.shape == before.shape
    assert back_ns < 1000 * MS
    assert played.view.time_ns == back_ns + 100 * MS


def test_a_paused_session_stays_paused(clock: ManualClock) -> None:
    played = begun(clock)
    drop(played, clock)
    played.pause()
    played.undo_piece()
    clock.pass_ms(5000)

    assert not played.is_running
    assert played.time_ns == played.view.time_ns == 0


def test_all_buttons_are_let_go_of(clock: ManualClock) -> None:
    played = begun(clock)
    clock.pass_ms(100)
    played.hold(LEFT)
    clock.pass_ms(400)
    played.hold(LEFT | HARD_DROP)
    played.undo_press()

    assert played.view.held == NOTHING
    assert played.statistics.counts.presses == 1


def test_it_is_practice_only_once_something_was_undone(clock: ManualClock) -> None:
    played = begun(clock)
    nothing = played.undo_piece(), played.undo_press(), played.unranked.practice
    drop(played, clock)
    played.undo_piece()

    assert nothing == (False, False, False)
    assert played.unranked.practice


def test_a_finished_game_stays_over(clock: ManualClock) -> None:
    played = begun(clock, ONE_PIECE)
    drop(played, clock)

    assert not played.undo_piece()
    assert not played.undo_press()
    assert not played.unranked


@pytest.mark.wide
@pytest.mark.parametrize("mode", ["marathon", "cheese", "survival", "puzzle", "cascade", "zen", "20g"])
@pytest.mark.parametrize("seed", range(3))
def test_undone_session_equals_its_replay_and_the_engines_undo(mode: str, seed: int, clock: ManualClock) -> None:
    random = Random(seed)
    played = begun(clock, MODES[mode], seed)
    for _ in range(12):
        play_at_random(played, clock, random, 40)
        if played.is_over:
            break
        undo, oracle = random.choice([(played.undo_piece, without_last_piece), (played.undo_press, without_last_press)])
        expected = oracle(played.game)
        assert undo() == (expected is not None)
        if expected is None:
            continue
        expected.update(expected.view.time_ns + -expected.view.time_ns % INPUT_GRID_NS, NOTHING)
        recording = Recording.from_text(Recording.of(played.game).to_text())

        assert looks(played.game) == looks(expected)
        assert played.game.inputs == expected.inputs
        assert recording.verify() is None
        assert looks(recording.replay()) == looks(played.game)
        assert played.statistics == recount(recording)


def test_inputs_stay_on_the_grid_after_going_back(clock: ManualClock) -> None:
    """Also where a button was held as the piece came in, so that the recording stays short."""
    played = begun(clock)
    for _ in range(2):
        played.hold(LEFT | HARD_DROP)
        clock.pass_ms(40.3)
        played.hold(LEFT)
        clock.pass_ms(300)
        played.advance()
    played.undo_piece()

    assert played.game.inputs[-1][1] == 0
    assert {time_ns % INPUT_GRID_NS for time_ns, _ in played.game.inputs} == {0}


def test_resumed_session_can_go_back_beyond_its_start(clock: ManualClock) -> None:
    played = begun(clock)
    play_at_random(played, clock, Random(1), 25)
    played.pause()
    goes_on = Session.going_on(played.plan, played.branch(), clock)
    same = looks(goes_on.game) == looks(played.game), goes_on.statistics == played.statistics
    goes_on.undo_piece()
    goes_on.undo_piece()

    assert same == (True, True)
    assert goes_on.view.pieces == played.view.pieces - 2
    assert not goes_on.is_running


@pytest.mark.parametrize("undo", ["undo_piece", "undo_press"])
@pytest.mark.parametrize("mode", ["marathon", "zen", "survival"])
def test_redo_plays_again_what_undo_took_back(undo: str, mode: str, clock: ManualClock) -> None:
    played = begun(clock, MODES[mode])
    play_at_random(played, clock, Random(4), 60)
    moments = [looks(played.game)]
    while len(moments) < 4 and getattr(played, undo)():
        clock.pass_ms(300)
        moments.append(looks(played.game))
        played.advance()
    for moment in reversed(moments[:-1]):
        assert played.redo()
        assert looks(played.game)[1:-1] == moment[1:-1]
        clock.pass_ms(200)
        played.advance()

    assert not played.redo()
    assert Recording.of(played.game).verify() is None
    assert played.statistics == recount(Recording.of(played.game))


def test_a_press_forgets_what_could_be_redone(clock: ManualClock) -> None:
    played = begun(clock)
    drop(played, clock)
    played.undo_piece()
    played.hold(LEFT)

    assert not played.redo()


def test_redo_works_while_paused(clock: ManualClock) -> None:
    played = begun(clock, MODES["zen"])
    for _ in range(3):
        drop(played, clock)
    played.pause()
    played.undo_piece()
    played.undo_piece()

    assert (played.view.pieces, played.redo(), played.view.pieces, played.is_running) == (1, True, 2, False)
