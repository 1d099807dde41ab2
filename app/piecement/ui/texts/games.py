"""Games in lists: their modes with options, their results and marks."""

from typing import Final

from piecement.session.records import StoredGame, main_figures
from piecement.settings.choices import titles_of
from piecement.settings.mode_options import specs_of_options
from piecement_base.formatting import clock_text, count_text
from piecement_base.language import N_, _
from piecement_base.modes import mode_headline, mode_ranking
from piecement_base.origin import Owner
from piecement_base.plan import options_of
from piecement_engine import MODES, Result

MARK_NAMES: Final = titles_of("mark")
"""Reasons why a game does not compete, as one word each; none for kinds of practice."""

END_WORDS: Final = titles_of("end")
"""Ends of a game, in one or two words."""


def mode_text(game: StoredGame) -> str:
    """Return the mode of a game, with the options that differ from its defaults."""
    options = options_of(game.mode, game.variant)
    specs = specs_of_options(game.mode, MODES[game.mode].options) if options else ()
    given = [f"{_(spec.title)} {spec.values.text(options[spec.name])}" for spec in specs if spec.name in options]
    return f"{game.mode_title} ({', '.join(given)})" if given else game.mode_title


def main_result(mode: str, result: Result) -> str:
    """Return the figure of a result that a player looks at first, by the name of the mode."""
    return figure(result, main_figures(mode_ranking(mode), result)[0])


def full_result(game: StoredGame) -> str:
    """Return the result by which a mode is played; of a game that was not won, also how far it came."""
    name, leading = mode_headline(game.mode), mode_ranking(game.mode).ranking[0].removeprefix("-")
    result = figure(game.result, name)
    return result if game.end.won or leading == name else f"{result} ({figure(game.result, leading)})"


_IMPORTED: Final = {Owner.OWN: MARK_NAMES["imported"], Owner.OTHER: N_("another's"), Owner.UNKNOWN: N_("unclaimed")}
"""Mark of an imported game, by its player."""


def marks(game: StoredGame) -> str:
    """Return the reasons that keep a game from competing, and for an imported game, who played it."""
    names = {**MARK_NAMES, "imported": _IMPORTED[game.owner]}
    return ", ".join(_(names[name]) for name in game.unranked.names())


def figure(result: Result, name: str) -> str:
    """Return one figure of a result, with its unit."""
    return clock_text(result.time_ns) if name == "time" else count_text(name, getattr(result, name))
