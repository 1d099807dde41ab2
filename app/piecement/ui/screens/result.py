"""The end of a game, won or lost: the last board, one figure, one verdict, and what to do next.

It opens by itself, when keys of the game may still be down. The figure counts up and the bars grow; the bars need the
game replayed, which is done in slices meanwhile.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.render.still_board import StillBoard
from piecement.session.bots.review import GameReview
from piecement.session.bots.review_task import ReviewTask
from piecement.session.course import Courses
from piecement.session.records import FinishedGame
from piecement.session.replay_player import ReplayStart
from piecement.storage.replay_files import safe_name
from piecement.terminal.clock import MS, SECOND_NS
from piecement.terminal.environment import is_guest
from piecement.ui.bases.game_actions import copy_line, stored_recording
from piecement.ui.bases.menu_screen import SettlingScreen
from piecement.ui.key_rows import AGAIN, COPY, COPY_LINE, LOAD_ROW, MOUSE, MOVE, ON_MENUS, KeyRow
from piecement.ui.menu_graph import Edge, Node, Trigger, edges_from
from piecement.ui.screen import Showing
from piecement.ui.screens.result_card import save_card
from piecement.ui.services import Services
from piecement.ui.texts import verdicts
from piecement.ui.texts.course import Bars, bars, splits_table
from piecement.ui.texts.label_lines import figure_lines
from piecement.ui.texts.results import all_figures
from piecement.ui.texts.shared_results import share_text
from piecement.ui.texts.tips import due_tip
from piecement.ui.widgets.bar_chart import ResultBars
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.giant_digits import GiantDigits
from piecement.ui.widgets.menu_list import Entry
from piecement_base.errors import errors_to
from piecement_base.language import N_, _, error_text
from piecement_base.plan import Plan
from piecement_base.ranking import results_of
from piecement_engine.errors import EngineError

_SLIDE_NS: Final = 120 * MS
"""Time in which the board of a game that was won slides to its place: seven frames."""
_COUNT_NS: Final = 500 * MS
"""Time in which the figure counts up."""
_GROW_NS: Final = 400 * MS
"""Time in which the bars grow."""
_PULSE_NS: Final = 175 * MS
"""Time for which the verdict is plain or bright, by turns."""
_PULSES: Final = 4
"""Number of those times, after which the figure has counted up too."""
_LEAD_NS: Final = 5 * SECOND_NS
"""Time before the lock of the biggest mistake at which its replay begins."""

_COPIED: Final = KeyRow("C", N_("copy the result"), (("c", N_("copied")),))


class ResultScreen(SettlingScreen, Showing[FinishedGame]):
    """The result of a game. It takes no key for a moment, and until all keys are up."""

    NODE = Node.GAME_OVER
    RETRY = Node.GAME
    HAS_SENTENCES = False
    KEYS = (
        AGAIN.without_line(),
        KeyRow("Enter", N_("choose"), (("enter", N_("again")),)),
        KeyRow("W", N_("your biggest mistake"), (("w", N_("mistake")),), {"w": "biggest_mistake"}),
        KeyRow("M", N_("more actions"), (("m", N_("more")),), {"m": "navigate_to('more_results')"}),
        COPY,
        COPY_LINE.without_line(),
        MOVE.without_line(),
        MOUSE,
        LOAD_ROW,
        KeyRow("Esc", N_("to the main menu"), (("escape", N_("done")),), {"escape": "navigate_to('title')"}),
        *ON_MENUS,
    )

    def __init__(self, services: Services, result: FinishedGame) -> None:
        super().__init__(services)
        self.result: Final = result
        self._amount = results_of(result.result)[result.main_figure]
        self._digits: Final = GiantDigits(verdicts.figure_text(self.result.main_figure, self._amount))
        self._bars: Final = ResultBars()
        self._chart: Bars | None = None
        self._chart_ns = 0
        """Time at which the bars began to grow."""
        self._verdict: Final = Static(verdicts.verdict(result), id="verdict", markup=False)
        self._is_copied = False
        self._start_ns = services.clock()
        """Time at which the figure began to count up."""
        self._frames: Final = self.frame_clock(self._frame)
        self._mistake_search: ReviewTask[GameReview] | None = None
        """Search for the biggest mistake, None while none is running."""
        board = StillBoard.of_view(result.view) if result.view else None
        self._board_picture: Final = BoardPicture(board, services, "board")
        self._sliding_picture: Final = BoardPicture(board, services, "slide")
        """The board on its way from its place in the game."""
        self._slide_start, services.run_state.seen_at = services.run_state.seen_at, None
        self._achieved_text: Final = Static(id="achieved")
        self._splits_text: Final = Static(id="splits")

    def contents(self) -> ComposeResult:
        result = self.result
        with Horizontal(id="middle"), Horizontal(id="end"):
            yield self._board_picture
            with Vertical(id="result"):
                yield Static(verdicts.heading(result), id="heading")
                yield self._digits
                yield Static(self.plain(verdicts.unit_line(result)), id="unit")
                yield self._verdict
                yield self._achieved_text
                yield self._bars
                yield Static(verdicts.four_figures(result), id="four")
                yield self.menu_list
                yield self._splits_text
            title = Content.styled(_("ALL FIGURES"), "$muted")
            yield Static(Content("\n\n").join([title, figure_lines(all_figures(result))]), id="all", classes="framed")
        yield self._sliding_picture

    def on_mount(self) -> None:
        self.query_one("#unit").display = bool(verdicts.unit_line(self.result))
        self._verdict.set_class(self.result.is_new_best, "-best")
        self._board_picture.visible = self._slide_start is None
        if self._services.appearance.may_move:
            self._digits.figure = verdicts.figure_text(self.result.main_figure, 0)
        self.call_after_refresh(self._start)

    def on_unmount(self) -> None:
        self._frames.stop()

    def key_rows(self) -> Iterator[KeyRow]:
        """Yield the keys: once copied, the key says so."""
        return (_COPIED if row is COPY and self._is_copied else row for row in self.KEYS)

    def payloads(self) -> Mapping[Node, object]:
        """Return the plan for another game, and this result for what else can be done with it."""
        return {Node.GAME: self.result.plan.with_new_pieces, Node.MORE_RESULTS: self.result}

    def offers(self, edge: Edge) -> bool:
        """Return whether an edge is offered: the room only to a player who is in one."""
        return edge.target is not Node.ROOM or self._services.in_room

    def action_copy_result(self) -> None:
        """Copy the result, and save a picture of it if files may be stored. Later calls do nothing."""
        if not self._is_copied:
            self._is_copied = True
            result, counts = self.result.result, self.result.statistics.counts
            self.copy_result(share_text(self.result.plan.mode.name, result, counts, is_best=self.result.is_new_best))
            self.show_keys()
            if self._services.store.may_save and not is_guest():
                with errors_to(self._services.warn):
                    self._save_card()

    def _save_card(self) -> None:
        """Save a picture of the board beside the texts of the result, the name and the day. Raises `StorageError`."""
        store, mode = self._services.store, self.result.plan.mode
        now = store.now().astimezone()
        texts = [
            Text(str(each.render()), "bold bright_yellow" if each is self._digits else "")
            for each in self.query("#result > Static").results(Static)
            if each.display and each is not self._splits_text
        ]
        made = (self._services.settings.now.online.name, f"{now:%Y-%m-%d}", "Piecement")
        texts.append(Text("  ".join(filter(None, made)), "dim"))
        path = store.paths.replays / f"{safe_name(mode.name)}-{now:%Y-%m-%d-%H%M%S}.svg"
        save_card(path, _(mode.title), self._board_picture, texts)
        self.notify(_("Saved as {path}.").format(path=path), markup=False)

    def action_copy_line(self) -> None:
        with errors_to(self._services.warn):
            copy_line(self._services, stored_recording(self._services, self.result), self.notify)

    def entries(self) -> Iterator[Option]:
        edges = {edge.target: edge for edge in edges_from(self.NODE, Trigger.MENU)}
        yield self.edge_entry(edges[Node.GAME])
        if (ranked := self._ranked_plan) is not None:
            yield Entry("ranked", _("Play it ranked"), partial(self.follow, edges[Node.GAME], ranked))
        else:
            yield Entry("mistake", _("Biggest mistake"), self.action_biggest_mistake)
        yield self.edge_entry(edges[Node.MORE_RESULTS])
        if self.offers(edges[Node.ROOM]):
            yield self.edge_entry(edges[Node.ROOM])

    @property
    def _ranked_plan(self) -> Plan | None:
        """Plan of a ranked game of the same mode, after one that was practice from the start."""
        plan = self.result.plan
        if not plan.is_practice and not plan.mode.is_practice(plan.options):
            return None
        ranked = replace(plan.with_new_pieces(), is_practice=False)
        return replace(ranked, options={}) if plan.mode.is_practice(plan.options) else ranked

    def _start(self) -> None:
        """Begin the animations, show what is new, and replay the game for the bars."""
        if not self.is_attached:
            return
        if self._services.appearance.may_move:
            self._start_ns = self._services.clock()
            self._frames.start()
        self._slide(0 if self._services.appearance.may_move else 1)

        tip = due_tip(self.result, self._services.settings.now)
        self._services.run_state.tip = tip.name if tip else ""
        with errors_to(self._services.warn, ValueError):
            self._show_achieved()
            best = self.result.placing and self.result.placing.best_before
            recording = self._services.store.games.recording(best.id) if best and best.has_recording else None
            review = Courses(self.result.recording, recording)
            self.review_task(review, partial(self._show_bars, review)).start()

    def _show_achieved(self) -> None:
        placing = self.result.placing
        if placing is None:
            return
        if earned := self._services.store.achievements.count(placing.id).new:
            first, *more = earned
            others = _(" and {count} more").format(count=len(more)) if more else ""
            self._achieved_text.update(Content.assemble((_("Achieved: "), "$good"), _(first.title), others))
            self._achieved_text.add_class("-new")
            self._digits.set_class(self.query_one("#unit").display, "-tight")  # or the last action is cut

    def _show_bars(self, review: Courses, error: EngineError | None) -> None:
        if error is None:
            self._chart, self._chart_ns = bars(self.result, review.mine, review.best), self._services.clock()
            self._splits_text.update(splits_table(self.result, review.mine, review.best))
            if self._services.appearance.may_move:
                self._frames.start()
            else:
                self._bars.bars, self._bars.part = self._chart, 1.0

    def _frame(self, now_ns: int) -> None:
        elapsed_ns = now_ns - self._start_ns
        self._slide(_eased(elapsed_ns / _SLIDE_NS))
        counted = _eased(elapsed_ns / _COUNT_NS)
        amount = self._amount if counted >= 1 else int(self._amount * counted)
        self._digits.figure = verdicts.figure_text(self.result.main_figure, amount)
        pulse = elapsed_ns // _PULSE_NS
        is_bright = pulse < _PULSES and pulse % 2 == 1 and not self._services.settings.now.interface.no_flashes
        self._verdict.set_class(is_bright, "-pulse")
        grown = 0.0 if self._chart is None else min(1.0, (now_ns - self._chart_ns) / _GROW_NS)
        self._bars.bars, self._bars.part = self._chart, grown
        if pulse >= _PULSES and (self._chart is None or grown >= 1):
            self._frames.stop()

    def _slide(self, part: float) -> None:
        """Show the board at a part of its way, from 0 to 1."""
        start = self._slide_start
        if start is None:
            return
        if part >= 1:
            self._slide_start = None
        end = self.query_one("#end").content_region.offset  # a hidden board has no region
        self._sliding_picture.styles.offset = start.blend(end, part)
        self._sliding_picture.display = part < 1
        self._board_picture.visible = part >= 1

    def action_biggest_mistake(self) -> None:
        """Look for the costliest placement in the background, then open the replay shortly before it."""
        computer = self._services.settings.now.computer
        if self.result.placing is None:
            self._show_search(_("not saved"))
        elif self._mistake_search is None:
            self._show_search(f"{0:.0%}")
            review = GameReview(self.result.recording, computer.bot, computer.look_ahead)
            self._mistake_search = self.review_task(review, self._end_search, self._show_progress)
            self._mistake_search.start()

    def _show_progress(self) -> None:
        if self._mistake_search is not None:
            part = self._mistake_search.review.seen / max(1, self.result.result.pieces)
            self._show_search(f"{min(1, part):.0%}")

    def _end_search(self, error: EngineError | None) -> None:
        search, placing, self._mistake_search = self._mistake_search, self.result.placing, None
        moments = search.review.moments if search is not None else ()
        self._show_search("" if error or moments else _("none found"))
        if error is not None:
            self._services.warn(_("This game cannot be reviewed: {error}.").format(error=error_text(error)))
        elif moments and placing is not None:
            at_ns = max(0, moments[0].time_ns - _LEAD_NS)
            self.navigate(Node.REPLAY, Trigger.CHOICE, ReplayStart(placing.id, at_ns))

    def on_screen_suspend(self) -> None:
        """Stop the search for the biggest mistake."""
        if self._mistake_search is not None:
            self._mistake_search.stop()
            self._mistake_search = None
            self._show_search("")

    def _show_search(self, figure: str) -> None:
        """Show the state of the search at its entry; after practice, without the entry, notify its start and end."""
        entry = next((each for each in self.menu_list.options if each.id == "mistake"), None)
        if isinstance(entry, Entry):
            entry.figure = figure
            self.menu_list.refresh_entries()
        elif figure and self._mistake_search is None:
            self.notify(figure, title=_("Biggest mistake"), markup=False)


def _eased(part: float) -> float:
    """Return the progress of a movement that slows down, from the part of its time that has passed."""
    return 1 - (1 - min(1.0, part)) ** 3


class GameCompleteScreen(ResultScreen):
    """The result of a game that was won."""

    NODE = Node.GAME_COMPLETE
