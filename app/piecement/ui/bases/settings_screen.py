"""The base of the screens of settings: a list of rows, and a card with the explanation of the row with the cursor."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property, partial
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.types import CSSPathType
from textual.widget import Widget
from textual.widgets import Static

from piecement.settings.settings import Settings
from piecement.settings.specs import SettingError
from piecement.ui import STYLES
from piecement.ui.key_rows import BACK, CHOOSE, MOVE, KeyRow
from piecement.ui.menu_graph import Trigger, edges_from
from piecement.ui.screen import NodeScreen
from piecement.ui.services import Services
from piecement.ui.widgets.key_prompt import KeyPrompt
from piecement.ui.widgets.rows import Line, LinkRow
from piecement.ui.widgets.screen_page import ScreenPage
from piecement.ui.widgets.setting_rows import Change
from piecement.ui.widgets.settings_list import SettingsList
from piecement_base.language import N_, _

_CANCEL: Final = BACK.labelled(N_("cancel"))


class SettingsScreen(NodeScreen):
    """A screen on which settings are changed. It is the `SettingsEditor` by which its rows read and change them."""

    CSS_PATH: ClassVar[CSSPathType | None] = STYLES / "settings.tcss"
    PROMPT: ClassVar[type[KeyPrompt] | None] = None
    """The prompt for the keys that rows set."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.live_settings: Final = services.settings
        """The settings in force; changes are made through it."""
        self._considered: Settings | None = None
        """The settings with the choice under the cursor, while a list to choose from is open."""
        self.details: Final = Static(id="details")

    @cached_property
    def settings_list(self) -> SettingsList:
        return SettingsList(self.rows(), self.say, prompt=self.PROMPT() if self.PROMPT else None, has_sentences=True)

    def contents(self) -> ComposeResult:
        yield ScreenPage(self.heading(), self.settings_list, Vertical(self.details, *self.aside(), classes="card"))
        if self.settings_list.prompt is not None:
            yield self.settings_list.prompt

    def heading(self) -> str | Static:
        return _(self.NODE.heading)

    def aside(self) -> Iterable[Widget]:
        """Return the widgets below the explanation."""
        return ()

    @abstractmethod
    def rows(self) -> Iterable[Line]:
        """Return the rows of the list."""

    def edge_rows(self) -> Iterator[LinkRow]:
        """Return rows for the edges of the menu that leave this screen."""
        return (LinkRow(edge, self.follow) for edge in edges_from(self.NODE, Trigger.MENU))

    def on_mount(self) -> None:
        self.follow_settings(partial(self.consider, None))

    def on_screen_resume(self) -> None:
        self.consider(None)

    def on_screen_suspend(self) -> None:
        if self.settings_list.prompt is not None:
            self.settings_list.prompt.close()

    def line_rows(self) -> Iterable[KeyRow]:
        """Return the keys for the line at the bottom; those of the rows do nothing while something is open."""
        prompt = self.settings_list.prompt
        if prompt is not None and prompt.is_open:
            return (_CANCEL,)
        return (MOVE, CHOOSE, _CANCEL) if self.settings_list.is_choosing else super().line_rows()

    @on(events.DescendantFocus)
    def _follow_focus(self) -> None:
        self.show_keys()

    def on_closed(self) -> None:
        """Return to the rows from the prompt."""
        self.settings_list.resume()

    def use_help_key(self) -> bool:
        """Leave the key to an open prompt, which says why it cannot be bound: elsewhere, the help would replace it."""
        prompt = self.settings_list.prompt
        if prompt is None or not prompt.is_open:
            return False
        prompt.post_message(events.Key("question_mark", "?"))
        return True

    def consider(self, change: Change | None) -> None:
        """Show the settings with a change that the cursor is on, or the current ones if None."""
        self._considered = None
        with suppress(SettingError):  # the preset was removed meanwhile; choosing it shows the error
            self._considered = change(self.settings) if change else None
        self.show_settings()

    def show_settings(self) -> None:
        """Show the rows, and whatever else depends on the settings, as they are in `shown`."""
        self.settings_list.refresh_rows()

    def say(self, text: Content) -> None:
        row = self.used_list.rows.row
        self.show_card_title(row.text().title if row else "")
        self.details.set_class(not text.plain, "-none")
        self.details.update(Content(self.plain(text.plain)) if self.ascii_only else text)

    def say_fault(self, text: str) -> None:
        self.say(Content.styled(text, "$warning"))

    @property
    def used_list(self) -> SettingsList:
        """The list whose row is explained."""
        return self.settings_list

    @property
    def shown(self) -> Settings:
        """The settings that rows show: the current ones, or those with the choice under the cursor."""
        return self._considered or self.settings

    @property
    def settings(self) -> Settings:
        """The current settings, without the choice under the cursor."""
        return self._services.settings.now


class TwoListsScreen(SettingsScreen):
    """Two lists: the second is in the card, below the explanation of the current row. Tab moves between them.

    No row of them sets a key, so the screen has no prompt.
    """

    @cached_property
    def settings_list(self) -> SettingsList:
        return SettingsList(self.rows(), lambda text: self._say_of(self.settings_list, text), has_sentences=True)

    @cached_property
    def beside_list(self) -> SettingsList:
        return SettingsList(self.beside_rows(), lambda text: self._say_of(self.beside_list, text), has_sentences=True)

    @abstractmethod
    def beside_rows(self) -> Iterable[Line]:
        """Return the rows of the list in the card."""

    def contents(self) -> ComposeResult:
        card = Vertical(self.details, self.beside_list, *self.aside(), classes="card")
        yield ScreenPage(self.heading(), self.settings_list, card)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Put a cursor on the list that has the focus, and explain its row."""
        rows = self.used_list.rows
        if event.widget is rows:
            if rows.highlighted is None:
                rows.action_first()
            self.used_list.refresh_rows()

    def show_settings(self) -> None:
        self.settings_list.rows.refresh_entries()
        self.beside_list.rows.refresh_entries()
        self.used_list.refresh_rows()

    @property
    def used_list(self) -> SettingsList:
        """The list with the focus; the first one where neither has it."""
        return self.beside_list if self.beside_list.has_focus_within else self.settings_list

    def _say_of(self, listed: SettingsList, text: Content) -> None:
        """Show what a list says, unless the other one has the focus."""
        if listed is self.used_list:
            self.say(text)

    def renew(self, *, both: bool = True) -> None:
        """Show new rows in both lists, or in the second only, with the cursors on the same rows if they remain."""
        if both:
            self.settings_list.rows.renew_rows(self.rows())
        beside = self.beside_list.rows
        beside.renew_rows(self.beside_rows())
        if not self.beside_list.has_focus_within:
            beside.highlighted = None
        self.show_settings()
