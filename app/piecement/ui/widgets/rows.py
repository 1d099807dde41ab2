"""Rows of lists: their text, their explanation, the answers to keys, and the questions among these."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from textual.content import Content
from textual.widgets.option_list import Option

from piecement.settings.presets import with_change
from piecement.settings.settings import Settings
from piecement.settings.specs import (
    Choices,
    CommandKey,
    LetterTexts,
    Name,
    OnOff,
    Range,
    SettingSpec,
    SettingValue,
    problem,
)
from piecement.ui.live_settings import LiveSettings
from piecement.ui.menu_graph import Edge
from piecement_base.language import _


@dataclass(frozen=True)
class Choose:
    """A choice from a list of names."""

    titles: Mapping[str, str]
    """The titles by name."""
    current: str
    sentences: Mapping[str, str]
    """The explanations of names that have one."""
    done: Callable[[str], object]
    """Called with the name that is chosen. A `Choose` or `Type` that it returns is asked next."""
    consider: Callable[[str | None], object] | None = None
    """Called with the name under the cursor, and with None once the list is closed."""

    def explain(self, name: str) -> Content:
        return Content(self.sentences.get(name, ""))


@dataclass(frozen=True)
class Type:
    """A line of text, which begins with one."""

    text: str
    problem: Callable[[str], str]
    """Returns the reason why a text is refused, or an empty one."""
    done: Callable[[str], object]
    """Called with the text. A `Choose` or `Type` that it returns is asked next."""


@dataclass(frozen=True)
class Confirm:
    """A question to confirm with Enter."""

    question: Content
    done: Callable[[], object]
    other: Callable[[], object] | None = None
    """Other action of Tab, if any."""


@dataclass(frozen=True)
class PressKey:
    """A key."""

    title: str
    """The use of the key."""
    done: Callable[[str], str | Confirm]
    """Uses the key, and returns an empty text; or the reason why it is refused, or a question to confirm first."""


def confirmation(no: tuple[str, str], yes: tuple[str, str], done: Callable[[], object]) -> Choose:
    """Return a choice between doing nothing and calling a function, from the title and the sentence of each."""

    def choose(name: str) -> object:
        return done() if name == "yes" else None

    return Choose({"no": no[0], "yes": yes[0]}, "no", {"no": no[1], "yes": yes[1]}, choose)


Ask = Choose | Type | PressKey
Reply = Ask | Content | None
"""The result of a key on a row: a question, a text to show instead of the explanation, or nothing."""


Change = Callable[[Settings], Settings]
"""Returns changed settings. May raise `SettingError`."""


class RowText(NamedTuple):
    """The text of a row."""

    title: str
    value: str = ""
    mark: str = ""
    """One character before the title."""
    is_faint: bool = False
    is_bad: bool = False
    """Whether it needs a value that it lacks."""
    may_step: bool = False
    """Whether the arrow keys change it."""
    wraps: bool = False
    """Whether a value that is too long continues on the next line."""
    note: str = ""
    """A word at the right end, where there is room for it."""


class Row(Option, ABC):
    """A row of a list, drawn from its text. Keys do nothing but what a kind of row gives them to do."""

    is_typed = False
    """Whether a digit begins a new value."""

    def __init__(self, row_id: str) -> None:
        super().__init__("", id=row_id)

    @abstractmethod
    def text(self) -> RowText:
        """Return the text of the row now."""

    @abstractmethod
    def explain(self) -> Content:
        """Return the text beside the list while the cursor is on the row."""

    def select(self) -> Reply:
        """Answer Enter."""
        return None

    def step(self, steps: int) -> Reply:
        """Answer the arrow keys, with the number of steps."""
        return None

    def clear(self) -> Reply:
        """Answer Del."""
        return None

    def rename(self) -> Reply:
        """Answer N, whichever row the cursor is on."""
        return None


Line = Option
"""A row, or a heading, which the cursor skips."""


class GroupHeading(Option):
    """The heading of a group, below a blank line where there is room for one."""

    def __init__(self, title: str) -> None:
        super().__init__(Content.styled(title.upper(), "$muted"), disabled=True)
        self.title: Final = title.upper()


def grouped(specs: Iterable[SettingSpec], row: Callable[[SettingSpec], Row]) -> Iterator[Line]:
    """Yield a row for each spec, and a heading before each group."""
    for title, group in groupby(specs, attrgetter("group")):
        if title:
            yield GroupHeading(_(title))
        yield from map(row, group)


class TextRow(Row):
    """A row of fixed text; Enter asks a question, or calls a function, as the arrow keys do that get one."""

    def __init__(
        self,
        row_id: str,
        title: str,
        value: str = "",
        sentence: str = "",
        reply: Callable[[], Reply] | Choose | Type | None = None,
        *,
        step: Callable[[int], Reply] | None = None,
    ) -> None:
        super().__init__(row_id)
        self._text: Final = RowText(title, value, may_step=step is not None)
        self._explanation: Final = Content(sentence)
        self._reply: Final = reply
        self._step: Final = step

    def text(self) -> RowText:
        return self._text

    def explain(self) -> Content:
        return self._explanation

    def select(self) -> Reply:
        return self._reply() if callable(self._reply) else self._reply

    def step(self, steps: int) -> Reply:
        return self._step(steps) if self._step is not None else None


class LinkRow(Row):
    """A row that leads to another screen."""

    def __init__(self, edge: Edge, follow: Callable[[Edge], None], value: str = "") -> None:
        super().__init__(edge.target)
        self._edge: Final = edge
        self._follow: Final = follow
        self._value: Final = value

    def text(self) -> RowText:
        return RowText(_(self._edge.label), f"{self._value} ›".lstrip())

    def explain(self) -> Content:
        return Content(_(self._edge.sentence))

    def select(self) -> None:
        self._follow(self._edge)

    def step(self, steps: int) -> None:
        if steps > 0:
            self._follow(self._edge)


class ChoiceRow(Row):
    """A row for names to choose from, through which steps go round."""

    def __init__(self, row_id: str, title: str, ask: Callable[[], Choose]) -> None:
        """Create the row; `ask` returns the choice as it is now."""
        super().__init__(row_id)
        self._title: Final = title
        self._ask: Final = ask

    def select(self) -> Choose:
        return self._ask()

    def value(self, ask: Choose) -> str:
        """Return the text of the current name."""
        return ask.titles[ask.current]

    def text(self) -> RowText:
        return RowText(_(self._title), self.value(self.select()), may_step=True)

    def explain(self) -> Content:
        ask = self.select()
        return ask.explain(ask.current)

    def step(self, steps: int) -> None:
        ask = self.select()
        names = list(ask.titles)
        at = names.index(ask.current) + (1 if steps > 0 else -1) if ask.current in names else 0
        ask.done(names[at % len(names)])


class ValueRow(Row):
    """A row for a value that a spec describes."""

    def __init__(self, spec: SettingSpec, row_id: str = "") -> None:
        super().__init__(row_id or spec.row)
        self._spec: Final = spec
        self.is_typed = isinstance(spec.values, Range)

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

    @property
    def may_step(self) -> bool:
        return not isinstance(self.spec.values, LetterTexts | Name | CommandKey)

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
        return Type(text, self._problem, self._type)

    def step(self, steps: int) -> Reply:
        if self.may_step:
            self.change(self.spec.stepped(self.value(), steps))
        return None

    def clear(self) -> Reply:
        self.change(self.spec.default)
        return None

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
