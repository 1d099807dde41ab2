"""The achievements, each with how far it is."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.session.achievements import ACHIEVEMENTS, BY_NAME, Achievement
from piecement.storage.achievements import AchievementProgress
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS, MOVE, TABS
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.achievements import part_done, progress_text
from piecement.ui.texts.bars import dots
from piecement.ui.widgets.drawn_list import DrawnList
from piecement.ui.widgets.tab_bar import TabBar
from piecement_base.errors import errors_to
from piecement_base.language import _
from piecement_base.timestamps import day_text, from_ms

_TITLE_WIDTH: Final = 18
_SIGN_WIDTH: Final = 2


class AchievementList(DrawnList):
    """Achievements, each with how far it is."""

    def __init__(self, achievements: Sequence[Achievement], lines: Callable[[int, int | None], list[Content]]) -> None:
        """Create the list; `lines` returns the rows for its columns, by the number of the one with the cursor."""
        super().__init__(*(Option("", id=one.name) for one in achievements), list_id="achievements")
        self._texts: Final = lines

    def texts(self, width: int, height: int) -> list[Content]:
        return self._texts(width, self.highlighted)


class AchievementsScreen(MenuScreen):
    NODE = Node.ACHIEVEMENTS
    KEYS = (MOVE, TABS, *LAST_KEYS)
    AUTO_FOCUS: ClassVar[str | None] = "AchievementList"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._earned: Mapping[str, int] = {}
        self._progress: Mapping[str, AchievementProgress] = {}
        achievements = services.store.achievements
        with errors_to(services.warn):
            achievements.count()  # games from before achievements were counted, or of another process
            self._earned = achievements.earned()
            self._progress = achievements.progress()
        self._nearest: Final = sorted(
            ACHIEVEMENTS, key=lambda one: (one.name in self._earned, -part_done(one, self._progress))
        )

    def contents(self) -> ComposeResult:
        count = _("{earned} of {all} achieved").format(earned=len(self._earned), all=len(ACHIEVEMENTS))
        with Vertical(id="page"):
            yield TabBar(self.NODE)
            yield Static(count, id="count")
            yield AchievementList(self._nearest, self._lay_out)
            yield self.hint

    def sentence(self, option: Option) -> str:
        return _(BY_NAME[str(option.id)].sentence)

    def _lay_out(self, width: int, at: int | None) -> list[Content]:
        """Return the rows, with their sentences if all fit, and otherwise show that of the cursor below them."""
        rooms = [max(0, width - _SIGN_WIDTH - _TITLE_WIDTH - 2 - cell_len(self._figure(one))) for one in self._nearest]
        is_told = all(cell_len(_(one.sentence)) <= room for one, room in zip(self._nearest, rooms, strict=True))
        if self.hint.visible is is_told:
            self.hint.visible = not is_told
        return [
            self._line(one, set_cell_size(_(one.sentence) if is_told else "", room), index == at)
            for index, (one, room) in enumerate(zip(self._nearest, rooms, strict=True))
        ]

    def _line(self, one: Achievement, sentence: str, is_current: bool) -> Content:
        """Return the text of a row; the one with the cursor has no colours, as the cursor has its own."""
        is_earned = one.name in self._earned
        sign = dots([is_earned], ascii_only=self.ascii_only)
        figure = self._figure(one)
        title = f"{sign} {set_cell_size(_(one.title), _TITLE_WIDTH)} "
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
