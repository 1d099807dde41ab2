"""What both ends of a game have in common: the figures, and what to do next."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Center
from textual.widgets import Static

from piecement.menus.key_line import HELP_KEY, MENU_KEYS, KeyLine
from piecement.menus.menu_screen import MenuScreen
from piecement.menus.praise import praise
from piecement.menus.result_table import reason, result_table
from piecement.plan import Result


class ResultScreen(MenuScreen):
    """The result of a game under a headline."""

    HEADLINE: ClassVar[str]

    def __init__(self, result: Result) -> None:
        super().__init__()
        self._result = result

    def compose(self) -> ComposeResult:
        """Lay out the headline, the figures and the menu."""
        yield Static(self.HEADLINE, id="headline")
        yield Static(f"{self._result.plan.mode.title}: {reason(self._result)}", id="reason")
        yield Static(praise(self._result), id="praise")
        with Center():
            yield Static(result_table(self._result), id="figures")
        with Center():
            yield self.menu()
        yield Static(id="hint")
        yield KeyLine(*MENU_KEYS, HELP_KEY)
