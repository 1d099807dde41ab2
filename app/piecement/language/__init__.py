"""Translated texts in the language of the run, from the code (English) or a gettext catalogue.

A text is translated where it is written: when its module is imported or its function is called. The language is
therefore chosen before any other module is imported, and holds for the whole run.
"""

from piecement.language.languages import LANGUAGES, spoken
from piecement.language.texts import (
    N_,
    _,
    choose,
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
    "error_text",
    "fallback_reason",
    "ngettext",
    "pgettext",
    "phrase_text",
    "spoken",
    "text_in",
]
