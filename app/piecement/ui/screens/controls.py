"""The tab Controls of the settings, and the settings behind "More" of each tab."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.input.bindings import Bindings, chord_in, command_in, parts_of
from piecement.input.key_names import key_label
from piecement_base.language import N_, _
from piecement.render.cells import pad
from piecement.settings.computer import Computer
from piecement.settings.presets import is_built_in, preset_name, preset_names
from piecement.settings.settings import Settings
from piecement.settings.sound import Sound
from piecement.settings.specs import CommandKey, SettingSpec
from piecement.settings.styles import style_text
from piecement.sound.names import GROUPS
from piecement.terminal.key_events import KeyEvent, support
from piecement.ui.bases.settings_tab import FIND, RuleRow, SettingsTab
from piecement.ui.game.game_keys import GAME_KEYS, RESERVED_KEYS
from piecement.ui.key_rows import (
    BACK,
    CHANGE,
    HELP,
    LAST_KEYS,
    MOVE,
    PALETTE,
    PRESETS,
    QUIT,
    SETTINGS_LIST,
    TABS,
    TRY,
    KeyRow,
)
from piecement.ui.menu_graph import Edge, Node
from piecement.ui.services import Services
from piecement.ui.setting_pages import MORE_ROWS, PAGES, PLAYERS, STYLE, MoreStart, SettingPlace, more_specs
from piecement.ui.texts.keys import BUTTON_TITLES
from piecement.ui.texts.sound import EFFECT_TEXTS
from piecement.ui.widgets import button_rows
from piecement.ui.widgets.asks import Confirm, PressKey, confirmation
from piecement.ui.widgets.choice_rows import PresetRow
from piecement.ui.widgets.find_setting import FindSetting
from piecement.ui.widgets.handling_field import TRY_HINT
from piecement.ui.widgets.key_prompt import CommandKeyPrompt, KeyPrompt
from piecement.ui.widgets.key_tester import KeyContext, KeyTester, unreported
from piecement.ui.widgets.rows import ExplainedRow, GroupHeading, Line, Row, SettingRow, grouped
from piecement.ui.widgets.sharing_rows import sharing_row
from piecement_engine.game.inputs import Button

_COMMANDS: Final = tuple(
    spec for section in (Computer, Sound) for spec in section.specs() if isinstance(spec.values, CommandKey)
)
"""All settings that are the key of a command."""


def _use_of(key: str, asked: SettingSpec, settings: Settings) -> str:
    """Return the use of a key in a game, except for the command that is asked about; empty for a free key."""
    button = settings.controls.bindings.button(key)
    if button is not None:
        return _("{key} is already bound to {button}.").format(key=key_label(key), button=_(BUTTON_TITLES[button]))
    others = {spec.value(settings.section(spec.section)) for spec in _COMMANDS if spec is not asked}
    return _("{key} is already a command.").format(key=key_label(key)) if key in {*RESERVED_KEYS, *others} else ""


_TAPS_ONLY: Final = N_("Two players here: taps work, but only the last key pressed repeats. Use the teleport keys.")


class ControlsScreen(SettingsTab):
    """The keys of one player or two, as their `KeysEditor`."""

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

    key_set: button_rows.KeySet = button_rows.ONE
    """The set of keys that is shown."""

    def __init__(self, services: Services, row: str | None = None) -> None:
        super().__init__(services, row)
        self.trial = self.new_trial(has_bar=False)
        self._last = self.settings
        """The settings before the last change."""
        self._undone: Final[list[Settings]] = []
        """The settings before each change on this screen that can be undone, the last one at the end."""

    def rows(self) -> Iterator[Line]:
        yield self.row(STYLE) if self.key_set is button_rows.ONE else PresetRow("pair", self)
        yield button_rows.PlayersRow(self, self._show_key_set)
        yield GroupHeading(_("Keys"))
        yield from (button_rows.KeysRow(button, self) for button in BUTTON_TITLES)
        yield from self.more_rows()

    def _show_key_set(self, key_set: button_rows.KeySet) -> None:
        self.key_set = key_set
        rows = self.settings_list.rows
        rows.show_rows(self.rows())
        rows.go_to(PLAYERS)
        self.show_trial(self.settings)

    def on_mount(self) -> None:
        self.follow_keyboard(self._show_keyboard)

    def _show_keyboard(self) -> None:
        self.show_trial(self.shown)

    def track_key(self, event: KeyEvent) -> None:
        super().track_key(event)
        if self.settings_list.prompt is not None:
            self.settings_list.prompt.track_key(event)

    def show_settings(self) -> None:
        if self.app.screen is not self:
            self._undone.clear()  # changed elsewhere, which is not undone here
        elif self.settings != self._last:
            self._undone.append(self._last)
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
            text = style_text(self.settings) if self.key_set is button_rows.ONE else name
            self.notify(_("{style}. Saved as preset {name}.").format(style=text, name=name), markup=False)

    @property
    def trial_hint(self) -> str:
        """Return the invitation to try, and what the terminal reports of keys."""
        interface = self.settings.interface
        reported = support(self._services.terminal.keyboard, wants_releases=interface.wants_releases)
        if self.key_set is not button_rows.ONE and not self._services.keyboard.reports_releases:
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
        """Return the button that a key has for the other one of two players."""
        other = button_rows.OTHER_PLAYER.get(self.key_set)
        return None if other is None else other.bindings(self.shown).owner(key)

    def label(self, key: str) -> str:
        return key_label(chord_in(key), ascii_only=self.ascii_only)

    def shown_bindings(self, settings: Settings) -> Bindings:
        """Return the keys that are shown."""
        return self.key_set.bindings(settings)

    def action_add(self) -> None:
        if isinstance(row := self.settings_list.rows.row, button_rows.KeysRow):
            self.settings_list.ask(row.ask(replaces=False))

    def action_remove(self) -> None:
        if isinstance(row := self.settings_list.rows.row, button_rows.KeysRow):
            row.remove()

    def action_undo(self) -> None:
        """Undo the last change on this screen that is not undone yet."""
        if not self._undone:
            self.notify(_("Nothing to undo."))
            return
        self._last = self._undone.pop().with_values(online=self.settings.online)
        self.live_settings.apply(self._last)

    # Leaving.

    def follow(self, edge: Edge, payload: Callable[[], object] | None = None) -> None:
        if edge.target in {Node.HELP, Node.MORE_SETTINGS}:
            super().follow(edge, payload)
        else:
            self._ask_to_leave(partial(super().follow, edge, payload))

    def leave(self) -> None:
        self._ask_to_leave(super().leave)

    def _ask_to_leave(self, leave: Callable[[], None]) -> None:
        """Leave, but not without a question where no game can be played with the keys."""
        lacking = next((keys for keys in button_rows.KEY_SETS.values() if keys.missing(self.settings)), None)
        if lacking is None:
            leave()
            return
        button = lacking.missing(self.settings)[0]
        if lacking is not self.key_set:
            self._show_key_set(lacking)
        self.settings_list.rows.go_to(button.value)
        question = _("{button} has no key, and a game needs one. Leave anyway?").format(button=_(BUTTON_TITLES[button]))
        answer = confirmation((_("No, go back"), question), (_("Yes, leave"), question), leave)
        self.settings_list.ask(answer)

    def press(self, button: Button, key: str, *, replaces: bool) -> str | Confirm:
        own = self.shown_bindings(self.shown)
        owner, of_other = own.owner(key), self._of_other_player(key)
        if command_in(key) in self._commands:
            return self.key_problem(key)
        if owner is button and not replaces:
            title = _(BUTTON_TITLES[button])
            return _("{key} is already bound to {button}.").format(key=self.label(key), button=title)
        other = of_other if owner is None else owner
        if other is None or owner is button:
            button_rows.bind_key(self, button, key, replaces=replaces)
            return ""
        bind = partial(button_rows.bind_key, self, button, key, replaces=replaces)
        swaps = replaces and bool(own.keys(button))
        question = self._question(key, other, is_own=owner is not None, swaps=swaps)
        return Confirm(question, bind, partial(bind, swaps=False) if swaps else None)

    def _question(self, key: str, owner: Button, *, is_own: bool, swaps: bool) -> Content:
        says = _("{key} already does {button}.") if is_own else _("{key} already does {button} for the other player.")
        keys = {"Enter": _("swap"), "Tab": _("move here")} if swaps else {"Enter": _("move here")}
        answers = [Content.assemble((name, "$accent"), f" {does}") for name, does in keys.items()]
        answers.append(Content.styled(_("Esc cancel"), "$muted"))
        said = Content.styled(says.format(key=self.label(key), button=_(BUTTON_TITLES[owner])), "bold")
        return Content.assemble(said, "\n", Content(" · ").join(answers))

    @property
    def _commands(self) -> frozenset[str]:
        return RESERVED_KEYS | self.settings.computer.command_keys


_HEADINGS: Final = {
    Node.SETTINGS: N_("More play settings"),
    Node.CONTROLS: N_("More control settings"),
    Node.LOOK: N_("More look settings"),
    Node.SOUND: N_("More sound settings"),
    Node.SYSTEM: N_("More system settings"),
}
"""Heading of each page, which is also the entry that leads to it."""

_LISTEN: Final = KeyRow("P", N_("play the sound"), (("p", N_("play it")),), {"p": "listen"})


_ON_ONE_PAGE: Final = ((_LISTEN, Node.SOUND), (TRY, Node.SETTINGS))
"""Keys that only one of the pages has."""


class _EffectsRow(SettingRow):
    """A row for a group of sounds, explained by these and what is seen with each."""

    def explain(self) -> Content:
        texts = (EFFECT_TEXTS[effect] for effect in GROUPS[self.spec.name])
        lines = (Content.assemble((f"{_(title)}: ", "$muted"), _(seen)) for title, seen in texts)
        return Content("\n").join([Content(_(self.spec.sentence)), Content(""), *lines])


class _CommandRow(ExplainedRow):
    """A row for the key of a command, for which Enter asks."""

    def select(self) -> PressKey:
        return PressKey(_(self.spec.title), self._bind)

    def _bind(self, key: str) -> str:
        """Set the key, or return why it is refused."""
        problem = _use_of(key, self.spec, self._editor.shown)
        if not problem:
            self.change(key)
        return problem


class MoreSettingsScreen(SettingsTab):
    """The rest of the settings of a tab, in groups."""

    NODE = Node.MORE_SETTINGS
    PROMPT = CommandKeyPrompt
    KEYS = (*SETTINGS_LIST, FIND, _LISTEN, TRY, *PRESETS, *LAST_KEYS)

    def __init__(self, services: Services, start: MoreStart | None = None) -> None:
        start = start or MoreStart(Node.SETTINGS)
        super().__init__(services, start.row or None, start.page)
        self.add_class(f"-of-{start.page}")
        self._tester: Final = KeyTester(services.clock, self._key_context())

    def heading(self) -> str:
        return _(_HEADINGS[self.page])

    def places(self) -> Iterator[SettingPlace]:
        return (place for place in super().places() if place.is_more and place.page is self.page)

    def on_find_setting_chosen(self, event: FindSetting.Chosen) -> None:
        event.prevent_default()
        self.settings_list.rows.go_to(event.place.row)

    def aside(self) -> Iterable[Widget]:
        if self.page is Node.CONTROLS:
            return (Static(self._fixed_keys(), id="facts"), self._tester)
        return super().aside()

    def key_rows(self) -> Iterator[KeyRow]:
        elsewhere = {id(row) for row, page in _ON_ONE_PAGE if page is not self.page}
        return (row for row in self.KEYS if id(row) not in elsewhere)

    def rows(self) -> Iterator[Line]:
        if preset := PAGES[self.page].preset:
            yield PresetRow(preset, self)
        yield from grouped(more_specs(self.page), self._row)
        if titles := MORE_ROWS.get(self.page):
            yield GroupHeading(_("Files") if self.page is not Node.SYSTEM else _("Settings"))
            yield from (sharing_row(row, _(title), self, self) for row, title in titles.items())

    def _row(self, spec: SettingSpec) -> Row:
        if spec.name in GROUPS:
            return _EffectsRow(spec, self)
        if spec.section == "gameplay":
            return RuleRow(spec, self, brief=False)
        return _CommandRow(spec, self) if isinstance(spec.values, CommandKey) else ExplainedRow(spec, self)

    def _fixed_keys(self) -> Content:
        """Return the keys of a game that cannot be changed."""
        fixed = [row for row in GAME_KEYS if row.keys != "Esc"]  # to pause has a row of its own
        keys = [(self.plain(_(row.keys)), _(row.does)) for row in fixed]
        wide = max(cell_len(key) for key, _does in keys)
        lines = [Content.assemble((pad(key, wide + 2), "$accent"), (does, "$muted")) for key, does in keys]
        return Content("\n").join([Content.styled(_("Always the same:"), "$muted"), *lines])

    def on_mount(self) -> None:
        self.follow_keyboard(self._show_keyboard)

    def _show_keyboard(self) -> None:
        self._tester.change(self._key_context())

    def track_key(self, event: KeyEvent) -> None:
        super().track_key(event)
        self._tester.track_key(event)

    @property
    def takes_keys(self) -> bool:
        return self.page in {Node.CONTROLS, Node.SETTINGS}

    def on_screen_suspend(self) -> None:
        self._tester.stop()

    def show_settings(self) -> None:
        super().show_settings()
        self._tester.change(self._key_context())

    def _key_context(self) -> KeyContext:
        bindings = self.settings.controls.bindings
        reported = support(self._services.terminal.keyboard, wants_releases=self.settings.interface.wants_releases)
        keys = (key for key, _button in bindings.pairs)
        return KeyContext(bindings, reported, unreported(keys, self._services.terminal.keyboard))
