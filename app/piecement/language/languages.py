"""Supported languages, and the choice of the language of a run."""

from collections.abc import Mapping
from typing import Final

ENGLISH: Final = "en"
"""Language of the code; it has no catalogue."""

LANGUAGES: Final[Mapping[str, str]] = {ENGLISH: "English", "de": "Deutsch"}
"""Name of each language in itself, by ISO 639-1 code."""

_VARIABLE: Final = "PIECEMENT_LANGUAGE"
_SYSTEM: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that gettext reads, most important first."""

_UNTRANSLATED: Final = ("c", "posix")
"""Locale names without a language."""


def spoken(environment: Mapping[str, str], *, asked: str = "", setting: str = "") -> str:
    """Return the language of a run: from the command line, the environment, the setting or the system, in this order.

    An unknown name is skipped here; the command line and the settings report it.
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
