"""A bot thinks in slices between the frames, plays by the buttons, and its errors are sentences."""

from collections.abc import Callable, Iterator

import pytest

from piecement.session.bots import BotError
from piecement.session.bots.bot_input import BotInput
from piecement.session.bots.loaded_bot import Hints, LoadedBot, load_bot
from piecement.session.bots.slices import MayThink, Slices
from piecement.session.session import Session
from piecement_base.plan import Plan
from piecement_engine import Button, Recording
from piecement_engine.bots import Placement, Position
from tests.app.stand_ins import ENDLESS, MS, ManualClock

FRAME = 1000 / 60


class Timers:
    """Calls that wait until the test makes them, one at a time."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []
        self.delays: list[float] = []

    def later(self, delay_s: float, call: Callable[[], None]) -> "Timers":
        self.waiting.append(call)
        self.delays.append(delay_s)
        return self

    def cancel(self) -> None:
        """Forget the call that waits."""
        self.waiting.clear()

    def run(self) -> None:
        """Make the calls, and those that they ask for."""
        while self.waiting:
            self.waiting.pop(0)()


class Thinker:
    """Thinks for 0.3 ms at a time, for ever."""

    def __init__(self, clock: ManualClock) -> None:
        self.clock = clock
        self.slices: list[float] = []

    def __call__(self, may_think: MayThink) -> bool:
        thought = 0.0
        while may_think():
            self.clock.pass_ms(0.3)
            thought += 0.3
        self.slices.append(thought)
        return True


class FaultyBot:
    """Fails."""

    def think(self, position: Position) -> Iterator[Placement | None]:
        """Fail at once."""
        raise ZeroDivisionError("division by zero")


def a_session(clock: ManualClock, seed: int = 7) -> Session:
    plan = Plan(ENDLESS, seed)
    return Session(plan, plan.game({}), clock)


@pytest.mark.parametrize(("fps", "most_ms"), [(30, 4), (60, 4), (120, 2.1), (240, 1.1)])
def test_thinking_takes_part_of_a_frame_in_1_ms_slices(fps: int, most_ms: float) -> None:
    clock, timers = ManualClock(), Timers()
    thinker = Thinker(clock)
    Slices(thinker, clock, timers.later).after_frame(fps)
    timers.run()

    assert max(thinker.slices) <= 1.2001
    assert most_ms - 1.2 <= sum(thinker.slices) <= most_ms + 0.3


def test_every_slice_lets_keys_and_frames_through() -> None:
    clock, timers = ManualClock(), Timers()
    Slices(Thinker(clock), clock, timers.later).after_frame(60)
    timers.run()

    assert len(timers.delays) >= 4
    assert min(timers.delays) >= 0.001


def test_a_frame_begins_no_second_row_of_slices() -> None:
    clock, timers = ManualClock(), Timers()
    slices = Slices(Thinker(clock), clock, timers.later)
    slices.after_frame(60)
    slices.after_frame(60)

    assert len(timers.waiting) == 1


def test_nothing_is_thought_once_it_is_stopped() -> None:
    clock, timers = ManualClock(), Timers()
    thinker = Thinker(clock)
    slices = Slices(thinker, clock, timers.later)
    slices.after_frame(60)
    slices.stop()
    timers.run()

    assert thinker.slices == []


def test_slices_end_when_there_is_no_more_to_think() -> None:
    clock, timers = ManualClock(), Timers()
    Slices(lambda _: False, clock, timers.later).after_frame(60)
    timers.run()

    assert len(timers.delays) == 1


def test_bot_input_plays_an_ordinary_recording_at_its_pace() -> None:
    clock = ManualClock()
    played = a_session(clock)
    pilot = BotInput(played, load_bot("survive"), 4.0)
    for frame in range(5 * 60):
        pilot.advance(round(frame * FRAME * MS))
        pilot.think(lambda: True)
    replayed = Recording.of(played.game).replay()

    assert 17 <= played.view.pieces <= 20
    assert [*replayed.view.rows] == [*played.view.rows]
    assert played.statistics.counts.presses >= played.view.pieces


def test_bot_with_little_thinking_time_keeps_its_pace() -> None:
    played = a_session(ManualClock())
    pilot = BotInput(played, load_bot("survive"), 4.0)
    for frame in range(5 * 60):
        pilot.advance(round(frame * FRAME * MS))
        pilot.think(iter([True, False]).__next__)

    assert 17 <= played.view.pieces <= 20


def test_the_pace_can_be_changed_while_it_plays() -> None:
    played = a_session(ManualClock())
    pilot = BotInput(played, load_bot("survive"), 1.0)
    pilot.advance(3000 * MS)
    slow = played.view.pieces
    pilot.set_pace(10.0)
    pilot.advance(6000 * MS)

    assert slow == 3
    assert played.view.pieces - slow >= 15


def test_an_error_of_a_bot_is_a_sentence_and_leaves_the_game() -> None:
    played = a_session(ManualClock())
    pilot = BotInput(played, LoadedBot("mine", FaultyBot()), 1.0)
    with pytest.raises(BotError, match="The bot mine has failed: division by zero"):
        pilot.advance(5000 * MS)

    assert played.view.end is None
    played.update(5001 * MS, {Button.HARD_DROP})


def test_hints_say_where_their_bot_would_go() -> None:
    played = a_session(ManualClock())
    played.update(10 * MS)
    hints = Hints(load_bot("survive"))
    before = hints.advice(played.view)
    while hints.think(played.view, lambda: True):
        pass
    *_, expected = load_bot("survive").bot.think(Position.of(played.view))

    assert before is None
    assert expected is not None
    assert hints.advice(played.view) == expected.piece


def test_advice_holds_while_the_piece_moves_and_ends_with_it() -> None:
    played = a_session(ManualClock())
    played.update(10 * MS)
    hints = Hints(load_bot("survive"))
    hints.think(played.view, lambda: True)
    first = hints.advice(played.view)
    played.update(20 * MS, {Button.MOVE_LEFT})
    moved = hints.advice(played.view)
    played.update(30 * MS, {Button.HARD_DROP})
    played.update(400 * MS, frozenset())

    assert first is not None
    assert moved == first
    assert hints.advice(played.view) is None


def test_an_error_of_hints_is_a_sentence() -> None:
    played = a_session(ManualClock())
    played.update(10 * MS)
    with pytest.raises(BotError, match="has failed"):
        Hints(LoadedBot("mine", FaultyBot())).think(played.view, lambda: True)
