"""Rows of settings: a row for any value that a spec describes, and those that change settings in force."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Final, Generic, Protocol, TypeVar

from textual.content import Content

from piecement.settings.presets import with_change
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingSpec, problem
from piecement.settings.values import Choices, LetterTexts, OnOff, Range, SettingValue
from piecement.ui.live_settings import LiveSettings
from piecement.ui.widgets.questions import Choose, TypeText
from piecement.ui.widgets.rows import GroupHeading, Line, Reply, Row, RowText
from piecement_base.language import _

Change = Callable[[Settings], Settings]
"""Returns changed settings. May raise `SettingError`."""


class ValueRow(Row):
    """A row for a value that a spec describes."""

    def __init__(self, spec: SettingSpec, row_id: str = "") -> None:
        super().__init__(row_id or spec.row)
        self._spec: Final = spec
        self.is_typed = isinstance(spec.values, Range)
        self.may_step: Final = isinstance(spec.values, OnOff | Range | Choices)

    @property
    def spec(self) -> SettingSpec:
        return self._spec

    @abstractmethod
    def value(self) -> SettingValue:
        """Return the value to show."""

    @abstractmethod
    def change(self, value: SettingValue) -> None:
        """Set another value."""

    def consider(self, name: str | None) -> None:
        """Preview a name under the cursor, or none."""

    def text(self) -> RowText:
        return RowText(_(self.spec.title), self.spec.values.text(self.value()), may_step=self.may_step)

    def explain(self) -> Content:
        return Content(self._sentence(self.value()))

    def _sentence(self, value: SettingValue) -> str:
        return self.spec.values.sentence(value) or _(self.spec.sentence)

    def select(self) -> Reply:
        value, values = self.value(), self.spec.values
        if isinstance(values, OnOff):
            self.change(not value)
            return None
        if isinstance(values, Choices):
            sentences = {name: self._sentence(name) for name in values.titles}
            return Choose(values.shown, str(value), sentences, self.change, self.consider)
        text = f"{float(value):.6f}".rstrip("0").rstrip(".") if isinstance(values, Range) else str(value)
        return TypeText(text, self._problem, self._type)

    def step(self, steps: int) -> Reply:
        if self.may_step:
            self.change(self.spec.stepped(self.value(), steps))
        return None

    def clear(self) -> None:
        self.change(self.spec.default)

    def _type(self, text: str) -> None:
        self.change(self.spec.parsed(text))

    def _problem(self, text: str) -> str:
        """Return the reason why a typed text is refused, or an empty one."""
        reason, values, title = problem(partial(self.spec.parsed, text)), self.spec.values, _(self.spec.title)
        if reason and isinstance(values, Range | LetterTexts):
            return _("{title} can be {limits}.").format(title=title, limits=values.limits)
        return reason and f"{title}: {reason}."


class SettingsEditor(Protocol):
    """The owner of the settings that rows show and change: a screen."""

    @property
    def shown(self) -> Settings:
        """The current settings, or those with the choice under the cursor."""
        ...

    @property
    def live_settings(self) -> LiveSettings:
        """The settings in force, which rows change."""
        ...

    def consider(self, change: Change | None) -> None:
        """Preview a change that the cursor is on, or the current settings if None."""
        ...


Editor = TypeVar("Editor", bound=SettingsEditor)


class SettingRow(ValueRow, Generic[Editor]):
    """A row for a setting."""

    def __init__(self, spec: SettingSpec, editor: Editor, row_id: str = "") -> None:
        super().__init__(spec, row_id)
        self.editor: Final = editor

    def value(self) -> SettingValue:
        return self.spec.value(self.editor.shown.section(self.spec.section))

    def change(self, value: SettingValue) -> None:
        self.editor.live_settings.update(self._changed(value))

    def consider(self, name: str | None) -> None:
        self.editor.consider(None if name is None else self._changed(name))

    def text(self) -> RowText:
        section = self.editor.shown.section(self.spec.section)
        return super().text()._replace(is_faint=not self.spec.has_effect(section))

    def _changed(self, value: SettingValue) -> Change:
        return partial(with_change, section=self.spec.section, name=self.spec.name, value=value)


class ExplainedRow(SettingRow[Editor]):
    """A row for a setting, explained by one line for the setting and one for its value."""

    def explain(self) -> Content:
        return Content(f"{_(self.spec.sentence)}\n{self.spec.values.sentence(self.value())}")


def rows_in_groups(specs: Iterable[SettingSpec], row: Callable[[SettingSpec], Row]) -> Iterator[Line]:
    """Yield a row for each spec, and a heading before each group."""
    for title, group in groupby(specs, attrgetter("group")):
        if title:
            yield GroupHeading(_(title))
        yield from map(row, group)
