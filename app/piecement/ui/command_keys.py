"""Keys of commands: those that do not reach every game, a second one for each, and those bound to something else."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from piecement.settings.settings import Settings

WATCH: Final = "ctrl+w"
HINT: Final = "ctrl+t"
BLINDFOLD: Final = "ctrl+b"
SAVE: Final = "ctrl+s"
LOAD: Final = "ctrl+l"
LOOK: Final = "ctrl+g"

SECOND_KEYS: Final[Mapping[str, str]] = {WATCH: "f2", HINT: "f3", BLINDFOLD: "f4", SAVE: "f6", LOAD: "f7", LOOK: "f8"}
"""For each of these keys another that does the same.

Function keys reach the program everywhere, but for F1, F10, F11 and F12, which terminals use for their windows, and F5,
which reloads the page of a browser.
"""

LEVEL_KEYS: Final = ("pageup", "pagedown")

YIELDING_KEYS: Final = frozenset({*SECOND_KEYS.values(), *LEVEL_KEYS})
"""Keys of commands that the player may bind to something else."""

_FIRST_KEYS: Final = {second: first for first, second in SECOND_KEYS.items()}

_MULTIPLEXERS: Final[Mapping[str, tuple[str, ...]]] = {
    "TMUX": (BLINDFOLD,),
    "STY": (SAVE,),
    "ZELLIJ": (BLINDFOLD, LOOK, SAVE, HINT),
}
"""The keys that are intercepted by default, by the environment variable that tmux (its prefix), GNU screen (its flow
control) and Zellij (its modes) set."""

_BROWSER: Final = (WATCH, HINT)
"""The keys that close and open tabs of a browser."""


def intercepted_keys(environment: Mapping[str, str], *, in_browser: bool) -> frozenset[str]:
    """Return the keys that by default do not reach the game in this environment."""
    intercepted = {key for name, keys in _MULTIPLEXERS.items() if environment.get(name) for key in keys}
    return frozenset(intercepted.union(_BROWSER if in_browser else ()))


def with_second(key: str) -> str:
    """Return a key and its second key, as a binding of Textual lists them."""
    return f"{key},{SECOND_KEYS[key]}"


def first_key(key: str, settings: "Settings") -> str:
    """Return the key that a second key stands for; any other key, and one that is bound to something else, as it is."""
    return key if key in rebound_keys(settings) else _FIRST_KEYS.get(key, key)


def rebound_keys(settings: "Settings") -> frozenset[str]:
    """Return the keys of commands that the player has bound to something else."""
    bindings, own = settings.controls.bindings, settings.commands.keys
    return frozenset(key for key in YIELDING_KEYS if bindings.button(key) or key in own)


def reachable(key: str, intercepted: Iterable[str], settings: "Settings") -> str:
    """Return the key to show a player for a command: the second one where the first is intercepted."""
    second = SECOND_KEYS.get(key)
    if second is None or key not in intercepted or second in rebound_keys(settings):
        return key
    return second
