"""Errors and refusals between client and server: a code for programs, and one sentence for players.

A message holds the code, the values of its sentence, and the sentence in English for logs and other programs. The
receiver translates by the code; an unknown code keeps the text of the message.
"""

from collections.abc import Mapping
from functools import partial
from typing import Final

from piecement_base.language import _, error_text
from piecement_base.printable import one_line
from piecement_base.tables import read_table
from piecement_net.clean_texts import LONGEST_SENTENCE, LONGEST_VALUE, MIXED, mixed_alphabets

SENTENCES: Final = {row["code"]: row["sentence"] for row in read_table(__file__, "errors.csv")}
"""Part of a sentence in English for each error or refusal, by code, with a placeholder in braces for each value."""
RESUMABLE: Final = frozenset({
    "silent", "slow_reader", "unacknowledged", "unreachable", "nothing_listens", "no_such_host", "no_way", "no_answer",
    "no_tcp", "no_websocket",
})  # fmt: skip
"""Codes of errors after which a client may resume its session by itself."""

NOTICES: Final = frozenset({"idle_soon", "operator_says", "restarted", "same_address", "stopped"})
"""Codes of notices, which are sent like refusals and refuse nothing."""


def error_sentence(code: str, values: Mapping[str, object], text: str = "") -> str:
    """Return the sentence of an error for players, in the language of the run.

    It is the `text` of the message if the code is unknown, or a value of its sentence is missing.
    """
    template = _(SENTENCES[code]) if code in SENTENCES else ""
    try:
        sentence = template.format(**values).rstrip(".")
    except KeyError:
        sentence = ""
    if not sentence:
        return text
    if not template.startswith("{"):
        sentence = f"{sentence[0].upper()}{sentence[1:]}"
    return f"{one_line(sentence, LONGEST_SENTENCE)}."


class CodedError(Exception):
    """Error with a code of `SENTENCES`."""

    def __init__(self, code: str, **named: object) -> None:
        """Create an error from a code and the values of its sentence."""
        self.code: Final = code
        self.template: Final = SENTENCES[code]
        self.values: Final = {name: _bounded(value) for name, value in named.items()}
        """Values of the sentence, as messages may hold them."""
        self.english: Final = one_line(self.template.format(**self.values), LONGEST_SENTENCE)
        """Sentence in English, as messages hold it."""
        self._causes: Final = {name: value for name, value in named.items() if isinstance(value, Exception)}
        super().__init__(self.english)

    def __reduce__(self) -> tuple[object, ...]:  # errors cross between processes
        return partial(type(self), self.code, **self.values), ()

    @property
    def sentence(self) -> str:
        """Sentence for players."""
        causes = {name: one_line(error_text(cause)) for name, cause in self._causes.items()}
        return error_sentence(self.code, {**self.values, **causes})


class OnlineError(CodedError):
    """Error that ends a connection, or an attempt at one."""


class RoomError(CodedError):
    """Refused request; nothing has changed."""


def _bounded(value: object) -> int | str:
    """Return a value as messages may hold it."""
    if isinstance(value, int) and abs(value) < 1 << 53:
        return value
    return one_line(value, LONGEST_VALUE)


def alphabet_problem(name: str) -> str:
    """Return the error for a name that mixes alphabets, or an empty string."""
    mixed = mixed_alphabets(name)
    return error_sentence(MIXED, {"alphabets": mixed}) if mixed else ""
