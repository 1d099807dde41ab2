"""Base of the screens with two lists of rows: things to do at the left, and things to look through beside them."""

from abc import abstractmethod
from collections.abc import Iterable
from functools import cached_property

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.widgets.page import ScreenPage
from piecement.ui.widgets.setting_rows import Line
from piecement.ui.widgets.settings_list import SettingsList


class TwoListsScreen(SettingsScreen):
    """A list, and in its card the explanation of the row with the cursor over another list, which Tab goes to."""

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
        self._considered = None
        self.settings_list.rows.draw()
        self.beside_list.rows.draw()
        self.used_list.refresh_rows()

    @property
    def used_list(self) -> SettingsList:
        """The list with the focus; the first one where neither has it."""
        return self.beside_list if self.beside_list.has_focus_within else self.settings_list

    def _say_of(self, listed: SettingsList, text: Content) -> None:
        """Show what a list says, unless the other one has the focus."""
        if listed is self.used_list:
            self.say(text)

    def renew(self, *, is_first: bool = True, is_beside: bool = True) -> None:
        """Show new rows in both lists or in one of them, with the cursors on the same rows if they are still there."""
        for listed, rows, is_renewed in (
            (self.settings_list.rows, self.rows, is_first),
            (self.beside_list.rows, self.beside_rows, is_beside),
        ):
            if is_renewed:
                listed.renew_rows(rows())
                if listed is self.beside_list.rows and not self.beside_list.has_focus_within:
                    listed.highlighted = None
        self.show_settings()
