"""Placeholders, markup and blanks of a text, which its translation keeps."""

import re
from collections.abc import Sequence
from string import Formatter
from typing import Final

from piecement_base.language import _

_MARKUP: Final = re.compile(r"\[[^\]]*\]|\$\w+|%(?:\(\w+\))?[rsd]")

_BLANKS: Final = frozenset(" \n\t")
"""Blanks, except non-breaking ones, such as between groups of digits in French."""


def placeholders(text: str) -> set[str]:
    """Return the placeholders of a text, each with its format, such as `{count:g}`. Raises `ValueError` for a brace."""
    return {
        f"{{{name}{f'!{conversion}' if conversion else ''}{f':{spec}' if spec else ''}}}"
        for _, name, spec, conversion in Formatter().parse(text)
        if name is not None
    }


def fault(text: str, translation: str) -> str:
    """Return the first difference between a text and its translation, or an empty text if there is none."""
    try:
        wanted, found = placeholders(text), placeholders(translation)
    except ValueError:
        return _("a brace has no partner")
    if wanted != found:
        missing = (_("{name} is missing").format(name=name) for name in sorted(wanted - found))
        return ", ".join((*missing, *(_("{name} is unknown").format(name=name) for name in sorted(found - wanted))))
    if sorted(_MARKUP.findall(text)) != sorted(_MARKUP.findall(translation)):
        return _("the words in brackets or after $ or % differ")
    if _blanks(text) != _blanks(translation):
        return _("the spaces at the ends or the line breaks differ")
    if not re.sub("[\n\xa0\u202f]", "", translation).isprintable():
        return _("it has characters that cannot be printed")
    return ""


def first_fault(texts: Sequence[str], translations: Sequence[str]) -> str:
    """Return the first fault of a translation in its forms by number; the first form may be of the text for one."""
    one, many = texts[0], texts[-1]
    first, *others = translations
    faults = (fault(one, first) and fault(many, first), *(fault(many, other) for other in others))
    return next(filter(None, faults), "")


def _blanks(text: str) -> tuple[bool, bool, int]:
    return text[:1] in _BLANKS, text[-1:] in _BLANKS, text.count("\n")
