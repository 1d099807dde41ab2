"""The rows of a list of settings. A row has its text, and returns for a key the message to post."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple

from textual.content import Content
from textual.message import Message
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.presets import (
    is_built_in,
    preset_name,
    preset_names,
    with_change,
    with_next_preset,
    with_preset,
    with_renamed_preset,
    without_preset,
)
from piecement.settings.section import Section
from piecement.settings.setting_spec import (
    Choices,
    LetterTexts,
    Name,
    OnOff,
    Range,
    SettingError,
    SettingSpec,
    SettingValue,
)
from piecement.settings.settings import Settings
from piecement.ui.menu_graph import Edge
from piecement.ui.messages import SettingChanged
from piecement.ui.widgets.menu_list import EdgeOption

UNRANKED: Final = "◆"
"""The mark of a setting that makes games unranked."""

_OWN_PRESET: Final = _("Your own preset. N renames it, Del deletes it.")
_REMOVE: Final = "remove"
_KEEP: Final = "keep"

CurrentSettings = Callable[[], Settings]
"""Returns the settings as they are now."""


class RowText(NamedTuple):
    """The text of a row."""

    title: str
    value: str = ""
    mark: str = ""
    """One character before the title."""
    is_faint: bool = False
    may_step: bool = False
    """Whether the arrow keys change it."""
    current_value: str = ""
    """Shown instead of the value while the cursor is on the row."""
    wraps: bool = False
    """Whether a value that is too long goes on in the next line."""


class HeadingRow(Option):
    """A heading of a group of settings, which the cursor skips."""

    def __init__(self, title: str) -> None:
        super().__init__(Content.styled(title, "$accent"), disabled=True)


class Row(Option):
    """A row that the cursor can be on. Keys do nothing there by default."""

    is_typed = False
    """Whether a digit begins a new value."""

    @property
    def text(self) -> RowText:
        raise NotImplementedError

    @property
    def explanation(self) -> Content:
        raise NotImplementedError

    def highlight(self) -> None:
        """Note that the cursor is on the row."""

    def select(self) -> Message | None:
        """Return the message for Enter."""

    def step(self, steps: int) -> Message | None:
        """Return the message for the arrow keys."""

    def clear(self) -> Message | None:
        """Return the message for Del."""

    def rename(self) -> Message | None:
        """Return the message for N, whatever row the cursor is on."""

    def explain_choice(self, name: str) -> Content:
        """Return the explanation of a name that can be chosen for the row."""
        raise NotImplementedError

    def choose(self, name: str) -> Message | None:
        """Return the message for a chosen name."""
        raise NotImplementedError

    def problem(self, text: str) -> str:
        """Return what is wrong with a typed text, or an empty one."""
        raise NotImplementedError

    def enter(self, text: str) -> Message | None:
        """Return the message for a typed text."""
        raise NotImplementedError


@dataclass
class Explained(Message):
    """The explanation to show beside the list."""

    text: Content


@dataclass
class ChoiceAsked(Message):
    """A row asks for a choice, from titles by name."""

    row: Row
    titles: Mapping[str, str]
    current: str


@dataclass
class ChoiceConsidered(Message):
    """The cursor is on a name that can be chosen for a row; None: the list of names was closed."""

    change: Callable[[Settings], Settings] | None


@dataclass
class TextAsked(Message):
    """A row asks for a text, beginning with one."""

    row: Row
    text: str


@dataclass
class KeyAsked(Message):
    """A key is to be pressed for a row."""

    row: Row
    title: str
    """What the key is for."""


@dataclass
class EdgeChosen(Message):
    """A row that leads to another screen was chosen."""

    edge: Edge


class SpecRow(Row):
    """A row for a value that a spec describes."""

    def __init__(self, spec: SettingSpec) -> None:
        super().__init__("", id=f"{spec.section}.{spec.name}")
        self.spec = spec
        self.is_typed = isinstance(spec.values, Range)

    @property
    def value(self) -> SettingValue:
        raise NotImplementedError

    def change(self, change: Callable[[SettingValue], SettingValue]) -> Message:
        """Return the message that replaces the value by the function's result for it."""
        raise NotImplementedError

    @property
    def text(self) -> RowText:
        may_step = not isinstance(self.spec.values, LetterTexts)
        return RowText(self.spec.title, self.spec.values.text(self.value), may_step=may_step)

    @property
    def explanation(self) -> Content:
        return Content(self.spec.values.sentence(self.value) or self.spec.sentence)

    def select(self) -> Message | None:
        match self.spec.values:
            case OnOff():
                return self.change(lambda value: not value)
            case Choices(titles=titles):
                return ChoiceAsked(self, titles, str(self.value))
            case LetterTexts():
                return TextAsked(self, str(self.value))
            case _:
                return TextAsked(self, f"{float(self.value):.6f}".rstrip("0").rstrip("."))

    def step(self, steps: int) -> Message | None:
        return self.change(lambda value: self.spec.stepped(value, steps))

    def clear(self) -> Message | None:
        return self.change(lambda _: self.spec.default)

    def explain_choice(self, name: str) -> Content:
        return Content(self.spec.values.sentence(name) or self.spec.sentence)

    def choose(self, name: str) -> Message | None:
        return self.change(lambda _: name)

    def problem(self, text: str) -> str:
        if self.spec.parsed(text) is None and isinstance(self.spec.values, Range | LetterTexts):
            return _("{title} can be {limits}.").format(title=self.spec.title, limits=self.spec.values.limits)
        return ""

    def enter(self, text: str) -> Message | None:
        number = self.spec.parsed(text)
        return None if number is None else self.change(lambda _: number)


class SettingRow(SpecRow):
    """A row for a setting."""

    def __init__(self, spec: SettingSpec, settings: CurrentSettings) -> None:
        super().__init__(spec)
        self.settings = settings

    @property
    def section(self) -> Section:
        return self.settings().section(self.spec.section)

    @property
    def value(self) -> SettingValue:
        return self.spec.value(self.section)

    def change(self, change: Callable[[SettingValue], SettingValue]) -> Message:
        spec = self.spec

        def changed(settings: Settings) -> Settings:
            value = change(spec.value(settings.section(spec.section)))
            return with_change(settings, spec.section, spec.name, value)

        return SettingChanged(changed)

    @property
    def text(self) -> RowText:
        mark = UNRANKED if self.spec.is_unranked(self.section) else ""
        return super().text._replace(mark=mark, is_faint=not self.spec.has_effect(self.section))


class ExplainedSettingRow(SettingRow):
    """A row whose explanation has a line for the setting and one for its value."""

    @property
    def explanation(self) -> Content:
        return Content(f"{self.spec.sentence}\n{self.spec.values.sentence(self.value)}")


class NameRow(ExplainedSettingRow):
    """A row for a name, which is typed."""

    @property
    def text(self) -> RowText:
        return super().text._replace(may_step=False)

    def select(self) -> Message | None:
        return TextAsked(self, str(self.value))

    def step(self, steps: int) -> Message | None:
        return None

    def problem(self, text: str) -> str:
        try:
            self._checked(text)
        except ValueError as error:
            return f"{self.spec.title}: {error}."
        return ""

    def enter(self, text: str) -> Message | None:
        return None if self.problem(text) else self.change(lambda _: self._checked(text))

    def _checked(self, text: str) -> str:
        return self.spec.values.check(text) if isinstance(self.spec.values, Name) else text


class PresetRow(Row):
    """A row for the preset of a section."""

    def __init__(self, section: str, settings: CurrentSettings) -> None:
        super().__init__("", id=f"{section}.")
        self._section = section
        self._settings = settings

    @property
    def text(self) -> RowText:
        return RowText(_("Preset"), _(self._name), may_step=True)

    @property
    def explanation(self) -> Content:
        return self.explain_choice(self._name)

    def explain_choice(self, name: str) -> Content:
        built_in = BUILT_IN_PRESETS[self._section].get(name)
        return Content(built_in.sentence if built_in else _OWN_PRESET)

    def select(self) -> Message | None:
        names = preset_names(self._settings(), self._section)
        return ChoiceAsked(self, {name: _(name) for name in names}, self._name)

    def choose(self, name: str) -> Message | None:
        return SettingChanged(partial(with_preset, section=self._section, name=name))

    def step(self, steps: int) -> Message | None:
        return SettingChanged(partial(with_next_preset, section=self._section, steps=1 if steps > 0 else -1))

    def clear(self) -> Message | None:
        titles = {_KEEP: _("Keep {name}").format(name=_(self._name)), _REMOVE: _("Delete it for good")}
        return self._refusal() or ChoiceAsked(_PresetRemovalRow(self._section, self._settings), titles, _KEEP)

    def rename(self) -> Message | None:
        return self._refusal() or TextAsked(self, self._name)

    def enter(self, text: str) -> Message | None:
        return SettingChanged(partial(with_renamed_preset, section=self._section, name=text))

    def problem(self, text: str) -> str:
        try:
            with_renamed_preset(self._settings(), self._section, text)
        except SettingError as error:
            return str(error)
        return ""

    @property
    def _name(self) -> str:
        return preset_name(self._settings(), self._section)

    def _refusal(self) -> Message | None:
        """Return the reason why a built-in preset cannot be changed, or None."""
        if is_built_in(self._section, self._name):
            return Explained(
                Content(_("{name} is built in: it can't be renamed or deleted.").format(name=_(self._name)))
            )
        return None


class _PresetRemovalRow(PresetRow):
    """The row of a preset while its removal has to be confirmed."""

    def explain_choice(self, name: str) -> Content:
        return Content(
            _("All settings in {name} will be lost.").format(name=_(self._name))
            if name == _REMOVE
            else _("Nothing changes.")
        )

    def choose(self, name: str) -> Message | None:
        return SettingChanged(partial(without_preset, section=self._section)) if name == _REMOVE else None


class EdgeRow(Row, EdgeOption):
    """A row that leads to another screen, with the preset that is used there."""

    def __init__(self, edge: Edge, settings: CurrentSettings) -> None:
        super().__init__(edge)
        self._settings = settings

    @property
    def text(self) -> RowText:
        section = str(self.edge.target)
        preset = _(preset_name(self._settings(), section)) if section in BUILT_IN_PRESETS else ""
        return RowText(self.edge.label, preset, "›")

    @property
    def explanation(self) -> Content:
        return Content(self.edge.sentence)

    def select(self) -> Message | None:
        return EdgeChosen(self.edge)

    def step(self, steps: int) -> Message | None:
        return EdgeChosen(self.edge) if steps > 0 else None


def grouped(specs: Iterable[SettingSpec], row: Callable[[SettingSpec], SpecRow]) -> Iterator[Option]:
    """Yield a row for each spec, and a heading before each group."""
    for title, group in groupby(specs, lambda spec: spec.group):
        if title:
            yield HeadingRow(title)
        yield from map(row, group)
