"""Texts in the language of the run, and the languages that there are."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gettext import NullTranslations

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


CATALOGUES: Final = Path(__file__).parent / "catalogues"
"""Folder of the catalogues in gettext's layout."""

DOMAIN: Final = "piecement"

FOLDED: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
"""ASCII spelling of the letters of the catalogues."""

_catalogue: "NullTranslations | None" = None
"""Catalogue of the language; None for English, which saves an import and a file."""

_letters: dict[int, str] = {}
"""Replacements in translations for letters that the output cannot encode."""


def choose(language: str, encoding: str = "utf-8") -> None:
    """Set the language for all modules imported later, in letters that the encoding has."""
    global _catalogue, _letters  # noqa: PLW0603 - a process speaks one language
    if language == ENGLISH:
        _catalogue = None
        return
    from gettext import translation

    _catalogue = translation(DOMAIN, CATALOGUES, [language])
    _letters = str.maketrans({letter: plain for letter, plain in FOLDED.items() if not _has(letter, encoding)})


def _has(letter: str, encoding: str) -> bool:
    try:
        letter.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _(text: str) -> str:
    """Return the text in the language of the run, or in English if it has no translation."""
    return text if _catalogue is None or not text else _catalogue.gettext(text).translate(_letters)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the singular or plural form for a number, in the language of the run."""
    if _catalogue is None:
        return one if count == 1 else many
    return _catalogue.ngettext(one, many, count).translate(_letters)


def pgettext(context: str, text: str) -> str:
    """Return the translation of a text in a context."""
    return text if _catalogue is None else _catalogue.pgettext(context, text).translate(_letters)


def text_in(language: str, text: str) -> str:
    """Return the text in a language other than that of the run, such as the language of a client."""
    if language == ENGLISH:
        return text
    from gettext import translation

    return translation(DOMAIN, CATALOGUES, [language]).gettext(text)


def error_text(error: Exception) -> str:
    """Return the sentence of an error in the language of the run, including engine errors, which are in English."""
    template: str | None = getattr(error, "template", None)
    if template is None:
        return str(error)
    values: dict[str, object] = getattr(error, "values", {})
    told = {name: error_text(value) if isinstance(value, Exception) else value for name, value in values.items()}
    return _(template).format(**told) if told else _(template)


def N_(text: str) -> str:
    """Mark a text for translation elsewhere; here it is stored or compared untranslated."""
    return text
