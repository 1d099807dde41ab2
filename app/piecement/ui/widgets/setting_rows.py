"""Rows of lists of settings: data with callbacks, and functions that make them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple, Protocol

from textual.content import Content
from textual.widgets.option_list import Option

from piecement.language import _
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
from piecement.ui.widgets.asks import Choose, Reply, Type

Change = Callable[[Settings], Settings]
"""Returns changed settings. May raise `SettingError`."""


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


class RowText(NamedTuple):
    """The text of a row."""

    title: str
    value: str = ""
    mark: str = ""
    """One character before the title."""
    is_faint: bool = False
    may_step: bool = False
    """Whether the arrow keys change it."""
    wraps: bool = False
    """Whether a value that is too long continues on the next line."""
    note: str = ""
    """A word at the right end, where there is room for it."""


@dataclass(frozen=True)
class Row:
    """A row of a list. A key whose callback is None does nothing."""

    id: str
    text: Callable[[], RowText]
    explain: Callable[[], Content]
    """Returns the text beside the list while the cursor is on the row."""
    select: Callable[[], Reply] | None = None
    """Called for Enter."""
    step: Callable[[int], Reply] | None = None
    """Called for the arrow keys, with the number of steps."""
    clear: Callable[[], Reply] | None = None
    """Called for Del."""
    rename: Callable[[], Reply] | None = None
    """Called for N, whichever row the cursor is on."""
    spec: SettingSpec | None = None
    """The spec of the value, if it has one."""

    @property
    def is_typed(self) -> bool:
        """Whether a digit begins a new value."""
        return self.spec is not None and isinstance(self.spec.values, Range)


Line = Row | Option
"""A row, or a heading, which the cursor skips."""


class GroupHeading(Option):
    """The heading of a group, which a tall terminal shows below a blank line."""

    def __init__(self, title: str) -> None:
        super().__init__(Content.styled(title.upper(), "$muted"), disabled=True)
        self.title: Final = title.upper()


def grouped(specs: Iterable[SettingSpec], row: Callable[[SettingSpec], Row]) -> Iterator[Line]:
    """Yield a row for each spec, and a heading before each group."""
    for title, group in groupby(specs, lambda spec: spec.group):
        if title:
            yield GroupHeading(_(title))
        yield from map(row, group)


def text_row(
    row_id: str, title: str, value: str = "", sentence: str = "", select: Callable[[], Reply] | None = None
) -> Row:
    """Return a row of fixed text."""
    text, explanation = RowText(title, value), Content(sentence)
    return Row(row_id, lambda: text, lambda: explanation, select)


def value_row(
    spec: SettingSpec,
    get: Callable[[], SettingValue],
    set_value: Callable[[SettingValue], None],
    *,
    consider: Callable[[str | None], object] | None = None,
) -> Row:
    """Return a row for a value that a spec describes."""
    values = spec.values
    may_step = not isinstance(values, LetterTexts | Name | CommandKey)

    def explained(value: SettingValue) -> Content:
        return Content(values.sentence(value) or _(spec.sentence))

    def select() -> Reply:
        if isinstance(values, OnOff):
            set_value(not get())
            return None
        if isinstance(values, Choices):
            return Choose(values.shown, str(get()), explained, set_value, consider)
        text = f"{float(get()):.6f}".rstrip("0").rstrip(".") if isinstance(values, Range) else str(get())
        return Type(text, partial(_problem, spec), lambda text: set_value(spec.parsed(text)))

    return Row(
        f"{spec.section}.{spec.name}",
        lambda: RowText(_(spec.title), values.text(get()), may_step=may_step),
        lambda: explained(get()),
        select,
        (lambda steps: set_value(spec.stepped(get(), steps))) if may_step else None,
        lambda: set_value(spec.default),
        spec=spec,
    )


def choices_row(
    row_id: str,
    title: str,
    choose: Callable[[], Choose],
    text: Callable[[Choose], str] = lambda ask: ask.titles[ask.current],
) -> Row:
    """Return a row for names to choose from, which steps wrap around, from the choice and its text as they are now."""

    def step(steps: int) -> None:
        ask = choose()
        names = list(ask.titles)
        at = names.index(ask.current) + (1 if steps > 0 else -1) if ask.current in names else 0
        ask.done(names[at % len(names)])

    def explain() -> Content:
        ask = choose()
        return ask.explain(ask.current)

    return Row(row_id, lambda: RowText(title, text(choose()), may_step=True), explain, choose, step)


def setting_row(spec: SettingSpec, editor: SettingsEditor) -> Row:
    """Return a row for a setting."""

    def changed(value: SettingValue) -> Change:
        return partial(with_change, section=spec.section, name=spec.name, value=value)

    def text() -> RowText:
        section = editor.shown.section(spec.section)
        return row.text()._replace(is_faint=not spec.has_effect(section))

    def step(steps: int) -> None:
        value = spec.value(editor.live_settings.now.section(spec.section))
        editor.live_settings.update(changed(spec.stepped(value, steps)))

    row = value_row(
        spec,
        lambda: spec.value(editor.shown.section(spec.section)),
        lambda value: editor.live_settings.update(changed(value)),
        consider=lambda name: editor.consider(None if name is None else changed(name)),
    )
    return replace(row, text=text, step=row.step and step)


def explained_row(spec: SettingSpec, editor: SettingsEditor) -> Row:
    """Return a row for a setting, explained by one line for the setting and one for its value."""

    def explain() -> Content:
        return Content(f"{_(spec.sentence)}\n{spec.values.sentence(spec.value(editor.shown.section(spec.section)))}")

    return replace(setting_row(spec, editor), explain=explain)


def edge_row(edge: Edge, follow: Callable[[Edge], None], value: Callable[[], str] = str) -> Row:
    """Return a row that leads to another screen."""

    def step(steps: int) -> None:
        if steps > 0:
            follow(edge)

    def text() -> RowText:
        return RowText(edge.label, f"{value()} ›".lstrip())

    return Row(edge.target, text, lambda: Content(edge.sentence), lambda: follow(edge), step)


def _problem(spec: SettingSpec, text: str) -> str:
    """Return the reason why a typed text is refused, or an empty one."""
    reason = problem(partial(spec.parsed, text))
    if reason and isinstance(spec.values, Range | LetterTexts):
        return _("{title} can be {limits}.").format(title=_(spec.title), limits=spec.values.limits)
    return reason and f"{_(spec.title)}: {reason}."
