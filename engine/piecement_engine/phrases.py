"""Phrases: texts for players, with their values apart."""

from collections.abc import Mapping
from typing import Self


class Phrase(str):
    """A text with named placeholders, apart from their values, so that callers can translate it."""

    __slots__ = ("template", "values")

    template: str
    """The text, with a placeholder in braces for each value."""
    values: Mapping[str, object]

    def __new__(cls, template: str, **values: object) -> Self:
        made = super().__new__(cls, template.format(**values) if values else template)
        made.template, made.values = template, values
        return made
