"""Asks: the questions that a row of a list puts to the player, and the functions that get the answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from textual.content import Content


@dataclass(frozen=True)
class Choose:
    """A choice from a list of names."""

    titles: Mapping[str, str]
    """The titles by name."""
    current: str
    explain: Callable[[str], Content]
    """Returns the explanation of a name."""
    done: Callable[[str], object]
    """Called with the name that is chosen. A `Choose` that it returns is asked next."""
    consider: Callable[[str | None], object] | None = None
    """Called with the name under the cursor, and with None once the list is closed."""


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
    answers = {"no": no, "yes": yes}

    def explain(name: str) -> Content:
        return Content(answers[name][1])

    def choose(name: str) -> object:
        return done() if name == "yes" else None

    return Choose({name: title for name, (title, _sentence) in answers.items()}, "no", explain, choose)


Ask = Choose | Type | PressKey
Reply = Ask | Content | None
"""The result of a key on a row: a question, a text to show instead of the explanation, or nothing."""
