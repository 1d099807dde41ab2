"""The sections of README, which pages take over, so that each thing is told in one place."""

import re
from pathlib import Path
from typing import Final, NamedTuple

_README: Final = Path(__file__).parents[1] / "README.md"


class Section(NamedTuple):
    """What stands below a heading of README."""

    text: str

    anchor: str
    """As a link names it."""


def _sections() -> dict[str, Section]:
    _, *parts = re.split(r"(?m)^## (.+)\n", _README.read_text(encoding="utf-8"))
    titles, texts = parts[::2], parts[1::2]
    return {title: Section(text.strip(), _anchor(title)) for title, text in zip(titles, texts, strict=True)}


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


SECTIONS: Final = _sections()
"""The sections by their title."""


def section(title: str) -> str:
    """Return the text below a heading. Raises `KeyError` where README has no such heading."""
    return SECTIONS[title].text
