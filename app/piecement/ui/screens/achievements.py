"""The achievements: those that were earned with their day, and the others with what they take."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from rich.cells import set_cell_size
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.session import formatting
from piecement.session.achievements import ACHIEVEMENTS, OPENED_LOOKS, Achievement
from piecement.storage.errors import StorageError
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, CHOOSE, MOVE, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.menu_list import PlainList

if TYPE_CHECKING:
    from piecement.ui.services import Services

_EARNED: Final = "★"
_MISSING: Final = "·"
_TITLE_WIDTH: Final = 22


def build(services: "Services", __: None) -> "AchievementsScreen":
    return AchievementsScreen(services)


class OpenAllRow(Option):
    """The row that opens at once what achievements and wins open."""


class AchievementRow(Option):
    """An achievement; the cursor on it tells what it takes."""

    def __init__(self, one: Achievement) -> None:
        super().__init__("", id=one.name)
        self.achievement = one


class AchievementsScreen(MenuScreen):
    NODE = Node.ACHIEVEMENTS
    KEYS = (MOVE, CHOOSE.without_line(), BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "achievements.tcss"

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._services = services
        self._earned = self._read()

    def compose(self) -> ComposeResult:
        count = _("Achievements: {earned} of {all}").format(earned=len(self._earned), all=len(ACHIEVEMENTS))
        with Vertical(classes="page"):
            yield Static(count, classes="heading")
            yield PlainList(*self._rows(), list_id="achievements")
            yield Static(id="hint", markup=False)
        yield self.key_line()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._draw()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if isinstance(event.option, OpenAllRow):
            self._services.settings.change("interface", "all_modes", True)
            self._draw()

    def _rows(self) -> Iterator[Option]:
        yield OpenAllRow("", id="open_all")
        yield from map(AchievementRow, sorted(ACHIEVEMENTS, key=lambda one: one.name not in self._earned))

    @on(events.Resize)
    def _draw(self) -> None:
        rows = self.query_one(PlainList)
        for index, row in enumerate(rows.options):
            rows.replace_option_prompt_at_index(index, self._line(row, is_current=index == rows.highlighted))
        if rows.highlighted_option is not None:
            self.show_hint(self.sentence(rows.highlighted_option))

    def _line(self, row: Option, *, is_current: bool) -> Content:
        """Return the text of a row; the one with the cursor has no colours, as the cursor has its own."""
        if not isinstance(row, AchievementRow):
            return Content(_("Everything is open") if self._is_all_open else _("Open all modes and looks now"))
        one = row.achievement
        is_earned = one.name in self._earned
        sign = plain_hint(_EARNED if is_earned else _MISSING, ascii_only=wants_ascii(self))
        title = f"{sign} {set_cell_size(one.title, _TITLE_WIDTH)} "
        beside = one.sentence if self.has_class("-wide") else ""
        if is_current:
            return Content(f"{title}{beside}")
        return Content.assemble((title, "bold" if is_earned else "$muted"), (beside, "" if is_earned else "$muted"))

    def sentence(self, option: Option) -> str:
        if not isinstance(option, AchievementRow):
            looks = ", ".join(OPENED_LOOKS)
            return _("The modes that need a win, and the looks {looks}.").format(looks=looks)
        one = option.achievement
        earned_ms = self._earned.get(one.name)
        parts = [one.sentence]
        if one.opens:
            parts.append(_("Opens the look {name}.").format(name=one.opens))
        if earned_ms is not None:
            day = formatting.from_ms(earned_ms).astimezone().date().isoformat()
            parts.append(_("Earned on {day}.").format(day=day))
        return " ".join(parts)

    @property
    def _is_all_open(self) -> bool:
        return self._services.settings.now.interface.all_modes

    def _read(self) -> Mapping[str, int]:
        """Return what was earned, after a look at games that nobody looked through yet."""
        achievements = self._services.store.achievements
        try:
            achievements.count()
            return achievements.earned()
        except StorageError as error:
            self._services.warn(str(error))
            return {}
