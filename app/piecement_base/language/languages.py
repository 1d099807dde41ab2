"""Languages that there are, and the one that a run speaks."""

from collections.abc import Callable, Mapping
from gettext import NullTranslations
from typing import Final, NamedTuple

ENGLISH: Final = "en"
"""Language of the code; it has no catalogue."""

LANGUAGES: Final[dict[str, str]] = {
    ENGLISH: "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "pt_BR": "Português",
    "ru": "Русский",
    "ja": "日本語",
    "zh_CN": "简体中文",
}
"""Name of each language in itself, by ISO 639-1 code, with the region (ISO 3166-1) where its spelling depends on it.

`use_own_languages` adds those of the player.
"""
_BUILT_IN: Final = dict(LANGUAGES)


class CatalogueError(Exception):
    """A file that is no catalogue; the message is a sentence without its end."""


class OwnLanguage(NamedTuple):
    """Custom language, or a custom catalogue of a built-in one, over which it takes precedence."""

    name: str
    """Name of the language in itself; a built-in one keeps its name."""
    read: Callable[[], NullTranslations]
    """Reads the catalogue. Raises `CatalogueError`."""


OWN_LANGUAGES: Final[dict[str, OwnLanguage]] = {}
"""Custom languages in use, by code."""


def use_own_languages(found: Mapping[str, OwnLanguage]) -> None:
    """Use these custom languages, by code, instead of any earlier ones."""
    OWN_LANGUAGES.clear()
    OWN_LANGUAGES.update(found)
    LANGUAGES.clear()
    LANGUAGES.update(_BUILT_IN | {code: own.name for code, own in found.items() if code not in _BUILT_IN})


_REGIONS: Final = {"pt": "pt_BR", "zh": "zh_CN"}
"""Language for all regions of a code that have none of their own."""

_TRADITIONAL: Final = frozenset({"hant", "tw", "hk", "mo"})
"""Scripts and regions of Chinese in other characters than those of zh_CN."""

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
        name = locale.replace("-", "_").partition(".")[0].partition("@")[0].lower()
        if name in _UNTRANSLATED:
            return ENGLISH
        if language := _of_locale(name):
            return language
    return ENGLISH


def _of_locale(name: str) -> str:
    """Return the language of a locale such as `zh_hans_cn`, by as many of its parts as one has; empty if none has."""
    parts = name.split("_")
    known = {language.lower(): language for language in LANGUAGES}
    for count in range(len(parts), 0, -1):
        if language := known.get("_".join(parts[:count])):
            return language
    return "" if _TRADITIONAL & set(parts) else _REGIONS.get(parts[0], "")
