"""The course of a recorded game: its splits, its stack, its pace."""

from piecement.session.course import Courses, GameCourse, paces_of
from tests.app.still_life import forty_lines

S = 1_000_000_000


def course_of(seed: int = 5) -> GameCourse:
    course = GameCourse(forty_lines(seed))
    while course.go_on():
        pass
    return course


def test_splits_are_the_times_of_the_lines() -> None:
    course, recording = course_of(), forty_lines()
    splits = course.line_splits(40, 4)

    assert len(splits) == 4
    assert list(splits) == sorted(splits)
    assert splits[-1] == recording.result.time_ns
    assert course.line_splits(80, 4) == (splits[1], splits[3])


def test_the_stack_ends_as_the_board_does() -> None:
    course, view = course_of(), forty_lines().replay().view

    assert len(course.heights()) == 15
    assert course.heights()[-1] == max((y + 1 for y, row in enumerate(view.rows) if any(row)), default=0)


def test_scores_of_all_levels_are_the_score() -> None:
    course, recording = course_of(), forty_lines()

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
