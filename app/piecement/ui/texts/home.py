"""Texts of what is next: the daily, the last games, and the way to an achievement."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from piecement.render.cells import pad
from piecement.session.achievements import ACHIEVEMENTS, Achievement
from piecement.storage.achievements import AchievementProgress
from piecement.storage.game_query import GameQuery
from piecement.storage.store import Store
from piecement.terminal.clock import SECOND_NS
from piecement.ui.texts.bars import meter
from piecement.ui.texts.games import reached
from piecement_base.daily import DAILY_MODES, utc_day
from piecement_base.formatting import clock_text, grouped, ordinal, seconds_text
from piecement_base.language import _, ngettext
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
    open_ones = [one for one in ACHIEVEMENTS if one.name not in earned and distance(one, progress) > -1]
    if not open_ones:
        return []
    nearest = min(open_ones, key=partial(distance, progress=progress))
    far = progress.get(nearest.name)
    if far is None or not far.value:
        return [Content(_(nearest.sentence))]
    bar = meter(far.part, _METER_WIDTH, ascii_only=ascii_only)
    return [Content(_(nearest.sentence)), Content.assemble((bar, "$primary"), f"  {progress_text(nearest, far)}")]


def _line(text: str, beside: str) -> Content:
    gap = " " * max(1, _WIDTH - cell_len(text) - cell_len(beside))
    return Content.assemble(text, gap, (beside, "$muted"))


def distance(one: Achievement, progress: Mapping[str, AchievementProgress]) -> float:
    """Return the key that sorts the nearest first."""
    far = progress.get(one.name)
    return -(far.part if far else 0.0)


def progress_text(one: Achievement, progress: AchievementProgress) -> str:
    """Return the progress of an achievement, such as `6 of 10`."""
    need = one.needs[0]
    match need.figure:
        case "time" if need.most is not None:
            return _("{count} of {all}").format(count=clock_text(round(progress.value)), all=seconds_text(need.most))
        case "faulty":
            faults = round(progress.value)
            return ngettext("{count} fault", "{count} faults", faults).format(count=grouped(faults))
        case _ if need.most is not None:
            return grouped(round(progress.value))
        case "time":
            hours, most = (value / SECOND_NS / 3600 for value in (progress.value, need.least))
            return _("{hours} of {all} h").format(hours=f"{hours:.1f}", all=round(most))
        case "pace":
            return _("{count} of {all}").format(count=f"{progress.value / 1000:.2f}", all=f"{need.least / 1000:.0f}")
        case _:
            return _("{count} of {all}").format(count=grouped(round(progress.value)), all=grouped(need.least))
