"""What the lines of settings say, and what is to be known of them."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from textual.widgets.option_list import Option

from piecement.settings.built_in import BUILT_IN_SLOTS, SLOT_SENTENCES
from piecement.settings.knobs import Setting, SettingValue
from piecement.settings.presets import slot_name
from piecement.settings.whole import Settings
from piecement.ui.widgets.knob_list import HeadingOption, KnobOption, RowText, SlotOption
from piecement.ui.widgets.menu_list import EdgeOption

UNRANKED: Final = "◆"
"""The mark of a setting that keeps games from being ranked."""

_OWN_SLOT: Final = "Your own. N gives it another name, Del removes it."


def rows_of(settings: Iterable[Setting]) -> Iterator[Option]:
    """Return lines for settings, each group under its heading."""
    for title, group in groupby(settings, lambda setting: setting.group):
        if title:
            yield HeadingOption(title)
        yield from (KnobOption(setting) for setting in group)


def value_of(settings: Settings, setting: Setting) -> SettingValue:
    """Return what a setting is set to."""
    value: SettingValue = getattr(settings.section(setting.section), setting.name)
    return value


def counts(settings: Settings, setting: Setting) -> bool:
    """Return whether a setting says anything, as others are set."""
    only = setting.only_with
    return only is None or getattr(settings.section(setting.section), only.name) in only.values


def is_contested(settings: Settings, setting: Setting) -> bool:
    """Return whether a setting, as it is, keeps games from being ranked."""
    return setting.contests and counts(settings, setting) and value_of(settings, setting) != setting.default


def row_text(settings: Settings, option: Option) -> RowText:
    """Return what a line says."""
    match option:
        case KnobOption(setting=setting):
            return RowText(
                setting.title,
                setting.value_text(value_of(settings, setting)),
                UNRANKED if is_contested(settings, setting) else "",
                is_faint=not counts(settings, setting),
                may_step=True,
            )
        case SlotOption(section=section):
            return RowText("Slot", slot_name(settings, section), may_step=True)
        case EdgeOption(edge=edge):
            section = str(edge.target)
            return RowText(edge.label, slot_name(settings, section) if section in BUILT_IN_SLOTS else "", "›")
        case _:
            return RowText("")


def sentence(settings: Settings, option: Option) -> str:
    """Return what is to be known of a line, in a sentence."""
    match option:
        case KnobOption(setting=setting):
            return setting.explained.get(str(value_of(settings, setting))) or setting.sentence
        case SlotOption(section=section):
            return slot_sentence(section, slot_name(settings, section))
        case EdgeOption(edge=edge):
            return edge.sentence
        case _:
            return ""


def slot_sentence(section: str, name: str) -> str:
    """Return what is to be known of a slot."""
    return SLOT_SENTENCES[section].get(name, _OWN_SLOT)
