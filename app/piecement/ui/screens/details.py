"""Actions on a game: a stored one, or the one that has just ended."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.render.still_board import StillBoard
from piecement.session.drawing import EMPTY, GREY
from piecement.session.own_rules import origin_of
from piecement.session.records import FinishedGame, StoredGame
from piecement.session.statistics import finesse_text
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.game_lines import copy_line, stored_recording
from piecement.ui.key_rows import COPY, COPY_LINE, LAST_KEYS, LIST
from piecement.ui.menu_graph import Edge, Node, Trigger, edges_from
from piecement.ui.screen import ScreenPage, Showing
from piecement.ui.services import Services
from piecement.ui.texts.games import END_WORDS, headline, marks, mode_of, outcome
from piecement.ui.texts.results import Figure, attack_figures, feats, figure_lines, is_new_best, share_text
from piecement.ui.texts.verdicts import heading, verdict
from piecement.ui.widgets.board_picture import BoardPicture, LastBoardPicture
from piecement.ui.widgets.menu_list import Choose, Entry
from piecement_base.errors import StorageError, errors_to
from piecement_base.formatting import clock_text, day_text, grouped
from piecement_base.language import _
from piecement_base.plan import Plan
from piecement_engine import MODES, TETROMINOES, Recording
from piecement_engine.fumen import Page as FumenPage
from piecement_engine.fumen import encode
from piecement_engine.fumen.page import HEIGHT, WIDTH

if TYPE_CHECKING:
    from piecement.session.replay_player import LastBoard


class GameActionsScreen(MenuScreen):
    """A menu of a game that has ended."""

    HAS_SENTENCES = False

    @abstractmethod
    def shared_recording(self) -> Recording:
        """Return the recording to copy. Raises `StorageError`."""

    def action_copy_line(self) -> None:
        with errors_to(self.show_hint):
            copy_line(self._services, self.shared_recording(), self.show_hint)

    def shared_entries(
        self, race: Choose | None, copy: Choose, submit: Choose | None, *, has_line: bool = True
    ) -> Iterator[Entry]:
        """Yield the entries that race against the game, copy it, and submit it where there is a server."""
        if race is not None:
            yield Entry("race", _("Race against it"), race, _("Play the same mode beside this game."))
        yield Entry("copy", _("Copy"), copy, _("Copy the result as a few lines of text."))
        if has_line:
            sentence = _("Copy the game as one line: others paste it to watch or race.")
            yield Entry("line", _("Copy as a line"), self.action_copy_line, sentence)
        online = self._services.used_online
        if submit is not None and online is not None and online.connection.client is not None:
            yield Entry("submit", _("Submit"), submit, _("Submit it to the leaderboards of your server."))


class DetailsScreen(GameActionsScreen, Showing[int]):
    """A stored game, by its id."""

    NODE = Node.DETAILS
    KEYS = (*LIST, COPY, COPY_LINE, *LAST_KEYS)

    def __init__(self, services: Services, game: int) -> None:
        super().__init__(services)
        self.add_class("-details")
        self._store = services.store
        self.game_id = game
        self._game: StoredGame | None = None
        self._is_best = False
        self._status = ""
        """Outcome of the last action, shown once instead of the next explanation."""
        try:
            self._game = self._store.games.get(game)
            self._is_best = game in self._store.games.bests()
        except StorageError as error:
            self.hint.update(str(error))
        self._board = LastBoardPicture(services, "board", found=self._show_attack)
        self._attack = Static(id="attack")
        self._board.set_class(self._game is None or not self._game.has_recording, "-none")

    def contents(self) -> ComposeResult:
        game = self._game
        figures = [Static(figure_lines(_figures(game)), id="figures")] if game else []
        more = [Static(figure_lines(feats(game.counts)), id="feats")] if game else []
        middle = Vertical(self.menu_list, self.hint, id="middle")
        beside = Vertical(*figures, *more, self._attack, id="beside", classes="framed")
        yield ScreenPage(self._heading(), self._board, middle, beside)

    def on_mount(self) -> None:
        if self._game is not None and self._game.has_recording:
            self._board.find(partial(self._store.games.recording, self.game_id))

    def _show_attack(self, last: "LastBoard") -> None:
        """Show the attack and the spins by kind, for which the game is replayed."""
        self._attack.update(figure_lines(attack_figures(last.statistics, last.view.time_ns)))

    def payloads(self) -> Mapping[Node, object]:
        """Return the game, by its id or as a recording, or a plan to race against it."""
        return {Node.REPLAY: self.game_id, Node.COACH: self.shared_recording, Node.GAME: self._race}

    def shared_recording(self) -> Recording:
        return self._store.games.recording(self.game_id)

    def _race(self) -> Plan:
        recording = self._store.games.recording(self.game_id)
        origin = origin_of(recording)
        return Plan(MODES[origin.mode], options=origin.mode_options, rival=recording)

    def sentence(self, option: Option) -> str:
        status, self._status = self._status, ""
        return status or super().sentence(option)

    def action_copy_result(self) -> None:
        if (game := self._game) is not None:
            self.copy_result(share_text(game.mode, game.result, game.counts, is_best=self._is_best))

    def _heading(self) -> Content:
        game = self._game
        if game is None:
            return Content(_("Gone").upper())
        best = (f"   {_('Best').upper()}", "$good") if self._is_best else ""
        first = Content.assemble(f"{mode_of(game).upper()}   ", (headline(game), "$foreground"), best)
        second = self.plain(" · ".join(self._origin(game)))
        return Content("\n").join([first, Content.styled(second, "$muted not bold")])

    def _origin(self, game: StoredGame) -> Iterator[str]:
        ended = game.ended.astimezone()
        yield f"{day_text(ended, self._store.now())} {ended:%H:%M}"
        yield _(END_WORDS[game.end])
        if game.preset:
            yield _(game.preset)
        yield marks(game) or _("ranked")

    def entries(self) -> Iterator[Entry]:
        game = self._game
        if game is None:
            return
        is_kept, replays = game.has_recording, self._store.replays
        if is_kept:
            yield Entry(
                "watch", _("Watch"), self._go(Node.REPLAY), _("Watch at any speed, or play on from any moment.")
            )
            yield Entry("coach", _("Coach"), self._go(Node.COACH), _("Where a bot would have done better and why."))
        race = self._go(Node.GAME) if is_kept and game.mode in MODES else None
        yield from self.shared_entries(
            race, self.action_copy_result, self._submit if is_kept else None, has_line=is_kept
        )
        if is_kept:
            sentence = _("Save it as a file in the folder of replays.")
            yield Entry("export", _("Export replay"), partial(self._export, replays.export), sentence)
            sentence = _("Save its boards as text for other tools.")
            yield Entry("fumen", _("Export fumen"), partial(self._export, replays.export_fumen), sentence)
            yield Entry("forget", _("Delete replay…"), self._ask_to_forget, _("Delete the replay, keep the result."))
        yield Entry("delete", _("Delete game…"), self._ask_to_delete, _("Delete the result and the replay."))

    def _ask_to_forget(self) -> None:
        self.menu_list.confirm(_("Delete the replay?"), _("Delete replay"), self._delete_recording)

    def _ask_to_delete(self) -> None:
        self.menu_list.confirm(_("Delete this game?"), _("Delete game"), self._delete)

    def _go(self, node: Node) -> partial[None]:
        return partial(self.navigate, node, Trigger.CHOICE)

    def _submit(self) -> None:
        self.show_hint(self._services.online.submissions.hand_in_game(self.game_id))

    def _export(self, write: Callable[[int], object]) -> None:
        self.show_hint(_("Saved as {export}.").format(export=write(self.game_id)))

    def _delete_recording(self) -> None:
        self._store.games.delete_recording(self.game_id)
        self._game = self._store.games.get(self.game_id)
        self._status = _("The replay is deleted; the result stays.")
        self.menu_list.show(self.entries())

    def _delete(self) -> None:
        self._store.games.delete(self.game_id)
        self.leave()


def _figures(game: StoredGame) -> Iterator[Figure]:
    """Yield the five figures of a game; the one that leads its mode is in the heading."""
    result = game.result
    yield _("Time"), clock_text(result.time_ns)
    yield _("Lines"), grouped(result.lines)
    yield _("Pieces/s"), f"{game.pieces_per_second:.2f}"
    yield _("Keys/piece"), f"{game.presses_per_piece:.2f}"
    yield _("Finesse"), finesse_text(game.finesse) or "-"


class MoreResultsScreen(GameActionsScreen, Showing[FinishedGame]):
    NODE = Node.MORE_RESULTS
    KEYS = (*LIST, COPY_LINE, *LAST_KEYS)
    HAS_SENTENCES = True

    def __init__(self, services: Services, result: FinishedGame) -> None:
        super().__init__(services)
        self._result = result

    def contents(self) -> ComposeResult:
        result, services = self._result, self._services
        board = StillBoard.of_view(result.view) if result.view else None
        card = Vertical(
            self.hint,
            Static(heading(result), id="result"),
            Static(verdict(result), id="verdict", markup=False),
            Static(figure_lines(attack_figures(result.statistics, result.result.time_ns)), id="attack"),
            BoardPicture(board, services, "board"),
            classes="card",
        )
        yield ScreenPage(_("More"), self.menu_list, card)

    def card_title(self, of_row: str) -> str:
        return _("Result")

    def offers(self, edge: Edge) -> bool:
        """Return whether an edge is offered: watching only a stored game."""
        return edge.target is not Node.REPLAY or self._result.placing is not None

    def payloads(self) -> Mapping[Node, object]:
        """Return this game for what looks at it again, and the plan of one with the same pieces."""
        result = self._result
        return {
            Node.REPLAY: result.placing and result.placing.id,
            Node.COACH: self.shared_recording,
            Node.GAME: replace(result.plan.with_new_pieces(), seed=result.recording.setup.seed),
        }

    def shared_recording(self) -> Recording:
        return stored_recording(self._services, self._result)

    def entries(self) -> Iterator[Option]:
        for edge in filter(self.offers, edges_from(self.NODE, Trigger.MENU)):
            yield self.edge_entry(edge)
            if edge.target is Node.GAME:
                yield from self._actions(edge)

    def _actions(self, again: Edge) -> Iterator[Entry]:
        result = self._result
        plan = replace(result.plan.with_new_pieces(), rival=result.recording)
        yield from self.shared_entries(lambda: self.follow(again, lambda: plan), self._copy, self._submit)
        if result.view is not None and result.view.width == WIDTH:
            yield Entry("board", _("Save as board"), self._save_board, _("Save the last board for the board editor."))

    def _copy(self) -> None:
        result = self._result
        is_best = is_new_best(result)
        self.copy_result(share_text(result.plan.mode.name, result.result, result.statistics.counts, is_best=is_best))

    def _submit(self) -> None:
        placing = self._result.placing
        self.show_hint(self._services.online.submissions.hand_in_game(placing.id if placing else None))

    def _save_board(self) -> None:
        """Save the last board, up to the highest row that a board has, under the mode and the result.

        Raises `StorageError`.
        """
        view = self._result.view
        if view is None:
            return
        letters = {0: EMPTY, **{shape.tile: name for name, shape in TETROMINOES.items()}}
        rows = tuple("".join(letters.get(tile, GREY) for tile in row) for row in view.rows[:HEIGHT] if row)
        name = f"{_(self._result.plan.mode.title)} {outcome(self._result.plan.mode.name, self._result.result)}"
        self._services.store.boards.put(name, encode([FumenPage(field=rows)]))
        self.show_hint(_("Saved as {name}.").format(name=name))
