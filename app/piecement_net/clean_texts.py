"""Cleaning of texts from outside, names that look alike, and the default name of a player.

Control characters, escape sequences, direction marks and invisible characters are removed. A name is written in one
alphabet, so that nobody passes for another player by a Cyrillic `а`. Names look alike by the skeletons of Unicode
Technical Standard #39, ignoring case, accents and signs.

>>> look_alike("Paul", "pɑuI") and look_alike("vvin", "win") and not look_alike("Ada", "Ida")
True
"""

import getpass
import re
import unicodedata
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, StringConstraints
from pydantic_core import PydanticCustomError

from piecement_base.printable import one_line, printable

LONGEST_NAME: Final = 16
CODE_PATTERN: Final = r"^[A-Za-z0-9 -]{10,32}$"
"""Pattern of a code for another machine, as a player types it."""
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


_LATIN: Final = dict(
    zip("авгеёіїјкмнопрсѕтухһԁԛԝьαβγεηικĸμνορτυχω0", "abreeiijkmhonpcstyxhdqwbabyenikkmvoptuxwo", strict=True)
) | dict.fromkeys("1l|ı", "i")
"""Small letters and digits that look like Latin ones, beyond the standard's table, with those Latin letters."""
_SMALL_CAPITAL: Final = "LATIN LETTER SMALL CAPITAL "
_PAIRS: Final = (("vv", "w"), ("rn", "m"))


def look_alike(one: str, other: str) -> bool:
    """Return whether one name may be mistaken for the other."""
    return not look_alike_keys(one).isdisjoint(look_alike_keys(other))


def look_alike_keys(name: str) -> frozenset[str]:
    """Return the skeletons of a name, in small letters and as written; look-alikes share one.

    Greek `ΖΕΝ` looks like `Zen`, and is the same name as `ζεν`, which does not.
    """
    plain = unicodedata.normalize("NFKD", name)
    return frozenset(
        "".join(filter(str.isalnum, _plain(cased.casefold()))) or name
        for cased in (plain.casefold(), "".join(map(_shape, plain)))
    )


def _plain(text: str) -> str:
    """Return the shapes of small letters: Latin look-alikes if there are any."""
    shapes = unicodedata.normalize("NFKD", "".join(_LATIN.get(letter) or _shape(letter) for letter in text)).casefold()
    for pair, letter in _PAIRS:
        shapes = shapes.replace(pair, letter)
    return "".join(_LATIN.get(letter, letter) for letter in shapes)


def _shape(letter: str) -> str:
    """Return the shape of a letter in its own case."""
    if letter.isascii():
        return letter
    shape = _confusables().get(letter, letter)
    small_capital = unicodedata.name(shape, "").removeprefix(_SMALL_CAPITAL) if len(shape) == 1 else ""
    return small_capital.lower() if len(small_capital) == 1 else shape


@cache
def _confusables() -> dict[str, str]:
    """Return the table of Unicode, stored beside this module."""
    lines = files("piecement_net").joinpath("confusables.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("\t") for line in lines if not line.startswith("#"))
    return {letter: shape for shape, _, letters in pairs for letter in letters}
