"""A session keeps time, pauses, holds buttons and counts, without anything to see."""

from random import Random

import pytest

from piecement.session.hud import HudStats
from piecement.session.session import INPUT_GRID_NS, Session
from piecement.session.statistics import recount
from piecement_base.origin import UnrankedReasons
from piecement_base.plan import Plan
from piecement_engine import MODES, Button, End, Game, Recording, Rules
from piecement_engine.bots import Player, Search, SearchingBot
from piecement_engine.bots.bot import Habits
from tests.app.stand_ins import ENDLESS, MS, ONE_PIECE, ManualClock
from tests.engine.nimble_player import NimblePlayer
from tests.engine.play import with_lock_checks

LEFT = frozenset({Button.MOVE_LEFT})
RIGHT = frozenset({Button.MOVE_RIGHT})
HARD_DROP = frozenset({Button.HARD_DROP})
NOTHING: frozenset[Button] = frozenset()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def endless(clock: ManualClock) -> Session:
    return a_session(clock, Plan(ENDLESS, seed=7))


def a_session(clock: ManualClock, plan: Plan) -> Session:
    """Return a session of a plan, with the player's own overrides left out."""
    return Session(plan, plan.game({}), clock)


def drop_a_piece(played: Session, clock: ManualClock) -> None:
    """Hard drop the piece in play, and wait for the next."""
    played.hold(HARD_DROP)
    played.hold(NOTHING)
    clock.pass_ms(300)
    played.advance()


def column(played: Session) -> int:
    """Return the column of the piece in play."""
    piece = played.view.piece
    assert piece is not None
    return piece.x


def test_game_time_stands_still_until_the_session_is_started(endless: Session, clock: ManualClock) -> None:
    clock.pass_ms(500)
    endless.advance()

    assert endless.time_ns == 0
    assert not endless.has_begun


def test_game_time_is_that_of_the_clock_without_pauses(endless: Session, clock: ManualClock) -> None:
    endless.resume()
    clock.pass_ms(100)
    endless.pause()
    clock.pass_ms(60_000)
    endless.resume()
    clock.pass_ms(1234)
    endless.advance()

    assert endless.view.time_ns == 1334 * MS


def test_a_pause_releases_all_buttons(endless: Session, clock: ManualClock) -> None:
    endless.resume()
    endless.hold(LEFT)
    endless.pause()

    assert endless.view.held == NOTHING


def test_a_pause_can_reach_back_to_the_last_frame(endless: Session, clock: ManualClock) -> None:
    endless.resume()
    clock.pass_ms(100)
    seen_ns = clock()
    clock.pass_ms(10_000)
    endless.pause(seen_ns)
    endless.resume()
    clock.pass_ms(20)
    endless.advance()

    assert endless.view.time_ns == 120 * MS


def test_nothing_can_be_pressed_while_paused(endless: Session, clock: ManualClock) -> None:
    endless.resume()
    clock.pass_ms(10)
    endless.pause()
    before = column(endless)
    endless.hold(LEFT)

    assert column(endless) == before
    assert endless.statistics.counts.presses == 0


def test_a_press_counts_from_the_moment_it_was_made(endless: Session, clock: ManualClock) -> None:
    """Held for 167 ms it makes a step and a first repeat, although it was applied 60 ms late."""
    endless.resume()
    clock.pass_ms(50)
    endless.advance()
    pressed_ns = clock()
    start = column(endless)
    clock.pass_ms(60)
    endless.hold(LEFT, pressed_ns)
    clock.pass_ms(167 - 60)
    endless.advance()

    assert start - column(endless) == 2


def test_early_press_counts_from_the_last_frame(endless: Session, clock: ManualClock) -> None:
    endless.resume()
    pressed_ns = clock()
    clock.pass_ms(50)
    endless.advance()
    endless.hold(LEFT, pressed_ns)

    assert endless.view.time_ns == 50 * MS


def test_the_time_after_the_end_can_be_told(clock: ManualClock) -> None:
    played = a_session(clock, Plan(ONE_PIECE, seed=1))
    played.resume()
    drop_a_piece(played, clock)
    ended_ns = played.view.time_ns
    clock.pass_ms(200)

    assert played.is_over
    assert played.since_end_ns == played.time_ns - ended_ns > 200 * MS


def test_buttons_and_frames_after_the_end_change_nothing(clock: ManualClock) -> None:
    played = a_session(clock, Plan(ONE_PIECE, seed=1))
    played.resume()
    drop_a_piece(played, clock)
    before = played.view.time_ns, played.statistics.counts.presses

    assert played.hold(HARD_DROP) == []
    assert played.advance() == []
    assert played.forfeit() == []
    assert (played.view.time_ns, played.statistics.counts.presses) == before


def test_giving_up_ends_the_session(endless: Session, clock: ManualClock) -> None:
    endless.resume()
    clock.pass_ms(10)
    endless.forfeit()

    assert endless.finished().end is End.FORFEIT


def test_a_paused_session_can_be_given_up(endless: Session, clock: ManualClock) -> None:
    endless.resume()
    clock.pass_ms(10)
    endless.pause()
    clock.pass_ms(10_000)
    endless.forfeit()

    assert endless.finished().result.time_ns == 10 * MS


def test_there_is_no_result_before_the_end(endless: Session) -> None:
    with pytest.raises(ValueError, match="not over"):
        endless.finished()


def test_the_result_sums_up_the_game(clock: ManualClock) -> None:
    plan = Plan(ONE_PIECE, seed=1)
    played = a_session(clock, plan)
    played.resume()
    drop_a_piece(played, clock)
    result = played.finished()

    assert result.plan is plan
    assert (result.end, result.result.pieces, result.result.lines, result.result.level) == (End.COMPLETED, 1, 0, 1)
    assert result.statistics.counts.presses == 1


def test_the_recording_of_a_session_replays_to_its_end(endless: Session, clock: ManualClock) -> None:
    endless.resume()
    for _ in range(30):
        drop_a_piece(endless, clock)
        if endless.is_over:
            break
    recording = Recording.from_text(endless.finished().recording.to_text())
    replayed = recording.replay()

    assert recording.verify() is None
    assert len(recording.lock_checks) == recording.result.pieces // 8 > 0
    assert replayed.view.rows == endless.view.rows
    assert replayed.view.end is endless.view.end


def test_the_recording_of_a_session_has_the_checks_of_its_locks(endless: Session, clock: ManualClock) -> None:
    endless.resume()
    for number in range(20):
        drop_a_piece(endless, clock)
        if number == 9:
            endless.undo_piece()
    endless.forfeit()
    recording = endless.finished().recording

    assert len(recording.lock_checks) == endless.view.pieces // 8 >= 1
    assert recording.lock_checks == with_lock_checks(endless.game).lock_checks


def test_a_fast_minute_is_recorded_in_under_a_kilobyte() -> None:
    def played(seconds: int) -> Game:
        game = Game(Rules(preview_count=4, start_level=3), seed=2)
        return NimblePlayer(game, Random(1), 3.6, grid_ms=INPUT_GRID_NS // MS).play(seconds * 1000)

    half, whole = played(30), played(90)
    growth = len(with_lock_checks(whole).to_text()) - len(with_lock_checks(half).to_text())

    assert whole.view.pieces - half.view.pieces >= 2.45 * 60
    assert growth < 1000


def test_presses_are_counted_and_releases_are_not(endless: Session, clock: ManualClock) -> None:
    endless.resume()
    for held in (LEFT, LEFT | HARD_DROP, LEFT, NOTHING, LEFT):
        clock.pass_ms(100)
        endless.hold(held)

    assert endless.statistics.counts.presses == 3


@pytest.mark.parametrize("mode", ["marathon", "cheese", "classic", "40_lines"])
@pytest.mark.parametrize("seed", range(3))
def test_the_recording_counts_equal_those_of_play(clock: ManualClock, mode: str, seed: int) -> None:
    """Whenever frames come, and whatever is pressed in a hurry."""
    random = Random(seed)
    played = a_session(clock, Plan(MODES[mode], seed=seed))
    played.resume()
    for _ in range(600):
        clock.pass_ms(random.choice((1, 3, 16, 40)))
        if random.random() < 0.6:
            played.advance()
        else:
            played.hold(frozenset(random.sample(list(Button), random.randrange(3))))
    clock.pass_ms(5000)
    played.advance()
    statistics = recount(Recording.of(played.game))

    assert statistics == played.statistics
    assert statistics.finesse.faulty > 0


def figures_of(played: Session) -> HudStats:
    return HudStats.of(played.view, played.statistics)


def test_finesse_is_told_as_a_part_of_the_pieces(endless: Session, clock: ManualClock) -> None:
    endless.resume()
    for wanders in (True, False, False, False):
        for held in (LEFT, RIGHT, LEFT, RIGHT, LEFT, RIGHT) if wanders else ():
            endless.hold(held)
            clock.pass_ms(10)
        drop_a_piece(endless, clock)

    assert figures_of(endless).finesse == 0.75
    assert endless.statistics.finesse.faults == 6


def test_the_pace_is_told_in_pieces_and_presses(endless: Session, clock: ManualClock) -> None:
    endless.resume()
    for _ in range(4):
        drop_a_piece(endless, clock)
    clock.pass_ms(800)
    endless.advance()

    assert figures_of(endless).pieces_per_second == pytest.approx(4 / 2)
    assert figures_of(endless).keys_per_piece == 1


def test_the_pace_is_nothing_before_the_first_piece(endless: Session) -> None:
    assert figures_of(endless).pieces_per_second == 0
    assert figures_of(endless).keys_per_piece == 0


def test_a_bot_plays_by_game_time_and_its_presses_count(endless: Session, clock: ManualClock) -> None:
    endless.resume()
    clock.pass_ms(100)
    endless.update(50 * MS, HARD_DROP)
    endless.update(60 * MS, NOTHING)

    assert endless.view.time_ns == 60 * MS
    assert (endless.view.pieces, endless.statistics.counts.presses) == (1, 1)


@pytest.mark.parametrize("pause_ms", [0, 1, 700])
def test_bot_plays_on_after_a_pause_off_its_grid(endless: Session, clock: ManualClock, pause_ms: int) -> None:
    """A pause lets go of all buttons at the next moment of the grid, and the game is then a little ahead of the clock.

    Whoever plays on at once is told of no time that the game has passed already.
    """
    pilot = Player(endless, SearchingBot(Habits(search=Search("survive", 1, 1))))
    endless.resume()
    for _ in range(40):
        clock.pass_ms(16.700001)
        pilot.advance(endless.time_ns)
        endless.pause()
        assert endless.time_ns >= endless.view.time_ns
        clock.pass_ms(pause_ms)
        endless.resume()
        assert endless.time_ns >= endless.view.time_ns
        pilot.advance(endless.time_ns)

    assert endless.view.pieces > 0


def test_a_session_and_its_result_bear_their_marks(endless: Session) -> None:
    endless.mark_unranked(bot=True)
    endless.mark_unranked(practice=True)
    endless.forfeit()

    assert endless.finished().unranked == UnrankedReasons(bot=True, practice=True)


def test_a_slowed_game_plays_by_a_slower_clock(clock: ManualClock) -> None:
    plan = Plan(ENDLESS, seed=7, speed=50)
    slowed = a_session(clock, plan)
    slowed.resume()
    clock.pass_ms(1000)
    slowed.advance()
    slowed.pause()
    clock.pass_ms(700)
    slowed.resume()
    due_ns = slowed.next_event_at_ns
    clock.pass_ms(1000)
    slowed.advance()

    assert slowed.time_ns == 1000 * MS
    assert due_ns > clock() - 1000 * MS
    assert plan.variant == "speed=50"
    assert not Plan(ENDLESS).variant
