"""Results of games and matches: messages, tables and texts to share."""

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.markup import escape

from piecement.language import _
from piecement.session.formatting import clock_text, difference_text, noun, ordinal
from piecement.session.match_session import YOU
from piecement.session.plan import mode_title
from piecement.session.records import FinishedGame, StoredGame
from piecement.session.statistics import Counts, SessionStatistics, finesse_text, pieces_per_second, presses_per_piece
from piecement.settings.computer import FRIEND, Computer
from piecement.ui.texts.games import figure, outcome, reached, telling_figures
from piecement_engine import MODES, End, Result

if TYPE_CHECKING:
    from piecement.session.match_session import MatchSeries
    from piecement.storage.player_data import WinsAndLosses

_UNRANKED_REASONS: Final = {
    "practice": _("practice (a hint, an undo or a saved game)"),
    "bot": _("a bot played"),
    "unranked": _("your own rules or board"),
    "imported": _("imported"),
}


def large_figure(game: FinishedGame) -> tuple[str, str]:
    """Return the main result of a game in digits, and its label with the other figures that rank the game."""
    name, *others = telling_figures(game.plan.mode, game.result)
    value = _value(game.result, name)
    text = clock_text(value) if name == "time" else str(value)
    return text, ", ".join([noun(name, value), *(figure(game.result, other) for other in others)])


def is_new_best(game: FinishedGame) -> bool:
    """Return whether a game is better than one before it, and came to anything."""
    placing, name = game.placing, telling_figures(game.plan.mode, game.result)[0]
    is_better = placing is not None and placing.is_best and placing.best_before is not None
    return is_better and _value(game.result, name) > 0


def result_message(game: FinishedGame) -> Content:
    """Return how a game compares with the others of its mode, or why it does not."""
    placing = game.placing
    if placing is None or placing.place is None:
        not_kept = [_("This game was not saved.")] if placing is None else []
        return Content(" ".join([*not_kept, *_unranked_reasons(game)]))
    if placing.best_before is None:
        return Content(_("Your first {mode} game.").format(mode=_(game.plan.mode.title)))
    best = _("{ordinal} best:").format(ordinal=ordinal(placing.place))
    said = _("New best! Before:") if is_new_best(game) else best
    text, gap = _compared(game, placing.best_before)
    colour = "$success" if placing.is_best else "$warning"
    return Content.assemble(f"{said} {text}", (f" ({gap})" if gap else "", colour))


def _compared(game: FinishedGame, best: StoredGame) -> tuple[str, str]:
    """Return what the best game came to, and by how much another one differs, in the first figure that differs."""
    mode = game.plan.mode
    ranking = [key.removeprefix("-") for key in mode.ranking]
    if game.end.won != best.end.won:
        return reached(best), ""
    names = [mode.headline, *ranking] if game.end.won else ranking
    name = next((name for name in names if _value(game.result, name) != _value(best.result, name)), names[0])
    values = _value(game.result, name), _value(best.result, name)
    return figure(best.result, name), (difference_text(*values) if name == "time" else f"{values[0] - values[1]:+}")


def _value(result: Result, name: str) -> int:
    return result.time_ns if name == "time" else int(getattr(result, name))


def _unranked_reasons(game: FinishedGame) -> Iterator[str]:
    if game.unranked:
        yield _("Unranked: {reasons}.").format(
            reasons="; ".join(_UNRANKED_REASONS[name] for name in game.unranked.names())
        )


Figure = tuple[str, str]
"""A label and a value."""

_WIDTH: Final = 17
"""The columns of a label and its value, at least: two of them, and what lies between, fit a pop-up on 40 columns."""

_BETWEEN: Final = "  "

_NOTHING: Final = "-"
_LARGE: Final = 1000
"""An average bonus of so many points is told without its tenths."""

_END_REASONS: Final = {
    End.COMPLETED: _("You reached the goal."),
    End.LIMIT_REACHED: _("You reached the limit."),
    End.BLOCK_OUT: _("There was no room for the next piece."),
    End.LOCK_OUT: _("A piece locked above the field."),
    End.TOP_OUT: _("Blocks were pushed out of the top."),
    End.FORFEIT: _("You gave up."),
}


def reason(game: FinishedGame) -> str:
    """Return why a game ended."""
    return _END_REASONS[game.end]


def result_table(game: FinishedGame) -> Content:
    """Return all figures of a game."""
    counts = game.statistics.counts
    return figure_table(chain(_outcome(game.result, counts), _average_bonus(game.statistics)), _counts(counts))


def figure_table(left: Iterable[Figure], right: Iterable[Figure]) -> Content:
    """Return figures in two columns."""
    columns = list(left), list(right)
    widths = tuple(map(_width, columns))
    rows = zip_longest(*columns, fillvalue=("", ""))
    cells = ([_cell(*figure, width) for figure, width in zip(row, widths, strict=True)] for row in rows)
    return Content("\n").join(Content(_BETWEEN).join(row) for row in cells)


def figure_lines(shown: Iterable[Figure]) -> Content:
    """Return figures below each other."""
    column = list(shown)
    return Content("\n").join(_cell(*one, _width(column)) for one in column)


def _width(figures: list[Figure]) -> int:
    """Return how wide a column is, so that a blank lies between each label and its value."""
    return max([_WIDTH, *(len(label) + 1 + len(value) for label, value in figures)])


def _cell(label: str, value: str, width: int) -> Content:
    return Content.assemble((label, "$muted"), (f"{value:>{width - len(label)}}", "bold"))


def _outcome(result: Result, counts: Counts) -> Iterator[Figure]:
    yield _("Score"), str(result.score)
    yield _("Level"), str(result.level)
    yield _("Lines"), str(result.lines)
    yield _("Pieces"), str(result.pieces)
    yield _("Time"), clock_text(result.time_ns)
    yield _("Pieces/s"), f"{pieces_per_second(result.pieces, result.time_ns):.2f}"
    yield _("Keys/piece"), f"{presses_per_piece(counts.presses, result.pieces):.2f}"
    if finesse := finesse_text(counts.finesse(result.pieces)):
        yield _("Finesse"), finesse


def _average_bonus(statistics: SessionStatistics) -> Iterator[Figure]:
    average = statistics.average_bonus
    yield _("Avg. bonus"), _NOTHING if average is None else f"{average:.1f}" if average < _LARGE else f"{average:.0f}"


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


def _counts(counts: Counts) -> Iterator[Figure]:
    yield from feats(counts)
    if counts.faults is not None:
        yield _("Finesse faults"), str(counts.faults)


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
    """Return what a game came to: a line of figures, a line for each kind of clear, and how well it was played."""
    ended = _WON if result.end and result.end.won else _LOST
    best = [_("new best")] if is_best else []
    figures = (figure(result, name) for name in telling_figures(MODES.get(mode), result))
    title = _JOINT.join([_NAME, mode_title(mode), *figures, *best])
    return "\n".join([f"{ended} {title}", *_clear_lines(counts), _JOINT.join(_feats(result, counts))])


def match_share_text(series: "MatchSeries") -> str:
    """Return how a match went: a block for each game, and how fast each side was."""
    games = "".join(_WON if result.winner == YOU else _LOST for result in series.results)
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
    """Return what the opponent is called."""
    return settings.friend_name if settings.opponent == FRIEND else settings.opponent.capitalize()


def record_text(opponent: str, record: "WinsAndLosses") -> str:
    if not record.won + record.lost:
        return _("Your first match against {name}.").format(name=opponent)
    return _("Against {name}: {won} won, {lost} lost.").format(name=opponent, won=record.won, lost=record.lost)
