"""Statistics are counted from events, and from nothing else."""

from dataclasses import replace

from piecement.session.statistics import SessionStatistics
from piecement_engine import TETROMINOES, Spin
from piecement_engine.events import Accolade, LinesCleared, PieceHeld

SINGLE = Accolade(0, 10, TETROMINOES["T"], Spin.NONE, 1, False, 1, 0)


def counted(*events: Accolade | PieceHeld | LinesCleared) -> SessionStatistics:
    """Return the statistics of a session with these events."""
    statistics = SessionStatistics()
    statistics.count(events)
    return statistics


def test_clears_are_counted_by_their_lines() -> None:
    statistics = counted(SINGLE, replace(SINGLE, lines=4), replace(SINGLE, lines=4))

    assert (statistics.clears[1], statistics.clears[2], statistics.clears[4]) == (1, 0, 2)


def test_every_kind_of_spin_counts_as_a_spin() -> None:
    assert counted(SINGLE, replace(SINGLE, spin=Spin.MINI), replace(SINGLE, spin=Spin.FULL)).spins == 2


def test_a_spin_without_lines_is_no_clear() -> None:
    statistics = counted(replace(SINGLE, spin=Spin.FULL, lines=0))

    assert statistics.spins == 1
    assert statistics.clears.total() == 0


def test_perfect_clears_are_counted() -> None:
    assert counted(SINGLE, replace(SINGLE, perfect_clear=True)).perfect_clears == 1


def test_the_longest_rows_of_clears_are_remembered() -> None:
    statistics = counted(replace(SINGLE, combo=5, back_to_back=3), SINGLE)

    assert (statistics.max_combo, statistics.max_back_to_back) == (5, 3)


def test_swaps_into_hold_are_counted() -> None:
    assert counted(PieceHeld(0, TETROMINOES["T"])).holds == 1


def test_other_events_count_nothing() -> None:
    assert counted(LinesCleared(0, (1,), 0)) == SessionStatistics()


def test_the_average_bonus_is_that_of_clears_and_spins() -> None:
    statistics = counted(SINGLE, replace(SINGLE, points=405), replace(SINGLE, points=20, spin=Spin.FULL, lines=0))

    assert statistics.average_bonus == 145


def test_without_a_bonus_there_is_no_average() -> None:
    assert counted(PieceHeld(0, TETROMINOES["T"])).average_bonus is None
