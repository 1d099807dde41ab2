"""The end of a match: who won, and what decided it."""

from collections.abc import Iterator, Mapping
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from piecement.render.cells import cut, pad, pad_left
from piecement.render.still_board import StillBoard
from piecement.session.match_facts import turning_point
from piecement.session.match_series import RIVAL, YOU, MatchResult, MatchSeries
from piecement.session.replay_player import ReplayStart
from piecement.terminal.clock import SECOND_NS
from piecement.ui.bases.menu_screen import SettlingScreen
from piecement.ui.key_rows import AGAIN, CHOOSE, COPY, MOUSE, MOVE, ON_MENUS, KeyRow
from piecement.ui.menu_graph import Node, Trigger, edges_from
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement.ui.texts.matches import cause, headline, record_text, unranked_reasons
from piecement.ui.texts.shared_results import match_share_text
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.errors import StorageError
from piecement_base.language import N_, _
from piecement_engine.bots import BOTS

_FIGURES: Final = (
    (N_("Pieces/s"), "{0.pieces_per_second:.2f}"),
    (N_("Attack/min"), "{0.pace.attack_per_minute:.1f}"),
    (N_("Sent"), "{0.counts.sent}"),
    (N_("Dug"), "{0.dug}"),
    (N_("Combo"), "{0.combo}"),
)
"""The figures of each side, as formats of a `MatchPlayer`."""

_MARGINS: Final = 4
"""The blank columns beside a page."""

_LABEL_WIDTH: Final = 10
"""Columns of the label of a figure."""
_FIGURE_WIDTH: Final = 8
"""Columns of the figure of a side."""

_LEAD_NS: Final = 5 * SECOND_NS
_LEAST_ROWS: Final = 10
"""Rows of a board that are seen where its cells are large."""
_LEAST_BOARD: Final = Size(10, 20)
"""Size of a board without rows; one with rows is no lower."""

_AT_ONCE: Final = (Node.MATCH, Node.REPLAY)
"""Targets of the first actions; More shows the others."""

_TURNING_POINT: Final = KeyRow(
    "W", N_("see the turning point"), (("w", N_("turning point")),), {"w": "navigate_to('replay')"}
)
_MORE: Final = KeyRow("M", N_("more actions"), (("m", N_("more")),), {"m": "more"})
_LEAVE: Final = KeyRow("Esc", N_("to the ladder"), (("escape", N_("ladder")),), {"escape": "back"})


class MatchOverScreen(SettlingScreen, Showing[MatchSeries]):
    """The result of a match. It opens by itself, when keys of the game may still be down."""

    NODE = Node.MATCH_OVER
    RETRY = Node.MATCH
    HAS_SENTENCES = False
    KEYS = (AGAIN.without_line(), CHOOSE, _TURNING_POINT, _MORE, COPY, MOVE.without_line(), MOUSE, _LEAVE, *ON_MENUS)
    _shows_more = False
    """Whether the other actions are listed."""

    def __init__(self, services: Services, series: MatchSeries) -> None:
        super().__init__(services)
        self.series = series

    @property
    def result(self) -> MatchResult:
        """The result of the last game."""
        return self.series.last

    def contents(self) -> ComposeResult:
        boards = [self._board(side) for side in (YOU, RIVAL)]
        figures = Static(self._figures(), id="figures")
        title, reason = headline(self.series).upper(), cause(self.series)
        room = self._services.terminal.size.width - _MARGINS
        gap = "   " if cell_len(f"{title}   {reason}") <= room else "\n"
        heading = Content.assemble(title, (f"{gap}{reason}", "$muted"))
        page = ScreenPage(heading, *boards, Vertical(figures, self.menu_list, classes="aside"))
        page.heading.add_class("-won" if self.series.winner == YOU else "-lost")
        yield Vertical(page, Static(self._following(), id="following", markup=False), id="over")

    def action_more(self) -> None:
        """Show the other actions, or the first ones again."""
        self._shows_more = not self._shows_more
        self.menu_list.show(self.entries())

    def action_back(self) -> None:
        """Return from the other actions, or go to the ladder."""
        if self._shows_more:
            self.action_more()
        else:
            self.action_navigate_to(Node.VERSUS)

    def action_copy_result(self) -> None:
        self.copy_result(match_share_text(self.series))

    def payloads(self) -> Mapping[Node, object]:
        """Return the last game from its turning point on, and the player's game for the coach."""
        return {Node.REPLAY: self._replay_start, Node.COACH: self.result.recording.games[YOU]}

    def _replay_start(self) -> ReplayStart:
        swing = turning_point(self.result.recording)
        return ReplayStart(self.result.recording, max(0, swing.at_ns - _LEAD_NS) if swing else 0)

    def entries(self) -> Iterator[Entry]:
        if self._shows_more:
            yield Entry("less", _("Back"), self.action_more)
            yield Entry("copy", _("Copy result"), self.action_copy_result)
        for edge in edges_from(self.NODE, Trigger.MENU):
            if (edge.target in _AT_ONCE) is not self._shows_more:
                yield self.edge_entry(edge)
        if not self._shows_more:
            yield Entry("more", _("More"), self.action_more)

    def _board(self, side: int) -> Vertical:
        rows = self.result.boards[side] if self.result.boards else ()
        board = StillBoard(
            len(rows[0]) if rows else _LEAST_BOARD.width, max(_LEAST_BOARD.height, len(rows)), rows, least=_LEAST_ROWS
        )
        picture = BoardPicture(board, self._services)
        return Vertical(Static(self.result.players[side].name, markup=False), picture, classes="board")

    def _following(self) -> str:
        """Return why the match does not count, the next opponent, or the record."""
        if self.series.unranked:
            return " ".join([*unranked_reasons(self.series.unranked), _("The match does not count.")])
        opponent = self.result.players[RIVAL].name
        ladder = [bot.name.capitalize() for bot in BOTS.values() if bot.level]
        if self.series.winner == YOU and opponent in ladder[:-1]:
            return _("{name} is next.").format(name=ladder[ladder.index(opponent) + 1])
        try:
            return record_text(opponent, self._services.store.match_records.against(opponent))
        except StorageError as error:
            return str(error)

    def _figures(self) -> Content:
        players = self.series.players
        names = (cut(player.name, _FIGURE_WIDTH - 1) for player in players)
        head = Content.styled(" " * _LABEL_WIDTH + "".join(pad_left(name, _FIGURE_WIDTH) for name in names), "$muted")
        lines = [head]
        for label, figure in _FIGURES:
            figures = "".join(pad_left(figure.format(player), _FIGURE_WIDTH) for player in players)
            lines.append(Content.assemble((pad(_(label), _LABEL_WIDTH), "$muted"), (figures, "bold")))
        return Content("\n").join(lines)
