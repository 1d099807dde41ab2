"""Cleaning of texts from outside, and the default name of a player.

Control characters, escape sequences, direction marks and invisible characters are removed. A name is written in one
alphabet, so that nobody passes for another player by a Cyrillic `а`; `piecement_net.look_alikes` compares names.
"""

import getpass
import re
import unicodedata
from collections.abc import Callable
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, StringConstraints
from pydantic_core import PydanticCustomError

from piecement_base.printable import one_line, printable

LONGEST_NAME: Final = 16
CODE_PATTERN: Final = r"^[A-Za-z0-9 -]{10,32}$"
"""Pattern of an account transfer code."""
LONGEST_ROOM_NAME: Final = 32
LONGEST_LINE: Final = 200
LONGEST_SENTENCE: Final = 400
LONGEST_VALUE: Final = 200
"""Maximum length of a value within a sentence (characters)."""

_ESCAPE_SEQUENCE: Final = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c|$)"  # OSC, DCS and other strings
    r"|\x1b[ -/]*[0-~]?"
)
_BLANK_LETTERS: Final = dict.fromkeys(map(ord, "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"))
"""Characters that Unicode counts as letters or marks, but which are blank to the eye."""

MIXED: Final = "mixed_alphabets"
"""Error code of a name of several alphabets."""

_MOST_MARKS: Final = 2
"""Maximum number of accents on one letter: more of them reach into the lines above and below."""
_MARKS: Final = ("Mn", "Me", "Mc")

_ALPHABETS: Final = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")
"""Alphabets with letters that look alike."""


def clean(text: str) -> str:
    """Return a text as one line of visible, composed characters with single spaces."""
    seen = _ESCAPE_SEQUENCE.sub("", text).translate(_BLANK_LETTERS)
    words = unicodedata.normalize("NFD", seen).split()
    return unicodedata.normalize("NFC", " ".join(filter(None, (_few_marks(printable(word)) for word in words))))


def clean_name(text: str) -> str:
    """Return a name cleaned as by `clean`, with compatible characters unified, such as wide letters with plain ones."""
    return clean(unicodedata.normalize("NFKC", clean(text)))


def _few_marks(word: str) -> str:
    if word.isascii():
        return word
    kept: list[str] = []
    marks = _MOST_MARKS  # no leading mark: it would attach to the preceding text
    for letter in word:
        marks = marks + 1 if unicodedata.category(letter) in _MARKS else 0
        if marks <= _MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def mixed_alphabets(name: str) -> str:
    """Return the look-alike alphabets that a name mixes, or an empty string if it uses one."""
    if name.isascii():
        return ""
    words = (unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha())
    used = sorted({word.title() for word in words if word in _ALPHABETS})
    return ", ".join(used) if len(used) > 1 else ""


def _one_alphabet(name: str) -> str:
    if mixed := mixed_alphabets(name):
        named = {"alphabets": mixed}
        raise PydanticCustomError(MIXED, "the name mixes {alphabets}: use letters of one alphabet", named)
    return name


def _changed(change: Callable[[str], str]) -> BeforeValidator:
    return BeforeValidator(lambda value: change(value) if isinstance(value, str) else value)


_Name = Annotated[str, _changed(clean_name), AfterValidator(_one_alphabet)]
PlayerName = Annotated[_Name, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
RoomName = Annotated[_Name, StringConstraints(min_length=1, max_length=LONGEST_ROOM_NAME)]
ChatLine = Annotated[str, _changed(clean), StringConstraints(min_length=1, max_length=LONGEST_LINE)]
Sentence = Annotated[str, _changed(clean), StringConstraints(max_length=LONGEST_SENTENCE)]
"""Text of a server: a reason or a greeting."""
ValueText = Annotated[str, _changed(lambda value: one_line(clean(value), LONGEST_VALUE))]
"""Value within a sentence, cut if it is too long."""


def player_name(chosen: str) -> str:
    """Return the chosen name, otherwise the login name, or "Player" if neither is a valid name."""
    names = (clean_name(name)[:LONGEST_NAME].strip() for name in (chosen, _login()))
    return next((name for name in names if name and not mixed_alphabets(name)), "Player")


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return ""
