"""Mistakes of a player as the coach shows them: their cost in three steps, their kinds, and what caused them."""

from collections.abc import Collection
from math import ceil, inf, isinf
from typing import Final

from textual.content import Content

from piecement.session.bots.mistakes import Mistake, Mistakes, classify
from piecement.session.bots.review import new_holes
from piecement.settings.choices import titles_of
from piecement.ui.texts.bars import meter
from piecement_base.language import N_, _, ngettext
from piecement_engine.bots.coach import Verdict

COSTS: Final = (N_("small"), N_("medium"), N_("big"))
"""Steps of a cost: thirds of the largest one of the player."""

KINDS: Final = titles_of("mistake")

_GRADES: Final = ((0.7, "A"), (0.5, "B"), (0.3, "C"), (0.0, "D"))
"""Minimum share of placements that match the bot's, for each grade."""


def grade(agreed: int, seen: int) -> str:
    """Return the grade for the share of placements that match the bot's."""
    return next(letter for least, letter in _GRADES if agreed >= least * seen)


def cost_text(loss: float, most: float, *, ascii_only: bool) -> str:
    """Return a cost in three steps, beside the largest one."""
    step = len(COSTS) - 1 if isinf(loss) or not most else min(len(COSTS) - 1, int(len(COSTS) * loss / most))
    bar = meter((step + 1) / len(COSTS), len(COSTS), ascii_only=ascii_only)
    return f"{bar} {_(COSTS[step])}"


def cause(verdict: Verdict) -> str:
    """Return in one sentence what a placement cost."""
    if verdict.played.value == -inf:
        return _("This ends the game. The bot survives here.")
    changes = verdict.changes()
    match classify(verdict):
        case Mistake.CLEARS:
            lines = verdict.best.lines - verdict.played.lines
            return ngettext(
                "The bot clears {count} more line here.", "The bot clears {count} more lines here.", lines
            ).format(count=lines)
        case Mistake.HOLES:
            return _holes_sentence(verdict)
        case Mistake.HEIGHT:
            rows = max(1, ceil(-changes.get("landing_height", 0)))
            return ngettext(
                "This lands {count} row higher than the bot's spot.",
                "This lands {count} rows higher than the bot's spot.",
                rows,
            ).format(count=rows)
        case Mistake.SURFACE if changes.get("wells", 0) < 0:
            return _("This leaves a deeper well.")
        case Mistake.SURFACE:
            return _("This leaves the stack more uneven.")
        case Mistake.ORDER if verdict.best.hold and not verdict.played.hold:
            return _("The bot holds this piece and places the other.")
        case Mistake.ORDER:
            return _("The bot's spot suits the next pieces better.")


def biggest_leak(games: Collection[Mistakes]) -> Content:
    """Return the kind of mistake that costs most in some games; empty if there are no mistakes."""
    whole = Mistakes()
    for mistakes in games:
        whole.add(mistakes)
    if not whole.losses:
        return Content()
    kind = max(whole.losses, key=lambda kind: whole.losses[kind])
    times = f"{whole.times[kind] / len(games):.1f}"
    sentence = _("{kind}: {times} per game").format(kind=_(KINDS[kind]), times=times)
    return Content.assemble((_("Biggest leak").upper(), "$muted"), "\n", sentence)


def _holes_sentence(verdict: Verdict) -> str:
    holes = new_holes(verdict)
    if not holes:
        return _("This puts more blocks over holes.")
    numbers = sorted({x + 1 for x, __ in holes})
    counted = ngettext("{count} hole", "{count} holes", len(holes)).format(count=len(holes))
    columns = ngettext("column {columns}", "columns {columns}", len(numbers))
    columns = columns.format(columns=", ".join(map(str, numbers)))
    return _("This leaves {holes} in {columns} (marked).").format(holes=counted, columns=columns)
