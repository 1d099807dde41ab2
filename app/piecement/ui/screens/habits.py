"""The coach of all games: what costs most in them, and their worst moments."""

from collections.abc import Iterator
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.render.cells import pad
from piecement.session.bots.mistakes import Mistake, Mistakes, Moment
from piecement.session.bots.review import PieceReview
from piecement.session.bots.review_task import ReviewTask
from piecement.session.replay_player import ReplayStart
from piecement.storage.game_query import GameQuery
from piecement.storage.game_reviews import ReviewedGame, ReviewOfAll
from piecement.storage.game_statistics import add_totals
from piecement.ui.bases.moments_screen import CHOOSE_MOMENT, LEAD_NS, MomentsScreen, needed_rows
from piecement.ui.key_rows import LAST_KEYS, KeyRow
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.services import Services
from piecement.ui.texts.mistakes import KINDS, cause, cost_text
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.errors import errors_to
from piecement_base.formatting import count_text, seconds_text
from piecement_base.language import N_, _, ngettext
from piecement_base.modes import mode_title
from piecement_base.origin import Owner
from piecement_engine import RecordingError
from piecement_engine.bots.coach import Verdict
from piecement_engine.errors import EngineError

_MOST_MOMENTS: Final = 30

_PAUSE_S: Final = 0.024
"""The pause after each slice of 8 ms, so that a quarter of a processor is used."""

_LEAST_ROWS: Final = 12
"""Rows of a board that are seen of every moment."""


class MomentRow(Option):
    """A moment of a game."""

    def __init__(self, reviewed: ReviewedGame, moment: Moment, cost: str) -> None:
        super().__init__(f"{pad(cost, 10)} {_(KINDS[moment.mistake])}", id=f"{reviewed.game} {moment.time_ns}")
        self.game: Final = reviewed.game
        self.mode: Final = reviewed.mode
        self.moment: Final = moment

    @property
    def key(self) -> tuple[int, int]:
        """The game and the time."""
        return self.game, self.moment.time_ns

    @property
    def place(self) -> str:
        """The mode, the number of the piece, and the time."""
        return _("{mode}, piece {number}, {time}").format(
            mode=mode_title(self.mode), number=self.moment.number + 1, time=seconds_text(self.moment.time_ns)
        )


class HabitsScreen(MomentsScreen):
    """The costs of all games, and their worst moments."""

    NODE = Node.HABITS
    KEYS = (
        CHOOSE_MOMENT,
        KeyRow("Enter", N_("practise from here"), (("enter", N_("play from here")),)),
        KeyRow("W", N_("watch that mistake"), (("w", N_("watch")),), {"w": "watch"}),
        *LAST_KEYS,
    )

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._run: ReviewTask[ReviewOfAll] | None = None
        """Review of all games."""
        self._listed = -1
        """Number of games reviewed at the time of the last listing."""
        self._examination: ReviewTask[PieceReview] | None = None
        """Review of the moment with the cursor."""
        self._verdicts: dict[tuple[int, int], Verdict | None] = {}
        """Verdicts on the moments that were examined, by game and time."""
        self._leak: Final = Static(id="leak", markup=False)
        self._costs: Final = Static(id="costs", markup=False)

    def contents(self) -> ComposeResult:
        listed = Vertical(self._costs, Static(_("WORST MOMENTS"), id="columns"), self._moments, id="listed")
        yield ScreenPage(_(self.NODE.heading), listed, Vertical(self._leak, self._boards, self.hint, id="moment"))

    def on_mount(self) -> None:
        store = self._services.store
        with errors_to(self.show_hint):
            review = ReviewOfAll(store.games, store.game_reviews)
            self._run = self.review_task(review, self._end, self._show_progress, pause_s=_PAUSE_S)
            self._show()
            self._run.start()

    def sentence(self, option: Option) -> str:
        """Return the cost of a moment, once it was examined, and its place."""
        if not isinstance(option, MomentRow):
            return ""
        verdict = self._verdicts.get(option.key)
        return option.place if verdict is None else f"{cause(verdict)}\n{option.place}"

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Continue, for practice, from where the piece of a moment came into play."""
        if isinstance(event.option, MomentRow):
            with errors_to(self.show_hint, RecordingError):
                recording = self._services.store.games.recording(event.option.game)
                self.navigate(Node.GAME, Trigger.CHOICE, self.practice(recording, event.option.moment.time_ns))

    def action_watch(self) -> None:
        if (row := self._row) is not None:
            self.navigate(Node.REPLAY, Trigger.KEY, ReplayStart(row.game, max(0, row.moment.time_ns - LEAD_NS)))

    @property
    def _row(self) -> MomentRow | None:
        """The row with the cursor."""
        row = self._moments.highlighted_option
        return row if isinstance(row, MomentRow) else None

    def show_card(self) -> None:
        """Show the boards of the moment with the cursor, once its game was replayed up to there."""
        if self._examination is not None:
            self._examination.stop()
        row = self._row
        if row is None:
            return
        key = row.key
        self._show_moment(row, self._verdicts.get(key))
        if key in self._verdicts:
            return

        verdicts: list[Verdict] = []

        def end(error: EngineError | None) -> None:
            verdict = self._verdicts[key] = next(iter(verdicts), None)
            if error is None and self._row is not None and self._row.key == key:
                self._show_moment(row, verdict)

        with errors_to(self.show_hint, RecordingError):
            recording = self._services.store.games.recording(row.game)
            review = PieceReview(recording, verdicts.append, only_ns=row.moment.time_ns)
            self._examination = self.review_task(review, end)
            self._examination.start()

    def _show_moment(self, row: MomentRow, verdict: Verdict | None) -> None:
        # As many rows of most moments, so that their boards have one size.
        self._boards.show(verdict, max(_LEAST_ROWS, needed_rows(verdict)) if verdict else 0)
        self.show_hint(self.sentence(row))

    def _show_progress(self) -> None:
        if self._run is not None and self._run.review.done != self._listed:
            self._listed = self._run.review.done
            self._show()

    def _end(self, _error: EngineError | None) -> None:
        """Show the end of the review, which skips games that do not replay."""
        self._show()
        if self._run is not None and self._run.review.fault:
            self._services.warn(self._run.review.fault)

    def _show(self) -> None:
        with errors_to(self.show_hint):
            reviews = self._services.store.game_reviews.all()
            whole = Mistakes()
            for reviewed in reviews:
                whole.add(reviewed.mistakes)
            games = sum(reviewed.mistakes.pieces > 0 for reviewed in reviews)
            self.show_summary(self._summary(whole, games))
            self.set_class(not whole.pieces, "-empty")
            self._leak.update(self._leak_text(whole))
            self._costs.update(Content("\n").join(self._cost_lines(whole)))
            self._list(reviews)

    def _list(self, reviews: tuple[ReviewedGame, ...]) -> None:
        """Show the worst moments."""
        moments = [(reviewed, moment) for reviewed in reviews for moment in reviewed.mistakes.worst]
        moments.sort(key=lambda pair: pair[1], reverse=True)
        most = moments[0][1].loss if moments else 0.0
        rows = [
            MomentRow(reviewed, moment, cost_text(moment.loss, most, ascii_only=self.ascii_only))
            for reviewed, moment in moments[:_MOST_MOMENTS]
        ]
        self.list_moments(rows)
        if rows:
            self._moments.focus()

    def _summary(self, whole: Mistakes, games: int) -> str:
        review = self._run.review if self._run is not None else None
        if review is not None and review.done < review.total:
            return _("Reviewing: {done} of {total}").format(done=review.done, total=review.total)
        if not games:
            return ""
        seen = ngettext("{count} game, {pieces}", "{count} games, {pieces}", games)
        return seen.format(count=games, pieces=count_text("pieces", whole.pieces))

    def _leak_text(self, whole: Mistakes) -> str:
        """Return in one sentence what costs most, or what there is to do without games."""
        total = sum(whole.losses.values())
        if total:
            worst = max(whole.losses, key=lambda one: whole.losses[one])
            part = f"{whole.losses[worst] / total:.0%}"
            return _("{kind} cost you most: {part} of all losses.").format(kind=_(KINDS[worst]), part=part)
        if whole.pieces:
            return _("You have no mistakes yet.")
        if self._run is not None and self._run.review.done < self._run.review.total:
            return _("Reviewing your games…")
        return _("You have no saved games yet. Play one to see what costs you most.")

    def _cost_lines(self, whole: Mistakes) -> Iterator[Content]:
        if sum(whole.losses.values()):
            yield Content.styled(_("Where you lost most").upper(), "$muted")
            yield from self.cost_lines({kind: whole.losses.get(kind, 0.0) for kind in Mistake}, " ")
            yield Content()
            yield Content.styled(self._finesse(), "$muted")

    def _finesse(self) -> str:
        totals = add_totals(self._services.store.statistics.totals(GameQuery(owner=Owner.OWN)))
        if not totals.judged_pieces:
            return ""
        rate = (totals.counts.faults or 0) / totals.judged_pieces
        return _("{count} extra presses a piece").format(count=f"{rate:.2f}")
