"""The row of the preset of a section, which renames and deletes the player's own ones."""

from functools import partial
from typing import Final

from textual.content import Content

from piecement.language import _
from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.presets import (
    is_built_in,
    preset_name,
    preset_names,
    with_next_preset,
    with_preset,
    with_renamed_preset,
    without_preset,
)
from piecement.settings.specs import SettingError
from piecement.ui.widgets.asks import Ask, Choose, Reply, Type
from piecement.ui.widgets.setting_rows import Change, Row, RowText, SettingsEditor

_OWN_PRESET: Final = _("Your own preset. N renames it, Del deletes it.")
_REMOVE: Final = "remove"
_KEEP: Final = "keep"

_PRESET_TITLES: Final = {"graphics": _("Look"), "controls": _("Keys"), "pair": _("Keys"), "gameplay": _("Preset")}


def preset_row(section: str, editor: SettingsEditor) -> Row:
    """Return a row for the preset of a section."""

    def name() -> str:
        return preset_name(editor.shown, section)

    def explain(preset: str) -> Content:
        built_in = BUILT_IN_PRESETS[section].get(preset)
        return Content(built_in.sentence if built_in else _OWN_PRESET)

    def chosen(preset: str) -> Change:
        return partial(with_preset, section=section, name=preset)

    def select() -> Reply:
        return Choose(
            {preset: _(preset) for preset in preset_names(editor.shown, section)},
            name(),
            explain,
            lambda preset: editor.live_settings.update(chosen(preset)),
            lambda preset: editor.consider(None if preset is None else chosen(preset)),
        )

    def step(steps: int) -> None:
        editor.live_settings.update(partial(with_next_preset, section=section, steps=1 if steps > 0 else -1))

    def changeable(ask: Ask) -> Reply:
        """Return a question about the preset, or the reason why a built-in one cannot be changed."""
        if is_built_in(section, name()):
            return Content(_("{name} is built in: it can't be renamed or deleted.").format(name=_(name())))
        return ask

    def problem(text: str) -> str:
        try:
            with_renamed_preset(editor.shown, section, text)
        except SettingError as error:
            return str(error)
        return ""

    def renamed(text: str) -> None:
        editor.live_settings.update(partial(with_renamed_preset, section=section, name=text))

    return Row(
        f"{section}.",
        lambda: RowText(_PRESET_TITLES[section], _(name()), may_step=True),
        lambda: explain(name()),
        select,
        step,
        lambda: changeable(_removal(section, name(), editor)),
        lambda: changeable(Type(name(), problem, renamed)),
    )


def _removal(section: str, name: str, editor: SettingsEditor) -> Choose:
    """Return the question before a preset is deleted."""

    def explain(answer: str) -> Content:
        lost = _("All settings in {name} will be lost.").format(name=_(name))
        return Content(lost if answer == _REMOVE else _("Nothing changes."))

    def done(answer: str) -> None:
        if answer == _REMOVE:
            editor.live_settings.update(partial(without_preset, section=section))

    titles = {_KEEP: _("Keep {name}").format(name=_(name)), _REMOVE: _("Delete it for good")}
    return Choose(titles, _KEEP, explain, done)
