"""The language of a run: the texts that a player reads, as they are written in the code or as a catalogue has them.

A text is translated where it is written: when its module is imported, or when the function that says it is called. So
the language is chosen before anything else is imported, and holds for the whole run.
"""

from piecement.language.languages import LANGUAGES, spoken
from piecement.language.texts import N_, _, choose, error_text, ngettext, pgettext

__all__ = ["LANGUAGES", "N_", "_", "choose", "error_text", "ngettext", "pgettext", "spoken"]
