"""Tabs of the settings: the rows of each, and the rows behind "More".

A row is named after its setting, `graphics.skin`; any other name is that of a combined row. What no tab shows of
the settings in its care is behind its "More", so every setting has a place.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from piecement.settings.settings import Settings
from piecement.settings.specs import SettingSpec
from piecement.ui.menu_graph import Node, tab_group
from piecement_base.language import _

STYLE_ROW: Final = "style"
HANDLING_ROW: Final = "handling"
SOFT_DROP_ROW: Final = "soft_drop"
LOOK_ROW: Final = "graphics."
EFFECTS_ROW: Final = "effects"
PLAYERS_ROW: Final = "players"
"""Names of combined rows, each of which stands for several settings."""

_TABLE: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
COMBINED_TITLES: Final[Mapping[str, str]] = _TABLE["titles"]
"""Titles of combined rows."""


class SettingPage(NamedTuple):
    """The rows of a tab."""

    groups: Mapping[str, Sequence[str]] = {}
    """Headings, and the names of the rows under them."""
    beside: str = ""
    """Display of their effect: a field to try "keys" or also "handling" in, a game in the "look", or "sound"."""
    beside_more: str = ""
    """The same for the settings behind "More"."""
    more: Sequence[str] = ()
    """Sections, or groups of one as `section/group`, of which the rest is behind "More"."""
    preset: str = ""
    """The section whose presets are behind "More"."""
    covered: Sequence[str] = ()
    """Settings that a combined row shows."""
    copied: Sequence[str] = ()
    """Sections that the text of its settings has, if they can be copied alone."""
    more_rows: Mapping[str, tuple[str, str]] = {}
    """Titles and sentences of the further rows behind "More"."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chain.from_iterable(self.groups.values()))


def _specs_of(name: str) -> Iterator[SettingSpec]:
    """Yield the settings of a section, or of a group of one as `section/group`."""
    section, _slash, group = name.partition("/")
    return (spec for spec in Settings().section(section).specs() if group in {"", spec.group})


def _page(table: Mapping[str, Any]) -> SettingPage:  # names and texts
    """Return a page of the table, with the settings of a group in place of its name."""
    page = SettingPage(**table)
    rows = {title: [*chain.from_iterable(map(_rows_of, names))] for title, names in page.groups.items()}
    return page._replace(groups=rows)


def _rows_of(name: str) -> list[str]:
    """Return the rows of all settings of a group named `section/group`; any other name is that of a row."""
    return [spec.row for spec in _specs_of(name)] if "/" in name else [name]


PAGES: Final = {Node(name): _page(page) for name, page in _TABLE["tabs"].items()}
"""The tabs of the settings."""


class MoreStart(NamedTuple):
    """The settings behind "More" of a tab, with the cursor on a row."""

    page: Node
    row: str = ""


def setting_spec(name: str) -> SettingSpec:
    """Return the spec of a setting, named `graphics.skin`."""
    return next(spec for spec in _specs_of(name.partition(".")[0]) if spec.row == name)


def more_specs(node: Node) -> tuple[SettingSpec, ...]:
    """Return the settings behind "More" of a tab, those of a group together."""
    shown = {name for page in PAGES.values() for name in (*page.names, *page.covered)}
    specs = chain.from_iterable(map(_specs_of, PAGES[node].more))
    return tuple(spec for spec in specs if spec.row not in shown)


def tab_title(node: Node) -> str:
    group = tab_group(node)
    return _(group.tabs[node]) if group else ""
