"""Rows of the keys of each button, for one player or for two."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from textual.content import Content

from piecement.input.bindings import DEFAULT_BINDINGS, LEFT_BINDINGS, RIGHT_BINDINGS, Bindings, chord_in
from piecement.language import N_, _
from piecement.settings.presets import with_change
from piecement.settings.settings import Settings
from piecement.ui.setting_pages import PLAYERS
from piecement.ui.texts.keys import BUTTON_ACTIONS, BUTTON_TITLES
from piecement.ui.widgets.asks import Choose, Confirm, PressKey
from piecement.ui.widgets.setting_rows import Row, RowText, SettingsEditor, choices_row
from piecement_engine.game.inputs import Button

WARNED: Final = "!"
"""The mark of a row with a key that does not work as it should."""


@dataclass(frozen=True, slots=True)
class KeySet:
    """A set of keys: a setting that holds the keys of each button."""

    name: str
    title: str
    sentence: str
    section: str
    setting: str
    first: Bindings
    """The keys before anything is changed."""

    def bindings(self, settings: Settings) -> Bindings:
        left, right = settings.pair.bindings
        return {"keys": settings.controls.bindings, "left": left, "right": right}[self.setting]

    def rebound(self, settings: Settings, change: Callable[[Bindings], Bindings]) -> Settings:
        """Return the settings with other bindings of this set."""
        return with_change(settings, self.section, self.setting, change(self.bindings(settings)).table())


ONE: Final = KeySet(
    "one", N_("One player"), N_("The keys of every game, but a match of two."), "controls", "keys", DEFAULT_BINDINGS
)
LEFT: Final = KeySet(
    "left", N_("Left of two"), N_("The keys of the left player in a match of two."), "pair", "left", LEFT_BINDINGS
)
RIGHT: Final = KeySet(
    "right", N_("Right of two"), N_("The keys of the right player in a match of two."), "pair", "right", RIGHT_BINDINGS
)
KEY_SETS: Final = {keys.name: keys for keys in (ONE, LEFT, RIGHT)}
OTHER_PLAYER: Final = {LEFT: RIGHT, RIGHT: LEFT}
"""The other one of two players at one keyboard."""


class KeysEditor(SettingsEditor, Protocol):
    """The owner of the keys that rows show and change: a screen."""

    @property
    def key_set(self) -> KeySet:
        """The set of keys that is shown."""
        ...

    def label(self, key: str) -> str: ...

    def key_problem(self, key: str) -> str:
        """Return the reason why a bound key does not work as it should; empty if it does."""
        ...

    def press(self, button: Button, key: str, *, replaces: bool) -> str | Confirm:
        """Bind a pressed key to a button, or return the reason why not, or a question to confirm first."""
        ...


def players_row(shown: Callable[[], KeySet], show: Callable[[KeySet], None]) -> Row:
    """Return the row of the set of keys that is shown; arrows show another one."""

    titles = {name: _(keys.title) for name, keys in KEY_SETS.items()}

    def choose() -> Choose:
        return Choose(
            titles, shown().name, lambda name: Content(_(KEY_SETS[name].sentence)), lambda name: show(KEY_SETS[name])
        )

    return choices_row(PLAYERS, _("For"), choose)


def button_row(button: Button, editor: KeysEditor) -> Row:
    """Return a row for a button and its keys: Enter replaces them, Del removes them."""

    def keys() -> tuple[str, ...]:
        return editor.key_set.bindings(editor.shown).keys(button)

    def labels() -> str:
        """Return the labels of the keys, one for both of a left and a right one."""
        bound = keys()
        second = {key for key in bound if key.startswith("right_") and key.replace("right_", "left_", 1) in bound}
        return ", ".join(editor.label(key) for key in bound if key not in second)

    def problems() -> list[str]:
        return list(filter(None, map(editor.key_problem, keys())))

    def text() -> RowText:
        return RowText(
            BUTTON_TITLES[button], labels() or "-", mark=WARNED if problems() else "", is_faint=not keys(), wraps=True
        )

    def explain() -> Content:
        does = BUTTON_ACTIONS[button]
        enter = _("Enter: press the new key. It replaces {keys}.").format(keys=labels()) if keys() else ""
        is_named = does.casefold() == BUTTON_TITLES[button].casefold()
        lines = [
            *([] if is_named else [Content(f"{does[0].upper()}{does[1:]}.")]),
            Content(enter or _("Enter: press the new key.")),
            *(Content.styled(problem, "$warning") for problem in problems()[:1]),
        ]
        return Content("\n").join(lines)

    return Row(
        button.value,
        text,
        explain,
        lambda: ask_for_key(button, editor, replaces=True),
        clear=lambda: _rebind(editor, lambda bindings: bindings.clear(button)),
    )


def ask_for_key(button: Button, editor: KeysEditor, *, replaces: bool) -> PressKey:
    """Return the question for a key of a button, which replaces those it has, or is added to them."""
    return PressKey(BUTTON_TITLES[button], lambda key: editor.press(button, key, replaces=replaces))


def restore_keys(editor: KeysEditor, button: Button) -> None:
    """Restore the first keys of a button."""
    first = editor.key_set.first
    _rebind(editor, lambda bindings: bindings.restore(button, first))


def bind_key(editor: KeysEditor, button: Button, key: str, *, replaces: bool) -> None:
    """Give a button a key; one that had the key gets the first replaced one for it, be it of the other player or not.

    A key that is only added is taken from where it was.
    """
    own = editor.key_set
    other = OTHER_PLAYER.get(own)

    def change(settings: Settings) -> Settings:
        replaced = own.bindings(settings).stored_keys(button) if replaces else ()
        in_exchange = replaced[:1] if chord_in(key) not in map(chord_in, replaced) else ()
        if other is not None:
            settings = other.rebound(settings, lambda bindings: _exchanged(bindings, key, in_exchange))

        def bound(bindings: Bindings) -> Bindings:
            if replaces:
                bindings = bindings.clear(button)
            return _exchanged(bindings, key, in_exchange).bind(key, button)

        return own.rebound(settings, bound)

    editor.live_settings.update(change)


def _exchanged(bindings: Bindings, key: str, in_exchange: Iterable[str]) -> Bindings:
    """Return the bindings with other keys for what a key does, if it does anything."""
    button = bindings.owner(key)
    if button is None:
        return bindings
    bindings = bindings.unbind(bindings.bound(key))
    for other in in_exchange:
        bindings = bindings.bind(other, button)
    return bindings


def _rebind(editor: KeysEditor, change: Callable[[Bindings], Bindings]) -> None:
    own = editor.key_set
    editor.live_settings.update(lambda settings: own.rebound(settings, change))
