"""Achievements: a plain table, each of which can be told, and names figures that are stored."""

from dataclasses import fields

from piecement.session.achievements import ACHIEVEMENTS, BY_NAME, GAMES, MODES, PACE
from piecement.session.statistics import Counts
from piecement_engine import MODES as ALL_MODES
from piecement_engine.modes.mode import RESULTS


def test_there_are_about_thirty_and_no_two_are_alike() -> None:
    assert 28 <= len(ACHIEVEMENTS) <= 36
    assert len({one.title for one in ACHIEVEMENTS}) == len({one.sentence for one in ACHIEVEMENTS}) == len(BY_NAME)


def test_each_is_one_sentence_of_stored_figures() -> None:
    figures = {*RESULTS, *(count.name for count in fields(Counts)), GAMES, MODES, PACE}

    for one in ACHIEVEMENTS:
        assert one.sentence.endswith(".")
        assert {need.figure for need in one.needs} <= figures
        assert not one.mode or one.mode in ALL_MODES
        assert one.needs or one.won
