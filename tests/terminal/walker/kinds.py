"""The kinds of terminals that walks go through."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Kind:
    """A terminal, and the system around it."""

    name: str
    kitty: int | None = None
    """The keyboard flags that it knows."""
    env: Mapping[str, str | None] = field(default_factory=dict[str, str | None], hash=False)
    """Changes to the environment; None removes a variable."""
    resize_reports: bool = False
    background: str | None = None
    attributes: str = "62;4;22"


KINDS: Final = (
    Kind("kitty", 31, resize_reports=True, background="ffff/ffff/ffff"),
    Kind("kitty without releases", 1),
    Kind("all colours"),
    Kind("256 colours", env={"COLORTERM": None}),
    Kind("16 colours", env={"TERM": "xterm-16color", "COLORTERM": None}),
    Kind("monochrome", env={"TEXTUAL_COLOR_SYSTEM": "none"}),
    Kind("NO_COLOR", 31, {"NO_COLOR": "1"}),
    Kind("linux", env={"TERM": "linux", "COLORTERM": None}, attributes="6"),
    Kind("vt100", env={"TERM": "vt100", "COLORTERM": None}, attributes="1;2"),
    Kind("LANG=C", env={"LANG": "C", "LC_ALL": "C", "LANGUAGE": None, "PIECEMENT_LANGUAGE": None}),
    Kind("German", 31, {"LANG": "de_DE.UTF-8", "PIECEMENT_LANGUAGE": None, "LANGUAGE": "de"}),
)
