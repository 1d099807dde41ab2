"""The tab Controls of the settings: the keys of each button, for one player or for two."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Final

from textual.content import Content

from piecement.input.bindings import Bindings, chord_in, command_in
from piecement.input.key_labels import key_label
from piecement.input.key_presets import PRESETS
from piecement.settings.presets import is_built_in, preset_name, preset_names, with_change
from piecement.settings.settings import Settings
from piecement.settings.styles import style_of, style_text
from piecement.terminal.key_events import KeyEvent, parts_of
from piecement.terminal.keyboard_capabilities import support
from piecement.ui.bases.settings_tab import SettingsTab
from piecement.ui.game.game_keys import RESERVED_KEYS
from piecement.ui.key_rows import BACK, CHANGE, FIND, HELP, MOVE, PALETTE, QUIT, TABS, KeyRow
from piecement.ui.menu_graph import Edge, Node
from piecement.ui.services import Services
from piecement.ui.setting_pages import PLAYERS_ROW, STYLE_ROW
from piecement.ui.texts.keys import BUTTON_ACTIONS, BUTTON_TITLES
from piecement.ui.widgets.combined_rows import PresetRow
from piecement.ui.widgets.key_prompt import KeyPrompt
from piecement.ui.widgets.key_tester import unreported
from piecement.ui.widgets.questions import Choose, Confirm, PressKey, confirmation
from piecement.ui.widgets.rows import ChoiceRow, GroupHeading, Line, Row, RowText
from piecement.ui.widgets.trial_panel import TRY_HINT
from piecement_base.language import N_, _
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

    section: str
    setting: str
    title: str
    sentence: str

    def bindings(self, settings: Settings) -> Bindings:
        left, right = settings.pair.bindings
        return {"keys": settings.controls.bindings, "left": left, "right": right}[self.setting]

    def rebound(self, settings: Settings, change: Callable[[Bindings], Bindings]) -> Settings:
        """Return the settings with other bindings of this set."""
        return with_change(settings, self.section, self.setting, change(self.bindings(settings)).table())

    def with_key(self, settings: Settings, *, key: str, button: Button, replaces: bool, swaps: bool) -> Settings:
        """Return the settings with a key bound to a button, and taken from the button that has it, of either player.

        With `replaces`, the key is bound in place of the button's own keys. With `swaps`, the first of these goes to
        the button that loses the key.
        """
        instead = self.bindings(settings).keys_in_return(key, button) if swaps else ()
        if (other := OTHER_PLAYER.get(self)) is not None:
            settings = other.rebound(settings, partial(Bindings.withdraw, stored=key, instead=instead))
        assign = partial(Bindings.assign, stored=key, button=button, instead=instead, replaces=replaces)
        return self.rebound(settings, assign)

    def usual(self, settings: Settings) -> Bindings:
        """Return the keys to reset to: those of the style of the player, if this set has a style."""
        style = style_of(settings) if self.section == "controls" else None
        return self.bindings(Settings()) if style is None else PRESETS[style.controls]

    def missing(self, settings: Settings) -> tuple[Button, ...]:
        """Return the buttons of groups that every game needs and that have no key."""
        bound = set(map(itemgetter(1), self.bindings(settings).pairs))
        return tuple(button for group in ESSENTIAL if bound.isdisjoint(group) for button in group)


ONE: Final = KeySet("controls", "keys", N_("One player"), N_("The keys for every game except a two-player match."))
LEFT: Final = KeySet("pair", "left", N_("Left of two"), N_("The keys of the left player in a two-player match."))
RIGHT: Final = KeySet("pair", "right", N_("Right of two"), N_("The keys of the right player in a two-player match."))
KEY_SETS: Final = {keys.setting: keys for keys in (ONE, LEFT, RIGHT)}
OTHER_PLAYER: Final = {LEFT: RIGHT, RIGHT: LEFT}
"""The other one of two players at one keyboard."""


class KeysRow(Row):
    """A row for a button and its keys: Enter replaces them, Del resets them."""

    def __init__(self, button: Button, editor: "ControlsScreen") -> None:
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
        lines = [
            Content(f"{does[0].upper()}{does[1:]}."),
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
        """Return the question for a new key of the button, which replaces its keys or is added to them."""
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


_TAPS_ONLY: Final = N_("Two players here: taps work, but only the last key pressed repeats. Use the teleport keys.")


class ControlsScreen(SettingsTab[str | None]):
    """The keys of one player or two."""

    NODE = Node.CONTROLS
    KEYS = (
        KeyRow("Enter", N_("replace its keys"), (("enter", N_("replace")),)),
        KeyRow("A", N_("add a key"), (("a", N_("add")),), {"a": "add"}),
        KeyRow(N_("Del Backspace"), N_("reset its keys"), (("delete", N_("reset")),)),
        KeyRow("-", N_("remove its keys"), (), {"minus": "remove"}),
        KeyRow("T", N_("try the keys"), (("t", N_("try")),), {"t": "try"}),
        TABS,
        MOVE.without_line(),
        CHANGE.without_line(),
        KeyRow("Ctrl+Z", N_("undo a change"), (), {"ctrl+z": "undo"}),
        FIND.without_line(),
        *(BACK, PALETTE, HELP, QUIT),
    )
    PROMPT = KeyPrompt

    key_set: KeySet = ONE
    """The set of keys that is shown."""

    def __init__(self, services: Services, row: str | None = None) -> None:
        super().__init__(services, row or next(iter(BUTTON_TITLES)))
        self._last = self.settings
        """The settings before the last change."""
        self._earlier: Final[list[Settings]] = []
        """The settings before each change on this screen that can be undone, the last one at the end."""

    def rows(self) -> Iterator[Line]:
        yield self.row(STYLE_ROW) if self.key_set is ONE else PresetRow("pair", self)
        yield ChoiceRow(PLAYERS_ROW, N_("For"), self._key_set_choice)
        yield GroupHeading(_("Keys"))
        yield from (KeysRow(button, self) for button in BUTTON_TITLES)
        yield from self.link_to_more()

    def _key_set_choice(self) -> Choose:
        titles = {name: _(keys.title) for name, keys in KEY_SETS.items()}
        sentences = {name: _(keys.sentence) for name, keys in KEY_SETS.items()}
        return Choose(titles, self.key_set.setting, sentences, self.show_key_set)

    def show_key_set(self, name: str) -> None:
        self.key_set = KEY_SETS[name]
        rows = self.settings_list.rows
        rows.show_rows(self.rows())
        rows.go_to(PLAYERS_ROW)
        self.show_trial()

    def on_mount(self) -> None:
        self.follow_keyboard(self.show_trial)

    def track_key(self, event: KeyEvent) -> None:
        super().track_key(event)
        if self.settings_list.prompt is not None:
            self.settings_list.prompt.track_key(event)

    def show_settings(self) -> None:
        if self.app.screen is not self:
            self._earlier.clear()  # changed elsewhere, which is not undone here
        elif self.settings != self._last:
            self._earlier.append(self._last)
        self._tell_of_change()
        if self.settings_list.prompt is None or not self.settings_list.prompt.is_open:
            super().show_settings()
        else:
            self.follow_keys()

    def _tell_of_change(self) -> None:
        """Notify the player of a custom preset that a change of built-in keys has made."""
        last, self._last = self._last, self.settings
        section = self.key_set.section
        name = preset_name(self.settings, section)
        if is_built_in(section, preset_name(last, section)) and name not in preset_names(last, section):
            text = style_text(self.settings) if self.key_set is ONE else name
            self.notify(_("{style}. Saved as preset {name}.").format(style=text, name=name), markup=False)

    @property
    def trial_hint(self) -> str:
        """Return the invitation to try, and what the terminal reports of keys."""
        interface = self.settings.interface
        reported = support(self._services.terminal.keyboard, wants_releases=interface.wants_releases)
        if self.key_set is not ONE and not self._services.keyboard.reports_releases:
            reported = reported._replace(meaning=_(_TAPS_ONLY))
        return f"{_(TRY_HINT)}\n{_(reported.title)}: {_(reported.meaning)}"

    # Changing keys.

    def key_problem(self, key: str) -> str:
        if command_in(key) in self._commands:
            if key == "ctrl+c":
                return _("Ctrl+C always quits. Press another key.")
            return _("{key} is a command in games. Press another key.").format(key=self.label(key))
        if unreported([key], self._services.terminal.keyboard):
            plain = self.label(parts_of(key)[1])
            return _("This terminal can't tell {chord} from {key}.").format(chord=self.label(key), key=plain)
        button = self._of_other_player(key)
        if button is not None:
            return _("{key} is also the other player's key for {button}.").format(
                key=self.label(key), button=_(BUTTON_TITLES[button])
            )
        return ""

    def _of_other_player(self, key: str) -> Button | None:
        """Return the button that a key is bound to for the other one of two players."""
        other = OTHER_PLAYER.get(self.key_set)
        return None if other is None else other.bindings(self.shown).owner(key)

    def label(self, key: str) -> str:
        return key_label(chord_in(key), ascii_only=self.ascii_only)

    def shown_bindings(self, settings: Settings) -> Bindings:
        """Return the keys that are shown."""
        return self.key_set.bindings(settings)

    def action_add(self) -> None:
        if isinstance(row := self.settings_list.rows.row, KeysRow):
            self.settings_list.ask(row.ask(replaces=False))

    def action_remove(self) -> None:
        if isinstance(row := self.settings_list.rows.row, KeysRow):
            row.remove()

    def action_undo(self) -> None:
        """Undo the last change on this screen that is not undone yet."""
        if not self._earlier:
            self.notify(_("Nothing to undo."))
            return
        self._last = self._earlier.pop().with_values(online=self.settings.online)
        self.live_settings.apply(self._last)

    def press(self, button: Button, key: str, *, replaces: bool) -> str | Confirm:
        """Bind a key to a button, or return why it is refused, or a question if another button has the key."""
        own = self.shown_bindings(self.shown)
        owner, of_other = own.owner(key), self._of_other_player(key)
        if command_in(key) in self._commands:
            return self.key_problem(key)
        if owner is button and not replaces:
            title = _(BUTTON_TITLES[button])
            return _("{key} is already bound to {button}.").format(key=self.label(key), button=title)

        def bind(swaps: bool) -> None:
            change = partial(self.key_set.with_key, key=key, button=button, replaces=replaces, swaps=swaps)
            self.live_settings.update(change)

        other = of_other if owner is None else owner
        swaps = replaces and bool(own.keys(button))
        if other is None or owner is button:
            bind(swaps)
            return ""
        self.details.update()  # the explanation of Enter does not hold for the question
        question = self._question(key, other, is_own=owner is not None, swaps=swaps)
        return Confirm(question, partial(bind, swaps), partial(bind, swaps=False) if swaps else None)

    def _question(self, key: str, owner: Button, *, is_own: bool, swaps: bool) -> Content:
        says = _("{key} already does {button}.") if is_own else _("{key} already does {button} for the other player.")
        keys = {"Enter": _("swap"), "Tab": _("move here")} if swaps else {"Enter": _("move here")}
        keys["Esc"] = _("cancel")
        answers = [Content.assemble((name, "$key"), f" {does}") for name, does in keys.items()]
        said = Content.styled(says.format(key=self.label(key), button=_(BUTTON_TITLES[owner])), "bold")
        return Content.assemble(said, "\n", Content("   ").join(answers))

    @property
    def _commands(self) -> frozenset[str]:
        return RESERVED_KEYS | self.settings.commands.keys

    # Leaving.

    def follow(self, edge: Edge, payload: object = None) -> None:
        if edge.target in {Node.HELP, Node.MORE_SETTINGS}:
            super().follow(edge, payload)
        else:
            self._ask_to_leave(partial(super().follow, edge, payload))

    def leave(self) -> None:
        self._ask_to_leave(super().leave)

    def _ask_to_leave(self, leave: Callable[[], None]) -> None:
        """Leave; ask first where a button that every game needs has no key."""
        lacking = next((keys for keys in KEY_SETS.values() if keys.missing(self.settings)), None)
        if lacking is None:
            leave()
            return
        button = lacking.missing(self.settings)[0]
        if lacking is not self.key_set:
            self.show_key_set(lacking.setting)
        self.settings_list.rows.go_to(button.value)
        question = _("{button} has no key, and a game needs one. Leave anyway?").format(button=_(BUTTON_TITLES[button]))
        answer = confirmation((_("No, go back"), question), (_("Yes, leave"), question), leave)
        self.settings_list.ask(answer)
