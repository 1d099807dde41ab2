"""Places of all settings, by the words that find them."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from piecement.settings.specs import SettingSpec
from piecement.settings.styles import STYLES, Style
from piecement.settings.value_sets import EFFECTS, HANDLINGS, ValueSet
from piecement.settings.values import Choices, CommandKey
from piecement.ui.menu_graph import Node, Trigger, edges_from
from piecement.ui.setting_pages import (
    COMBINED_TITLES,
    EFFECTS_ROW,
    HANDLING_ROW,
    LOOK_ROW,
    PAGES,
    STYLE_ROW,
    more_specs,
    setting_spec,
)
from piecement.ui.texts.keys import BUTTON_ACTIONS, BUTTON_TITLES
from piecement.ui.texts.words import REBINDING, SETTING_WORDS
from piecement_base.language import _


class SettingPlace(NamedTuple):
    """The place of a row."""

    title: str
    page: Node
    row: str
    is_more: bool
    """Whether it is behind "More"."""
    words: str = ""
    """Words that find it besides its title: its other names, its group, its sentence and its values."""


def places() -> Iterator[SettingPlace]:
    """Yield all rows of all tabs that can be found by name."""
    for node, page in PAGES.items():
        for title, names in page.groups.items():
            yield from (_tab_place(node, title, name) for name in names if node is not Node.SYSTEM or name != LOOK_ROW)
        if node is Node.CONTROLS:
            for button, title in BUTTON_TITLES.items():
                words = _in_two_languages(SETTING_WORDS.get(button, ""), REBINDING, BUTTON_ACTIONS[button])
                yield SettingPlace(_(title), node, button, is_more=False, words=words)
        for spec in more_specs(node):
            yield SettingPlace(_(spec.title), node, spec.row, is_more=True, words=_words(spec))
        for row, (title, _sentence) in page.more_rows.items():
            yield SettingPlace(_(title), node, row, is_more=True, words=_in_two_languages(SETTING_WORDS.get(row, "")))


_COMBINED_CHOICES: Final[Mapping[str, Mapping[str, Style | ValueSet]]] = {
    STYLE_ROW: STYLES,
    HANDLING_ROW: HANDLINGS,
    EFFECTS_ROW: EFFECTS,
}
"""The choices of combined rows."""


def _tab_place(node: Node, group: str, name: str) -> SettingPlace:
    """Return the place of a row of a tab."""
    if name in set(Node):
        edge = next(edge for edge in edges_from(node, Trigger.MENU) if edge.target is Node(name))
        words = _in_two_languages(SETTING_WORDS.get(name, ""), group, edge.sentence)
        return SettingPlace(_(edge.label), node, name, is_more=False, words=words)
    if title := COMBINED_TITLES.get(name):
        choices = (choice.title for choice in _COMBINED_CHOICES.get(name, {}).values())
        words = _in_two_languages(SETTING_WORDS.get(name, ""), group, *choices)
    else:
        spec = setting_spec(name)
        title, words = spec.title, f"{_words(spec)} {_in_two_languages(group)}"
    return SettingPlace(_(title), node, name, is_more=False, words=words)


def _words(spec: SettingSpec) -> str:
    values = spec.values.titles.values() if isinstance(spec.values, Choices) else ()
    keys = REBINDING if isinstance(spec.values, CommandKey) else ""
    return _in_two_languages(SETTING_WORDS.get(spec.row, ""), keys, spec.group, spec.title, spec.sentence, *values)


def _in_two_languages(*texts: str) -> str:
    """Return texts in English, as the words of other games are, and in the language of the player."""
    return " ".join(word for text in texts if text for word in (text, _(text)))
