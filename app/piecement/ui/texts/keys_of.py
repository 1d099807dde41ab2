"""The keys of each screen, for the help."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from piecement.input.bindings import Bindings
from piecement.input.key_names import key_label
from piecement.input.two_player_bindings import LEFT_BINDINGS, RIGHT_BINDINGS
from piecement.settings.computer import FRIEND
from piecement.ui.command_keys import SECOND_KEYS
from piecement.ui.menu_graph import Node
from piecement.ui.texts.button_texts import BUTTON_ACTIONS
from piecement.ui.texts.plain_hints import plain_hint

if TYPE_CHECKING:
    from piecement.settings.settings import Settings

Keys = tuple[tuple[str, str], ...]
"""Keys, and what they do."""

_LIST: Final[Keys] = (
    ("↑ ↓ or K J", "move the cursor"),
    ("Enter", "choose"),
    ("mouse", "click; right: back"),
)
_BACK: Final[Keys] = (("Esc", "go back"),)
_SUSPEND: Final[Keys] = (("Ctrl+Z", "suspend"),)
_ANYWHERE: Final[Keys] = (("?", "these keys"), ("Ctrl+C", "quit"))
_ANYWHERE_IN_GAME: Final[Keys] = (("?", "these keys"), ("Ctrl+C", "quit: the game waits"))
_PLAYED: Final = frozenset({Node.GAME, Node.MATCH, Node.ATTRACT})
"""The screens that have another use for the key that suspends, or for any."""

_GAME: Final[Keys] = (
    ("Esc", "pause"),
    ("Ctrl+R", "start again with new pieces"),
    ("Ctrl+D", "give up"),
    ("Ctrl+G", "next look, with Alt back"),
    ("Ctrl+B", "blindfold"),
)

_SAVE: Final[Keys] = (("Ctrl+S", "save in a slot"),)

_GARBAGE: Final[Keys] = (
    ("due", "rows that rise soon: the bar"),
    ("", "clears cancel them or send"),
)

_UNDO: Final[Keys] = (  # which do nothing while a bot plays
    ("Ctrl+Z", "take back a piece: practice"),
    ("Ctrl+U", "take back a press: practice"),
)

_PRACTICE: Final[Keys] = (
    *_UNDO,
    *_SAVE,
    ("Ctrl+L", "load from a slot: practice"),
)

_SETTINGS: Final[Keys] = (
    ("↑ ↓ or K J", "move the cursor"),
    ("← → or H L", "change the value"),
    ("Shift+← →", "by ten steps"),
    ("Enter", "switch, type, or list"),
    ("0 to 9", "type a number"),
    ("Del", "as it was at first"),
    *_BACK,
)

_CONTROLS: Final[Keys] = (
    ("↑ ↓ or K J", "move the cursor"),
    ("Enter", "add a key"),
    ("← → or H L", "pick one of its keys"),
    ("Del", "take that key away"),
    ("R", "its keys as at first"),
    ("T", "try the keys"),
    ("N", "name your preset"),
    *_BACK,
)

_SAVED: Final[Keys] = (
    ("↑ ↓ or K J", "move the cursor"),
    ("Enter", "choose"),
    ("1 to 9", "choose that slot"),
    ("Del", "forget a saved game"),
    *_BACK,
)
_LOAD: Final[Keys] = (("Ctrl+L", "load a saved game"),)

_PACE: Final[Keys] = (("↑ ↓", "bot faster, slower"),)
_AHEAD: Final[Keys] = (("← →", "bot looks ahead less, more"),)
_PRESETS: Final[Keys] = (("N", "name your preset"), ("Del", "remove your preset"))

_OWN: Final[Mapping[Node, Keys]] = {
    Node.TITLE: (*_LIST, ("1 to 9", "choose by number"), *_LOAD),
    Node.NEW_GAME: (
        *_LIST,
        ("0 to 9", "to a mode; again: play"),
        ("→ or L", "set its options"),
        ("S", "type a seed"),
        ("U", "open all modes"),
        *_BACK,
    ),
    Node.GAME: (*_GAME, *_PRACTICE),
    Node.PAUSE: (*_LIST, *_SAVE, *_LOAD, ("Esc", "play on")),
    Node.SAVE_GAME: _SAVED,
    Node.LOAD_GAME: _SAVED,
    Node.NEW_MATCH: _SETTINGS,
    Node.MATCH: (*_GARBAGE, *_GAME),
    Node.MATCH_OVER: _LIST,
    Node.COACH: (("↑ ↓ or K J", "go through the moments"), *_BACK),
    Node.ATTRACT: (("any key", "back to the title"),),
    Node.COMPUTER: _SETTINGS,
    Node.GAME_OVER: (*_LIST, *_LOAD),
    Node.GAME_COMPLETE: (*_LIST, *_LOAD),
    Node.LEFT_GAME: (*_LIST, ("Esc", "decide later")),
    Node.SCOREBOARD: (
        ("↑ ↓ or K J", "move the cursor"),
        ("PgUp PgDn", "by a page"),
        ("Home End", "first and last"),
        ("Enter", "open a game"),
        ("← → or H L", "sort by another column"),
        ("R", "turn the order round"),
        ("M P D", "mode, preset, date"),
        *_BACK,
    ),
    Node.KEPT_GAME: (*_LIST, *_BACK),
    Node.STATISTICS: (("↑ ↓", "scroll"), ("M D", "choose mode and date"), ("B", "count the games of bots"), *_BACK),
    Node.STORAGE: (*_LIST, *_BACK),
    Node.REPLAY: (
        ("Space", "pause, or go on"),
        ("← →", "1 second, with Shift 10"),
        (", .", "to an input"),
        ("N", "to the next piece"),
        ("0 to 9", "to a tenth"),
        ("Home End", "start and end"),
        ("↑ ↓", "faster and slower"),
        ("-", "as fast as it was played"),
        ("L", "again and again"),
        ("Enter", "play on from here"),
        ("Ctrl+S", "save it in a slot"),
        ("V F X", "write picture, film, game"),
        *_BACK,
    ),
    Node.SETTINGS: _SETTINGS,
    Node.GRAPHICS: (*_SETTINGS[:-1], *_PRESETS, *_BACK),
    Node.CONTROLS: _CONTROLS,
    Node.GAMEPLAY: (*_SETTINGS[:-1], *_PRESETS, *_BACK),
    Node.ABOUT: (("↑ ↓", "scroll"), *_BACK),
}


def keys_of(
    node: Node,
    settings: "Settings",
    *,
    ascii_only: bool = False,
    over: Node | None = None,
    watched: str | None = None,
    reachable: Callable[[str], str] = str,
) -> Keys:
    """Return the keys that work on a screen, over another one if it is a pop-up, and what they do as they are bound.

    `watched` is the bot that plays instead of the player: "" is the one of the settings, any other is given by name or
    as a command, and looks as far ahead as it likes. `reachable` returns which key to tell of for a command.
    """
    own = _OWN.get(node, _BACK)
    if node is Node.PAUSE and over is Node.MATCH:
        own = tuple(keys for keys in own if keys not in _SAVE)
    elif node in {Node.GAME, Node.MATCH} and watched is not None:
        take_over = (key_label(reachable(settings.computer.watch_key), ascii_only=ascii_only), "play on yourself")
        own = (*_PACE, *(() if watched else _AHEAD), take_over, *(line for line in own if line not in _UNDO))
    elif node is Node.MATCH and settings.computer.opponent == FRIEND:
        own = (*_two_player_keys(ascii_only), *own)
    elif node in {Node.GAME, Node.MATCH}:
        own = (*_buttons(settings.controls.bindings, ascii_only), *own)
    if node in {Node.GAME, Node.MATCH} and watched is None:
        own = (*own, *_computer(settings, ascii_only, reachable))
    suspend = () if node in _PLAYED else _SUSPEND
    anywhere = _ANYWHERE_IN_GAME if Node.GAME in {node, over} else _ANYWHERE
    others = {key_label(key): key_label(reachable(key)) for key in SECOND_KEYS}
    lines = ((others.get(keys, keys), does) for keys, does in (*own, *suspend, *anywhere))
    return tuple((plain_hint(keys, ascii_only=ascii_only), does) for keys, does in lines)


def _buttons(bindings: Bindings, ascii_only: bool) -> Iterator[tuple[str, str]]:
    for button, title in BUTTON_ACTIONS.items():
        if keys := bindings.keys(button):
            yield " ".join(key_label(key, ascii_only=ascii_only) for key in keys), title


def _two_player_keys(ascii_only: bool) -> Iterator[tuple[str, str]]:
    """Yield the first key of each side for each button."""
    for button, title in BUTTON_ACTIONS.items():
        if keys := [key for bindings in (LEFT_BINDINGS, RIGHT_BINDINGS) for key in bindings.keys(button)[:1]]:
            yield " ".join(key_label(key, ascii_only=ascii_only) for key in keys), title


def _computer(settings: "Settings", ascii_only: bool, reachable: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    watch, hint = settings.computer.watch_key, settings.computer.hint_key
    yield key_label(reachable(watch), ascii_only=ascii_only), "let a bot play, or play on"
    yield key_label(reachable(hint), ascii_only=ascii_only), "show where a bot would go"
