"""Base of both ends of a game: the figures, and the next steps."""

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.widgets import Digits, Static

from piecement.language import _, error_text
from piecement.session.plan import Origin
from piecement.session.records import FinishedGame
from piecement.session.replay_player import ReplayStart
from piecement.settings.presets import preset_name
from piecement.ui.bases.end_notes_screen import TIP_KEYS, EndNotesScreen
from piecement.ui.key_rows import AGAIN, ANYWHERE, COPY, DONE, LIST, LOAD_ROW, KeyRow, bindings_of
from piecement.ui.menu_graph import Edge, Node, Trigger
from piecement.ui.texts.results import is_new_best, large_figure, reason, result_message, result_table, share_text
from piecement.ui.widgets.final_board import FinalBoard
from piecement.ui.widgets.menu_list import SEED_KEPT, ActionOption, keep_seed_entry

if TYPE_CHECKING:
    from piecement.session.bots.review import GameReview, ReviewTask
    from piecement.ui.services import Services
    from piecement_engine.errors import EngineError

_RESULT_WIDTH: Final = 56
"""The columns of the result, and what lies between it and the board."""

_KEY_LINE: Final = 1

_HAND_IN: Final = KeyRow("H", _("hand in to the server"), (), {"h": "hand_in"})

_LEAD_NS: Final = 5_000_000_000
"""Time before the lock of the worst mistake at which its replay begins."""

_WORST_MISTAKE: Final = ActionOption(
    _("Worst move"), "worst_mistake", _("Watch your costliest placement, from 5 seconds before.")
)


class ResultScreen(EndNotesScreen):
    """The result of a game under a headline."""

    HEADLINE: ClassVar[str]
    RETRIES = Node.GAME
    KEYS = (AGAIN, COPY, *LIST, _HAND_IN, LOAD_ROW, *TIP_KEYS, DONE, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)

    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-short"), (26, "-tall")]

    def __init__(self, services: "Services", result: FinishedGame) -> None:
        super().__init__(services, result)
        self._looking: ReviewTask[GameReview] | None = None
        """Search for the worst mistake, None while none is running."""

    def compose(self) -> ComposeResult:
        """Lay out the last board beside the headline, the large figure, the others, and the menu."""
        figure, unit = large_figure(self.result)
        with Horizontal(id="end"):
            yield FinalBoard(self.result.view, self._services.appearance)
            with Vertical(id="result"):
                yield Static(self.HEADLINE, id="headline")
                yield Static(f"{_(self.result.plan.mode.title)}: {reason(self.result)}", id="reason")
                yield Digits(figure, id="digits")
                yield Static(figure, id="figure")
                yield Static(unit, id="unit")
                yield Static(result_message(self.result), id="result-message")
                yield from self.achieved_line()
                with Horizontal(id="told"):
                    with Container(classes="figures"):
                        yield Static(result_table(self.result), id="figures")
                    with Container(classes="menu"):
                        yield self.menu(actions={Node.COACH: _WORST_MISTAKE, Node.SETTINGS: keep_seed_entry()})
                yield Static(id="hint")
        yield from self.tip_line()
        yield self.key_line()

    def on_mount(self) -> None:
        """Draw the board anew in another look."""
        self._services.settings.changed.subscribe(self, lambda _: self._draw_board())

    def action_hand_in(self) -> None:
        """Hand the game in for the boards of the server that the player is at."""
        placing = self.result.placing
        self.notify(self._services.online.hand_in_game(placing.id if placing else None))

    @on(events.Resize)
    def _draw_board(self) -> None:
        room = Size(max(0, self.size.width - _RESULT_WIDTH), max(0, self.size.height - _KEY_LINE))
        self.query_one(FinalBoard).draw(room)

    def share_text(self) -> str:
        result, counts = self.result.result, self.result.statistics.counts
        return share_text(self.result.plan.mode.name, result, counts, is_best=is_new_best(self.result))

    def action_worst_mistake(self) -> None:
        """Look for the costliest placement in the time that nothing else needs, and watch it then."""
        from piecement.session.bots.review import GameReview, ReviewTask  # brings the bots

        services, computer = self._services, self._services.settings.now.computer
        if self.result.placing is None:
            self.show_hint(_("This game was not saved, so it cannot be watched."))
        elif self._looking is None:
            review = GameReview(self.result.recording, computer.bot, computer.look_ahead)
            self._looking = ReviewTask(
                review,
                services.clock,
                services.later,
                self.while_running(self._show_looking),
                self.while_running(self._watch_worst_mistake),
            )
            self._show_looking()
            self._looking.start()

    def _show_looking(self) -> None:
        if self._looking is not None:
            part = self._looking.review.seen / max(1, self.result.result.pieces)
            self.show_hint(_("Looking for it: {part}").format(part=f"{min(1, part):.0%}"))

    def _watch_worst_mistake(self, error: "EngineError | None") -> None:
        looking, placing, self._looking = self._looking, self.result.placing, None
        if error is not None:
            self.show_hint(_("This game cannot be reviewed: {error}.").format(error=error_text(error)))
        elif looking is not None and placing is not None and looking.review.moments:
            at_ns = max(0, looking.review.moments[0].time_ns - _LEAD_NS)
            self.navigate(Node.REPLAY, Trigger.MENU, ReplayStart(placing.id, at_ns))
        else:
            self.show_hint(_("The bot found no mistake in this game."))

    @on(events.ScreenSuspend)
    @on(events.Unmount)
    def _stop_looking(self) -> None:
        if self._looking is not None:
            self._looking.stop()
            self._looking = None

    def action_keep_seed(self) -> None:
        """Offer the pieces of this game in New game."""
        self._services.games.offered_seed = self.result.recording.setup.seed
        self.show_hint(SEED_KEPT)

    def payload(self, edge: Edge) -> object:
        """Return the plan for another game, and this game for what looks at it again."""
        match edge.target:
            case Node.GAME:
                return self.result.plan.with_new_pieces()
            case Node.REPLAY:
                return self.result.placing and self.result.placing.id
            case Node.COACH:
                origin = Origin.of(
                    self.result.plan,
                    self._services.store.now(),
                    preset=preset_name(self._services.settings.now, "gameplay"),
                    unranked=self.result.unranked,
                )
                return replace(self.result.recording, about=origin.to_dict())
            case _:
                return super().payload(edge)

    def offers(self, edge: Edge) -> bool:
        """Return whether an edge is offered: watching only a stored game, and the room only where others wait there."""
        match edge.target:
            case Node.REPLAY:
                return self.result.placing is not None
            case Node.ROOM:
                return self._services.online.in_room
            case _:
                return True
