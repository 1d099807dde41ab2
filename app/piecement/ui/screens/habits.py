"""Costliest mistakes of all games, with their moments: the coach's page of the statistics."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import OptionList, ProgressBar, Static
from textual.widgets.option_list import Option

from piecement.language import _, error_text, ngettext
from piecement.session.bots.review import Mistake, Mistakes, Moment, ReviewTask, before_piece
from piecement.session.formatting import clock_text, count_text
from piecement.session.plan import Origin, mode_title
from piecement.session.replay_player import ReplayStart
from piecement.storage.autosave import Autosave
from piecement.storage.errors import StorageError
from piecement.storage.game_query import GameQuery
from piecement.storage.game_reviews import ReviewedGame, ReviewOfAll
from piecement.storage.game_statistics import add_totals
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, KeyRow, bindings_of
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.texts.plain_hints import wants_ascii
from piecement.ui.widgets.menu_list import PlainList
from piecement_engine import RecordingError
from piecement_engine.errors import EngineError

if TYPE_CHECKING:
    from piecement.ui.services import Services

_MOST_MOMENTS: Final = 30
_LEAD_NS: Final = 2_000_000_000
"""Time before a moment at which its replay begins."""
_PAUSE_S: Final = 0.024
"""The pause after each slice of 8 ms, so that a quarter of a processor is used."""
_BAR: Final = 20
"""The characters of the longest bar."""

_TITLES: Final = {
    Mistake.HOLES: _("Holes"),
    Mistake.CLEARS: _("Missed clears"),
    Mistake.HEIGHT: _("Too high"),
    Mistake.SURFACE: _("Uneven surface"),
    Mistake.ORDER: _("Hold not used well"),
}
_SENTENCES: Final = {
    Mistake.HOLES: _("It covers empty cells that the bot leaves open."),
    Mistake.CLEARS: _("The bot clears more lines here."),
    Mistake.HEIGHT: _("The bot finds a lower place."),
    Mistake.SURFACE: _("The bot leaves a flatter surface."),
    Mistake.ORDER: _("The bot places another piece first."),
}
_OTHER_LINES: Final = 12
"""Rows of the screen outside the kinds of mistakes."""
_NAME: Final = 20
"""The columns of a name."""


def build(services: "Services", __: None) -> "HabitsScreen":
    return HabitsScreen(services)


class MomentRow(Option):
    """A moment of a game."""

    def __init__(self, reviewed: ReviewedGame, moment: Moment, *, narrow: bool) -> None:
        number = f"{moment.number + 1:>4}"
        if not narrow:
            minutes = clock_text(moment.time_ns).partition(".")[0]
            number = f"{mode_title(reviewed.mode)[: _NAME - 1]:<{_NAME}}{number} {minutes:>6}"
        super().__init__(f"{-moment.loss:>7.1f}  {number}  {_TITLES[moment.mistake]}")
        self.game: Final = reviewed.game
        self.moment: Final = moment


class HabitsScreen(MenuScreen):
    NODE = Node.HABITS
    KEYS = (
        KeyRow(_("↑ ↓ or K J"), _("from moment to moment"), (("↑↓", _("move")),)),
        KeyRow("Enter", _("play on (practice)"), (("Enter", _("play on from there")),)),
        KeyRow("W", _("watch that moment"), (("W", _("watch")),), {"w": "watch"}),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "habits.tcss"

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._services = services
        self._run: ReviewTask[ReviewOfAll] | None = None
        self._listed = -1
        """Number of games reviewed at the time of the last listing."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(_("Coach: all games"), classes="heading")
            yield ProgressBar(total=1, show_eta=False)
            yield Static(id="costs")
            yield Static(id="columns")
            yield PlainList(list_id="moments")
            yield Static(id="hint", markup=False)
        yield self.key_line()

    def on_mount(self) -> None:
        services = self._services
        try:
            review = ReviewOfAll(services.store.games, services.store.game_reviews)
            self._run = ReviewTask(
                review,
                services.clock,
                services.later,
                self.while_running(self._show_progress),
                self.while_running(self._end),
                pause_s=_PAUSE_S,
            )
            self.query_one(ProgressBar).update(total=max(1, review.total))
            self._show()
        except StorageError as error:
            self.show_hint(error_text(error))
            return
        self._run.start()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_or_tell)

    def on_unmount(self) -> None:
        if self._run is not None:
            self._run.stop()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play on, for practice, from where the piece of a moment came into play."""
        if isinstance(event.option, MomentRow):
            try:
                self.navigate(Node.GAME, Trigger.CHOICE, self._practice(event.option))
            except (StorageError, RecordingError) as error:
                self.show_hint(error_text(error))

    def action_watch(self) -> None:
        row = self.query_one(PlainList).highlighted_option
        if isinstance(row, MomentRow):
            self.navigate(Node.REPLAY, Trigger.KEY, ReplayStart(row.game, max(0, row.moment.time_ns - _LEAD_NS)))

    def sentence(self, option: Option) -> str:
        """Return what went wrong at a moment."""
        return _SENTENCES[option.moment.mistake] if isinstance(option, MomentRow) else ""

    def _practice(self, row: MomentRow) -> Autosave:
        recording = self._services.store.games.recording(row.game)
        return Autosave.practice(before_piece(recording, row.moment.time_ns), Origin.from_dict(recording.about))

    def _show_progress(self) -> None:
        if self._run is None:
            return
        done = self._run.review.done
        self.query_one(ProgressBar).update(progress=done)
        if done != self._listed:
            self._listed = done
            self._show_or_tell()

    def _end(self, error: EngineError | None) -> None:
        self.query_one(ProgressBar).display = False
        if error is not None:
            self.show_hint(error_text(error))
        self._show_or_tell()

    def _show_or_tell(self) -> None:
        try:
            self._show()
        except StorageError as error:
            self.show_hint(error_text(error))

    def _show(self) -> None:
        reviews = self._services.store.game_reviews.all()
        whole = Mistakes()
        for reviewed in reviews:
            whole.add(reviewed.mistakes)
        number = f"{_('No'):>4}"
        if not self._is_narrow:
            number = f"{_('Mode'):<{_NAME}}{number} {_('Time'):>6}"
        self.query_one("#columns", Static).update(f"  {_('Loss'):>7}  {number}")
        games = sum(reviewed.mistakes.pieces > 0 for reviewed in reviews)
        self.query_one("#costs", Static).update(Text("\n").join(self._cost_lines(whole, games)))
        self.query_one("#columns", Static).display = bool(whole.pieces)
        self._list(reviews)

    def _list(self, reviews: tuple[ReviewedGame, ...]) -> None:
        """Show the worst moments; the cursor stays on its own, as far as that is still there."""
        moments = [(reviewed, moment) for reviewed in reviews for moment in reviewed.mistakes.worst]
        moments.sort(key=lambda pair: pair[1], reverse=True)
        listed = self.query_one(PlainList)
        before = listed.highlighted_option
        rows = [MomentRow(*pair, narrow=self._is_narrow) for pair in moments[:_MOST_MOMENTS]]
        listed.clear_options()
        listed.add_options(rows)
        if rows:
            same = [
                index
                for index, row in enumerate(rows)
                if isinstance(before, MomentRow) and (row.game, row.moment) == (before.game, before.moment)
            ]
            listed.highlighted = same[0] if same else 0
            listed.focus()

    def _cost_lines(self, whole: Mistakes, games: int) -> Iterator[Text]:
        if not whole.pieces:
            yield from (Text(line, style="dim") for line in self._empty_lines())
            return
        seen = ngettext("{count} game, {pieces}", "{count} games, {pieces}", games)
        heading = seen.format(count=games, pieces=count_text("pieces", whole.pieces))
        room = 0 if self._is_narrow else _BAR
        yield Text(f"{heading:<{_NAME + room}}{_('Loss'):>9}", style="dim")
        most = max(whole.losses.values(), default=1.0)
        bar = "#" if wants_ascii(self) else "█"
        for mistake in sorted(Mistake, key=lambda one: -whole.losses.get(one, 0.0))[: self._most_costs]:
            loss, times = whole.losses.get(mistake, 0.0), whole.times.get(mistake, 0)
            filled = round(room * loss / most)
            rate = "" if self._is_narrow else self._rate(times, whole.pieces)
            yield Text.assemble(
                f"{_TITLES[mistake]:<{_NAME}}", (f"{bar * filled:<{room}}", "bold"), f"{loss:>9.0f}   {rate}"
            )
        if not self._is_narrow:
            yield Text(f"{_('Finesse'):<{_NAME}}{self._finesse()}")

    def _empty_lines(self) -> tuple[str, ...]:
        """Return what is told while no mistake of any game is known."""
        if self._run is not None and self._run.review.done < self._run.review.total:
            return (_("Your games are being looked through."),)
        return (
            _("None of your games is stored yet."),
            _("Play one: then you see here what each kind of mistake costs,"),
            _("and the worst moments, to watch and to play on from."),
        )

    def _rate(self, times: int, pieces: int) -> str:
        return _("{count} in 100 pieces").format(count=f"{100 * times / pieces:.1f}")

    def _finesse(self) -> str:
        totals = add_totals(self._services.store.statistics.totals(GameQuery(by_player=True)))
        if not totals.judged_pieces:
            return _("not counted yet")
        rate = 100 * (totals.counts.faults or 0) / totals.judged_pieces
        return _("{count} presses too many in 100 pieces").format(count=f"{rate:.1f}")

    @property
    def _is_narrow(self) -> bool:
        return self.has_class("-narrow")

    @property
    def _most_costs(self) -> int:
        """Number of kinds of mistakes that fit on the screen."""
        return max(1, min(len(Mistake), self.size.height - _OTHER_LINES))
