"""The pieces of the day in some modes: the first try counts, and a calendar shows what came of it."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from piecement.language import _
from piecement.session.plan import (
    DAILY_MODES,
    WEEK,
    Plan,
    daily_seed,
    last_days,
    mode_title,
    month_after,
    new_token,
    utc_day,
    weeks_of,
)
from piecement.session.records import StoredGame
from piecement.storage.autosave import Autosave
from piecement.storage.errors import StorageError
from piecement.storage.player_data import DailyTry
from piecement.ui import STYLES
from piecement.ui.bases.action_screen import ActionScreen
from piecement.ui.key_rows import ANYWHERE, BACK, LIST, KeyRow, bindings_of
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.texts.games import reached
from piecement.ui.texts.results import daily_share_text, in_plain_blocks
from piecement.ui.widgets.action_list import Action, ActionConsidered, ActionList
from piecement_engine import MODES

if TYPE_CHECKING:
    from piecement.ui.services import Services

_TITLE_WIDTH: Final = 16
_DAYS: Final = (_("Mo"), _("Tu"), _("We"), _("Th"), _("Fr"), _("Sa"), _("Su"))


class _Day(NamedTuple):
    """Result of a day."""

    attempt: DailyTry
    game: StoredGame | None
    waits: bool = False
    """Whether the game was left, to be played on."""


def build(services: "Services", __: None) -> "DailyScreen":
    return DailyScreen(services)


class DailyScreen(ActionScreen):
    """The modes with today's result, and the month of the one with the cursor."""

    NODE = Node.DAILY
    KEYS = (
        *LIST,
        KeyRow("← →", _("other months"), (("←→", _("month")),), {"left,h": "month(-1)", "right,l": "month(1)"}),
        KeyRow("C", _("copy the result"), (("C", _("copy")),), {"c": "copy"}),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "daily.tcss"

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._services = services
        self._today = utc_day(services.store.now())
        self._month = self._today
        self._mode = DAILY_MODES[0]

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(_("Daily"), classes="heading")
            yield Static(_("The same pieces for everybody, until midnight UTC. The first try counts."), id="about")
            with Horizontal(id="both"):
                yield ActionList(self.actions())
                yield Static(id="calendar")
            yield Static(id="hint", markup=False)
        yield self.key_line()

    def on_screen_resume(self) -> None:
        self.refresh_actions(self._mode)

    def actions(self) -> Iterator[Action]:
        for mode in DAILY_MODES:
            day = self._read(mode, self._today, self._today).get(self._today)
            title, result = mode_title(mode), _result(day)
            yield Action(mode, f"{title:<{_TITLE_WIDTH}}{result}", _sentence(day))

    def run(self, name: str) -> None:
        self._today = utc_day(self._services.store.now())
        day = self._read(name, self._today, self._today).get(self._today)
        if day is not None and day.waits:
            self.navigate(
                Node.GAME, Trigger.CHOICE, Autosave.of(*self._services.store.autosaves.resume(day.attempt.token))
            )
            return
        is_first = day is None or not (day.game or day.attempt.has_begun)
        token = new_token() if is_first else ""
        if is_first:
            self._services.store.daily_tries.claim(name, self._today, token)
        plan = Plan(MODES[name], daily_seed(self._today, name), token=token, is_practice=not is_first)
        self.navigate(Node.GAME, Trigger.CHOICE, plan)

    @on(ActionConsidered)
    def follow_cursor(self) -> None:
        """Show the month of the mode with the cursor."""
        if (action := self.action_list.current) is not None:
            self._mode = action.name
            self._show_calendar()

    def action_month(self, months: int) -> None:
        self._month = month_after(self._month, months)
        self._show_calendar()

    def action_copy(self) -> None:
        """Copy today's result with a block for each of the last days, and show it: it can be marked there too."""
        week = last_days(self._today, WEEK)
        days = self._read(self._mode, week[0], week[-1])
        game = days[self._today].game if self._today in days else None
        if game is None:
            self.refresh_actions(self._mode, _("There is no result of today yet."))
            return
        ends = [bool(day.game and day.game.end.won) if (day := days.get(at)) else None for at in week]
        text = daily_share_text(self._today, self._mode, game.result, ends)
        self.app.copy_to_clipboard(text)
        self.refresh_actions(self._mode, in_plain_blocks(text) if self._services.appearance.ascii_only else text)

    def _read(self, mode: str, first: date, last: date) -> dict[date, _Day]:
        """Return what came of some days; nothing where that cannot be read."""
        store = self._services.store
        try:
            tries = store.daily_tries.between(mode, first, last)
            games = {game.id: game for game in store.games.read([one.game for one in tries.values() if one.game])}
            waiting = {left.origin.token for left in store.autosaves.waiting()}
        except StorageError as error:
            self.status = str(error)
            return {}
        return {
            day: _Day(one, games.get(one.game) if one.game else None, one.token in waiting)
            for day, one in tries.items()
        }

    def _show_calendar(self) -> None:
        weeks = weeks_of(self._month)
        all_days = [day for week in weeks for day in week if day]
        days = self._read(self._mode, all_days[0], all_days[-1])
        lines = [
            Content.styled(f"{mode_title(self._mode)}  {self._month:%Y-%m}", "bold"),
            Content.styled(" ".join(f"{name:<3}" for name in _DAYS), "$muted"),
            *(Content(" ").join([self._cell(day, days.get(day) if day else None) for day in week]) for week in weeks),
            Content(""),
            Content("  ").join(
                Content.assemble((_SIGNS[kind][0], _SIGNS[kind][1]), f" {title}") for kind, title in _LEGEND.items()
            ),
        ]
        self.query_one("#calendar", Static).update(Content("\n").join(lines))

    def _cell(self, day: date | None, result: _Day | None) -> Content:
        if day is None:
            return Content("   ")
        sign, colour = _SIGNS[_kind(result)]
        style = f"{colour} underline" if day == self._today else colour
        return Content.styled(f"{day.day:>2}{sign}", style)


_SIGNS: Final = {"none": (" ", "$muted"), "won": ("+", "$success"), "lost": ("-", "$error"), "open": ("~", "$warning")}
"""The sign behind a day in the calendar, and its colour, by what came of the day."""


_LEGEND: Final = {"won": _("won"), "lost": _("not won"), "open": _("still open")}


def _kind(day: _Day | None) -> str:
    if day is None:
        return "none"
    if day.game is not None:
        return "won" if day.game.end.won else "lost"
    return "open" if day.waits or not day.attempt.has_begun else "lost"


def _result(day: _Day | None) -> str:
    """Return what came of a day, in a word or a figure."""
    if day is None:
        return ""
    if day.game is not None:
        return reached(day.game) if not day.game.unranked else _("{result}, with help").format(result=reached(day.game))
    return _("left") if day.waits else ""


def _sentence(day: _Day | None) -> str:
    if day is not None and day.waits:
        return _("Your first try goes on where you left it.")
    if day is None or not (day.game or day.attempt.has_begun):
        return _("Your first try of today counts.")
    return _("Today's try is made. Play it again for practice.")
