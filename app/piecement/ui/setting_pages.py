"""Tabs of the settings: the rows of each, and the rows behind "More".

A row is named after its setting, `graphics.skin`; any other name is that of a combined row. What no tab shows of
the settings in its care is behind its "More", so every setting has a place.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from piecement.settings import styles, value_sets
from piecement.settings.settings import Settings
from piecement.settings.specs import Choices, CommandKey, SettingSpec
from piecement.ui.menu_graph import Node, Trigger, edges_from, tab_group
from piecement.ui.texts.keys import BUTTON_ACTIONS, BUTTON_TITLES
from piecement.ui.texts.words import REBINDING, SETTING_WORDS
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

    groups: Mapping[str, Sequence[str]]
    """Headings, and the names of the rows under them."""
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
    groups: Mapping[str, Sequence[str]] = table.get("groups", {})
    rows = {title: [*chain.from_iterable(map(_rows_of, names))] for title, names in groups.items()}
    fields: dict[str, Any] = {**table, "groups": rows}
    return SettingPage(**fields)


def _rows_of(name: str) -> list[str]:
    """Return the rows of all settings of a group named `section/group`; any other name is that of a row."""
    return [spec.row for spec in _specs_of(name)] if "/" in name else [name]


PAGES: Final = {Node(name): _page(page) for name, page in _TABLE["tabs"].items()}
"""The tabs of the settings."""


class MoreStart(NamedTuple):
    """The settings behind "More" of a tab, with the cursor on a row."""

    page: Node
    row: str = ""


class SettingPlace(NamedTuple):
    """The place of a row."""

    title: str
    page: Node
    row: str
    is_more: bool
    """Whether it is behind "More"."""
    words: str = ""
    """Words that find it besides its title: its other names, its group, its sentence and its values."""


def setting_spec(name: str) -> SettingSpec:
    """Return the spec of a setting, named `graphics.skin`."""
    return next(spec for spec in _specs_of(name.partition(".")[0]) if spec.row == name)


def more_specs(node: Node) -> tuple[SettingSpec, ...]:
    """Return the settings behind "More" of a tab, those of a group together."""
    shown = {name for page in PAGES.values() for name in (*page.names, *page.covered)}
    specs = chain.from_iterable(map(_specs_of, PAGES[node].more))
    return tuple(spec for spec in specs if spec.row not in shown)


def places() -> Iterator[SettingPlace]:
    """Yield all rows of all tabs that can be found by name."""
    for node, page in PAGES.items():
        for title, names in page.groups.items():
            yield from (_tab_place(node, title, name) for name in names if node is not Node.SYSTEM or name != LOOK_ROW)
        if node is Node.CONTROLS:
            for button, title in BUTTON_TITLES.items():
                words = _both(SETTING_WORDS.get(button, ""), REBINDING, BUTTON_ACTIONS[button])
                yield SettingPlace(_(title), node, button, is_more=False, words=words)
        for spec in more_specs(node):
            yield SettingPlace(_(spec.title), node, spec.row, is_more=True, words=_words(spec))
        for row, (title, _sentence) in page.more_rows.items():
            yield SettingPlace(_(title), node, row, is_more=True, words=_both(SETTING_WORDS.get(row, "")))


_COMBINED_CHOICES: Final[Mapping[str, Mapping[str, styles.Style | value_sets.ValueSet]]] = {
    STYLE_ROW: styles.STYLES,
    HANDLING_ROW: value_sets.HANDLINGS,
    EFFECTS_ROW: value_sets.EFFECTS,
}
"""The choices of combined rows."""


def _tab_place(node: Node, group: str, name: str) -> SettingPlace:
    """Return the place of a row of a tab."""
    if name in set(Node):
        edge = next(edge for edge in edges_from(node, Trigger.MENU) if edge.target is Node(name))
        words = _both(SETTING_WORDS.get(name, ""), group, edge.sentence)
        return SettingPlace(_(edge.label), node, name, is_more=False, words=words)
    if title := COMBINED_TITLES.get(name):
        choices = (choice.title for choice in _COMBINED_CHOICES.get(name, {}).values())
        words = _both(SETTING_WORDS.get(name, ""), group, *choices)
    else:
        spec = setting_spec(name)
        title, words = spec.title, f"{_words(spec)} {_both(group)}"
    return SettingPlace(_(title), node, name, is_more=False, words=words)


def _words(spec: SettingSpec) -> str:
    values = spec.values.titles.values() if isinstance(spec.values, Choices) else ()
    keys = REBINDING if isinstance(spec.values, CommandKey) else ""
    return _both(SETTING_WORDS.get(spec.row, ""), keys, spec.group, spec.title, spec.sentence, *values)


def _both(*texts: str) -> str:
    """Return texts in English, as the words of other games are, and in the language of the player."""
    return " ".join(word for text in texts if text for word in (text, _(text)))


def tab_title(node: Node) -> str:
    group = tab_group(node)
    return _(group.tabs[node]) if group else ""
