"""The row of the preset of a section, which renames and deletes the player's own ones."""

from dataclasses import replace
from functools import partial
from typing import Final

from textual.content import Content

from piecement.language import _
from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.presets import (
    is_built_in,
    preset_name,
    preset_names,
    with_preset,
    with_renamed_preset,
    without_preset,
)
from piecement.settings.specs import problem
from piecement.ui.widgets.asks import Ask, Choose, Reply, Type, confirmation
from piecement.ui.widgets.setting_rows import Row, SettingsEditor, choices_row, choose_change, title_of

_OWN_PRESET: Final = _("Your own preset. N renames it, Del deletes it.")
_PRESET_TITLES: Final = {"graphics": _("Look"), "controls": _("Keys"), "pair": _("Keys"), "gameplay": _("Preset")}


def preset_row(section: str, editor: SettingsEditor) -> Row:
    """Return a row for the preset of a section."""

    def name() -> str:
        return preset_name(editor.shown, section)

    def sentence(preset: str) -> str:
        built_in = BUILT_IN_PRESETS[section].get(preset)
        return built_in.sentence if built_in else _OWN_PRESET

    def choose() -> Choose:
        titles = {preset: _(preset) for preset in preset_names(editor.shown, section)}
        return choose_change(
            titles, name(), sentence, lambda preset: partial(with_preset, section=section, name=preset), editor
        )

    def changeable(ask: Ask) -> Reply:
        """Return a question about the preset, or the reason why a built-in one cannot be changed."""
        if is_built_in(section, name()):
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

    return replace(
        choices_row(f"{section}.", _PRESET_TITLES[section], choose, title_of),
        clear=lambda: changeable(removal()),
        rename=lambda: changeable(Type(name(), refusal, renamed)),
    )
