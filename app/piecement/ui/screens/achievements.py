"""The achievements: the nearest first with how far they are, then those that were earned with their day."""

from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import set_cell_size
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.session.achievements import ACHIEVEMENTS, Achievement
from piecement.session.formatting import day_text, from_ms
from piecement.storage.errors import errors_to
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS, MOVE, TABS
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.bars import dots
from piecement.ui.texts.goals import distance, progress_text
from piecement.ui.widgets.menu_list import PlainList
from piecement.ui.widgets.tab_bar import TabBar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from piecement.storage.player_data import AchievementProgress

_TITLE_WIDTH: Final = 18
_SIGN_WIDTH: Final = 2
_MOST_WIDTH: Final = 110
_BESIDE: Final = 9
"""Columns of the page, the row and the scrollbar beside a line."""


class AchievementRow(Option):
    """An achievement; the cursor on it tells what it takes."""

    def __init__(self, one: Achievement) -> None:
        super().__init__("", id=one.name)
        self.achievement = one


class AchievementsScreen(MenuScreen):
    NODE = Node.ACHIEVEMENTS
    KEYS = (MOVE, TABS, *LAST_KEYS)
    AUTO_FOCUS: ClassVar[str | None] = "PlainList"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._earned: Mapping[str, int] = {}
        self._progress: Mapping[str, AchievementProgress] = {}
        achievements = services.store.achievements
        with errors_to(services.warn):
            achievements.count()  # games of before they were counted, or of another process
            self._earned = achievements.earned()
            self._progress = achievements.progress()

    def contents(self) -> ComposeResult:
        count = _("{earned} of {all}").format(earned=len(self._earned), all=len(ACHIEVEMENTS))
        with Vertical(id="page"):
            yield TabBar(self.NODE)
            yield Static(count, id="count")
            yield PlainList(*map(AchievementRow, sorted(ACHIEVEMENTS, key=self._distance)), list_id="achievements")
            yield Static(id="hint", markup=False)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._draw()

    @on(events.Resize)
    def _draw(self) -> None:
        rows = self.query_one(PlainList)
        for index, row in enumerate(rows.options):
            if isinstance(row, AchievementRow):
                line = self._line(row.achievement, is_current=index == rows.highlighted)
                rows.replace_option_prompt_at_index(index, line)

    def sentence(self, option: Option) -> str:
        return option.achievement.sentence if isinstance(option, AchievementRow) else ""

    def _distance(self, one: Achievement) -> tuple[bool, float]:
        """Return the key that sorts the nearest first, and what was earned last."""
        return one.name in self._earned, distance(one, self._progress)

    def _line(self, one: Achievement, *, is_current: bool) -> Content:
        """Return the text of a row; the one with the cursor has no colours, as the cursor has its own."""
        is_earned = one.name in self._earned
        sign = dots([is_earned], ascii_only=self.ascii_only)
        figure = self._figure(one)
        room = max(0, min(_MOST_WIDTH, self.size.width) - _BESIDE - _SIGN_WIDTH - _TITLE_WIDTH - 1 - 1 - len(figure))
        sentence = set_cell_size(one.sentence, room) if room >= len(one.sentence) else " " * room
        title = f"{sign} {set_cell_size(one.title, _TITLE_WIDTH)} "
        if is_current:
            return Content(f"{title}{sentence} {figure}")
        muted = "$muted" if is_earned else ""
        return Content.assemble((title, muted), (sentence, "$muted"), " ", (figure, "$good" if is_earned else "$muted"))

    def _figure(self, one: Achievement) -> str:
        """Return the day of an achievement, or how far it is."""
        if (earned_ms := self._earned.get(one.name)) is not None:
            return day_text(from_ms(earned_ms), self._services.store.now())
        progress = self._progress.get(one.name)
        if progress is None or not progress.value:
            return "-"
        return progress_text(one, progress)
