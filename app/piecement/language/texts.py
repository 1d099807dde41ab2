"""Texts in the language of the run."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from piecement.language.languages import ENGLISH

if TYPE_CHECKING:
    from gettext import NullTranslations

CATALOGUES: Final = Path(__file__).parent / "catalogues"
"""The folder of the catalogues, as gettext lays them out."""

DOMAIN: Final = "piecement"

FOLDED: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
"""How letters of the catalogues are written where there is no more than ASCII."""

_catalogue: "NullTranslations | None" = None
"""None for English, which so costs no import and no file."""

_letters: dict[int, str] = {}
"""What translations have instead of the letters that the output lacks."""


def choose(language: str, encoding: str = "utf-8") -> None:
    """Use a language from now on, for what is not imported yet, in letters that an encoding has."""
    global _catalogue, _letters  # noqa: PLW0603 - a process speaks one language
    if language == ENGLISH:
        _catalogue = None
        return
    from gettext import translation  # noqa: PLC0415 - as above

    _catalogue = translation(DOMAIN, CATALOGUES, [language])
    _letters = {} if _has_letters(encoding) else str.maketrans(FOLDED)


def _has_letters(encoding: str) -> bool:
    try:
        "".join(FOLDED).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _(text: str) -> str:
    """Return a text in the language of the run; one without a translation stays English."""
    return text if _catalogue is None or not text else _catalogue.gettext(text).translate(_letters)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a text that goes with a number, in the language of the run."""
    if _catalogue is None:
        return one if count == 1 else many
    return _catalogue.ngettext(one, many, count).translate(_letters)


def pgettext(context: str, text: str) -> str:
    """Return a text whose translation depends on where it stands."""
    return text if _catalogue is None else _catalogue.pgettext(context, text).translate(_letters)


def error_text(error: Exception) -> str:
    """Return the sentence of an error in the language of the run, also of one of the engine, which knows none."""
    template: str | None = getattr(error, "template", None)
    if template is None:
        return str(error)
    values: dict[str, object] = getattr(error, "values", {})
    told = {name: error_text(value) if isinstance(value, Exception) else value for name, value in values.items()}
    return _(template).format(**told) if told else _(template)


def N_(text: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a text that is translated elsewhere, where it is shown: it is stored or compared as it is."""
    return text
