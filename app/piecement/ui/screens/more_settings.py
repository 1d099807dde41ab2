"""The settings behind "More" of each tab."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.input.key_labels import key_label
from piecement.render.cells import pad
from piecement.settings.commands import Commands
from piecement.settings.settings import Settings
from piecement.settings.sound import Sound
from piecement.settings.specs import SettingSpec
from piecement.settings.values import CommandKey
from piecement.sound.effects import GROUPS
from piecement.terminal.key_events import KeyEvent
from piecement.terminal.keyboard_capabilities import support
from piecement.ui.bases.settings_tab import RuleRow, SettingsTab
from piecement.ui.game.game_keys import ALWAYS_BOUND, GAME_KEYS, RESERVED_KEYS
from piecement.ui.key_rows import FIND, LAST_KEYS, LISTEN, PRESETS, SETTINGS_LIST, TRY, KeyRow
from piecement.ui.menu_graph import Node, Trigger, edge_between
from piecement.ui.services import Services
from piecement.ui.setting_pages import PAGES, MoreStart, more_specs
from piecement.ui.texts.keys import BUTTON_TITLES
from piecement.ui.texts.sound import EFFECT_TEXTS
from piecement.ui.widgets.combined_rows import PresetRow
from piecement.ui.widgets.key_prompt import CommandKeyPrompt
from piecement.ui.widgets.key_tester import KeyContext, KeyTester, unreported
from piecement.ui.widgets.questions import PressKey
from piecement.ui.widgets.rows import GroupHeading, Line, Row, RowText
from piecement.ui.widgets.setting_rows import ExplainedRow, SettingRow, rows_in_groups
from piecement.ui.widgets.sharing_rows import sharing_row
from piecement_base.language import _

_COMMANDS: Final = tuple(
    spec for section in (Commands, Sound) for spec in section.specs() if isinstance(spec.values, CommandKey)
)
"""All settings that are the key of a command."""


def _refusal_of(key: str, command: SettingSpec, settings: Settings) -> str:
    """Return the reason why a key cannot be bound to a command, or an empty text."""
    button = settings.controls.bindings.button(key)
    if button is not None:
        return _("{key} is already bound to {button}.").format(key=key_label(key), button=_(BUTTON_TITLES[button]))
    others = {spec.value(settings.section(spec.section)) for spec in _COMMANDS if spec is not command}
    return _("{key} is already a command.").format(key=key_label(key)) if key in {*RESERVED_KEYS, *others} else ""


class _EffectsRow(SettingRow[SettingsTab[Any]]):
    """Row of a sound group, with its effects and their visible equivalents."""

    def explain(self) -> Content:
        titles: dict[str, list[str]] = {}
        for title, seen in (EFFECT_TEXTS[effect] for effect in GROUPS[self.spec.name]):
            titles.setdefault(_(seen), []).append(_(title))
        lines = (Content.assemble((f"{', '.join(each)}: ", "$muted"), seen) for seen, each in titles.items())
        return Content("\n").join([Content(_(self.spec.sentence)), Content(""), *lines])


class _CommandRow(ExplainedRow[SettingsTab[Any]]):
    """A row for the key of a command, for which Enter asks. Its value begins with the key that cannot be changed."""

    def text(self) -> RowText:
        text, fixed = super().text(), ALWAYS_BOUND.get(self.spec.name)
        if fixed is None:
            return text
        keys = [self.editor.plain(_(fixed.keys)), *([text.value] if self.value() else [])]
        return text._replace(value=", ".join(dict.fromkeys(keys)))

    def select(self) -> PressKey:
        return PressKey(_(self.spec.title), self._bind)

    def _bind(self, key: str) -> str:
        """Set the key, or return why it is refused."""
        if not (problem := _refusal_of(key, self.spec, self.editor.shown)):
            self.change(key)
        return problem


class MoreSettingsScreen(SettingsTab[MoreStart | None]):
    """The rest of the settings of a tab, in groups."""

    NODE = Node.MORE_SETTINGS
    PROMPT = CommandKeyPrompt
    KEYS = (*SETTINGS_LIST, FIND, LISTEN, TRY, *PRESETS, *LAST_KEYS)

    def __init__(self, services: Services, start: MoreStart | None = None) -> None:
        start = start or MoreStart(Node.SETTINGS)
        super().__init__(services, start.row or None, start.page)
        self.add_class(f"-of-{start.page}")
        self._tester: Final = KeyTester(services.clock, self._key_context()) if self.page is Node.CONTROLS else None

    def heading(self) -> str:
        edge = edge_between(self.page, self.NODE, Trigger.MENU)
        return _(edge.label if edge else self.NODE.heading)

    def aside(self) -> Iterable[Widget]:
        if self._tester is not None:
            return (Static(self._fixed_keys(), id="facts"), self._tester)
        return super().aside()

    def key_rows(self) -> Iterator[KeyRow]:
        """Yield the keys, except those of samples or of a field on pages without them."""
        has_use = {LISTEN: self.samples is not None, TRY: self.trial is not None}
        return (row for row in self.KEYS if has_use.get(row, True))

    def rows(self) -> Iterator[Line]:
        if preset := PAGES[self.page].preset:
            yield PresetRow(preset, self)
        yield from rows_in_groups(more_specs(self.page), self._row)
        if rows := PAGES[self.page].more_rows:
            yield GroupHeading(_("Files") if self.page is not Node.SYSTEM else _("Settings"))
            yield from (sharing_row(name, *texts, self, self) for name, texts in rows.items())

    def _row(self, spec: SettingSpec) -> Row:
        if spec.name in GROUPS:
            return _EffectsRow(spec, self)
        if spec.section == "gameplay":
            return RuleRow(spec, self)
        return _CommandRow(spec, self) if isinstance(spec.values, CommandKey) else ExplainedRow(spec, self)

    def _fixed_keys(self) -> Content:
        """Return the keys of a game that cannot be changed, besides those in the rows."""
        keys = [(self.plain(_(row.keys)), _(row.does)) for row in GAME_KEYS if row not in ALWAYS_BOUND.values()]
        wide = max(cell_len(key) for key, _does in keys)
        lines = [Content.assemble((pad(key, wide + 2), "$key"), (does, "$muted")) for key, does in keys]
        return Content("\n").join([Content.styled(_("Always the same:"), "$muted"), *lines])

    def on_mount(self) -> None:
        self.follow_keyboard(self._show_keyboard)

    def _show_keyboard(self) -> None:
        if self._tester is not None:
            self._tester.change(self._key_context())

    def track_key(self, event: KeyEvent) -> None:
        super().track_key(event)
        if self._tester is not None:
            self._tester.track_key(event)

    @property
    def takes_keys(self) -> bool:
        return super().takes_keys or self._tester is not None

    def on_screen_suspend(self) -> None:
        if self._tester is not None:
            self._tester.stop()

    def show_settings(self) -> None:
        super().show_settings()
        self._show_keyboard()

    def _key_context(self) -> KeyContext:
        bindings = self.settings.controls.bindings
        reported = support(self._services.terminal.keyboard, wants_releases=self.settings.interface.wants_releases)
        keys = (key for key, _button in bindings.pairs)
        return KeyContext(bindings, reported, unreported(keys, self._services.terminal.keyboard))
