"""Free practice: a game with undo, hints and a bot at hand, which no ranking counts."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from piecement.input.key_names import key_label
from piecement.language import _
from piecement.render.still_board import StillBoard
from piecement.session.plan import Plan
from piecement.settings.computer import PRACTICE, Computer
from piecement.ui import STYLES
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import LAST_KEYS, SETTINGS_LIST
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.widgets.asks import Choose, Reply
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.page import ScreenPage
from piecement.ui.widgets.setting_rows import Line, Row, RowText, explained_row
from piecement_engine import MODES, Mode

_BOARD: Final = StillBoard.of_text(
    ("...S......", "..SS......", "..........", "..........", "J.......II", "JJJLLL.OO#", "##ZZL.#OO#"), 8
)


class FreePracticeScreen(SettingsScreen):
    NODE = Node.FREE_PRACTICE
    KEYS = (*SETTINGS_LIST, *LAST_KEYS)
    CSS_PATH = [STYLES / "settings.tcss", STYLES / "free_practice.tcss"]
    HEADING = _("Free practice")

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        last = services.games.last_plan
        self._mode: Mode = last.mode if last and last.mode.name in MODES else MODES["marathon"]

    def contents(self) -> ComposeResult:
        picture = BoardPicture(_BOARD, self._services.appearance, self._services.settings)
        keys = Static(self._keys_text(), id="keys")
        yield ScreenPage(self.HEADING, self.settings_list, Vertical(picture, self.details, keys, classes="card"))

    def _keys_text(self) -> Content:
        """Return the keys of help in a game, of which some are the player's own."""
        computer, reach = self._services.settings.now.computer, self._services.keyboard.reachable
        keys = (
            (reach("ctrl+z"), _("undo a piece")),
            (reach("ctrl+u"), _("undo a press")),
            (reach(computer.hint_key), _("show hints")),
            (reach(computer.watch_key), _("bot on or off")),
        )
        ascii_only = self.ascii_only
        labels = [(key_label(key, ascii_only=ascii_only), does) for key, does in keys]
        width = max(len(label) for label, _does in labels) + 3
        lines = (Content.assemble((f"{label:<{width}}", "$key"), does) for label, does in labels)
        return Content("\n").join([Content.styled(_("IN THE GAME"), "$muted"), *lines])

    def rows(self) -> Iterator[Line]:
        yield from self.edge_rows()
        yield Row("mode", self._mode_text, self._explain_mode, self._ask_mode, self._step_mode)
        yield from (explained_row(spec, self) for spec in Computer.specs() if spec.group == PRACTICE)

    def payloads(self) -> Mapping[Node, Callable[[], object]]:
        return {Node.GAME: lambda: Plan(self._mode, is_practice=True)}

    def _mode_text(self) -> RowText:
        return RowText(_("Mode"), _(self._mode.title), may_step=True)

    def _explain_mode(self) -> Content:
        return Content(_(self._mode.sentence))

    def _ask_mode(self) -> Reply:
        titles = {name: _(mode.title) for name, mode in MODES.items()}
        return Choose(titles, self._mode.name, lambda name: Content(_(MODES[name].sentence)), self._set_mode)

    def _step_mode(self, steps: int) -> Reply:
        names = list(MODES)
        self._set_mode(names[(names.index(self._mode.name) + (1 if steps > 0 else -1)) % len(names)])
        return self._explain_mode()

    def _set_mode(self, name: str) -> None:
        self._mode = MODES[name]
        self.settings_list.refresh_rows()
