"""Combined rows, each of which sets several settings at once: presets, styles, handling and effects."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from textual.content import Content

from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.presets import preset_name, preset_names, with_preset, with_renamed_preset, without_preset
from piecement.settings.settings import Settings
from piecement.settings.specs import problem
from piecement.settings.styles import STYLES, style_of, style_text, with_style
from piecement.settings.value_sets import EFFECTS, HANDLINGS, ValueSet
from piecement.ui.setting_pages import COMBINED_TITLES, EFFECTS_ROW, HANDLING_ROW, LOOK_ROW, STYLE_ROW
from piecement.ui.widgets.questions import Ask, Choose, TypeText, confirmation
from piecement.ui.widgets.rows import ChoiceRow, Reply, Row
from piecement.ui.widgets.setting_rows import SettingsEditor
from piecement_base.language import N_, _


class CombinedRow(ChoiceRow):
    """A row for named sets of values; Del goes back to the first name, or undoes what was changed of the one in use."""

    def __init__(self, row_id: str, title: str, editor: SettingsEditor) -> None:
        super().__init__(row_id, title, self._choice)
        self._editor: Final = editor

    @abstractmethod
    def names(self, settings: Settings) -> Mapping[str, str]:
        """Return the title of each name."""

    @abstractmethod
    def sentence(self, name: str) -> str:
        """Return the description of a name; of custom values for an empty one."""

    @abstractmethod
    def used(self, settings: Settings) -> str:
        """Return the name in use, or an empty text for custom values."""

    @abstractmethod
    def use(self, settings: Settings, name: str) -> Settings:
        """Return the settings with another name in use."""

    def value(self, ask: Choose) -> str:
        return ask.titles.get(ask.current, _("Own"))

    def _choice(self) -> Choose:
        shown = self._editor.shown
        names = self.names(shown)
        sentences = {name: self.sentence(name) for name in (*names, "")}
        return Choose(names, self.used(shown), sentences, self._choose, self._consider)

    def clear(self) -> Reply:
        now = self._editor.live_settings.now
        self._choose(self.used(now) or next(iter(self.names(now))))
        return None

    def _choose(self, name: str) -> None:
        self._editor.live_settings.update(partial(self.use, name=name))

    def _consider(self, name: str | None) -> None:
        self._editor.consider(None if name is None else partial(self.use, name=name))


class StyleRow(CombinedRow):
    """The row of the style."""

    def __init__(self, editor: SettingsEditor) -> None:
        super().__init__(STYLE_ROW, COMBINED_TITLES[STYLE_ROW], editor)

    def names(self, settings: Settings) -> Mapping[str, str]:
        return {name: _(style.title) for name, style in STYLES.items()}

    def sentence(self, name: str) -> str:
        own = _("Now your own: choosing a style keeps it as a preset.")
        return f"{_('Keys, rules and feel at once.')}\n\n{_(STYLES[name].sentence) if name in STYLES else own}"

    def used(self, settings: Settings) -> str:
        style = style_of(settings)
        return style.name if style else ""

    def use(self, settings: Settings, name: str) -> Settings:
        return with_style(settings, name)

    def value(self, ask: Choose) -> str:
        return style_text(self._editor.shown)


class ValueSetRow(CombinedRow):
    """A row for sets of values; `own` describes custom values."""

    def __init__(self, row_id: str, sets: Mapping[str, ValueSet], own: str, editor: SettingsEditor) -> None:
        super().__init__(row_id, COMBINED_TITLES[row_id], editor)
        self._sets: Final = sets
        self._own: Final = own

    def names(self, settings: Settings) -> Mapping[str, str]:
        return {name: _(values.title) for name, values in self._sets.items()}

    def sentence(self, name: str) -> str:
        return self._sets[name].text if name in self._sets else _(self._own)

    def used(self, settings: Settings) -> str:
        return next((name for name, values in self._sets.items() if values.is_used(settings)), "")

    def use(self, settings: Settings, name: str) -> Settings:
        return self._sets[name].use(settings)


_PRESET_TITLES: Final = {"graphics": N_("Look"), "controls": N_("Keys"), "pair": N_("Keys"), "gameplay": N_("Preset")}


class PresetRow(CombinedRow):
    """A row for the preset of a section; Del deletes a custom one, and N renames it."""

    def __init__(self, section: str, editor: SettingsEditor) -> None:
        super().__init__(f"{section}.", _PRESET_TITLES[section], editor)
        self._section: Final = section
        self._built_in: Final = BUILT_IN_PRESETS[section]

    def names(self, settings: Settings) -> Mapping[str, str]:
        return {preset: _(preset) for preset in preset_names(settings, self._section)}

    def sentence(self, name: str) -> str:
        if name in self._built_in:
            return _(self._built_in[name].sentence)
        return _("Your own preset. N renames it, Del deletes it.")

    def used(self, settings: Settings) -> str:
        return preset_name(settings, self._section)

    def use(self, settings: Settings, name: str) -> Settings:
        return with_preset(settings, self._section, name)

    def clear(self) -> Reply:
        shown = _(self._name)
        keep = _("Keep {name}").format(name=shown), _("Nothing changes.")
        delete = _("Delete it for good"), _("All settings in {name} will be lost.").format(name=shown)
        done = partial(self._editor.live_settings.update, partial(without_preset, section=self._section))
        return self._unless_built_in(confirmation(keep, delete, done))

    def rename(self) -> Reply:
        return self._unless_built_in(TypeText(self._name, self._name_problem, self._rename))

    @property
    def _name(self) -> str:
        return self.used(self._editor.shown)

    def _unless_built_in(self, ask: Ask) -> Reply:
        """Return a question about the preset, or the reason why a built-in one cannot be changed."""
        if self._name in self._built_in:
            return Content(_("{name} is built in: it can't be renamed or deleted.").format(name=_(self._name)))
        return ask

    def _name_problem(self, text: str) -> str:
        return problem(partial(with_renamed_preset, self._editor.shown, self._section, text))

    def _rename(self, text: str) -> None:
        self._editor.live_settings.update(partial(with_renamed_preset, section=self._section, name=text))


COMBINED_ROWS: Final[Mapping[str, Callable[[SettingsEditor], Row]]] = {
    STYLE_ROW: StyleRow,
    LOOK_ROW: partial(PresetRow, "graphics"),
    HANDLING_ROW: partial(ValueSetRow, HANDLING_ROW, HANDLINGS, N_("Your own values of the rows below.")),
    EFFECTS_ROW: partial(ValueSetRow, EFFECTS_ROW, EFFECTS, N_("Your own effects, behind More look settings.")),
}
"""The combined rows of the tabs, by name."""
