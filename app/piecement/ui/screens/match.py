"""A match, with your field on the left and the rival's on the right, and its end: who won, and what decided it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from rich.cells import set_cell_size
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from piecement.input.bindings import Bindings
from piecement.input.keyboard_input import KeyboardInput
from piecement.render.cells import pad, pad_left
from piecement.render.field_place import Layout
from piecement.render.overlay import NO_OVERLAY, Overlay, joined, streak
from piecement.render.skins.look import Look
from piecement.render.still_board import StillBoard
from piecement.session.match_session import RIVAL, YOU, MatchResult, MatchSeries, new_match
from piecement.session.replay_player import ReplayStart
from piecement.session.statistics import MatchEnded
from piecement.settings.computer import FRIEND, OPPONENTS_OWN, Computer
from piecement.settings.retention import Retention
from piecement.settings.settings import Settings
from piecement.terminal.clock import MS, SECOND_NS
from piecement.ui.bases.menu_screen import SettlingScreen
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.director import Director
from piecement.ui.game.game_keys import MATCH_KEYS, button_rows
from piecement.ui.game.side import Side, full_width
from piecement.ui.key_rows import AGAIN, CHOOSE, COPY, MOUSE, MOVE, ON_MENUS, KeyRow
from piecement.ui.menu_graph import Node, Trigger, edges_from
from piecement.ui.screen import NodeScreen, ScreenPage, Showing
from piecement.ui.screens.game import GameScreen
from piecement.ui.services import Services
from piecement.ui.texts.matches import about_match, cause, headline, next_opponent, turning_point, unranked_reasons
from piecement.ui.texts.results import match_share_text, record_text, rival_name
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.previews import bare
from piecement_base.errors import StorageError, errors_to
from piecement_base.formatting import to_text
from piecement_base.language import N_, _
from piecement_engine.bots import BOTS
from piecement_engine.match import RecordedMatch

_RUN_NS: Final = 300 * MS
"""Time for which sent rows run between the boards."""


class _Sending(NamedTuple):
    """Rows that a side sent last."""

    total: int
    """Rows sent so far in the game."""
    rows: int
    at_ns: int


class MatchDirector(Director):
    """The sessions of a match, of which the player plays the first, and a bot or a friend the other."""

    SIDES = 2
    READY_GO = True

    def __init__(self, services: Services) -> None:
        self._has_friend = services.settings.now.computer.opponent == FRIEND
        self.series = MatchSeries(int(services.settings.now.computer.best_of))
        self._sent = [_Sending(0, 0, 0), _Sending(0, 0, 0)]
        self._layouts: dict[int, Layout] = {}
        super().__init__(services)

    def _new_sides(self) -> Sequence[Side]:
        chosen, look = self._services.settings.now.computer, self._services.appearance.look
        rules = self._services.keyboard.rules
        names = chosen.players[0], rival_name(chosen)
        match = self.match = new_match(rules, self._services.clock, names, chosen.attack)
        self._is_counted = False
        yours, its = match.sessions
        rival_keys = KeyboardInput(bindings=self._rival_bindings(self._services.settings.now))
        rival_bot = BotController(its, self._services, _at_its_pace(chosen), bot=chosen.opponent, is_rival=True)
        bot = BotController(yours, self._services, bot=self._services.games.bot)
        players = ((yours, self.keys, bot), (its, rival_keys, rival_bot))
        return [
            Side(
                session,
                keys,
                bot,
                look,
                sounds=self._services.sounds.of_game(session.view, is_own=not number),
                observer=partial(match.apply, number),
                attack=partial(match.pace, number),
            )
            for number, (session, keys, bot) in enumerate(players)
        ]

    def begin(self) -> None:
        super().begin()
        if not self._has_friend:
            self.sides[1].toggle_bot(self._services.clock())

    def on_over(self) -> None:
        """Count the game; store the match once it is decided, if the player played it alone."""
        if self._is_counted:
            return
        self._is_counted = True
        for number, side in enumerate(self.sides):
            side.finish(MatchEnded(side.session.view.time_ns, won=number == self.match.result().winner))
        self.series = self.series.with_result(self.match.result())
        if self.series.winner is not None:
            with errors_to(self._services.warn):
                self._store()

    def _store(self) -> None:
        """Store the match, and in the record if the player played it alone. Raises `StorageError`."""
        store = self._services.store
        if not self.series.unranked:
            store.match_records.add(self.match.names[RIVAL], self.series.wins)
        if store.may_save and store.retention.includes(Retention.REPLAYS):
            ended = store.now().astimezone()
            about = about_match(self.series, to_text(ended))
            rounds = tuple(result.recording for result in self.series.results)
            store.versus_matches.put(ended, RecordedMatch(rounds, about))

    def following(self) -> tuple[Node, object] | None:
        return None if self.series.winner is None else (Node.MATCH_OVER, self.series)

    def look_of(self, number: int, share: Size) -> Look:
        """Return the look; of the rival the field alone if there is no more room, and never a bot's keys."""
        look = super().look_of(number, share)
        if number == 0:
            return look
        if share.width < full_width(look):
            return bare(look)
        return look._replace(legend=look.legend and self._has_friend, show_fps=False)

    def overlay(self, number: int, layout: Layout) -> Overlay:
        name, wins = self.match.names[number], self.series.wins
        shown = f"{name} {wins[number]}-{wins[1 - number]}" if self.series.best_of > 1 else name
        marks = self.sides[number].match_marks(shown, self.match.counts(number), layout)
        return joined(marks, self._streak(number, layout))

    def _streak(self, number: int, layout: Layout) -> Overlay:
        """Return the part on a side of the streak that sent rows draw along the floors, into the meter of the other."""
        self._layouts[number] = layout
        for side, last in enumerate(self._sent):
            if (total := self.match.counts(side).sent) != last.total:
                self._sent[side] = _Sending(total, max(0, total - last.total), self._services.clock())
        sender = max((YOU, RIVAL), key=lambda side: self._sent[side].at_ns)
        sending, look = self._sent[sender], self.sides[number].look
        age_ns = self._services.clock() - sending.at_ns
        if not sending.rows or age_ns >= _RUN_NS or look.reduced_motion or len(self._layouts) < self.SIDES:
            return NO_OVERLAY
        yours, its = self._layouts[YOU], self._layouts[RIVAL]
        meter = yours.size.width + its.field.x
        path = (yours.field.x + yours.field.width, meter) if sender == YOU else (meter, yours.field.x)
        return streak(*path, age_ns / _RUN_NS, sending.rows, -yours.size.width * number, layout, look)

    def bindings(self, settings: Settings) -> Bindings:
        """Return the player's keys, or where two play, those on the left."""
        return settings.pair.bindings[0] if self._has_friend else super().bindings(settings)

    def apply_settings(self, settings: Settings) -> None:
        super().apply_settings(settings)
        self.sides[1].keys.bindings = self._rival_bindings(settings)

    def _rival_bindings(self, settings: Settings) -> Bindings:
        return settings.pair.bindings[1] if self._has_friend else Bindings()

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    @property
    def since_end_ns(self) -> int:
        return self.match.since_end_ns


class MatchScreen(GameScreen):
    NODE = Node.MATCH
    KEYS = MATCH_KEYS  # saving and undoing are bound as in a game, to announce that they are not possible

    @classmethod
    def build(cls, services: Services, _payload: object, /) -> NodeScreen:
        return cls(services, MatchDirector(services))

    def button_rows(self, settings: Settings) -> Iterator[KeyRow]:
        """Yield the keys of the buttons, or where two play, the first ones of each side."""
        if settings.computer.opponent != FRIEND:
            return super().button_rows(settings)
        ascii_only = self.ascii_only
        unused = self.session.unused_buttons
        return button_rows(*settings.pair.bindings, most=1, ascii_only=ascii_only, unused=unused)


def _at_its_pace(chosen: Computer) -> Computer:
    """Return the settings, with the pace of the opponent as that of the bot."""
    pace = chosen.opponent_speed
    if pace == OPPONENTS_OWN and chosen.opponent in BOTS:
        pace = BOTS[chosen.opponent].pieces_per_second
    return chosen.changed("pieces_per_second", max(0.25, pace))


_ROWS: Final = (
    (N_("Pieces/s"), "{0.pieces_per_second:.2f}"),
    (N_("Attack/min"), "{0.pace.attack_per_minute:.1f}"),
    (N_("Sent"), "{0.counts.sent}"),
    (N_("Dug"), "{0.dug}"),
    (N_("Combo"), "{0.combo}"),
)
"""The figures of each side, as formats of a `MatchPlayer`."""

_LABEL: Final = 10
_FIGURE: Final = 8
"""The columns of a label and of a figure."""

_LEAD_NS: Final = 5 * SECOND_NS
_LEAST_ROWS: Final = 10
"""Rows of a board that are seen where its cells are large."""

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
        heading = Content.assemble(headline(self.series).upper(), (f"   {self._following()}", "$muted"))
        page = ScreenPage(heading, *boards, Vertical(figures, self.menu_list, classes="aside"))
        page.heading.add_class("-won" if self.series.winner == YOU else "-lost")
        yield Vertical(page, Static(cause(self.series), id="cause", markup=False), id="over")

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
        return {Node.REPLAY: self._turning_point, Node.COACH: self.result.recording.games[YOU]}

    def _turning_point(self) -> ReplayStart:
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
        board = StillBoard(len(rows[0]) if rows else 10, max(20, len(rows)), rows, least=_LEAST_ROWS)
        picture = BoardPicture(board, self._services)
        return Vertical(Static(self.result.players[side].name, markup=False), picture, classes="board")

    def _following(self) -> str:
        """Return why the match does not count, the next opponent, or the record."""
        if self.series.unranked:
            return " ".join([*unranked_reasons(self.series.unranked), _("The match does not count.")])
        opponent = self.result.players[RIVAL].name
        if self.series.winner == YOU and (following := next_opponent(opponent)):
            return _("{name} is next.").format(name=following)
        try:
            return record_text(opponent, self._services.store.match_records.against(opponent))
        except StorageError as error:
            return str(error)

    def _figures(self) -> Content:
        players = self.series.players
        names = (set_cell_size(player.name, min(len(player.name), _FIGURE - 1)) for player in players)
        head = Content.styled(" " * _LABEL + "".join(pad_left(name, _FIGURE) for name in names), "$muted")
        lines = (
            Content.assemble(
                (pad(_(label), _LABEL), "$muted"),
                ("".join(pad_left(figure.format(player), _FIGURE) for player in players), "bold"),
            )
            for label, figure in _ROWS
        )
        return Content("\n").join([head, *lines])
