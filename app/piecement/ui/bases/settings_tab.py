"""Base of the tabs of the settings, and of the screen behind "More": rows, and what shows their effect."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.input.bindings import Bindings
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingSpec
from piecement.terminal.key_events import KeyEvent
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import BY_TEN, CHANGE, CHOOSE, FIND, MOVE, RESTORE, TABS, TYPE
from piecement.ui.menu_graph import Node, Trigger, edges_from
from piecement.ui.screen import Payload, Showing
from piecement.ui.services import Services
from piecement.ui.setting_pages import PAGES, MoreStart, more_specs, setting_spec
from piecement.ui.setting_places import SettingPlace
from piecement.ui.sound_samples import SoundSamples
from piecement.ui.texts.rule_explanations import explain_rule
from piecement.ui.texts.words import TERMS
from piecement.ui.widgets.combined_rows import COMBINED_ROWS
from piecement.ui.widgets.previews import LookPreview
from piecement.ui.widgets.rows import GroupHeading, Line, LinkRow, Row
from piecement.ui.widgets.setting_rows import SettingRow
from piecement.ui.widgets.tab_bar import TabBar
from piecement.ui.widgets.term_card import TermCard
from piecement.ui.widgets.trial_panel import TRY_HINT, TrialPanel
from piecement_base.language import _

_READ_EACH_S: Final = 1.0
"""Interval at which the tabs of looks and sounds check for changed custom files (s)."""

SETTINGS_TAB: Final = (TABS, MOVE, CHANGE, CHOOSE, FIND, BY_TEN, TYPE, RESTORE.without_line())
"""The keys of a tab."""


class SettingsTab(SettingsScreen, Showing[Payload]):
    """Settings of one tab: the tab itself, or the screen behind its "More".

    Beside the rows is what shows their effect: a field to try keys and handling in, a game in the look, or sounds.
    """

    def __init__(self, services: Services, row: str | None = None, page: Node | None = None) -> None:
        """Prepare the settings of a tab, by default this one, with the cursor on a row."""
        super().__init__(services)
        self._first_row = row
        self.page: Final = page or self.NODE
        """The tab that the settings belong to."""
        self.is_more: Final = self.page is not self.NODE
        """Whether this is the screen behind "More"."""
        beside = PAGES[self.page].beside_more if self.is_more else PAGES[self.page].beside
        has_bar, has_trial = beside == "handling", beside in {"handling", "keys"}
        trial = TrialPanel(services, self.settings, self.shown_bindings, has_bar=has_bar) if has_trial else None
        self.trial: Final = trial
        """The field to try keys and handling in, if there is one."""
        self.look_preview: Final = LookPreview(services, self.settings) if beside == "look" else None
        """The game in the look, if there is one."""
        self.samples: Final = SoundSamples(services.sounds, self, self.settings.sound) if beside == "sound" else None
        """The player of sounds, if there is one."""

    def shown_bindings(self, settings: Settings) -> Bindings:
        """Return the keys of the field."""
        return settings.controls.bindings

    @property
    def trial_hint(self) -> str:
        """The invitation to try, below the field."""
        return _(TRY_HINT)

    def aside(self) -> Iterable[Widget]:
        return filter(None, (self.trial, self.look_preview))

    def on_screen_suspend(self) -> None:
        self._services.terminal.release_keys(self.track_key)
        if self.samples is not None:
            self.samples.end()

    def track_key(self, event: KeyEvent) -> None:
        if self.trial is not None:
            self.trial.field.track_key(event)

    def show_settings(self) -> None:
        super().show_settings()
        self.follow_keys()
        if self.samples is not None:
            self.samples.follow(self.settings.sound, self.shown.sound)

    def follow_keys(self) -> None:
        """Listen to the keys by the settings, and show what they change of the field."""
        if self.takes_keys and self.app.screen is self:
            self._services.terminal.capture_keys(self.track_key, releases=self.settings.interface.wants_releases)
        self.show_trial()

    @property
    def takes_keys(self) -> bool:
        """Whether this screen looks at each key as it comes."""
        return self.trial is not None

    def show_trial(self) -> None:
        """Play by the settings in the field, or in their look."""
        if self.trial is not None:
            self.trial.change(self.shown, self.trial_hint)
        if self.look_preview is not None:
            self.look_preview.show_settings(self.shown)

    def use_help_key(self) -> bool:
        """Explain the term of the row with the cursor, if it has one; the key again leads to the help."""
        if super().use_help_key():
            return True
        term = TERMS.get(self.place() or "")
        if term is None or not self.settings_list.rows.has_focus:
            return False
        self.app.push_screen(TermCard(self._services, term, _("? again: all keys.")), self._after_term)
        return True

    def _after_term(self, wants_help: bool | None) -> None:
        if wants_help:
            self.navigate(Node.HELP, Trigger.KEY)

    def action_listen(self) -> None:
        if self.samples is not None and (row := self.settings_list.rows.row) is not None:
            self.samples.play((row.id or "").partition(".")[2], self.shown.sound)

    def action_try(self) -> None:
        if self.trial is not None:
            self.add_class("-trying")
            self.trial.begin()

    def on_handling_field_ended(self) -> None:
        self.remove_class("-trying")
        self.settings_list.rows.focus()

    def place(self) -> str | None:
        """Return the row with the cursor."""
        row = self.settings_list.rows.row
        return row.id if row else None

    def heading(self) -> str | Static:
        return TabBar(self.NODE)

    def on_mount(self) -> None:
        if self._first_row is not None:
            self.settings_list.rows.go_to(self._first_row)
        if self.page in {Node.LOOK, Node.SOUND} and not self.is_more:
            self.live_settings.read_own_files()
            self.set_interval(_READ_EACH_S, self.live_settings.read_own_files)

    def rows(self) -> Iterator[Line]:
        for title, names in PAGES[self.page].groups.items():
            if title:
                yield GroupHeading(_(title))
            yield from map(self.row, names)
        yield from self.link_to_more()

    def row(self, name: str) -> Row:
        """Return the row of a name."""
        if name in set(Node):
            return self.edge_row(Node(name))
        make = COMBINED_ROWS.get(name)
        return make(self) if make else self.spec_row(setting_spec(name))

    def spec_row(self, spec: SettingSpec) -> Row:
        return SettingRow(spec, self)

    def rule_explanation(self, spec: SettingSpec) -> Content:
        """Return the explanation of a rule: in brief on the tab, behind "More" with limits and modes."""
        has_releases = self._services.terminal.keyboard is None or self._services.keyboard.reports_releases
        return explain_rule(spec, self.shown.gameplay, has_releases=has_releases, brief=not self.is_more)

    def edge_row(self, node: Node, value: str = "") -> Row:
        """Return the row that leads to a screen."""
        edge = next(edge for edge in edges_from(self.NODE, Trigger.MENU) if edge.target is node)
        return LinkRow(edge, self.follow, value)

    def link_to_more(self) -> Iterator[Line]:
        """Yield a blank line and the row that leads to the rest of the settings, if there is more."""
        if more := len(more_specs(self.page)) + len(PAGES[self.page].more_rows):
            yield Option("", disabled=True)
            yield self.edge_row(Node.MORE_SETTINGS, str(more))

    def payloads(self) -> Mapping[Node, object]:
        return {Node.MORE_SETTINGS: MoreStart(self.page)}

    def shows(self, place: SettingPlace) -> bool:
        """Return whether a row is on this screen."""
        return place.page is self.page and place.is_more is self.is_more


class RuleRow(SettingRow[SettingsTab[Any]]):
    """A row for a rule."""

    def explain(self) -> Content:
        return self.editor.rule_explanation(self.spec)
