"""What to say of a result: its large figure, and how it compares with those before it."""

from collections.abc import Iterator
from typing import Final

from textual.content import Content

from piecement.language import _
from piecement.session.clock_text import clock_text, difference_text
from piecement.session.counted import noun
from piecement.session.ordinal_text import ordinal
from piecement.session.records import StoredGame
from piecement.session.result import FinishedGame
from piecement.ui.texts.game_columns import figure, reached, telling_figures
from piecement_engine import Result

_REASONS: Final = {
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
    ranking = [_bare(key) for key in mode.ranking]
    if game.end.won != best.end.won:
        return reached(best), ""
    names = [mode.headline, *ranking] if game.end.won else ranking
    name = next((name for name in names if _value(game.result, name) != _value(best.result, name)), names[0])
    return figure(best.result, name), _gap(game.result, best.result, name)


def _gap(mine: Result, other: Result, name: str) -> str:
    values = _value(mine, name), _value(other, name)
    return difference_text(*values) if name == "time" else f"{values[0] - values[1]:+}"


def _value(result: Result, name: str) -> int:
    return result.time_ns if name == "time" else int(getattr(result, name))


def _bare(key: str) -> str:
    return key.removeprefix("-")


def _unranked_reasons(game: FinishedGame) -> Iterator[str]:
    if game.unranked:
        yield _("Unranked: {reasons}.").format(reasons="; ".join(_REASONS[name] for name in game.unranked.names()))
