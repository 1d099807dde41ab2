"""Daily games: today's results, and a calendar of one mode. The first try of a day counts."""

from collections.abc import Iterator
from datetime import date
from enum import Enum
from functools import partial
from itertools import zip_longest
from typing import Final, NamedTuple

from rich.cells import set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.render.cells import pad_left
from piecement.session.records import StoredGame
from piecement.storage.autosave import Autosave
from piecement.storage.daily_tries import DailyTry
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import CHOOSE, LAST_KEYS_OF_LIST, KeyRow
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.services import Services
from piecement.ui.texts.games import main_result
from piecement.ui.texts.shared_results import daily_share_text, in_plain_blocks
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.screen_page import ScreenPage, heading_text
from piecement_base.daily import DAILY_MODES, WEEK, daily_seed, last_days, month_after, utc_day, weeks_of
from piecement_base.errors import StorageError
from piecement_base.language import N_, _
from piecement_base.modes import mode_title
from piecement_base.origin import new_token
from piecement_base.plan import Plan
from piecement_base.timestamps import date_text, month_text
from piecement_engine import MODES

WEEKDAYS: Final = (N_("Mo"), N_("Tu"), N_("We"), N_("Th"), N_("Fr"), N_("Sa"), N_("Su"))
_MONTH_WIDTH: Final = 4 * WEEK - 1
_LOOK_S: Final = 1.0
"""Interval at which the day is asked for (s)."""

_NO_WEEK: Final = Content(" " * _MONTH_WIDTH)
_FIRST: Final = N_("Same pieces for everyone. Your first run counts; later ones are practice.")
_DONE: Final = N_("Today's run is done. Play again for practice.")


class _DayState(Enum):
    """State of a day's first try: its sign in the calendar, its colour, its title, and what can be played today."""

    NOT_PLAYED = " ", "$muted", N_("not played"), _FIRST
    WON = "●", "$good", N_("won"), _DONE
    LOST = "○", "$bad", N_("not won"), _DONE
    OPEN = "~", "$warn", N_("unfinished"), N_("Resumes your first run.")

    def __init__(self, sign: str, colour: str, title: str, sentence: str) -> None:
        self.sign, self.colour, self.title, self.sentence = sign, colour, title, sentence


class _Day(NamedTuple):
    """The first try of a day."""

    attempt: DailyTry
    game: StoredGame | None
    """Its game, or None if that has not ended or was not stored."""
    waits: bool
    """Whether the game was left, to be played on."""


class DailyScreen(MenuScreen):
    """The modes with today's result, and the month of the one with the cursor."""

    NODE = Node.DAILY
    KEYS = (
        CHOOSE.labelled(N_("start")),
        KeyRow("P", N_("practise these pieces"), (("p", N_("practise")),), {"p": "practise"}),
        KeyRow(
            "← →", N_("other months"), (("left right", N_("month")),), {"left,h": "month(-1)", "right,l": "month(1)"}
        ),
        KeyRow("C", N_("copy the result"), (("c", N_("copy")),), {"c": "copy"}),
        *LAST_KEYS_OF_LIST,
    )

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._today = utc_day(services.store.now())
        self._month = self._today
        self._is_new_day = False
        """Whether another day began since the screen was opened."""
        self._mode = DAILY_MODES[0]
        self._calendar = Static(id="calendar")
        self.show_card()

    def contents(self) -> ComposeResult:
        card = Vertical(self.hint, self._calendar, classes="card")
        yield ScreenPage(self._heading(), self.menu_list, card)

    def on_mount(self) -> None:
        self.set_interval(_LOOK_S, self._follow_day)

    def on_screen_resume(self) -> None:
        if not self._follow_day():
            self.renew()

    def _heading(self) -> Content:
        notes = [_("A new day has begun.")] if self._is_new_day else []
        return heading_text(f"{_('Daily')}   {date_text(self._today)}", *notes)

    def _follow_day(self) -> bool:
        """Return whether another day has begun; show it and say so."""
        day = utc_day(self._services.store.now())
        if day == self._today:
            return False
        self._today = self._month = day
        self._is_new_day = True
        self.query_one(ScreenPage).heading.update(self._heading())
        self.renew()
        return True

    def entries(self) -> Iterator[Entry]:
        for mode in DAILY_MODES:
            choose, sentence = partial(self._choose, mode), _(MODES[mode].sentence)
            yield Entry(mode, mode_title(mode), choose, sentence, figure=_figure(self._read_today(mode)))

    def _choose(self, mode: str) -> None:
        """Resume the first run, ask before it begins, or play for practice after it; on a new day show that first."""
        if self._follow_day():
            return
        day = self._read_today(mode)
        if day is not None and day.waits:
            left = Autosave.of(*self._services.store.autosaves.resume(day.attempt.token))
            self.navigate(Node.GAME, Trigger.CHOICE, left)
        elif _state(day) is _DayState.NOT_PLAYED:
            later = _("Same pieces; you can start the counting run later.")
            self.menu_list.ask(
                _("Start the counting run?"),
                Entry("start", _("Start"), partial(self._start, mode), _("Only this run counts today.")),
                Entry("practise", _("Practise first"), partial(self._practise, mode), later),
                Entry("cancel", _("Cancel")),
            )
        else:
            self._practise(mode)

    def _start(self, mode: str) -> None:
        if self._follow_day():
            return
        token = new_token()
        self._services.store.daily_tries.claim(mode, self._today, token)
        plan = Plan(MODES[mode], daily_seed(self._today, mode), token=token)
        self.navigate(Node.GAME, Trigger.CHOICE, plan)

    def _practise(self, mode: str) -> None:
        if not self._follow_day():
            plan = Plan(MODES[mode], daily_seed(self._today, mode), is_practice=True)
            self.navigate(Node.GAME, Trigger.CHOICE, plan)

    def action_practise(self) -> None:
        self._practise(self._mode)

    def action_month(self, months: int) -> None:
        self._month = month_after(self._month, months)
        self.show_card()

    def action_copy(self) -> None:
        """Copy today's result with a block for each of the last days, and show it: it can be marked there too."""
        week = last_days(self._today, WEEK)
        days = self._read(self._mode, week[0], week[-1])
        game = days[self._today].game if self._today in days else None
        if game is None:
            self.hint.update(_("No result for today yet."))
            return
        ends = [bool(day.game and day.game.end.won) if (day := days.get(at)) else None for at in week]
        text = daily_share_text(self._today, self._mode, game.result, ends)
        self.app.copy_to_clipboard(text)
        self.hint.update(in_plain_blocks(text) if self.ascii_only else text)

    def _read_today(self, mode: str) -> _Day | None:
        return self._read(mode, self._today, self._today).get(self._today)

    def _read(self, mode: str, first: date, last: date) -> dict[date, _Day]:
        """Return the first tries of a range of days; none if they cannot be read."""
        store = self._services.store
        try:
            tries = store.daily_tries.between(mode, first, last)
            games = {game.id: game for game in store.games.read([one.game for one in tries.values() if one.game])}
            waiting = {left.origin.token for left in store.autosaves.waiting()}
        except StorageError:
            return {}
        return {
            day: _Day(one, games.get(one.game) if one.game else None, one.token in waiting)
            for day, one in tries.items()
        }

    @on(Resize)
    def show_card(self) -> None:
        """Show what a run counts, and the month of the mode with the cursor, with the one before where it is roomy."""
        entry = self.menu_list.current
        if self.menu_list.current_name in DAILY_MODES:
            self._mode = self.menu_list.current_name
        self.hint.update(self.sentence(entry) if entry is not None else "")
        months = [self._month_lines(self._month)]
        if self.has_class("-roomy"):
            months.insert(0, self._month_lines(month_after(self._month, -1)))
        lines = [Content("     ").join(line) for line in zip_longest(*months, fillvalue=_NO_WEEK)]
        signs = [
            Content.assemble((self.plain(state.sign), state.colour), f" {_(state.title)}")
            for state in _DayState
            if state is not _DayState.NOT_PLAYED
        ]
        legend = signs if self.has_class("-small") else [Content(""), Content("  ").join(signs)]
        self._calendar.update(Content("\n").join([*lines, *legend]))

    def sentence(self, option: Option) -> str:
        """Return the sentence about today's run of a mode, or about an answer."""
        if option.id not in DAILY_MODES:
            return super().sentence(option)
        return _(_state(self._read_today(option.id)).sentence)

    def _month_lines(self, month: date) -> list[Content]:
        """Return the lines of a month of the mode with the cursor."""
        weeks = weeks_of(month)
        all_days = [day for week in weeks for day in week if day]
        days = self._read(self._mode, all_days[0], all_days[-1])
        heading = f"{mode_title(self._mode)}, {month_text(month)}"
        return [
            Content.styled(set_cell_size(heading, _MONTH_WIDTH), "bold"),
            Content.styled(" ".join(f"{pad_left(_(name), 2)} " for name in WEEKDAYS), "$muted"),
            *(Content(" ").join([self._cell(day, days.get(day) if day else None) for day in week]) for week in weeks),
        ]

    def _cell(self, at: date | None, day: _Day | None) -> Content:
        if at is None:
            return Content("   ")
        state = _state(day)
        style = f"{state.colour} reverse" if at == self._today else state.colour
        return Content.assemble((f"{at.day:>2}", style), (self.plain(state.sign), state.colour))


def _state(day: _Day | None) -> _DayState:
    if day is None:
        return _DayState.NOT_PLAYED
    if day.game is not None:
        return _DayState.WON if day.game.end.won else _DayState.LOST
    if day.waits:
        return _DayState.OPEN
    return _DayState.LOST if day.attempt.has_begun else _DayState.NOT_PLAYED


def _figure(day: _Day | None) -> str:
    """Return the result of a day's first try, in a figure or in words."""
    if day is not None and day.game is not None:
        result = main_result(day.game.mode, day.game.result)
        return _("{result}, unranked").format(result=result) if day.game.unranked else result
    return _(_state(day).title)
