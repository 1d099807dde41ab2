"""Verdicts on a game that has just ended: its heading, one sentence, and the figures that tell most."""

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from piecement.render.cells import pad
from piecement.session.records import FinishedGame, StoredGame
from piecement.session.statistics import pieces_per_second, presses_per_piece
from piecement.settings.choices import sentences_of
from piecement.ui.texts.games import figure, main_result
from piecement_base.formatting import clock_text, count_text, difference_text, finesse_text, grouped, noun, ordinal
from piecement_base.language import _, ngettext
from piecement_base.ranking import results_of
from piecement_engine import GameView

_LOST: Final = sentences_of("end")
_UNRANKED: Final = sentences_of("mark")


def heading(game: FinishedGame) -> Content:
    """Return the mode, and how the game ended."""
    if game.unranked:
        is_practice = game.unranked.practice or game.unranked.bot
        mark, style = _("PRACTICE") if is_practice else _("UNRANKED"), "$warn"
    elif game.is_new_best:
        mark, style = _("NEW BEST"), "$good"
    elif game.end.won:
        mark, style = _("CLEARED"), "$good"
    else:
        mark, style = _(_LOST[game.end]), "$bad"
    return Content.assemble((_(game.plan.mode.title).upper(), "$key bold"), "   ", (mark, f"{style} bold"))


def figure_text(name: str, value: int) -> str:
    return clock_text(value) if name == "time" else str(value)


def unit_line(game: FinishedGame) -> str:
    """Return the unit of the main figure and the other figures of the result; empty if a time says it all."""
    name = game.main_figure
    if name == "time":
        return ""
    others = [other for other in ("level", "lines") if other != name and getattr(game.result, other)]
    shown = [
        noun(name, results_of(game.result)[name]),
        *(figure(game.result, other) for other in others),
        clock_text(game.result.time_ns),
    ]
    view = game.view
    if view is not None and view.grade:
        shown.insert(0, _("grade {grade}").format(grade=view.grade))
    if view is not None and view.par is not None:
        presses = game.statistics.counts.presses
        shown[1:1] = [
            _("par {count}").format(count=view.par),
            ngettext("{count} press", "{count} presses", presses).format(count=presses),
        ]
    return " · ".join(shown)


def verdict(game: FinishedGame) -> str:
    """Return the comparison of a game with the player's best, or the one reason why there is none."""
    placing = game.placing
    if game.is_dropped:
        return _("Not kept: no line was cleared.") if game.result.pieces else _("Not kept: no piece was placed.")
    if placing is None:
        return _("Not saved: storage is off.")
    if placing.place is None:
        if game.plan.is_practice:
            return _("Not ranked: this was free practice.")
        reason = next(iter(game.unranked.names()), "")
        return _(_UNRANKED.get((reason == "practice" and game.practised_by) or reason, ""))
    best = placing.best_before
    if best is None or (game.end.won and not best.end.won):
        if not results_of(game.result)[game.main_figure]:
            return _("First result.")
        return _("First result: {result} to beat").format(result=figure(game.result, game.main_figure))
    place = _("{ordinal} of {count}.").format(ordinal=ordinal(placing.place), count=grouped(placing.games))
    if game.end.won != best.end.won:
        return f"{_('Your best: {result}.').format(result=main_result(best.mode, best.result))} {place}"
    return f"{_gap(game, best)} {place}"


def _gap(game: FinishedGame, best: StoredGame) -> str:
    """Return the difference from the best game in the first ranked figure that differs."""
    mode = game.plan.mode
    keys = [key.removeprefix("-") for key in mode.ranking]
    names = [mode.headline, *keys] if game.end.won else keys
    results, best_results = results_of(game.result), results_of(best.result)
    name = next((name for name in names if results[name] != best_results[name]), names[0])
    mine, its = results[name], best_results[name]
    if mine == its:
        return _("As good as your best.")
    is_better = (mine > its) == (f"-{name}" in mode.ranking)
    if name == "time":
        gap = difference_text(max(mine, its), min(mine, its)).lstrip("+")
        faster, slower = _("{gap} s faster than your best."), _("{gap} s behind your best.")
        if f"-{name}" in mode.ranking:
            faster, slower = _("{gap} s longer than your best."), _("{gap} s short of your best.")
        return (faster if is_better else slower).format(gap=gap)
    gap = count_text(name, abs(mine - its)) if name != "level" else grouped(abs(mine - its))
    if is_better:
        return _("{gap} more than your best.").format(gap=gap)
    return _("{gap} behind your best ({best}).").format(gap=gap, best=grouped(its))


def holes(view: GameView) -> int:
    """Return the number of empty cells under blocks."""
    rows = list(view.rows)
    tops = [max((y for y, row in enumerate(rows) if row and row[x]), default=-1) for x in range(view.width)]
    return sum(not rows[y] or not rows[y][x] for x, top in enumerate(tops) for y in range(top))


def _telling_figures(game: FinishedGame) -> Iterator[tuple[str, str]]:
    """Yield the labels and values of the figures that tell most; the last depends on how the game went."""
    result, counts = game.result, game.statistics.counts
    yield _("pieces/s"), f"{pieces_per_second(result.pieces, result.time_ns):.2f}"
    yield _("finesse"), finesse_text(counts.finesse(result.pieces)) or "-"
    yield _("quads"), str(counts.quads)
    if not game.end.won:
        yield _("holes"), str(holes(game.view)) if game.view else "-"
    elif game.main_figure == "time":
        yield _("keys/piece"), f"{presses_per_piece(counts.presses, result.pieces):.2f}"
    else:
        yield _("best combo"), str(counts.max_combo)


def four_figures(game: FinishedGame) -> Content:
    """Return the figures that tell most, and under them what they are."""
    told = [(value, label, max(cell_len(label), cell_len(value)) + 2) for label, value in _telling_figures(game)]
    values = "".join(pad(value, width) for value, _label, width in told)
    labels = "".join(pad(label, width) for _value, label, width in told)
    return Content.assemble((values, "bold"), "\n", (labels, "$muted"))
