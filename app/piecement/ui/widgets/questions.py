"""Questions that open over a list: a choice, a line to type in, a key to press, and its confirmation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from textual.content import Content


@dataclass(frozen=True)
class Choose:
    """A choice from a list of names."""

    titles: Mapping[str, str]
    """The titles by name."""
    current: str
    sentences: Mapping[str, str]
    """The explanations of names that have one."""
    done: "Callable[[str], Choose | TypeText | None]"
    """Called with the name that is chosen. Returns the next question, if any."""
    consider: Callable[[str | None], object] | None = None
    """Called with the name under the cursor, and with None once the list is closed."""

    def explain(self, name: str) -> Content:
        return Content(self.sentences.get(name, ""))


@dataclass(frozen=True)
class TypeText:
    """A request for a line, which begins as `text`."""

    text: str
    problem: Callable[[str], str]
    """Returns the reason why a text is refused, or an empty one."""
    done: "Callable[[str], Choose | TypeText | None]"
    """Called with the text. Returns the next question, if any."""


@dataclass(frozen=True)
class Confirm:
    """A question to confirm with Enter, which only follows a pressed key."""

    question: Content
    done: Callable[[], object]
    other: Callable[[], object] | None = None
    """Called for Tab, if it does anything else."""


@dataclass(frozen=True)
class PressKey:
    """A request for a press of a key."""

    title: str
    """The use of the key."""
    done: Callable[[str], str | Confirm]
    """Uses the key, and returns an empty text; or the reason why it is refused, or a question to confirm first."""


def confirmation(no: tuple[str, str], yes: tuple[str, str], done: Callable[[], object]) -> Choose:
    """Return a choice between doing nothing and calling a function, from the title and the sentence of each."""

    def choose(name: str) -> None:
        if name == "yes":
            done()

    return Choose({"no": no[0], "yes": yes[0]}, "no", {"no": no[1], "yes": yes[1]}, choose)


Ask = Choose | TypeText | PressKey
"""Any question that a row may ask. `Confirm` only follows one."""
