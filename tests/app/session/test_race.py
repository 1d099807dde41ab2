"""A race tells how a game stands against the best of its mode at each step, and what it will come to."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import cast

import pytest

from piecement.session.race import Race
from piecement.session.splits import Split, SplitSchedule
from piecement_base.formatting import clock_text, difference_text
from piecement_engine import MODES, Budget, Event, Game, GameView, Limit, Limits, Recording, Replayer, Rules, Tracker
from piecement_engine.events import PieceSpawned
from tests.app.stand_ins import MS
from tests.engine.nimble_player import nimble_game
from tests.sampling import together

S = 1_000_000_000
FRAME_NS = 16_666_667
SEC_10 = 10 * S


@cache
def played(mode: str, seed: int, seconds: int = 120) -> Recording:
    """Return a game of a mode, played until it is won or for a while."""
    return Recording.of(nimble_game(seed, seconds, rules=MODES[mode].rules))


def schedule_of(mode: str) -> SplitSchedule:
    return SplitSchedule.of(MODES[mode], MODES[mode].rules)


def race_of(mode: str, best: Recording | None) -> Race:
    """Return a race that has looked through all of the best game."""
    race = Race(schedule_of(mode), best)
    for _ in range(100):
        race.look_ahead()
    return race


def run(race: Race, recording: Recording) -> dict[str, tuple[str, bool]]:
    """Play a recorded game again, frame by frame, and return the first of what was told, by label."""
    replayer = recording.replayer()
    told: dict[str, tuple[str, bool]] = {}
    while not replayer.is_at_end:
        race.on_events(replayer.advance(replayer.time_ns + FRAME_NS), replayer.view)
        for standing in race.standings():
            told.setdefault(standing.label, (standing.value, standing.ahead))
            if standing.label == "On pace for":
                told["in the end"] = (standing.value, standing.ahead)
    return told


def time_at_lines(recording: Recording, lines: int) -> int:
    """Return when a piece came into play once so many lines were cleared, or when the game ended with them."""
    game = Game.from_setup(recording.setup)
    for time_ns, mask in recording.inputs:
        for event in game.play(time_ns, mask):
            if isinstance(event, PieceSpawned) and game.view.lines >= lines:
                return event.time_ns
    game.update(recording.time_ns)
    assert game.view.lines >= lines
    return game.view.time_ns


@together(
    ("mode", "schedule"),
    [
        ("40_lines", SplitSchedule("lines", 10, "time", more_is_better=False, goal=40)),
        ("master", SplitSchedule("lines", 10, "time", more_is_better=False, goal=300)),
        ("marathon", SplitSchedule("lines", 10, "score", more_is_better=True, goal=None)),
        ("classic", SplitSchedule("lines", 10, "score", more_is_better=True, goal=None)),
        ("guideline", SplitSchedule("lines", 10, "score", more_is_better=True, goal=150)),
        ("cheese", SplitSchedule("lines", 10, "pieces", more_is_better=False, goal=32)),
        ("dig", SplitSchedule("lines", 1, "time", more_is_better=False, goal=10)),
        ("puzzle", SplitSchedule("level", 1, "time", more_is_better=False, goal=25, start=1)),
        ("time_trial", SplitSchedule("time", SEC_10, "score", more_is_better=True, goal=18 * SEC_10)),
        ("custom", SplitSchedule("time", SEC_10, "lines", more_is_better=True, goal=6 * SEC_10)),
        ("zen", SplitSchedule("lines", 10, "score", more_is_better=True, goal=None)),
    ],
)
def test_each_mode_is_compared_by_its_ranking(mode: str, schedule: SplitSchedule) -> None:
    assert schedule_of(mode) == schedule


@together("mode", MODES)
def test_every_mode_has_a_schedule(mode: str) -> None:
    schedule = schedule_of(mode)

    assert schedule.step > 0
    assert schedule.compared != schedule.along
    assert {schedule.along, schedule.compared} <= set(Split._fields)


@pytest.mark.parametrize("limits", [Limits(pieces=Limit(50)), Limits(score=Limit(5000)), Limits(level=Limit(3))])
def test_a_custom_goal_makes_the_steps(limits: Limits) -> None:
    schedule = SplitSchedule.of(MODES["custom"], Rules(limits=limits))

    assert (schedule.along, schedule.step) in {("pieces", 10), ("score", 500), ("lines", 10)}


@pytest.mark.wide
@pytest.mark.parametrize("mode", ["40_lines", "cheese", "marathon", "time_trial", "guideline", "zen"])
def test_the_same_game_again_is_neither_ahead_nor_behind(mode: str) -> None:
    best = played(mode, 1, 60)
    told = run(race_of(mode, best), best)
    against = {label: value for label, value in told.items() if label.startswith("Best at")}

    assert against
    assert {value.strip("+-0.") for value, _ in against.values()} == {""}
    assert not any(ahead for _, ahead in against.values())


def test_time_is_compared_at_each_ten_lines() -> None:
    best, mine = played("40_lines", 2), played("40_lines", 1)
    told = run(race_of("40_lines", best), mine)
    for lines in (10, 20, 30, 40):
        times = time_at_lines(mine, lines), time_at_lines(best, lines)

        assert told[f"Best at {lines} lines"] == (difference_text(*times), times[0] < times[1])


def test_the_projection_follows_the_best_and_ends_at_the_end() -> None:
    best, mine = played("40_lines", 2), played("40_lines", 1)
    told = run(race_of("40_lines", best), mine)
    first = time_at_lines(mine, 10) * best.time_ns / time_at_lines(best, 10)

    assert best.result.end is not None
    assert told["On pace for"][0] == clock_text(round(first))
    assert told["in the end"][0] == clock_text(mine.time_ns)
    assert told["Best"][0] == clock_text(best.time_ns)


def test_without_a_best_game_the_pace_so_far_is_projected() -> None:
    mine = played("40_lines", 1)
    race = race_of("40_lines", None)
    told = run(race, mine)

    assert race.is_run
    assert set(told) == {"On pace for", "in the end"}
    assert told["On pace for"][0] == clock_text(time_at_lines(mine, 10) * 4)


def test_there_is_nothing_to_tell_without_a_best_game_and_a_goal() -> None:
    race = race_of("zen", None)

    assert not race.is_run
    assert run(race, played("zen", 1, 30)) == {}
    assert race.advance_rival(S) is None
    assert race.field is None


def test_of_a_best_game_that_was_lost_it_is_told_how_far_it_came() -> None:
    best = played("cheese", 2, 60)

    assert best.result.end is None
    assert race_of("cheese", best).standings()[0].value == f"{best.result.lines} lines"


def test_steps_that_the_best_game_never_came_to_are_passed() -> None:
    told = run(race_of("marathon", played("marathon", 2, 20)), played("marathon", 1, 60))

    assert told["Best at 20 lines"] == ("passed", True)


def test_unseen_pieces_are_not_compared_yet() -> None:
    best = played("40_lines", 1)
    race = Race(schedule_of("40_lines"), best)
    before = run(race, best)
    for _ in range(100):
        race.look_ahead()

    assert not any(label.startswith("Best at") for label in before)
    assert race.standings()[0].label == "Best at 40 lines"


def test_going_back_forgets_the_steps_after_that() -> None:
    best = played("40_lines", 1)
    race = race_of("40_lines", best)
    replayer = best.replayer()
    while replayer.view.lines < 11:
        race.on_events(replayer.advance(replayer.time_ns + FRAME_NS), replayer.view)
    reached = race.standings()[0].label
    race.go_back(Game.from_setup(best.setup).view)

    assert reached == "Best at 10 lines"
    assert race.standings()[0].label == "Best"


def test_no_call_plays_more_than_two_seconds_of_the_best_game(monkeypatch: pytest.MonkeyPatch) -> None:
    best = played("40_lines", 1)
    passed: list[int] = []
    plain: Callable[[Replayer[Tracker], int, Budget | None], list[Event]] = Replayer[Tracker].advance

    def measured(self: Replayer[Tracker], time_ns: int, budget: Budget | None = None) -> list[Event]:
        before = self.time_ns
        events = plain(self, time_ns, budget)
        passed.append(self.time_ns - before)
        return events

    monkeypatch.setattr(Replayer, "advance", measured)
    race = Race(schedule_of("40_lines"), best)
    race.advance_rival(40 * S)
    race.advance_rival(40 * S)
    ran = list(passed)
    passed.clear()
    race.look_ahead()

    assert ran == [2 * S, 2 * S]
    assert sum(passed) <= 2 * S


def test_the_rival_shows_the_best_game_at_the_same_time() -> None:
    best = played("40_lines", 1)
    race = Race(schedule_of("40_lines"), best)
    for time_ns in range(0, 30 * S, 100 * MS):
        rival = race.advance_rival(time_ns)
        assert rival is not None
        if time_ns % (3 * S) == 0:
            view = best.replay(time_ns).view

            assert rival == (tuple(view.rows), view.piece)
    assert race.field == (10, 20)


def test_after_going_back_the_rival_does_so_too() -> None:
    best = played("40_lines", 1)
    race = Race(schedule_of("40_lines"), best)
    game = Game.from_setup(best.setup)
    game.update(3 * S)
    for time_ns in range(0, 10 * S, 100 * MS):
        race.advance_rival(time_ns)
    race.go_back(game.view)
    race.advance_rival(3 * S)
    rival = race.advance_rival(3 * S)

    assert rival is not None
    assert rival.rows == tuple(best.replay(3 * S).view.rows)


def test_a_recording_that_does_not_replay_is_not_raced_against() -> None:
    best = played("40_lines", 1)
    broken = replace(best, inputs=((5, 1), (3, 0)))
    scouted, shown = Race(schedule_of("40_lines"), broken), Race(schedule_of("40_lines"), broken)
    scouted.look_ahead()

    assert shown.advance_rival(S) is None
    assert scouted.standings() == shown.standings() == ()


def test_schedule_finds_first_split_and_last_before_a_time() -> None:
    by_lines, by_time = (
        SplitSchedule(along, 1, "score", more_is_better=True, goal=None) for along in ("lines", "time")
    )
    splits = [Split(time * S, lines, 1, 0, 0) for time, lines in ((1, 0), (2, 4), (3, 4), (4, 10))]
    times = [found and found.time // S for found in (by_lines.split_at(lines, splits) for lines in (1, 4, 5, 11))]
    lines = [
        found and found.lines for found in (by_time.split_at(time, splits) for time in (0, S, 2 * S + 1, 4 * S, 5 * S))
    ]

    assert times == [2, 2, 4, None]
    assert lines == [None, 0, 4, 10, None]


@pytest.mark.wide
@pytest.mark.parametrize("mode", ["40_lines", "cheese", "guideline", "dig"])
@pytest.mark.parametrize("with_best", [True, False])
def test_the_projection_is_never_less_than_the_game_has_come_to(
    mode: str, with_best: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("piecement.session.splits.clock_text", str)
    mine = played(mode, 1)
    race = race_of(mode, played(mode, 2) if with_best else None)
    replayer = mine.replayer()
    seen: list[bool] = []
    while not replayer.is_at_end:
        race.on_events(replayer.advance(replayer.time_ns + 20 * FRAME_NS), replayer.view)
        come_to = Split.of(replayer.view).value(schedule_of(mode).compared)
        paces = [value for label, value, *_ in race.standings() if label == "On pace for"]
        seen += [int(pace.replace(",", "")) >= come_to for pace in paces]

    assert seen
    assert all(seen)


def test_a_projection_that_has_passed_goes_on_with_the_clock() -> None:
    mine = played("40_lines", 1)
    race = race_of("40_lines", None)
    game = Game.from_setup(mine.setup)
    for time_ns, mask in mine.inputs:
        if game.view.lines < 10:
            race.on_events(game.play(time_ns, mask), game.view)
    early = race.standings()[-1].value
    idle = SimpleNamespace(time_ns=600 * S, lines=10, level=1, score=0, pieces=25, end=None)
    race.on_events((), cast("GameView", idle))

    assert race.standings()[-1].value == clock_text(600 * S) != early


def leads(mode: str, own: Recording, best: Recording) -> list[int]:
    """Return in which seconds a recorded game is said to have got ahead of another."""
    race, replayer = race_of(mode, best), own.replayer()
    told: list[int] = []
    while not replayer.is_at_end:
        race.on_events(replayer.advance(replayer.time_ns + S // 10), replayer.view)
        told += [event.time_ns // S for event in race.take_new_lead(replayer.time_ns)]
    return told


def test_a_lead_is_told_once_and_not_of_the_first_pieces() -> None:
    fast, slow = sorted((played("40_lines", 1), played("40_lines", 2)), key=lambda game: game.time_ns)
    told = leads("40_lines", fast, slow)

    assert told
    assert told[0] >= 10
    assert len(told) <= 4
    assert leads("40_lines", fast, fast) == []


def test_the_last_two_steps_are_splits() -> None:
    best, game = played("40_lines", 1), played("40_lines", 2)
    race = race_of("40_lines", best)
    run(race, game)
    first, second = race.splits()

    assert (first.step, second.step) == ("30", "40")
    assert second.value == clock_text(time_at_lines(game, 40))
    assert second.difference == difference_text(time_at_lines(game, 40), time_at_lines(best, 40))


def test_a_race_against_nobody_has_splits_without_difference() -> None:
    race = race_of("40_lines", None)
    run(race, played("40_lines", 2))

    assert [split.difference for split in race.splits()] == ["", ""]


def test_the_goal_has_a_mark_where_the_best_game_was() -> None:
    best = played("40_lines", 1)
    race = race_of("40_lines", best)
    run(race, played("40_lines", 2))
    reached = [race.best_part(time_at_lines(best, lines)) for lines in (10, 20, 40)]

    assert reached == pytest.approx([0.25, 0.5, 1], abs=0.11)
    assert race.best_part(0) == 0
    assert race_of("40_lines", None).best_part(0) is None
    assert race_of("marathon", played("marathon", 1)).best_part(0) is None
