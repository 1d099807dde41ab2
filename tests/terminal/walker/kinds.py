"""The kinds of terminals that walks go through; each language is the one of some kind."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tests.keyboards import LAYOUTS, Layout
from tests.terminal.key_codes import CAPS_LOCK, NUM_LOCK

REPEAT_S: Final = 0.03


def _in(language: str) -> dict[str, str | None]:
    return {"PIECEMENT_LANGUAGE": language}


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
    layout: Layout | None = None
    """The layout of the keyboard; None for that of the US."""
    locks: int = 0
    """The locks that are on."""
    sends_releases: bool = True
    """Whether it keeps the promise of its flags; otherwise a repeat is a press too."""
    repeat_s: float = REPEAT_S
    """Time between two repeats of a held key."""


KINDS: Final = (
    Kind("kitty", 31, resize_reports=True, background="ffff/ffff/ffff"),
    Kind("kitty without releases, in Japanese", 1, _in("ja")),
    Kind("all colours, in German", env=_in("de")),
    Kind("256 colours, in Portuguese", env={"COLORTERM": None, **_in("pt_BR")}),
    Kind("16 colours", env={"TERM": "xterm-16color", "COLORTERM": None}),
    Kind("monochrome", env={"TEXTUAL_COLOR_SYSTEM": "none"}),
    Kind("NO_COLOR", 31, {"NO_COLOR": "1"}),
    Kind("linux", env={"TERM": "linux", "COLORTERM": None}, attributes="6"),
    Kind("vt100", env={"TERM": "vt100", "COLORTERM": None}, attributes="1;2"),
    Kind("LANG=C", env={"LANG": "C", "LC_ALL": "C", "LANGUAGE": None, "PIECEMENT_LANGUAGE": None}),
    Kind("Russian with Caps Lock", 31, _in("ru"), layout=LAYOUTS[0], locks=CAPS_LOCK),
    Kind("Greek without a protocol, in Spanish", env=_in("es"), layout=LAYOUTS[1]),
    Kind("Hebrew with Num Lock", 31, layout=LAYOUTS[2], locks=NUM_LOCK),
    Kind("French with both locks", 31, _in("fr"), layout=LAYOUTS[4], locks=CAPS_LOCK | NUM_LOCK),
    Kind("Dvorak with Caps Lock", layout=LAYOUTS[5], locks=CAPS_LOCK),
    Kind("kitty without its releases", 31, resize_reports=True, sends_releases=False),
    Kind("multiplexer without its releases", 3, {"TMUX": "/tmp/none,1,0"}, sends_releases=False),
    Kind("repeats as of a game", repeat_s=0.002),
    Kind("kitty with quick repeats, in Chinese", 31, _in("zh_CN"), repeat_s=0.004),
    Kind("repeats as of a slow line", repeat_s=0.2),
)
