"""Rows that set several settings at once: styles, handling and effects."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from piecement.language import _
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingSpec
from piecement.settings.styles import EFFECTS, HANDLINGS, STYLES, ValueSet, style_of, style_text, with_style
from piecement.ui.setting_pages import EFFECTS as EFFECTS_ROW
from piecement.ui.setting_pages import HANDLING, LOOK, OWN_TITLES, SOFT_DROP, STYLE, setting_spec
from piecement.ui.widgets.asks import Choose, Reply
from piecement.ui.widgets.preset_rows import preset_row
from piecement.ui.widgets.setting_rows import (
    Change,
    Row,
    SettingsEditor,
    choices_row,
    choose_change,
    setting_row,
)

_STYLES_SENTENCE: Final = _("Keys, rules and feel at once.")
_OWN: Final = _("Own")


@dataclass(frozen=True)
class ChoiceRow:
    """Named sets of values of several settings."""

    id: str
    titles: Mapping[str, str]
    sentence: Callable[[str], str]
    """Returns the description of a name; of the player's own for an empty one."""
    used: Callable[[Settings], str]
    """Returns the name in use, or an empty text for the player's own values."""
    use: Callable[[Settings, str], Settings]
    """Returns the settings with another name in use."""
    text: Callable[[Settings], str] | None = None
    """Returns the text of what is in use, if that is more than its title."""


def choice_row(choice: ChoiceRow, editor: SettingsEditor) -> Row:
    """Return a row for a choice; Del goes back to the first name, or undoes what was changed of the one in use."""

    def change(name: str) -> Change:
        return lambda settings: choice.use(settings, name)

    def choose() -> Choose:
        return choose_change(choice.titles, choice.used(editor.shown), choice.sentence, change, editor)

    def text(ask: Choose) -> str:
        return choice.text(editor.shown) if choice.text else choice.titles.get(ask.current, _OWN)

    def clear() -> None:
        editor.live_settings.update(change(choice.used(editor.live_settings.now) or next(iter(choice.titles))))

    return replace(choices_row(choice.id, OWN_TITLES[choice.id], choose, text), clear=clear)


def _style_sentence(name: str) -> str:
    if name in STYLES:
        return f"{_STYLES_SENTENCE}\n\n{STYLES[name].sentence}"
    return f"{_STYLES_SENTENCE}\n\n{_('Now your own: choosing a style keeps it as a preset.')}"


def _used_style(settings: Settings) -> str:
    style = style_of(settings)
    return style.name if style else ""


_STYLES: Final = ChoiceRow(
    STYLE, {name: style.title for name, style in STYLES.items()}, _style_sentence, _used_style, with_style, style_text
)


def _of_sets(row: str, sets: Mapping[str, ValueSet], own: str) -> ChoiceRow:
    """Return a choice from sets of values; `own` describes the player's own values."""
    return ChoiceRow(
        row,
        {name: values.title for name, values in sets.items()},
        lambda name: sets[name].sentence if name in sets else own,
        lambda settings: next((name for name, values in sets.items() if values.is_used(settings)), ""),
        lambda settings, name: sets[name].use(settings),
    )


_CHOICES: Final = (
    _STYLES,
    _of_sets(HANDLING, HANDLINGS, _("Your own values of the rows below.")),
    _of_sets(EFFECTS_ROW, EFFECTS, _("Your own effects, behind More look settings.")),
)


def soft_drop_spec(editor: SettingsEditor) -> SettingSpec:
    """Return the spec of the speed of a soft drop that is in use, be it a factor or a time."""
    by = editor.shown.gameplay.soft_drop_by
    return setting_spec("gameplay.soft_drop_factor" if by == "factor" else "gameplay.soft_drop_interval_ms")


def soft_drop_row(editor: SettingsEditor) -> Row:
    """Return the row of the speed of a soft drop."""

    def row() -> Row:
        return setting_row(soft_drop_spec(editor), editor)

    def call(callback: Callable[..., Reply] | None, *steps: int) -> Reply:
        return callback(*steps) if callback else None

    return Row(
        SOFT_DROP,
        lambda: row().text()._replace(title=OWN_TITLES[SOFT_DROP]),
        lambda: row().explain(),
        lambda: call(row().select),
        lambda steps: call(row().step, steps),
        lambda: call(row().clear),
        spec=setting_spec("gameplay.soft_drop_factor"),
    )


def own_row(name: str, editor: SettingsEditor) -> Row | None:
    """Return the row of a name without a section, if it is one."""
    if name == SOFT_DROP:
        return soft_drop_row(editor)
    if name == LOOK:
        return replace(preset_row("graphics", editor), id=LOOK)
    choice = next((choice for choice in _CHOICES if choice.id == name), None)
    return choice_row(choice, editor) if choice else None
