"""Free practice: a mode with hints, undo and a bot."""

from collections.abc import Iterator, Mapping
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from piecement.input.key_labels import key_label
from piecement.render.cells import pad
from piecement.render.still_board import StillBoard
from piecement.settings.computer import PRACTICE, Computer
from piecement.ui import STYLES
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import LAST_KEYS, SETTINGS_LIST
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.questions import Choose
from piecement.ui.widgets.rows import ChoiceRow, Line
from piecement.ui.widgets.screen_page import ScreenPage
from piecement.ui.widgets.setting_rows import ExplainedRow
from piecement_base.language import N_, _
from piecement_base.plan import Plan
from piecement_engine import MODES, Mode

_BOARD: Final = StillBoard.of_text(
    ("...S......", "..SS......", "..........", "..........", "J.......II", "JJJLLL.OO#", "##ZZL.#OO#"), 8
)


class FreePracticeScreen(SettingsScreen):
    NODE = Node.FREE_PRACTICE
    KEYS = (*SETTINGS_LIST, *LAST_KEYS)
    CSS_PATH = [STYLES / "settings.tcss", STYLES / "free_practice.tcss"]

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        last = services.run_state.last_plan
        self._mode: Mode = last.mode if last and last.mode.name in MODES else MODES["marathon"]

    def contents(self) -> ComposeResult:
        picture = BoardPicture(_BOARD, self._services)
        keys = Static(self._keys_text(), id="keys")
        yield ScreenPage(
            _(self.NODE.heading), self.settings_list, Vertical(picture, self.details, keys, classes="card")
        )

    def _keys_text(self) -> Content:
        """Return the keys of help in a game, of which the player can set some."""
        commands, reach = self._services.settings.now.commands, self._services.keyboard.reachable
        keys = (
            (reach("ctrl+z"), _("undo a piece")),
            (reach("ctrl+u"), _("undo a press")),
            (reach(commands.hint_key), _("show hints")),
            (reach(commands.watch_key), _("bot on or off")),
        )
        labels = [(key_label(key, ascii_only=self.ascii_only), does) for key, does in keys]
        width = max(cell_len(label) for label, _does in labels) + 3
        lines = (Content.assemble((pad(label, width), "$key"), does) for label, does in labels)
        return Content("\n").join([Content.styled(_("IN THE GAME"), "$muted"), *lines])

    def rows(self) -> Iterator[Line]:
        yield from self.edge_rows()
        yield ChoiceRow("mode", N_("Mode"), self._mode_choice)
        yield from (ExplainedRow(spec, self) for spec in Computer.specs() if spec.group == PRACTICE)

    def payloads(self) -> Mapping[Node, object]:
        return {Node.GAME: Plan(self._mode, is_practice=True)}

    def _mode_choice(self) -> Choose:
        titles = {name: _(mode.title) for name, mode in MODES.items()}
        sentences = {name: _(mode.sentence) for name, mode in MODES.items()}
        return Choose(titles, self._mode.name, sentences, self._set_mode)

    def _set_mode(self, name: str) -> None:
        self._mode = MODES[name]
        self.settings_list.refresh_rows()
