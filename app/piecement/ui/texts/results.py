"""Results of games and matches: messages, tables and texts to share."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual.content import Content
from textual.markup import escape

from piecement.render.cells import pad_left
from piecement.render.messages import clear_text
from piecement.session.records import FinishedGame
from piecement.session.statistics import (
    AttackPace,
    Counts,
    SessionStatistics,
    finesse_text,
    pieces_per_second,
    presses_per_piece,
)
from piecement.settings.computer import FRIEND, Computer
from piecement.ui.texts.games import figure, main_figures, outcome
from piecement_base.formatting import clock_text, grouped
from piecement_base.language import _
from piecement_base.modes import mode_ranking, mode_title
from piecement_engine import Result

if TYPE_CHECKING:
    from piecement.session.match_session import MatchSeries
    from piecement.storage.match_records import WinsAndLosses


def is_new_best(game: FinishedGame) -> bool:
    """Return whether a game is better than one before it, and came to anything."""
    placing, name = game.placing, main_figures(game.plan.mode, game.result)[0]
    is_better = placing is not None and placing.is_best and placing.best_before is not None
    return is_better and result_value(game.result, name) > 0


def result_value(result: Result, name: str) -> int:
    """Return a figure of a result; a time in ns."""
    return result.time_ns if name == "time" else int(getattr(result, name))


Figure = tuple[str, str]
"""A label and a value."""

_WIDTH: Final = 17
"""The columns of a label and its value, at least: two of them, and what lies between, fit a pop-up on 40 columns."""

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
    yield from feats(counts)
    if counts.faults is not None:
        yield _("Finesse faults"), str(counts.faults)
    yield from attack_figures(game.statistics, game.result.time_ns)


def figure_lines(*groups: Iterable[Figure]) -> Content:
    """Return figures below each other, with a blank line between groups."""
    columns = [list(group) for group in groups]
    width = max([_WIDTH, *(cell_len(label) + 1 + cell_len(value) for column in columns for label, value in column)])
    return Content("\n\n").join(
        Content("\n").join(
            Content.assemble((label, "$muted"), (pad_left(value, width - cell_len(label)), "bold"))
            for label, value in column
        )
        for column in columns
    )


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


def feats(done: Counts) -> Iterator[Figure]:
    """Yield what was cleared and the most there was of it, in one game or in many."""
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


_NAME: Final = "Piecement"
_JOINT: Final = " · "
_WON: Final = "🟩"
_LOST: Final = "🟥"
_FILL: Final = "⬛"
"""Fills the shorter clears, so that the counts are below each other in every font."""

_NOT_PLAYED: Final = "⬜"
_CLEARS: Final = (("quads", "🟪"), ("triples", "🟧"), ("doubles", "🟦"), ("singles", "🟩"))
"""The clears, the largest first, and the block that they are drawn with: one for each of their lines."""
_MOST_LINES: Final = 4
_COLOURS: Final = {_WON: "green", _LOST: "red", "🟪": "magenta", "🟧": "ansi_yellow", "🟦": "blue"}
_COLOURED: Final = str.maketrans({_FILL: "  ", **{block: f"[{colour}]■[/] " for block, colour in _COLOURS.items()}})
_PLAIN: Final = str.maketrans(
    {_LOST: "-", _FILL: ".", _NOT_PLAYED: ".", **dict.fromkeys("🟪🟧🟦🟩", "#"), "·": "-", "×": "x", "–": "-"}
)


def share_text(mode: str, result: Result, counts: Counts, *, is_best: bool = False) -> str:
    """Return the figures of a game: a line of results, a line for each kind of clear, and one on the play."""
    ended = _WON if result.end and result.end.won else _LOST
    best = [_("new best")] if is_best else []
    figures = (figure(result, name) for name in main_figures(mode_ranking(mode), result))
    title = _JOINT.join([_NAME, mode_title(mode), *figures, *best])
    return "\n".join([f"{ended} {title}", *_clear_lines(counts), _JOINT.join(_feats(result, counts))])


def match_share_text(series: "MatchSeries") -> str:
    """Return the course of a match: a block for each game, and the speed of each side."""
    games = "".join(_WON if won else _LOST for won in series.games_won)
    players = series.players
    count = "–".join(map(str, series.wins))
    names = _("{one} against {other}").format(one=players[0].name, other=players[1].name)
    paces = [
        f"{player.name}: {player.pieces_per_second:.2f} PPS, {player.pace.attack_per_minute:.0f} APM"
        for player in players
    ]
    return "\n".join([f"{games} {_JOINT.join([_NAME, names, count])}", *paces])


def daily_share_text(day: date, mode: str, result: Result, ends: Iterable[bool | None]) -> str:
    """Return the result of a day in a line, before it a block for each of the last days: None is one without a game."""
    blocks = "".join(_NOT_PLAYED if won is None else _WON if won else _LOST for won in ends)
    return f"{blocks} {_JOINT.join([_NAME, day.isoformat(), mode_title(mode), outcome(mode, result)])}"


def in_plain_blocks(text: str) -> str:
    """Return a result in characters of ASCII, as far as its names have no others."""
    return text.translate(_PLAIN)


def in_colour(text: str) -> str:
    """Return a result as markup, in blocks that every font has, in the colours of those that are copied."""
    return escape(text).translate(_COLOURED)


def _clear_lines(counts: Counts) -> Iterator[str]:
    for lines, (name, block) in zip(range(_MOST_LINES, 0, -1), _CLEARS, strict=True):
        if count := getattr(counts, name):
            yield f"{block * lines}{_FILL * (_MOST_LINES - lines)} ×{count}"


def _feats(result: Result, counts: Counts) -> Iterator[str]:
    yield f"{pieces_per_second(result.pieces, result.time_ns):.2f} PPS"
    if counts.spins:
        yield _("spins ×{count}").format(count=counts.spins)
    if counts.perfect_clears:
        yield _("perfect clears ×{count}").format(count=counts.perfect_clears)
    if counts.max_combo > 1:
        yield _("best combo {count}").format(count=counts.max_combo)
    if finesse := finesse_text(counts.finesse(result.pieces)):
        yield _("finesse {part}").format(part=finesse)


def rival_name(settings: Computer) -> str:
    """Return the name of the opponent."""
    return settings.players[1] if settings.opponent == FRIEND else settings.opponent.capitalize()


def record_text(opponent: str, record: "WinsAndLosses") -> str:
    if not record.won + record.lost:
        return _("Your first match against {name}.").format(name=opponent)
    return _("Against {name}: {won} won, {lost} lost.").format(name=opponent, won=record.won, lost=record.lost)
