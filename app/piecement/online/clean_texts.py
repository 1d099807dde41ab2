"""Texts of strangers: names and lines of chat, without anything that a terminal would obey or a reader mistake.

Control characters, escape sequences, marks that turn the direction of writing round and characters that cannot be seen
are dropped. A name is written in one alphabet, so that nobody passes for another by a Cyrillic `а`.
"""

import re
import unicodedata
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, StringConstraints
from pydantic_core import PydanticCustomError

from piecement.terminal.outside_text import one_line, printable

LONGEST_NAME: Final = 16
CODE_PATTERN: Final = r"^[A-Za-z0-9 -]{10,32}$"
"""What a code for another machine looks like, as it is typed."""
LONGEST_ROOM_NAME: Final = 32
LONGEST_LINE: Final = 200
LONGEST_SENTENCE: Final = 400
LONGEST_VALUE: Final = 200
"""Of what a sentence names."""

_ESCAPE_SEQUENCE: Final = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c|$)"  # OSC, DCS and other strings
    r"|\x1b[ -/]*[0-~]?"
)
_BLANK_LETTERS: Final = dict.fromkeys(map(ord, "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"))
"""Characters that are letters or marks to Unicode, and nothing to the eye."""

MIXED: Final = "mixed_alphabets"
"""What a name of several alphabets is refused as."""

_MOST_MARKS: Final = 2
"""How many accents one letter may carry: more of them reach into the lines above and below."""
_MARKS: Final = ("Mn", "Me", "Mc")

_ALPHABETS: Final = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")
"""The alphabets whose letters look like those of each other."""


def clean(text: str) -> str:
    """Return a text as one line of characters that can be seen, composed, with single spaces."""
    seen = _ESCAPE_SEQUENCE.sub("", text).translate(_BLANK_LETTERS)
    words = unicodedata.normalize("NFD", seen).split()
    return unicodedata.normalize("NFC", " ".join(filter(None, (_few_marks(printable(word)) for word in words))))


def clean_name(text: str) -> str:
    """Return a name as `clean` does, with compatible characters made one, such as wide letters plain ones."""
    return clean(unicodedata.normalize("NFKC", clean(text)))


def _few_marks(word: str) -> str:
    if word.isascii():
        return word
    kept: list[str] = []
    marks = _MOST_MARKS  # a word does not begin with a mark, which would go to what is before it
    for letter in word:
        marks = marks + 1 if unicodedata.category(letter) in _MARKS else 0
        if marks <= _MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def mixed_alphabets(name: str) -> str:
    """Return the alphabets that a name mixes whose letters look alike; an empty text where it is written in one."""
    if name.isascii():
        return ""
    words = (unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha())
    used = sorted({word.title() for word in words if word in _ALPHABETS})
    return ", ".join(used) if len(used) > 1 else ""


def _one_alphabet(name: str) -> str:
    if mixed := mixed_alphabets(name):
        named = {"alphabets": mixed}
        raise PydanticCustomError(MIXED, "a name is written in one alphabet, and this mixes {alphabets}", named)
    return name


def _cleaned_name(value: object) -> object:
    return clean_name(value) if isinstance(value, str) else value


def _cleaned(value: object) -> object:
    return clean(value) if isinstance(value, str) else value


def _cleaned_value(value: object) -> object:
    return one_line(clean(value), LONGEST_VALUE) if isinstance(value, str) else value


PlayerName = Annotated[
    str,
    BeforeValidator(_cleaned_name),
    StringConstraints(min_length=1, max_length=LONGEST_NAME),
    AfterValidator(_one_alphabet),
]
RoomName = Annotated[
    str,
    BeforeValidator(_cleaned_name),
    StringConstraints(min_length=1, max_length=LONGEST_ROOM_NAME),
    AfterValidator(_one_alphabet),
]
ChatLine = Annotated[str, BeforeValidator(_cleaned), StringConstraints(min_length=1, max_length=LONGEST_LINE)]
Sentence = Annotated[str, BeforeValidator(_cleaned), StringConstraints(max_length=LONGEST_SENTENCE)]
"""What a server says of its own: a reason, a greeting."""
ValueText = Annotated[str, BeforeValidator(_cleaned_value)]
"""What a sentence names, cut where it is too long."""
