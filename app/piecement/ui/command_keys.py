"""The keys of commands that some surroundings keep for themselves, and other keys that do the same."""

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

SECOND_KEYS: Final[Mapping[str, str]] = {
    WATCH: "f2",
    HINT: "f3",
    BLINDFOLD: "f4",
    SAVE: "f6",
    LOAD: "f7",
    LOOK: "f8",
}
"""For each of these keys another that does the same.

Function keys reach the program everywhere, but for F1, F10, F11 and F12, which windows of terminals take, and F5, which
loads the page of a browser anew.
"""

_FIRST_KEYS: Final = {second: first for first, second in SECOND_KEYS.items()}

_MULTIPLEXERS: Final[Mapping[str, tuple[str, ...]]] = {
    "TMUX": (BLINDFOLD,),
    "STY": (SAVE,),
    "ZELLIJ": (BLINDFOLD, LOOK, SAVE, HINT),
}
"""The keys that do not come through, by the variable that tells of tmux (its prefix), GNU screen (its flow control) and
Zellij (its modes), as they are set at first."""

_BROWSER: Final = (WATCH, HINT)
"""The keys by which a browser closes and opens its tabs, before any page sees them."""


def kept_keys(environment: Mapping[str, str], *, in_browser: bool) -> frozenset[str]:
    """Return the keys that do not reach the game in these surroundings, unless they are set otherwise there."""
    kept = {key for name, keys in _MULTIPLEXERS.items() if environment.get(name) for key in keys}
    return frozenset(kept.union(_BROWSER if in_browser else ()))


def with_second(key: str) -> str:
    """Return a key and the other one that does the same, as a binding of Textual lists them."""
    return f"{key},{SECOND_KEYS[key]}"


def first_key(key: str, settings: "Settings") -> str:
    """Return the key that a second key stands for; any other key, and one that is given to something else, as it is."""
    return key if key in taken_second_keys(settings) else _FIRST_KEYS.get(key, key)


def taken_second_keys(settings: "Settings") -> frozenset[str]:
    """Return the second keys that the player has given to something else, where they keep what they were given."""
    bindings, own = settings.controls.bindings, {settings.computer.watch_key, settings.computer.hint_key}
    return frozenset(key for key in SECOND_KEYS.values() if bindings.button(key) or key in own)


def reachable(key: str, kept: Iterable[str], settings: "Settings") -> str:
    """Return the key to tell a player of: the second one where the first is kept from the game."""
    second = SECOND_KEYS.get(key)
    if second is None or key not in kept or second in taken_second_keys(settings):
        return key
    return second
