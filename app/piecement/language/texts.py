"""Texts in the language of the run."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from piecement.language.languages import ENGLISH

if TYPE_CHECKING:
    from gettext import NullTranslations

CATALOGUES: Final = Path(__file__).parent / "catalogues"
"""The folder of the catalogues, as gettext lays them out."""

DOMAIN: Final = "piecement"

_catalogue: "NullTranslations | None" = None
"""None for English, which so costs no import and no file."""


def choose(language: str) -> None:
    """Use a language from now on, for what is not imported yet."""
    global _catalogue  # noqa: PLW0603 - a process speaks one language
    if language == ENGLISH:
        _catalogue = None
        return
    from gettext import translation  # noqa: PLC0415 - as above

    _catalogue = translation(DOMAIN, CATALOGUES, [language])


def _(text: str) -> str:
    """Return a text in the language of the run; one without a translation stays English."""
    return text if _catalogue is None or not text else _catalogue.gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a text that goes with a number, in the language of the run."""
    if _catalogue is None:
        return one if count == 1 else many
    return _catalogue.ngettext(one, many, count)


def pgettext(context: str, text: str) -> str:
    """Return a text whose translation depends on where it stands."""
    return text if _catalogue is None else _catalogue.pgettext(context, text)


def N_(text: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a text that is translated elsewhere, where it is shown: it is stored or compared as it is."""
    return text
