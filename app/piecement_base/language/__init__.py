"""Translated texts in the current language, from the code (English) or a gettext catalogue.

A text is translated when it is shown, never when a module is imported: tables and fields hold it marked by `N_`, and
`_` translates it. The language can therefore change at any time.
"""

from gettext import NullTranslations, translation
from pathlib import Path
from typing import Final

from piecement_base.language.folding import Folding, can_write
from piecement_base.language.languages import ENGLISH, OWN_LANGUAGES, CatalogueError
from piecement_base.language.languages import LANGUAGES as LANGUAGES
from piecement_base.language.languages import spoken as spoken

CATALOGUES: Final = Path(__file__).parent / "catalogues"
"""Folder of the catalogues in gettext's layout."""

DOMAIN: Final = "piecement"

_language: str = ENGLISH
"""Code of the language that was chosen."""

_catalogue: NullTranslations | None = None
"""Catalogue of the language; None for English."""

_letters: dict[int, str] = {}
"""Replacements in translations for letters that the output cannot encode."""

_reason: str = ""
"""Reason why the texts are in English although another language was chosen."""

_SAMPLE: Final = ("Settings", "Play again", "Keyboard")
"""Texts that show the letters of a language."""


def choose(language: str, encoding: str = "utf-8") -> None:
    """Set the language of all texts from now on, in letters that the encoding has.

    English is used, for a reason that `fallback_reason` returns, if the encoding lacks the letters.
    """
    global _language, _catalogue, _letters, _reason  # noqa: PLW0603 - a process speaks one language
    _language, _catalogue, _letters, _reason = language, None, {}, ""
    if language == ENGLISH and ENGLISH not in OWN_LANGUAGES:
        return
    catalogue, _reason = _read(language)
    if not encoding.lower().startswith("utf"):
        _letters = Folding(encoding)
        if not can_write("".join(map(catalogue.gettext, _SAMPLE)).translate(_letters), encoding):
            _reason = f"{encoding} cannot write the language {language}: texts are in English."
            return
    _catalogue = catalogue


def _read(language: str) -> tuple[NullTranslations, str]:
    """Return the catalogue of a language, empty if there is none, and the fault of a custom one."""
    built_in = translation(DOMAIN, CATALOGUES, [language], fallback=True)
    if (custom := OWN_LANGUAGES.get(language)) is None:
        return built_in, ""
    try:
        own = custom.read()
    except CatalogueError as error:
        return built_in, f"{error}."
    own.add_fallback(built_in)
    return own, ""


def current_language() -> str:
    """Return the code of the language that was chosen last."""
    return _language


def fallback_reason() -> str:
    """Return the reason why texts are not in the chosen language, as a sentence; empty if they are."""
    return _reason


def _(text: str) -> str:
    """Return the text in the current language, or in English if it has no translation."""
    return text if _catalogue is None or not text else _catalogue.gettext(text).translate(_letters)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the singular or plural form for a number, in the current language."""
    if _catalogue is None:
        return one if count == 1 else many
    return _catalogue.ngettext(one, many, count).translate(_letters)


def pgettext(context: str, text: str) -> str:
    """Return the translation of a text in a context."""
    return text if _catalogue is None else _catalogue.pgettext(context, text).translate(_letters)


def text_in(language: str, text: str) -> str:
    """Return the text in a language other than the current one, such as the language of a client."""
    return text if language == ENGLISH else _read(language)[0].gettext(text)


def error_text(error: Exception) -> str:
    """Return the sentence of an error in the current language, including engine errors, which are in English."""
    template: str | None = getattr(error, "template", None)
    if template is None:
        return str(error)
    values: dict[str, object] = getattr(error, "values", {})
    shown = {name: error_text(value) if isinstance(value, Exception) else value for name, value in values.items()}
    return _(template).format(**shown) if shown else _(template)


def phrase_text(text: str) -> str:
    """Return a text of the engine, with its values if it is a phrase, in the language of the run."""
    template, many = str(getattr(text, "template", text)), str(getattr(text, "many", ""))
    values: dict[str, object] = getattr(text, "values", {})
    count = values.get("count")
    translated = ngettext(template, many, count) if many and isinstance(count, int) else _(template)
    return translated.format(**values) if values else translated


def N_(text: str) -> str:
    """Mark a text for translation elsewhere; here it is stored or compared untranslated."""
    return text
