"""Rows of lists: their text, their explanation, and the answers to keys."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, NamedTuple

from textual.content import Content
from textual.widgets.option_list import Option

from piecement.ui.menu_graph import Edge
from piecement.ui.widgets.questions import Ask, Choose, TypeText
from piecement_base.language import _

Reply = Ask | Content | None
"""The result of a key on a row: a question, a text to show instead of the explanation, or nothing."""


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
    leads_on: bool = False
    """Whether it leads to another screen, which a sign at its right end shows."""


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


class TextRow(Row):
    """A row of fixed text; Enter asks a question, or calls a function, as the arrow keys do that get one."""

    def __init__(
        self,
        row_id: str,
        title: str,
        value: str = "",
        sentence: str = "",
        reply: Callable[[], Reply] | Choose | TypeText | None = None,
        *,
        step: Callable[[int], Reply] | None = None,
        leads_on: bool = False,
    ) -> None:
        super().__init__(row_id)
        self._text: Final = RowText(title, value, may_step=step is not None, leads_on=leads_on)
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
        return RowText(_(self._edge.label), self._value, leads_on=True)

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
        return RowText(_(self._title), self.value(self._ask()), may_step=True)

    def explain(self) -> Content:
        ask = self._ask()
        return ask.explain(ask.current)

    def step(self, steps: int) -> None:
        ask = self._ask()
        names = list(ask.titles)
        at = names.index(ask.current) + (1 if steps > 0 else -1) if ask.current in names else 0
        ask.done(names[at % len(names)])
