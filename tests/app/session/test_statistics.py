"""Statistics are counted from events, and from nothing else."""

from piecement.session.hud import HudStats
from piecement.session.statistics import Counts, SessionStatistics
from piecement_engine import TETROMINOES, Event, Game, Piece, Spin
from piecement_engine.events import Accolade, LinesCleared, PieceHeld, PieceLocked


def accolade(
    *,
    points: int = 10,
    spin: Spin = Spin.NONE,
    lines: int = 1,
    perfect_clear: bool = False,
    combo: int = 1,
    back_to_back: int = 0,
) -> Accolade:
    """Return the points for a single, or for something else."""
    return Accolade(0, points, TETROMINOES["T"], spin, lines, perfect_clear, combo, back_to_back)


SINGLE = accolade()


def counted(*events: Event) -> SessionStatistics:
    """Return the statistics of a session with these events."""
    statistics = SessionStatistics()
    statistics.count(events)
    return statistics


def test_clears_are_counted_by_their_lines() -> None:
    statistics = counted(SINGLE, accolade(lines=4), accolade(lines=4))

    assert (statistics.counts.singles, statistics.counts.doubles, statistics.counts.quads) == (1, 0, 2)


def test_every_kind_of_spin_counts_as_a_spin() -> None:
    assert counted(SINGLE, accolade(spin=Spin.MINI), accolade(spin=Spin.FULL)).counts.spins == 2


def test_a_spin_without_lines_is_no_clear() -> None:
    statistics = counted(accolade(spin=Spin.FULL, lines=0, combo=0))

    assert statistics.counts == Counts(spins=1, faults=0, faulty=0)


def test_perfect_clears_are_counted() -> None:
    assert counted(SINGLE, accolade(perfect_clear=True)).counts.perfect_clears == 1


def test_the_longest_rows_of_clears_are_remembered() -> None:
    statistics = counted(accolade(combo=5, back_to_back=3), SINGLE)

    assert (statistics.counts.max_combo, statistics.counts.max_back_to_back) == (5, 3)


def test_swaps_into_hold_are_counted() -> None:
    assert counted(PieceHeld(0, TETROMINOES["T"])).counts.holds == 1


def test_other_events_count_nothing() -> None:
    assert counted(LinesCleared(0, (1,), 0)) == SessionStatistics()


def test_the_average_bonus_is_that_of_clears_and_spins() -> None:
    statistics = counted(SINGLE, accolade(points=405), accolade(points=20, spin=Spin.FULL, lines=0))

    assert statistics.average_bonus == 145


def test_without_a_bonus_there_is_no_average() -> None:
    assert counted(PieceHeld(0, TETROMINOES["T"])).average_bonus is None


def test_clears_make_rows_as_in_a_match() -> None:
    locked = PieceLocked(0, Piece(TETROMINOES["T"], 0, 0, 0))
    quad = accolade(lines=4)
    late = Accolade(5_000_000_000, 10, TETROMINOES["I"], Spin.NONE, 4, False, 1, 2)
    statistics = counted(locked, quad, locked, SINGLE, locked, locked, late)

    assert (statistics.attack.rows, statistics.attack.spike) == (8, 4)
    assert statistics.copy().attack == statistics.attack
    assert HudStats.of(Game(seed=1).view, statistics).alone == (8, 4)


def test_spins_are_counted_by_kind() -> None:
    double, mini = accolade(spin=Spin.FULL, lines=2), accolade(spin=Spin.MINI, lines=0)

    assert counted(double, mini, double).spins == {("T", Spin.FULL, 2): 2, ("T", Spin.MINI, 0): 1}
