"""The details of a stored game, and actions on it."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.session.records import StoredGame, origin_of
from piecement.ui.bases.game_actions import GameActionsScreen
from piecement.ui.key_rows import COPY, COPY_LINE, LAST_KEYS, LIST
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement.ui.texts.games import END_WORDS, full_result, marks, mode_text
from piecement.ui.texts.label_lines import Figure, figure_lines
from piecement.ui.texts.results import attack_figures, clear_figures
from piecement.ui.texts.shared_results import share_text
from piecement.ui.widgets.board_picture import LastBoardPicture
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.screen_page import ScreenPage, size_class
from piecement_base.errors import StorageError
from piecement_base.formatting import clock_text, finesse_text, grouped
from piecement_base.language import _
from piecement_base.plan import Plan
from piecement_base.timestamps import day_text
from piecement_engine import MODES, Recording

if TYPE_CHECKING:
    from piecement.session.replay_player import LastBoard


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
        self._board = LastBoardPicture(services, "board", found=self._add_attack)
        self._figures = Static(id="figures")
        self._attack: tuple[Figure, ...] = ()
        self._board.set_class(self._game is None or not self._game.has_recording, "-none")

    def contents(self) -> ComposeResult:
        middle = Vertical(self.menu_list, self.hint, id="middle")
        beside = Vertical(self._figures, id="beside", classes="framed")
        yield ScreenPage(self._heading(), self._board, middle, beside)

    def on_mount(self) -> None:
        if self._game is not None and self._game.has_recording:
            self._board.find(partial(self._store.games.recording, self.game_id))

    def _add_attack(self, last: "LastBoard") -> None:
        """Show also the attack and the spins by kind, for which the game is replayed."""
        self._attack = tuple(attack_figures(last.statistics, last.view.time_ns))
        self._show_figures()

    @on(events.Resize)
    def _show_figures(self) -> None:
        """Show the figures in groups, the clears only where it is roomy."""
        if (game := self._game) is not None:
            cleared = [clear_figures(game.counts)] if size_class(self._services.terminal.size) == "-roomy" else []
            attack = [self._attack] if self._attack else []
            self._figures.update(figure_lines(_figures(game), *cleared, *attack))

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
        first = Content.assemble(f"{mode_text(game).upper()}   ", (full_result(game), "$foreground"), best)
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
            sentence = _("Watch at any speed, or play on from any moment.")
            yield Entry("watch", _("Watch"), self._go(Node.REPLAY), sentence)
            yield Entry("coach", _("Coach"), self._go(Node.COACH), _("Where a bot would have done better and why."))
        race = self._go(Node.GAME) if is_kept and game.mode in MODES else None
        submit = self._submit if is_kept else None
        yield from self.shared_entries(race, self.action_copy_result, submit, has_line=is_kept)
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
        self.show_hint(self._services.online.submissions.submit_game(self.game_id))

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
