"""Finds what a screen says only in part, because there is no room for all of it."""

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList, Static

from piecement.settings.specs import SettingSpec
from piecement.settings.values import Choices, OnOff, Range
from piecement.ui.widgets.bar_chart import BarChart
from piecement.ui.widgets.filters import FilterLine
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.rows import Row
from piecement.ui.widgets.setting_rows import ValueRow
from piecement.ui.widgets.settings_list import RowList
from piecement.ui.widgets.tab_bar import TabBar
from piecement.ui.widgets.trial_panel import RepeatBar

_CUT: Final = "…"
_TEXTS: Final = (Static, BarChart, FilterLine, RepeatBar, TabBar)
"""Widgets with texts; the line of keys has as many as fit, and of the keys that were tried the last ones are seen."""


def cut_texts(screen: Screen[object], *, with_values: bool = True) -> Iterator[str]:
    """Yield what a player cannot read of the texts, the lists and, if wanted, all values of settings on a screen.

    What lies in a part of the screen that can be scrolled is cut only if it is too wide.
    """
    for widget in screen.query(Widget):
        if isinstance(widget, _TEXTS) and _is_seen(widget) and (told := _cut_text(widget)):
            yield told
    for options in screen.query(OptionList).results(OptionList):
        if _is_seen(options):
            yield from _cut_lines(options)
            if with_values and isinstance(options, RowList):
                yield from _cut_values(options)


def _is_seen(widget: Widget) -> bool:
    return all(part.display for part in widget.ancestors_with_self if isinstance(part, Widget)) and bool(widget.size)


def _cut_text(static: Widget) -> str:
    size, screen = static.content_size, static.screen
    text = str(static.render())
    place = screen.find_widget(static)
    # A text with wide letters is broken anywhere.
    wide = max((cell_len(word) for word in text.split() if cell_len(word) == len(word)), default=0) > size.width
    high = static.get_content_height(size, screen.size, size.width) > size.height
    hidden = place.visible_region != place.region and not any(
        isinstance(part, VerticalScroll) for part in static.ancestors
    )
    return f"{static.id or static.css_identifier}: {text!r}" if text and (wide or high or hidden) else ""


def _cut_lines(options: OptionList) -> Iterator[str]:
    width = options.scrollable_content_region.width - options.get_component_styles("option-list--option").padding.width
    for option in options.options:
        text = str(option.prompt)
        ends_so = isinstance(option, Entry) and option.label.endswith(_CUT)  # as what asks first does
        if max(map(cell_len, text.splitlines()), default=0) > width or (_CUT in text and not ends_so):
            yield f"{options.id}: {text!r}"


def _cut_values(options: RowList) -> Iterator[str]:
    room = options.scrollable_content_region.right - options.value_place.x - cell_len(" › ")
    for option in options.options:
        if not isinstance(option, Row):
            continue
        title = option.text().title
        if f"{title} " not in str(option.prompt):
            yield f"title of a row: {title!r}"
        if isinstance(option, ValueRow):
            yield from (f"{title}: {value!r}" for value in _values(option.spec) if cell_len(value) > room)


def _values(setting: SettingSpec) -> Iterator[str]:
    """Yield every value of a setting as it can be read."""
    match setting.values:
        case Choices(shown=titles):
            yield from titles.values()
        case OnOff():
            yield from ("on", "off")
        case Range(low=low, high=high, words=words):
            yield from map(setting.values.text, [*words, setting.default, low, high])
        case _:
            yield setting.values.text(setting.default)
