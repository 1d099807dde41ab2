"""Phrases: texts for players, with their values apart."""

from collections.abc import Mapping
from typing import Self


class Phrase(str):
    """A text with named placeholders, apart from their values, so that callers can translate it."""

    __slots__ = ("many", "template", "values")

    template: str
    """The text, with a placeholder in braces for each value."""
    many: str
    """The text for any `count` but one; empty if it is the same."""
    values: Mapping[str, object]

    def __new__(cls, template: str, many: str = "", **values: object) -> Self:
        fitting = many if many and values.get("count") != 1 else template
        made = super().__new__(cls, fitting.format(**values) if values else fitting)
        made.template, made.many, made.values = template, many, values
        return made
