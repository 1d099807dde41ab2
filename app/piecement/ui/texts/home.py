"""Texts of the title screen: the daily, the last games, and the nearest achievement."""

from functools import partial
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from piecement.render.cells import pad
from piecement.session.achievements import ACHIEVEMENTS
from piecement.storage.game_query import GameQuery
from piecement.storage.store import Store
from piecement.ui.texts.achievements import part_done, progress_text
from piecement.ui.texts.bars import meter
from piecement.ui.texts.games import reached
from piecement_base.daily import DAILY_MODES, utc_day
from piecement_base.formatting import ordinal
from piecement_base.language import _
from piecement_base.modes import mode_title
from piecement_base.origin import Owner

_WIDTH: Final = 32
_MODE_WIDTH: Final = 13
_FIGURE_WIDTH: Final = 9
_LAST: Final = 3
_METER_WIDTH: Final = 16
_TELLING_PLACE: Final = 9
"""Last place that the title mentions."""

_BY_END: Final = GameQuery(owner=Owner.OWN, sort="ended", descending=True)


def today_lines(store: Store) -> list[Content]:
    """Return the first daily that was not played today, or the way to a first game. Raises `StorageError`."""
    if not store.games.ids(_BY_END, 1):
        return [Content(_("Play a first game: 40 Lines"))]
    today = utc_day(store.now())
    open_modes = [mode for mode in DAILY_MODES if not store.daily_tries.between(mode, today, today)]
    if not open_modes:
        return [Content(_("All dailies played."))]
    return [_line(_("Daily: {mode}").format(mode=mode_title(open_modes[0])), _("not played"))]


def last_game_lines(store: Store) -> list[Content]:
    """Return the last games with their results and places. Raises `StorageError`."""
    lines: list[Content] = []
    for game in store.games.read(store.games.ids(_BY_END, _LAST)):
        place = store.games.placing(game.id).place
        told = _("best") if place == 1 else _("{place} best").format(place=ordinal(place)) if place else ""
        shown = told if place and place <= _TELLING_PLACE else ""
        title = f"{set_cell_size(mode_title(game.mode), _MODE_WIDTH)} {pad(reached(game), _FIGURE_WIDTH)}"
        lines.append(_line(title.rstrip(), shown))
    return lines


def goal_lines(store: Store, *, ascii_only: bool) -> list[Content]:
    """Return the nearest achievement that is not earned, and how far it is. Raises `StorageError`."""
    earned, progress = store.achievements.earned(), store.achievements.progress()
    open_ones = [one for one in ACHIEVEMENTS if one.name not in earned and part_done(one, progress) < 1]
    if not open_ones:
        return []
    nearest = max(open_ones, key=partial(part_done, progress=progress))
    far = progress.get(nearest.name)
    if far is None or not far.value:
        return [Content(_(nearest.sentence))]
    bar = meter(far.part, _METER_WIDTH, ascii_only=ascii_only)
    return [Content(_(nearest.sentence)), Content.assemble((bar, "$primary"), f"  {progress_text(nearest, far)}")]


def _line(text: str, beside: str) -> Content:
    gap = " " * max(1, _WIDTH - cell_len(text) - cell_len(beside))
    return Content.assemble(text, gap, (beside, "$muted"))
