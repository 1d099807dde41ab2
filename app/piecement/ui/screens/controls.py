"""The tab Controls of the settings: the keys of each button, and a field to try them in."""

from collections.abc import Iterator
from typing import Final

from textual.content import Content

from piecement.input.bindings import Bindings, parts_of
from piecement.input.key_names import key_label
from piecement.language import _
from piecement.settings.presets import is_built_in, preset_name, preset_names
from piecement.settings.settings import Settings
from piecement.settings.styles import style_text
from piecement.terminal.key_events import KeyEvent, support
from piecement.ui.bases.settings_tab import FIND, SettingsTab
from piecement.ui.game.game_keys import RESERVED_KEYS
from piecement.ui.key_rows import CHANGE, LAST_KEYS, MOVE, TABS, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.setting_pages import PLAYERS, STYLE
from piecement.ui.texts.keys import BUTTON_TITLES
from piecement.ui.widgets.asks import Confirm
from piecement.ui.widgets.button_rows import (
    ONE,
    OTHER_PLAYER,
    KeySet,
    ask_for_key,
    bind_key,
    button_row,
    players_row,
    restore_keys,
)
from piecement.ui.widgets.key_prompt import KEEP_HINT, KeyPrompt
from piecement.ui.widgets.key_tester import unreported
from piecement.ui.widgets.preset_rows import preset_row
from piecement.ui.widgets.setting_rows import GroupHeading, Line
from piecement.ui.widgets.trial_panel import TRY_HINT
from piecement_engine.game.inputs import Button

_TAPS_ONLY: Final = _("Two players here: taps work, but only the last key pressed repeats. Use the teleport keys.")


class ControlsScreen(SettingsTab):
    """The keys of one player or two, as their `KeysEditor`."""

    NODE = Node.CONTROLS
    KEYS = (
        KeyRow("Enter", _("replace its keys"), (("Enter", _("replace")),)),
        KeyRow("A", _("add a key"), (("A", _("add")),), {"a": "add"}),
        KeyRow("Del", _("remove its keys"), (("Del", _("clear")),)),
        KeyRow("T", _("try the keys"), (("T", _("try")),), {"t": "try"}),
        TABS,
        MOVE.without_line(),
        CHANGE.without_line(),
        KeyRow("R", _("reset its keys"), (), {"r": "restore"}),
        FIND.without_line(),
        *LAST_KEYS,
    )
    PROMPT = KeyPrompt

    key_set: KeySet = ONE
    """The set of keys that is shown."""

    def __init__(self, services: Services, row: str | None = None) -> None:
        super().__init__(services, row)
        self.trial = self.new_trial(has_bar=False)
        self._last = self.settings
        """The settings before the last change."""

    def rows(self) -> Iterator[Line]:
        yield self.row(STYLE) if self.key_set is ONE else preset_row("pair", self)
        yield players_row(lambda: self.key_set, self._show_key_set)
        yield GroupHeading(_("Keys"))
        yield from (button_row(button, self) for button in BUTTON_TITLES)
        yield from self.more_rows()

    def _show_key_set(self, key_set: KeySet) -> None:
        self.key_set = key_set
        rows = self.settings_list.rows
        rows.show_rows(self.rows())
        rows.go_to(PLAYERS)
        self.show_trial(self.settings)

    def on_mount(self) -> None:
        self.watch(self._services.terminal, "keyboard", lambda _: self.show_trial(self.shown), init=False)

    def track_key(self, event: KeyEvent) -> None:
        super().track_key(event)
        if self.settings_list.prompt is not None:
            self.settings_list.prompt.track_key(event)

    def show_settings(self) -> None:
        self._tell_of_change()
        if self.settings_list.prompt is None or not self.settings_list.prompt.is_open:
            super().show_settings()
        else:
            self.follow_keys()

    def _tell_of_change(self) -> None:
        """Notify the player of keys of their own, made by a change of built-in ones."""
        last, self._last = self._last, self.settings
        section = self.key_set.section
        name = preset_name(self.settings, section)
        if is_built_in(section, preset_name(last, section)) and name not in preset_names(last, section):
            text = style_text(self.settings) if self.key_set is ONE else name
            self.notify(_("{style}: your keys are kept as {name}.").format(style=text, name=name), markup=False)

    @property
    def trial_hint(self) -> str:
        """Return the invitation to try, and what the terminal reports of keys."""
        interface = self.settings.interface
        reported = support(self._services.terminal.keyboard, wants_releases=interface.wants_releases)
        if self.key_set is not ONE and not self._services.keyboard.reports_releases:
            reported = reported._replace(meaning=_TAPS_ONLY)
        return f"{TRY_HINT}\n{reported.title}: {reported.meaning}"

    # Changing keys.

    def key_problem(self, key: str) -> str:
        if key in self._commands:
            return _("{key} is a game command.").format(key=self.label(key))
        if unreported([key], self._services.terminal.keyboard):
            plain = self.label(parts_of(key)[1])
            return _("This terminal can't tell {chord} from {key}.").format(chord=self.label(key), key=plain)
        button = self._of_other_player(key)
        if button is not None:
            return _("{key} is also the other player's key for {button}.").format(
                key=self.label(key), button=BUTTON_TITLES[button]
            )
        return ""

    def _of_other_player(self, key: str) -> Button | None:
        """Return the button that a key has for the other one of two players."""
        other = OTHER_PLAYER.get(self.key_set)
        return None if other is None else other.bindings(self.shown).button(key)

    def label(self, key: str) -> str:
        return key_label(key, ascii_only=self.ascii_only)

    def shown_bindings(self, settings: Settings) -> Bindings:
        """Return the keys that are shown."""
        return self.key_set.bindings(settings)

    @property
    def _button(self) -> Button | None:
        """The button of the row with the cursor."""
        row = self.settings_list.rows.row
        return Button(row.id) if row is not None and row.id in set(Button) else None

    def action_add(self) -> None:
        if (button := self._button) is not None:
            self.settings_list.ask(ask_for_key(button, self, replaces=False))

    def action_restore(self) -> None:
        if (button := self._button) is not None:
            restore_keys(self, button)

    def press(self, button: Button, key: str, *, replaces: bool) -> str | Confirm:
        own = self.shown_bindings(self.shown)
        owner, of_other = own.button(key), self._of_other_player(key)
        if key in self._commands:
            return self.key_problem(key)
        if owner is button and not replaces:
            title = BUTTON_TITLES[button]
            return _("{key} is already bound to {button}.").format(key=self.label(key), button=title)
        other = of_other if owner is None else owner
        if other is None or owner is button:
            bind_key(self, button, key, replaces=replaces)
            return ""
        question = self._question(key, other, is_own=owner is not None, swaps=replaces and bool(own.keys(button)))
        return Confirm(question, lambda: bind_key(self, button, key, replaces=replaces))

    def _question(self, key: str, owner: Button, *, is_own: bool, swaps: bool) -> Content:
        says = _("{key} is {button}.") if is_own else _("{key} is {button} of the other player.")
        return Content.assemble(
            (says.format(key=self.label(key), button=BUTTON_TITLES[owner]), "bold"),
            " ",
            _("Swap?") if swaps else _("Take it?"),
            "\n",
            ("Enter", "$accent"),
            f" {_('swap') if swaps else _('take')}   ",
            (KEEP_HINT, "$muted"),
        )

    @property
    def _commands(self) -> frozenset[str]:
        return RESERVED_KEYS | self.settings.computer.command_keys
