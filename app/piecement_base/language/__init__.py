"""Translated texts in the current language, from the code (English) or a gettext catalogue.

A text is translated when it is shown, never when a module is imported: tables and fields hold it marked by `N_`, and
`_` translates it. The language can therefore change at any time.
"""

from piecement_base.language.languages import LANGUAGES, spoken
from piecement_base.language.texts import (
    N_,
    _,
    choose,
    current_language,
    error_text,
    fallback_reason,
    ngettext,
    pgettext,
    phrase_text,
    text_in,
)

__all__ = [
    "LANGUAGES",
    "N_",
    "_",
    "choose",
    "current_language",
    "error_text",
    "fallback_reason",
    "ngettext",
    "pgettext",
    "phrase_text",
    "spoken",
    "text_in",
]
