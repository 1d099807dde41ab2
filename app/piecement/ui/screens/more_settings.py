"""The settings that no tab shows, behind "More" of a tab."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.language import _
from piecement.settings.specs import SettingSpec
from piecement.sound.names import GROUPS, EffectGroup
from piecement.terminal.key_events import KeyEvent, support
from piecement.ui.bases.settings_tab import FIND, SettingsTab
from piecement.ui.game.game_keys import GAME_KEYS, RESERVED_KEYS
from piecement.ui.key_rows import LAST_KEYS, PRESETS, SETTINGS_LIST, TRY, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.setting_pages import MORE_ROWS, PAGES, MoreStart, SettingPlace, more_specs
from piecement.ui.sound_samples import SoundSamples
from piecement.ui.texts.rule_explanations import explain_rule
from piecement.ui.texts.sound import EFFECT_TEXTS
from piecement.ui.widgets.command_rows import command_key_row
from piecement.ui.widgets.find_setting import FindSetting
from piecement.ui.widgets.key_prompt import CommandKeyPrompt
from piecement.ui.widgets.key_tester import KeyContext, KeyTester, unreported
from piecement.ui.widgets.preset_rows import preset_row
from piecement.ui.widgets.previews import LookPreview
from piecement.ui.widgets.setting_rows import GroupHeading, Line, Row, grouped, setting_row
from piecement.ui.widgets.sharing_rows import sharing_row

_HEADINGS: Final = {
    Node.SETTINGS: _("More play settings"),
    Node.CONTROLS: _("More control settings"),
    Node.LOOK: _("More look settings"),
    Node.SOUND: _("More sound settings"),
    Node.SYSTEM: _("More system settings"),
}
"""Heading of each page, which is also the entry that leads to it."""

_LISTEN: Final = KeyRow("P", _("play the sound"), (("P", _("play it")),), {"p": "listen"})


_ON_ONE_PAGE: Final = ((_LISTEN, Node.SOUND), (TRY, Node.SETTINGS))
"""Keys that only one of the pages has."""


def build(services: Services, start: MoreStart | None) -> "MoreSettingsScreen":
    return MoreSettingsScreen(services, start or MoreStart(Node.SETTINGS))


def _explain_effects(spec: SettingSpec) -> Content:
    """Return the effects of a group, and what is seen with each."""
    texts = (EFFECT_TEXTS[effect] for effect in GROUPS[EffectGroup(spec.name)])
    lines = (Content.assemble((f"{title}: ", "$muted"), seen) for title, seen in texts)
    return Content("\n").join([Content(spec.sentence), Content(""), *lines])


class MoreSettingsScreen(SettingsTab):
    """The rest of the settings of a tab, in groups."""

    NODE = Node.MORE_SETTINGS
    PROMPT = CommandKeyPrompt
    KEYS = (*SETTINGS_LIST, FIND, _LISTEN, TRY, *PRESETS, *LAST_KEYS)

    def __init__(self, services: Services, start: MoreStart) -> None:
        self._start: Final = start
        super().__init__(services, start.row or None)
        self.add_class(f"-of-{start.page}")
        self._tester: Final = KeyTester(services.clock, self._key_context())
        match start.page:
            case Node.SETTINGS:
                self.trial = self.new_trial(has_bar=False)
            case Node.LOOK:
                self.look_preview = LookPreview.of(services.clock, services.appearance, self.settings)
            case Node.SOUND:
                self.samples = SoundSamples(services.sounds, self, self.settings.sound)
            case _:
                pass

    def heading(self) -> str:
        return _HEADINGS[self._start.page]

    def places(self) -> Iterator[SettingPlace]:
        return (place for place in super().places() if place.is_more and place.page is self._start.page)

    def on_find_setting_chosen(self, event: FindSetting.Chosen) -> None:
        event.prevent_default()
        self.settings_list.rows.go_to(event.place.row)

    def aside(self) -> Iterable[Widget]:
        if self._start.page is Node.CONTROLS:
            return (Static(self._fixed_keys(), id="facts"), self._tester)
        return super().aside()

    def key_rows(self) -> Iterator[KeyRow]:
        elsewhere = {id(row) for row, page in _ON_ONE_PAGE if page is not self._start.page}
        return (row for row in self.KEYS if id(row) not in elsewhere)

    def rows(self) -> Iterator[Line]:
        if preset := PAGES[self._start.page].preset:
            yield preset_row(preset, self)
        yield from grouped(more_specs(self._start.page), self._row)
        if titles := MORE_ROWS.get(self._start.page):
            yield GroupHeading(_("Files") if self._start.page is not Node.SYSTEM else _("Settings"))
            yield from (sharing_row(row, title, self, self) for row, title in titles.items())

    def _row(self, spec: SettingSpec) -> Row:
        if spec.name in GROUPS:
            return replace(setting_row(spec, self), explain=lambda: _explain_effects(spec))
        if spec.section != "gameplay":
            return command_key_row(spec, self, RESERVED_KEYS)
        return replace(setting_row(spec, self), explain=lambda: self._explain(spec))

    def _explain(self, spec: SettingSpec) -> Content:
        has_releases = self._services.terminal.keyboard is None or self._services.keyboard.reports_releases
        return explain_rule(spec, self.shown.gameplay, has_releases=has_releases, brief=False)

    def _fixed_keys(self) -> Content:
        """Return the keys of a game that cannot be changed."""
        fixed = [row for row in GAME_KEYS if row.keys != "Esc"]  # to pause has a row of its own
        keys = [(self.plain(row.keys), row.does) for row in fixed]
        wide = max(len(key) for key, _does in keys)
        lines = [Content.assemble((key.ljust(wide + 2), "$accent"), (does, "$muted")) for key, does in keys]
        return Content("\n").join([Content.styled(_("Always the same:"), "$muted"), *lines])

    def on_mount(self) -> None:
        self.watch(self._services.terminal, "keyboard", lambda _: self._tester.change(self._key_context()), init=False)

    def track_key(self, event: KeyEvent) -> None:
        super().track_key(event)
        self._tester.track_key(event)

    @property
    def takes_keys(self) -> bool:
        return self._start.page in {Node.CONTROLS, Node.SETTINGS}

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
