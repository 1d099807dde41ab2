"""Figures of the results of games."""

from collections.abc import Iterator
from typing import Final

from piecement.render.messages import clear_text
from piecement.session.records import FinishedGame
from piecement.session.statistics import AttackPace, Counts, SessionStatistics, pieces_per_second, presses_per_piece
from piecement.ui.texts.label_lines import Figure
from piecement_base.formatting import clock_text, finesse_text, grouped
from piecement_base.language import _
from piecement_engine import Result

_NOTHING: Final = "-"
_LARGE: Final = 1000
"""Average bonus from which tenths are left out (points)."""


def all_figures(game: FinishedGame) -> Iterator[Figure]:
    """Yield all figures of a game."""
    counts = game.statistics.counts
    yield from _outcome(game.result, counts)
    average = game.statistics.average_bonus
    bonus = _NOTHING if average is None else f"{average:.1f}" if average < _LARGE else f"{average:.0f}"
    yield _("Bonus per clear"), bonus
    yield from clear_figures(counts)
    if counts.faults is not None:
        yield _("Finesse faults"), str(counts.faults)
    yield from attack_figures(game.statistics, game.result.time_ns)


def _outcome(result: Result, counts: Counts) -> Iterator[Figure]:
    yield _("Score"), grouped(result.score)
    yield _("Level"), grouped(result.level)
    yield _("Lines"), grouped(result.lines)
    yield _("Pieces"), grouped(result.pieces)
    yield _("Time"), clock_text(result.time_ns)
    yield _("Pieces/s"), f"{pieces_per_second(result.pieces, result.time_ns):.2f}"
    yield _("Keys/piece"), f"{presses_per_piece(counts.presses, result.pieces):.2f}"
    if finesse := finesse_text(counts.finesse(result.pieces)):
        yield _("Finesse"), finesse


def attack_figures(statistics: SessionStatistics, time_ns: int) -> Iterator[Figure]:
    """Yield the attack of a game of some time as it would be in a match, and its spins by kind."""
    attack = statistics.attack
    yield _("Attack"), str(attack.rows)
    yield _("Attack/min"), f"{AttackPace.of(attack.rows, 0, time_ns).attack_per_minute:.1f}"
    yield _("Most rows in 2 s"), str(attack.spike)
    for kind, count in sorted(statistics.spins.items()):
        yield clear_text(*kind), str(count)


def clear_figures(done: Counts) -> Iterator[Figure]:
    """Yield the clears of one game or several, by kind, and the longest combo and back-to-back."""
    yield _("Singles"), str(done.singles)
    yield _("Doubles"), str(done.doubles)
    yield _("Triples"), str(done.triples)
    yield _("Quads"), str(done.quads)
    if done.larger:
        yield _("Larger"), str(done.larger)
    yield _("Spins"), str(done.spins)
    yield _("Perfect clears"), str(done.perfect_clears)
    yield _("Best combo"), str(done.max_combo)
    yield _("Best B2B"), str(done.max_back_to_back)
