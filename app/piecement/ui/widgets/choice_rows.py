"""Rows that set several settings at once: presets, styles, handling and effects."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from textual.content import Content

from piecement.language import N_, _
from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.presets import preset_name, preset_names, with_preset, with_renamed_preset, without_preset
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingSpec, problem
from piecement.settings.styles import EFFECTS, HANDLINGS, STYLES, ValueSet, style_of, style_text, with_style
from piecement.ui.setting_pages import EFFECTS as EFFECTS_ROW
from piecement.ui.setting_pages import HANDLING, LOOK, OWN_TITLES, SOFT_DROP, STYLE, setting_spec
from piecement.ui.widgets.asks import Ask, Choose, Reply, Type, confirmation
from piecement.ui.widgets.setting_rows import Change, Row, SettingsEditor, choices_row, setting_row


@dataclass(frozen=True)
class ChoiceRow:
    """Named sets of values of several settings."""

    id: str
    title: str
    names: Callable[[Settings], Mapping[str, str]]
    """Returns the title of each name."""
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
        return Choose(
            choice.names(editor.shown),
            choice.used(editor.shown),
            lambda name: Content(choice.sentence(name)),
            lambda name: editor.live_settings.update(change(name)),
            lambda name: editor.consider(None if name is None else change(name)),
        )

    def text(ask: Choose) -> str:
        return choice.text(editor.shown) if choice.text else ask.titles.get(ask.current, _("Own"))

    def clear() -> None:
        now = editor.live_settings.now
        editor.live_settings.update(change(choice.used(now) or next(iter(choice.names(now)))))

    return replace(choices_row(choice.id, _(choice.title), choose, text), clear=clear)


_STYLES_SENTENCE: Final = N_("Keys, rules and feel at once.")
_OWN_STYLE: Final = N_("Now your own: choosing a style keeps it as a preset.")
_STYLES: Final = ChoiceRow(
    STYLE,
    OWN_TITLES[STYLE],
    lambda __: {name: _(style.title) for name, style in STYLES.items()},
    lambda name: f"{_(_STYLES_SENTENCE)}\n\n{_(STYLES[name].sentence if name in STYLES else _OWN_STYLE)}",
    lambda settings: style.name if (style := style_of(settings)) else "",
    with_style,
    style_text,
)


def _of_sets(row: str, sets: Mapping[str, ValueSet], own: str) -> ChoiceRow:
    """Return a choice from sets of values; `own` describes the player's own values."""
    return ChoiceRow(
        row,
        OWN_TITLES[row],
        lambda __: {name: _(values.title) for name, values in sets.items()},
        lambda name: sets[name].text if name in sets else _(own),
        lambda settings: next((name for name, values in sets.items() if values.is_used(settings)), ""),
        lambda settings, name: sets[name].use(settings),
    )


_CHOICES: Final = (
    _STYLES,
    _of_sets(HANDLING, HANDLINGS, N_("Your own values of the rows below.")),
    _of_sets(EFFECTS_ROW, EFFECTS, N_("Your own effects, behind More look settings.")),
)


_OWN_PRESET: Final = N_("Your own preset. N renames it, Del deletes it.")
_PRESET_TITLES: Final = {"graphics": N_("Look"), "controls": N_("Keys"), "pair": N_("Keys"), "gameplay": N_("Preset")}


def preset_row(section: str, editor: SettingsEditor) -> Row:
    """Return a row for the preset of a section."""
    built_in = BUILT_IN_PRESETS[section]

    def name() -> str:
        return preset_name(editor.shown, section)

    def changeable(ask: Ask) -> Reply:
        """Return a question about the preset, or the reason why a built-in one cannot be changed."""
        if name() in built_in:
            return Content(_("{name} is built in: it can't be renamed or deleted.").format(name=_(name())))
        return ask

    def refusal(text: str) -> str:
        return problem(lambda: with_renamed_preset(editor.shown, section, text))

    def renamed(text: str) -> None:
        editor.live_settings.update(partial(with_renamed_preset, section=section, name=text))

    def removal() -> Choose:
        shown = _(name())
        lost = _("All settings in {name} will be lost.").format(name=shown)
        return confirmation(
            (_("Keep {name}").format(name=shown), _("Nothing changes.")),
            (_("Delete it for good"), lost),
            lambda: editor.live_settings.update(partial(without_preset, section=section)),
        )

    choice = ChoiceRow(
        f"{section}.",
        _PRESET_TITLES[section],
        lambda settings: {preset: _(preset) for preset in preset_names(settings, section)},
        lambda preset: _(built_in[preset].sentence if preset in built_in else _OWN_PRESET),
        partial(preset_name, section=section),
        lambda settings, preset: with_preset(settings, section, preset),
    )
    return replace(
        choice_row(choice, editor),
        clear=lambda: changeable(removal()),
        rename=lambda: changeable(Type(name(), refusal, renamed)),
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
        lambda: row().text()._replace(title=_(OWN_TITLES[SOFT_DROP])),
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
        return preset_row("graphics", editor)
    choice = next((choice for choice in _CHOICES if choice.id == name), None)
    return choice_row(choice, editor) if choice else None
