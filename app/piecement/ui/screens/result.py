"""The end of a game, won or lost: the last board, one figure, one verdict, and what to do next.

It opens by itself, when keys of the game may still be down. The figure counts up and the bars grow; the bars need the
game replayed, which is done in slices meanwhile.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.render.replay_renderer import svg_of
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
from piecement_base.atomic_file import write_atomically
from piecement_base.errors import errors_to
from piecement_base.language import N_, _
from piecement_base.plan import Plan
from piecement_base.ranking import results_of
from piecement_engine.errors import EngineError

_CARD: Final = Size(80, 24)
"""The columns and lines of a picture of the result."""

_COUNT_NS: Final = 500 * MS
_SLIDE_NS: Final = 120 * MS
"""Time in which the board of a game that was won slides to its place: seven frames."""
_GROW_NS: Final = 400 * MS
_PULSE_NS: Final = 175 * MS
_PULSES: Final = 4
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
        self._still: Final = StillBoard.of_view(result.view) if result.view else None
        self._is_copied = False
        self._start_ns = services.clock()
        self._frames: Final = self.frame_clock(self._frame)
        self._looking: ReviewTask[GameReview] | None = None
        """Search for the biggest mistake, None while none is running."""
        self._slide: Final = BoardPicture(self._still, services, "slide")
        """The board on its way from where the game was seen."""
        self._slides_from, services.run_state.seen_at = services.run_state.seen_at, None
        self._achieved_text: Final = Static(id="achieved")
        self._splits_text: Final = Static(id="splits")

    def contents(self) -> ComposeResult:
        result, services = self.result, self._services
        with Horizontal(id="middle"), Horizontal(id="end"):
            yield BoardPicture(self._still, services, "board")
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
        yield self._slide

    def on_mount(self) -> None:
        self.query_one("#unit").display = bool(verdicts.unit_line(self.result))
        self._verdict.set_class(self.result.is_new_best, "-best")
        self.query_one("#board").visible = self._slides_from is None
        if self._services.appearance.may_move:
            self._digits.figure = verdicts.figure_text(self.result.main_figure, 0)
        self.call_after_refresh(self._look_back)

    def on_unmount(self) -> None:
        self._frames.stop()

    def key_rows(self) -> Iterator[KeyRow]:
        """Yield the keys: once copied, the key says so."""
        return (_COPIED if row is COPY and self._is_copied else row for row in self.KEYS)

    def payloads(self) -> Mapping[Node, object]:
        """Return the plan for another game, and this result for what else can be done with it."""
        return {Node.GAME: self.result.plan.with_new_pieces, Node.MORE_RESULTS: self.result}

    def offers(self, edge: Edge) -> bool:
        """Return whether an edge is offered: the room only where others wait there."""
        return edge.target is not Node.ROOM or self._services.in_room

    def action_copy_result(self) -> None:
        """Copy the result once."""
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
        store, plan = self._services.store, self.result.plan
        now = store.now().astimezone()
        shown = [each for each in self.query("#result > Static").results(Static) if each.display]
        texts = [
            Text(str(each.render()), "bold bright_yellow" if each is self._digits else "")
            for each in shown
            if each is not self._splits_text
        ]
        made = (self._services.settings.now.online.name, f"{now:%Y-%m-%d}", "Piecement")
        beside = Text("\n\n").join([*filter(None, texts), Text("  ".join(filter(None, made)), "dim")])
        card = Table.grid(padding=(0, 3))
        if drawn := self._slide.drawn(_CARD):
            card.add_row(drawn.text, beside)
        else:
            card.add_row(beside)
        path = store.paths.replays / f"{safe_name(plan.mode.name)}-{now:%Y-%m-%d-%H%M%S}.svg"
        write_atomically(path, svg_of(card, _CARD, _(plan.mode.title)).encode())
        self.notify(_("Saved as {path}.").format(path=path), markup=False)

    def action_copy_line(self) -> None:
        with errors_to(self._services.warn):
            copy_line(self._services, stored_recording(self._services, self.result), self.notify)

    def action_biggest_mistake(self) -> None:
        """Look for the costliest placement in the time that nothing else needs, and watch it then."""
        computer = self._services.settings.now.computer
        if self.result.placing is None:
            self._show_search(_("not saved"))
        elif self._looking is None:
            review = GameReview(self.result.recording, computer.bot, computer.look_ahead)
            self._looking = self.review_task(review, self._watch_mistake, self._show_searched)
            self._show_searched()
            self._looking.start()

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

    def _look_back(self) -> None:
        """Say what is new, once the result is seen, and replay the game for the bars."""
        if not self.is_attached:
            return
        if self._services.appearance.may_move:
            self._start_ns = self._services.clock()
            self._frames.start()
        self._slide_on(0 if self._services.appearance.may_move else 1)

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
        earned = self._services.store.achievements.count(placing.id)
        if earned.new:
            first, *more = earned.new
            others = _(" and {count} more").format(count=len(more)) if more else ""
            self._achieved_text.update(Content.assemble((_("Achieved: "), "$good"), _(first.title), others))
            self._achieved_text.add_class("-new")

    def _show_bars(self, review: Courses, error: EngineError | None) -> None:
        if error is None:
            self._chart, self._chart_ns = bars(self.result, review.mine, review.best), self._services.clock()
            self._splits_text.update(splits_table(self.result, review.mine, review.best))
            if self._services.appearance.may_move:
                self._frames.start()
            else:
                self._bars.bars, self._bars.part = self._chart, 1.0

    def _slide_on(self, part: float) -> None:
        """Show the board on its way, at a part of it from 0 to 1."""
        start, board = self._slides_from, self.query_one("#board")
        if start is None:
            return
        if part >= 1:
            self._slides_from = None
        end = self.query_one("#end").content_region.offset  # a hidden board has no region
        self._slide.styles.offset = start.blend(end, part)
        self._slide.display = part < 1
        board.visible = part >= 1

    def _frame(self, now_ns: int) -> None:
        slid = min(1.0, (now_ns - self._start_ns) / _SLIDE_NS)
        self._slide_on(1 - (1 - slid) ** 3)
        counted = min(1.0, (now_ns - self._start_ns) / _COUNT_NS)
        eased = 1 - (1 - counted) ** 3
        amount = self._amount if counted >= 1 else int(self._amount * eased)
        self._digits.figure = verdicts.figure_text(self.result.main_figure, amount)
        grown = 0.0 if self._chart is None else min(1.0, (now_ns - self._chart_ns) / _GROW_NS)
        self._bars.bars, self._bars.part = self._chart, grown
        pulse = (now_ns - self._start_ns) // _PULSE_NS
        flashes = pulse < _PULSES and pulse % 2 == 1 and not self._services.settings.now.interface.no_flashes
        self._verdict.set_class(flashes, "-pulse")
        if counted >= 1 and pulse >= _PULSES and (self._chart is None or grown >= 1):
            self._frames.stop()

    def _show_searched(self) -> None:
        if self._looking is not None:
            part = self._looking.review.seen / max(1, self.result.result.pieces)
            self._show_search(f"{min(1, part):.0%}")

    def _show_search(self, figure: str) -> None:
        """Show how the search goes, at its entry."""
        for option in self.menu_list.options:
            if isinstance(option, Entry) and option.id == "mistake":
                option.figure = figure
        self.menu_list.refresh_entries()

    def _watch_mistake(self, error: EngineError | None) -> None:
        looking, placing, self._looking = self._looking, self.result.placing, None
        if error is None and looking is not None and placing is not None and looking.review.moments:
            at_ns = max(0, looking.review.moments[0].time_ns - _LEAD_NS)
            self._show_search("")
            self.navigate(Node.REPLAY, Trigger.CHOICE, ReplayStart(placing.id, at_ns))
        else:
            self._show_search(_("none found"))

    def on_screen_suspend(self) -> None:
        """Stop what is looked for."""
        if self._looking is not None:
            self._looking.stop()
            self._looking = None
            self._show_search("")


class GameCompleteScreen(ResultScreen):
    """The result of a game that was won."""

    NODE = Node.GAME_COMPLETE
