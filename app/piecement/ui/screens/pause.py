"""The menu of a paused game, in its field: the stack is hidden, what is beside the field stays."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Center, Vertical
from textual.content import Content
from textual.geometry import Region, Size
from textual.screen import ModalScreen
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.render.skins.look import Look
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import CHOOSE, GAME_WAITS, HELP, LOAD_ROW, MOUSE, MOVE, PALETTE, SAVE_ROW, SUSPEND, KeyRow
from piecement.ui.menu_graph import Edge, Node, Trigger, edges_from
from piecement.ui.screen import Showing
from piecement.ui.screens.game import GameScreen
from piecement.ui.services import Services
from piecement.ui.widgets.menu_list import Entry
from piecement_base.formatting import clock_text, count_text
from piecement_base.language import N_, _

_LEAST_SCREEN: Final = Size(70, 22)
"""The size of a terminal below which a box in the field would cut the labels beside it."""
_LEAST_BOX: Final = Size(20, 14)

_MAIN_MENU: Final = KeyRow("T", N_("main menu; game waits"), (("t", N_("main menu")),), {"t": "navigate_to('title')"})
_ENDS: Final = KeyRow("Ctrl+C", N_("quit; ends the game"))
_LEAVES: Final = KeyRow("T", N_("main menu; ends the match"), (("t", N_("main menu")),))


class PauseScreen(MenuScreen, Showing[GameScreen], ModalScreen[None]):
    """The menu of a paused game. What ends a long game asks once."""

    NODE = Node.PAUSE
    HAS_SENTENCES = False
    KEYS = (
        MOVE,
        KeyRow(N_("R or Ctrl+R"), N_("restart"), (("r", N_("restart")),), {"r,ctrl+r": "retry"}),
        _MAIN_MENU,
        CHOOSE.without_line(),
        MOUSE,
        SAVE_ROW,
        LOAD_ROW,
        KeyRow("Esc", N_("resume"), (("escape", N_("resume")),), {"escape": "back"}),
        PALETTE,
        SUSPEND,
        HELP,
        GAME_WAITS,
    )

    def __init__(self, services: Services, game: GameScreen) -> None:
        super().__init__(services)
        self._game = game
        self._figures = Static(id="figures")
        self._covers = [Static(classes="cover") for __ in game.sides[1:]]
        self._rims = [Static(classes="rim") for __ in game.sides]
        self._box = Vertical(
            Static(_("PAUSED"), id="heading"),
            Static(_(game.session.plan.mode.title), id="mode", markup=False),
            self._figures,
            Center(self.menu_list),
            self.hint,
            id="box",
        )

    def contents(self) -> ComposeResult:
        yield from self._covers
        yield from self._rims
        yield self._box

    def on_screen_resume(self) -> None:
        """Place the box again, as the look may be another one."""
        self.call_after_refresh(self._place)

    def on_resize(self, event: events.Resize) -> None:
        """Place the box in the layout for this size, which the game below may not have been given yet."""
        self._game.fit(event.size)
        self._place()

    def on_key(self, event: events.Key) -> None:
        commands = self._services.settings.now.commands
        if event.key in {commands.retry_key, commands.pause_key} and event.key != "escape":
            event.stop()
            event.prevent_default()
            if event.key == commands.retry_key:
                self.action_retry()
            else:
                self.action_back()

    def offers(self, edge: Edge) -> bool:
        """Return whether an edge is offered: a match cannot be saved, and is left without a result."""
        if edge.target is Node.ROOM:
            return self._services.in_room
        if edge.target in {Node.SAVE_GAME, Node.GAME_OVER}:
            return self._game.keeps
        return edge.target is not Node.VERSUS or not self._game.keeps

    def key_rows(self) -> Iterator[KeyRow]:
        """Yield the keys: a match cannot be saved, and is not resumed later."""
        instead = {} if self._game.keeps else {SAVE_ROW: None, _MAIN_MENU: _LEAVES}
        instead |= {} if self._game.outlives_program else {GAME_WAITS: _ENDS}
        yield from filter(None, (instead.get(row, row) for row in self.KEYS))

    def payloads(self) -> Mapping[Node, object]:
        """Return the result of a game that is given up, and the screen of the game to save or load."""
        return {Node.GAME_OVER: self._game.give_up, Node.SAVE_GAME: self._game, Node.LOAD_GAME: self._game}

    def action_retry(self) -> None:
        """Give the game up for another of its kind; pressed again, the key answers the question."""
        restart = partial(self.navigate, self._game.NODE, Trigger.KEY, self._game.restarted)
        if self.menu_list.is_asking:
            restart()
        else:
            self._ask_if_long(_("Restart"), restart)

    def action_navigate_to(self, target: str) -> None:
        """Go to a screen by its key; a match that ends by that asks once."""
        go = partial(super().action_navigate_to, target)
        if target == Node.TITLE.value and not self._game.keeps:
            self._ask_if_long(_("Leave match"), go)
        else:
            go()

    def entries(self) -> Iterator[Option]:
        yield Entry("back", _("Resume"), self.leave, self._resume_sentence())
        yield Entry("restart", _("Restart"), self.action_retry, _("Same mode, new pieces."))
        for edge in filter(self.offers, edges_from(self.NODE, Trigger.MENU)):
            ends = edge.target in {Node.GAME_OVER, Node.VERSUS}
            ask = partial(self._ask_if_long, edge.label, partial(self.follow, edge)) if ends else None
            yield self.edge_entry(edge, choose=ask)

    def _resume_sentence(self) -> str:
        counts = self._services.settings.now.interface.resume_countdown
        if not counts or not self._game.session.has_begun:
            return ""
        return _("Resumes in {counts}.").format(counts="-".join(str(count) for count in range(counts, 0, -1)))

    def _ask_if_long(self, label: str, end: Callable[[], object]) -> None:
        """End the game; a long one after a question with what would be lost."""
        if not self._game.is_long:
            end()
            return
        asked = self._game.end_question
        no, yes = Entry("no", _("No, go back"), sentence=asked), Entry("yes", label, end, sentence=asked)
        self.menu_list.ask("", no, yes)

    @on(events.Mount)
    def _place(self) -> None:
        """Fill the inside of the field, and cover all other cells; where there is too little room, fill the screen."""
        own, *others = self._game.fields.insides
        screen = self.app.size
        fits = all(
            size >= least for size, least in zip((*screen, *own.size), (*_LEAST_SCREEN, *_LEAST_BOX), strict=True)
        )
        region = own if fits else Region(0, 0, screen.width, max(1, screen.height - 1))
        self.set_class(not fits, "-whole")
        widgets, places = (self._box, *self._covers, *self._rims), (region, *others, *self._game.fields.rims)
        for widget, place in zip(widgets, places, strict=True):
            widget.styles.offset = place.offset
            widget.styles.width, widget.styles.height = place.size
            widget.display = fits or widget is self._box
        view = self._game.session.view
        figures = count_text("score", view.score), clock_text(view.time_ns)
        line = " · ".join(figures)
        self._figures.update(self.plain(line if cell_len(line) + 2 < region.width else "\n".join(figures)))
        for rim, side, place in zip(self._rims, self._game.sides, self._game.fields.rims, strict=True):
            rim.update(_border(side.look, place.width))


def _border(look: Look, width: int) -> Content:
    """Return the upper border of a field without the piece that may be in front of it."""
    fill = look.chosen_skin.frame.top_fill
    return Content.styled((fill * width)[:width], look.chosen_tones.frame or "") if fill.strip() else Content()
