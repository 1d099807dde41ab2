"""The languages that there are, and which of them a player wants."""

from collections.abc import Mapping
from typing import Final

ENGLISH: Final = "en"
"""The language of the code, which has no catalogue."""

LANGUAGES: Final[Mapping[str, str]] = {ENGLISH: "English", "de": "Deutsch"}
"""What each language calls itself, by its code in ISO 639-1."""

_VARIABLE: Final = "PIECEMENT_LANGUAGE"
_SYSTEM: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that gettext reads: the first one that is set decides."""

_UNTRANSLATED: Final = ("c", "posix")
"""The names of no language."""


def spoken(environment: Mapping[str, str], *, asked: str = "", setting: str = "") -> str:
    """Return the language of a run: as asked on the command line, by the environment, by the setting, or as the system.

    A name that is no language here counts as none; whoever asked for it is told elsewhere.
    """
    for name in (asked, environment.get(_VARIABLE, ""), setting):
        if name in LANGUAGES:
            return name
    return _of_the_system(environment)


def _of_the_system(environment: Mapping[str, str]) -> str:
    named = next(filter(None, (environment.get(name) for name in _SYSTEM)), "")
    for locale in named.split(":"):
        name = locale.replace("-", "_").partition(".")[0].partition("@")[0].partition("_")[0].lower()
        if name in _UNTRANSLATED:
            return ENGLISH
        if name in LANGUAGES:
            return name
    return ENGLISH
