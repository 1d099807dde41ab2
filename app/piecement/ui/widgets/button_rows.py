"""Rows of the keys of each button, for one player or for two."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Final, Protocol

from textual.content import Content

from piecement.input.bindings import DEFAULT_BINDINGS, LEFT_BINDINGS, PRESETS, RIGHT_BINDINGS, Bindings
from piecement_base.language import N_, _
from piecement.settings.presets import with_change
from piecement.settings.settings import Settings
from piecement.settings.styles import style_of
from piecement.ui.setting_pages import PLAYERS
from piecement.ui.texts.keys import BUTTON_ACTIONS, BUTTON_TITLES
from piecement.ui.widgets.asks import Choose, Confirm, PressKey
from piecement.ui.widgets.rows import ChoiceRow, Row, RowText, SettingsEditor
from piecement_engine.game.inputs import Button

WARNED: Final = "!"
"""The mark of a row with a key that does not work as it should, or without a key that a game needs."""

ESSENTIAL: Final = (
    (Button.MOVE_LEFT,),
    (Button.MOVE_RIGHT,),
    (Button.ROTATE_LEFT, Button.ROTATE_RIGHT),
    (Button.SOFT_DROP, Button.HARD_DROP),
)
"""Groups of buttons; every game needs a key for one button of each."""


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

    def usual(self, settings: Settings) -> Bindings:
        """Return the keys to reset to: those of the style of the player, if this set has a style."""
        style = style_of(settings) if self.section == "controls" else None
        return self.first if style is None else PRESETS[style.controls]

    def missing(self, settings: Settings) -> tuple[Button, ...]:
        """Return the buttons without a key that no game can be played without."""
        bound = set(map(itemgetter(1), self.bindings(settings).pairs))
        return tuple(button for group in ESSENTIAL if bound.isdisjoint(group) for button in group)


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


class PlayersRow(ChoiceRow):
    """The row of the set of keys that is shown; arrows show another one."""

    def __init__(self, editor: KeysEditor, show: Callable[[KeySet], None]) -> None:
        super().__init__(PLAYERS)
        self._editor: Final = editor
        self._show: Final = show

    @property
    def title(self) -> str:
        return _("For")

    def select(self) -> Choose:
        titles = {name: _(keys.title) for name, keys in KEY_SETS.items()}
        return Choose(titles, self._editor.key_set.name, self._explain_name, self._choose)

    def _explain_name(self, name: str) -> Content:
        return Content(_(KEY_SETS[name].sentence))

    def _choose(self, name: str) -> None:
        self._show(KEY_SETS[name])


class KeysRow(Row):
    """A row for a button and its keys: Enter replaces them, Del resets them."""

    def __init__(self, button: Button, editor: KeysEditor) -> None:
        super().__init__(button.value)
        self.button: Final = button
        self._editor: Final = editor

    def text(self) -> RowText:
        is_missing = self.button in self._editor.key_set.missing(self._editor.shown)
        return RowText(
            _(BUTTON_TITLES[self.button]),
            self._labels or (_("- no key") if is_missing else "-"),
            mark=WARNED if self._problems else "",
            is_faint=not self._keys,
            is_bad=is_missing,
            wraps=True,
        )

    def explain(self) -> Content:
        does, labels = _(BUTTON_ACTIONS[self.button]), self._labels
        enter = _("Enter: press the new key. It replaces {keys}.").format(keys=labels) if self._keys else ""
        is_named = does.casefold() == _(BUTTON_TITLES[self.button]).casefold()
        lines = [
            *([] if is_named else [Content(f"{does[0].upper()}{does[1:]}.")]),
            Content(enter or _("Enter: press the new key.")),
            *(Content.styled(problem, "$warning") for problem in self._problems[:1]),
        ]
        return Content("\n").join(lines)

    def select(self) -> PressKey:
        return self.ask(replaces=True)

    def clear(self) -> None:
        """Reset the keys to those of the style."""
        usual = self._editor.key_set.usual(self._editor.live_settings.now)
        self._rebind(partial(Bindings.restore, preset=usual))

    def remove(self) -> None:
        """Leave the button without a key."""
        self._rebind(Bindings.clear)

    def ask(self, *, replaces: bool) -> PressKey:
        """Return the question for a key of the button, which replaces those it has, or is added to them."""
        return PressKey(_(BUTTON_TITLES[self.button]), partial(self._editor.press, self.button, replaces=replaces))

    @property
    def _keys(self) -> tuple[str, ...]:
        return self._editor.key_set.bindings(self._editor.shown).keys(self.button)

    @property
    def _labels(self) -> str:
        """The labels of the keys, one for both of a left and a right one."""
        bound = self._keys
        second = {key for key in bound if key.startswith("right_") and key.replace("right_", "left_", 1) in bound}
        return ", ".join(self._editor.label(key) for key in bound if key not in second)

    @property
    def _problems(self) -> list[str]:
        if self.button in self._editor.key_set.missing(self._editor.shown):
            return [_("A game needs this key.")]
        return list(filter(None, map(self._editor.key_problem, self._keys)))

    def _rebind(self, change: Callable[..., Bindings]) -> None:
        rebound = partial(change, button=self.button)
        self._editor.live_settings.update(partial(self._editor.key_set.rebound, change=rebound))


def bind_key(editor: KeysEditor, button: Button, key: str, *, replaces: bool, swaps: bool = True) -> None:
    """Give a button a key; one that had the key gets the first replaced one for it, of either player.

    A key that is only added, or moved without a swap, is taken from where it was.
    """
    own = editor.key_set
    other = OTHER_PLAYER.get(own)

    def change(settings: Settings) -> Settings:
        instead = own.bindings(settings).exchange(key, button) if replaces and swaps else ()
        if other is not None:
            settings = other.rebound(settings, partial(Bindings.hand_over, key=key, instead=instead))
        return own.rebound(settings, partial(Bindings.give, key=key, button=button, instead=instead, replaces=replaces))

    editor.live_settings.update(change)
