"""The course of a recorded game: its splits, its stack, its pace."""

from random import Random

from piecement.session.course import Courses, GameCourse, paces_of
from piecement.session.records import FinishedGame
from piecement.session.statistics import recount
from piecement.ui.texts.course import bars
from piecement_base.plan import Plan
from piecement_engine import MODES, Game, Recording, Rules
from tests.app.still_life import forty_lines
from tests.engine.nimble_player import NimblePlayer

S = 1_000_000_000


def played(rules: Rules, seed: int) -> Recording:
    """Return a game of a fast player, at most a minute long."""
    game = Game(rules, seed)
    NimblePlayer(game, Random(seed), pieces_a_second=2.5).play(60_000)
    return Recording.of(game)


def course_of(recording: Recording) -> GameCourse:
    course = GameCourse(recording)
    while course.go_on():
        pass
    return course


def test_splits_are_the_times_of_the_lines() -> None:
    course, recording = course_of(forty_lines()), forty_lines()
    splits = course.line_splits(40, 4)

    assert len(splits) == 4
    assert list(splits) == sorted(splits)
    assert splits[-1] == recording.result.time_ns
    assert course.line_splits(80, 4) == (splits[1], splits[3])


def test_games_in_which_some_rows_are_no_lines_have_no_splits() -> None:
    """Only garbage counts as lines in Dig, so the times of cleared rows are not those of lines."""
    recording = played(MODES["dig"].rules, 1)
    course = course_of(recording)

    assert (recording.result.lines, len(course.lines_at)) == (10, 31)
    assert course.line_splits(10, 4) == ()


def test_a_clear_of_two_parts_leaves_the_chart_alone() -> None:
    plan = Plan(MODES["sprint"], options={"lines": "20"})
    recording = played(plan.mode.rules_with(options=plan.options), 0)
    course = course_of(recording)
    splits = course.line_splits(20, 10)
    game = FinishedGame(plan, recording, recount(recording), view=recording.replay().view)

    assert len(splits) == 10 > len(set(splits))
    assert sorted(bars(game, course, None).heights)[1] > 0.1


def test_the_stack_ends_as_the_board_does() -> None:
    course, view = course_of(forty_lines()), forty_lines().replay().view

    assert len(course.heights()) == 15
    assert course.heights()[-1] == max((y + 1 for y, row in enumerate(view.rows) if any(row)), default=0)


def test_scores_of_all_levels_are_the_score() -> None:
    course, recording = course_of(forty_lines()), forty_lines()

    assert sum(course.scores_by_level()) == recording.result.score


def test_a_faster_part_has_a_greater_pace() -> None:
    assert paces_of((S, 3 * S)) == (1.0, 0.5)


def test_two_games_are_replayed_one_after_the_other() -> None:
    courses = Courses(forty_lines(4), forty_lines(5))
    while courses.go_on():
        pass

    assert courses.best is not None
    assert courses.mine.samples[-1].time_ns == forty_lines(4).time_ns
    assert courses.best.samples[-1].time_ns == forty_lines(5).time_ns
