"""The keys of games and trainers, including those of their buttons, and what each does."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from piecement.input.bindings import Bindings
from piecement.input.key_labels import key_label
from piecement.ui.command_keys import BLINDFOLD, LEVEL_KEYS, LOAD, LOOK, YIELDING_KEYS, rebound_keys, with_second
from piecement.ui.key_rows import BACK, HELP, PLAY, QUIT, SAVE_ROW, KeyRow, KeyTable
from piecement.ui.menu_graph import Node, Trigger, edges_from
from piecement.ui.texts.keys import BUTTON_ACTIONS
from piecement_base.language import N_, _
from piecement_engine import Button

if TYPE_CHECKING:
    from piecement.settings.settings import Settings

Reach = Callable[[str], str]
"""Returns the label of the key that reaches the game for a command."""

_UNDO: Final[KeyTable] = (
    KeyRow("Ctrl+Z", N_("undo a piece (practice)"), (), {"ctrl+z": "undo_piece"}),
    KeyRow("Ctrl+U", N_("undo a press (practice)"), (), {"ctrl+u": "undo_press"}),
    KeyRow("PgUp", N_("level up; PgDn: down"), (), dict(zip(LEVEL_KEYS, ("level(1)", "level(-1)"), strict=True))),
)
"""The keys that do nothing while a bot plays."""

_PRACTICE: Final[KeyTable] = (
    *_UNDO,
    SAVE_ROW,
    KeyRow("Ctrl+L", N_("load a game (practice)"), (), {with_second(LOAD): "navigate_to('load_game')"}),
)

_RESTART: Final = KeyRow("Ctrl+R", N_("restart with new pieces"), (), {"ctrl+r": "restart"})

_PAUSE: Final = KeyRow("Esc", N_("pause"), (), {"escape": "pause"})

_COMMANDS: Final[KeyTable] = (
    _PAUSE,
    _RESTART,
    KeyRow("Ctrl+D", N_("give up"), (), {"ctrl+d": "forfeit"}),
    KeyRow("Ctrl+G", N_("next look; Alt: back"), (), {with_second(LOOK): "look(1)", "alt+ctrl+g,alt+f8": "look(-1)"}),
    KeyRow("Ctrl+B", N_("blindfold"), (), {f"{with_second(BLINDFOLD)},alt+ctrl+b": "blindfold"}),
)

GAME_KEYS: Final[KeyTable] = (*_COMMANDS, *_PRACTICE)
ALWAYS_BOUND: Final = {"pause_key": _PAUSE, "retry_key": _RESTART, "undo_key": _UNDO[0], "undo_press_key": _UNDO[1]}
"""The row of the fixed key of each command for which the settings have a further one, by the name of the setting."""
MATCH_KEYS: Final[KeyTable] = (
    KeyRow(N_("due"), N_("garbage to come: the bar")),
    KeyRow("", N_("clears cancel or send it")),
    *_COMMANDS,
)

TRAINER_KEYS: Final[KeyTable] = (
    KeyRow("Tab", N_("my worst exercises"), (("tab", N_("my worst")),), {"tab,f2": "worst"}),
    KeyRow("H", N_("hint; again: the next"), (("h", N_("hint")),), {"h,ctrl+t,f3": "hint(1)"}),
    KeyRow("Shift+Tab", N_("previous hint"), (), {"shift+tab": "hint(-1)"}),
    KeyRow("N", N_("next exercise"), (("n", N_("next")),), {"n,ctrl+n": "go(1)"}),
    KeyRow("Ctrl+P", N_("previous exercise"), (), {"ctrl+p": "go(-1)"}),
    KeyRow("U", N_("undo a piece"), (("u", N_("undo")),), {"u,ctrl+z": "undo_piece"}),
    KeyRow("R", N_("restart"), (("r", N_("restart")),), {"r,ctrl+r": "restart"}),
    KeyRow("V", N_("other kind, mirror image"), (), {"v,f6": "variant"}),
    BACK,
    HELP,
    QUIT,
)
"""The keys of every trainer. One with a second key leaves the first to a button that is bound to it."""

_PACE: Final = KeyRow("↑ ↓", N_("bot faster, slower"))
_AHEAD: Final = KeyRow("← →", N_("bot looks ahead less, more"))

_BOUND: Final = frozenset(key for row in GAME_KEYS for keys in row.actions for key in keys.split(","))
_EDGES: Final = frozenset(edge.key for edge in edges_from(Node.GAME, Trigger.KEY))

RESERVED_KEYS: Final = (_BOUND | _EDGES) - YIELDING_KEYS
"""The keys of commands that nothing else can have."""


def commands(settings: "Settings") -> frozenset[str]:
    """Return all keys of commands, which no button may have."""
    return (_BOUND | _EDGES) - rebound_keys(settings)


def played_rows(own: KeyTable, buttons: Iterator[KeyRow], settings: "Settings", reach: Reach) -> Iterator[KeyRow]:
    """Yield the rows of a player: the buttons, the keys of the game, and those of the computer."""
    yield from buttons
    does = {_RESTART: _("restart; also {key}").format(key=reach(settings.commands.retry_key))}
    if (key := settings.commands.pause_key) != "escape":
        does[_PAUSE] = _("pause; also {key}").format(key=reach(key))
    yield from (replace(row, does=does.get(row, row.does)) for row in own)
    if key := settings.commands.redo_key:
        yield KeyRow(reach(key), _("redo (practice)"))
    yield KeyRow(reach(settings.commands.watch_key), _("bot plays (practice)"))
    yield KeyRow(reach(settings.commands.hint_key), _("show hints (practice)"))


def watched_rows(own: KeyTable, settings: "Settings", reach: Reach, *, looks_ahead: bool) -> Iterator[KeyRow]:
    """Yield the rows while a bot plays; `looks_ahead` says whether the settings choose how far."""
    yield _PACE
    if looks_ahead:
        yield _AHEAD
    yield KeyRow(reach(settings.commands.watch_key), _("play yourself again"))
    yield from (row for row in own if row not in _UNDO)


def mute_row(key: str, *, ascii_only: bool) -> KeyRow:
    """Return the row of the key that turns sound off and on."""
    return KeyRow(key_label(key, ascii_only=ascii_only), _("sound off and on"))


def button_rows(
    *players: Bindings, most: int = 2, ascii_only: bool, unused: Collection[Button] = ()
) -> Iterator[KeyRow]:
    """Yield a row for each bound button, with up to `most` keys of each player.

    The unused buttons, which do nothing in the game, have none.
    """
    for button, does in BUTTON_ACTIONS.items():
        keys = [key for bindings in players for key in bindings.keys(button)[:most]]
        if keys and button not in unused:
            yield KeyRow(" ".join(key_label(key, ascii_only=ascii_only) for key in keys), does, section=PLAY)


def free_rows(table: KeyTable, bindings: Bindings) -> Iterator[KeyRow]:
    """Yield rows of keys by the first key of each that no button is bound to."""
    for row in table:
        keys = [key for keys in row.actions for key in keys.split(",")]
        free = next((key for key in keys if bindings.button(key) is None), None)
        if not keys or free is None or free == keys[0]:
            yield row
        else:
            yield KeyRow(key_label(free), row.does, tuple((free, does) for __, does in row.line), row.actions)
