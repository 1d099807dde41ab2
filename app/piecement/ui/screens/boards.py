"""The boards of a server: the best games, which can be watched and raced against."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from piecement.language import _, error_text, ngettext
from piecement.net.messages.boards import AskBoard, BoardKind, BoardLine, BoardList, Solo, SoloStart, Window
from piecement.session.formatting import clock_text, to_local_text
from piecement.session.plan import BOARD_MODES, DAILY_MODES, Plan, last_days, mode_title, new_token, utc_day
from piecement.storage.atomic_file import write_atomically
from piecement.storage.errors import StorageError
from piecement.storage.replay_files import ENDING
from piecement.ui import STYLES
from piecement.ui.bases.action_screen import ActionScreen
from piecement.ui.bases.filter_screen import FilterScreen
from piecement.ui.key_rows import ANYWHERE, BACK, MOUSE, MOVE, KeyRow, bindings_of
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.messages import OnlineChanged
from piecement.ui.texts.games import outcome
from piecement.ui.widgets.action_list import Action, ActionList
from piecement.ui.widgets.filters import Filter
from piecement.ui.widgets.page import ScreenPage
from piecement_engine import MODES, End, Recording, RecordingError, Result

if TYPE_CHECKING:
    from piecement.ui.services import Services

_MODES: Final = {name: mode_title(name) for name in BOARD_MODES}
_KINDS: Final[dict[str, str]] = {"witnessed": _("verified"), "proven": _("submitted")}
_WINDOWS: Final[dict[str, str]] = {
    "ever": _("all time"),
    "week": _("last week"),
    "day": _("last day"),
    "daily": _("daily: today"),
    "yesterday": _("daily: yesterday"),
}
_KIND_SENTENCES: Final = {
    "witnessed": _("Played live on this server: pieces and times are verified."),
    "proven": _("Submitted and simulated again by the server; times are not verified."),
}
_NAME_WIDTH: Final = 16
_RESULT_WIDTH: Final = 14


def build(services: "Services", __: None) -> "BoardsScreen":
    return BoardsScreen(services)


class BoardsScreen(FilterScreen, ActionScreen):
    """One board at a time, by mode, kind and time."""

    NODE = Node.BOARDS
    KEYS = (
        replace(MOVE, line=()),
        KeyRow("Enter", _("watch the game"), (("Enter", _("watch")),)),
        KeyRow("R", _("race against it"), (("R", _("race")),), {"r": "fetch('race')"}),
        KeyRow("P", _("play for a place"), (("P", _("play")),), {"p": "play(False)"}),
        KeyRow("D", _("play the daily"), (("D", _("daily")),), {"d": "play(True)"}),
        KeyRow("X", _("export the replay"), (("X", _("export")),), {"x": "fetch('export')"}),
        KeyRow("H", _("submit your best game"), (("H", _("submit")),), {"h": "hand_in"}),
        KeyRow(
            "M V W",
            _("mode, kind, time"),
            (),
            {"m": "filter('mode')", "v": "filter('kind')", "w": "filter('window')"},
        ),
        MOUSE,
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "boards.tcss"

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._services = services
        self._online = services.online
        self._purpose = ""
        """Purpose of the requested recording."""

    def compose(self) -> ComposeResult:
        filters = Horizontal(
            Filter("mode", _MODES, "40_lines"),
            Filter("kind", _KINDS, "witnessed"),
            Filter("window", _WINDOWS, "ever"),
            id="filters",
        )
        about, hint = Static(id="about", markup=False), Static(id="hint", markup=False)
        card = Vertical(hint, about, classes="card")
        yield ScreenPage(_("Leaderboards"), Vertical(filters, Horizontal(ActionList(()), card, id="board")))
        yield self.key_line()

    def on_mount(self) -> None:
        self._online.changed.subscribe(self, self._online_changed)
        self.action_list.focus()

    def on_select_changed(self) -> None:
        if self.is_current:
            self._ask()
            self.action_list.focus()

    def actions(self) -> Iterator[Action]:
        board = self._board
        for place, line in enumerate(board.lines if board else (), 1):
            yield Action(line.id, _row(place, line, board.mode if board else ""), _sentence(line))

    def run(self, name: str) -> None:
        self._fetch(name, "watch")

    def action_fetch(self, purpose: str) -> None:
        if (action := self.action_list.current) is not None:
            self._fetch(action.name, purpose)

    def action_play(self, daily: bool) -> None:
        """Ask the server for a game that it sees."""
        mode = self.chosen("mode")
        if daily and mode not in DAILY_MODES:
            titles = ", ".join(map(mode_title, DAILY_MODES))
            self.show_hint(_("These modes have a daily: {modes}.").format(modes=titles))
            return
        gameplay, keyboard = self._services.settings.now.gameplay, self._services.keyboard
        rules = gameplay.overrides(key_releases=keyboard.reports_releases)
        if self._online.client is not None:
            self._online.client.send(Solo(mode=mode, rules=rules, daily=daily))

    def action_hand_in(self) -> None:
        """Hand in the best own game of the mode."""
        mode, games = self.chosen("mode"), self._services.store.games
        try:
            best = games.best(self._services.games.leaderboard(MODES[mode], {}))
            text = games.recording_text(best.id) if best is not None and best.has_recording else ""
        except StorageError as error:
            self.show_hint(str(error))
            return
        if not text:
            self.show_hint(_("You have no ranked game with a replay in this mode."))
        elif self._online.hand_in(text):
            self.show_hint(_("The server is checking your best game."))

    def action_back(self) -> None:
        """Leave a filter for the list, or the screen."""
        if self.action_list.has_focus:
            super().action_back()
        else:
            self.action_list.focus()

    def _fetch(self, entry: str, purpose: str) -> None:
        """Get a recording, for a purpose."""
        client = self._online.client
        if client is not None:
            self._purpose = purpose
            client.send(client.state.boards.entry_request(entry))

    def _use(self, recording: Recording) -> None:
        board = self._board
        mode = MODES.get(board.mode) if board else None
        match self._purpose:
            case "watch":
                self.navigate(Node.REPLAY, Trigger.CHOICE, recording)
            case "race" if mode is not None:
                seed = recording.setup.seed
                self.navigate(Node.GAME, Trigger.CHOICE, Plan(mode, seed, is_practice=True, rival=recording))
            case "export" if mode is not None:
                entry = self._online.client.state.boards.entry if self._online.client else ""
                path = self._services.store.paths.replays / f"{mode.name}-{entry}{ENDING}"
                write_atomically(path, recording.to_text().encode())
                self.show_hint(_("Saved as {path}.").format(path=path))
            case _:
                pass
        self._purpose = ""

    def _online_changed(self, message: OnlineChanged) -> None:
        state = self._online.state
        if state is None or not self.is_current:
            return
        match message.change:
            case "board":
                self._show()
            case "solo_start" if state.boards.start is not None:
                self._begin(state.boards.start)
            case "entry":
                self._go_on_with_entry()
            case "standing":
                self._ask()
            case "error" | "refused" | "bye" | "contact":
                self.show_hint(state.sentence)
            case _:
                pass

    def _begin(self, start: SoloStart) -> None:
        """Play a game that the server sees."""
        mode = MODES.get(start.mode)
        if mode is None:
            self.show_hint(_("This version has no mode {mode}.").format(mode=start.mode))
            return
        plan = Plan(mode, start.seed, token=new_token(), is_practice=not start.counts)
        self._online.stream_solo(plan.token if start.counts else "")
        self.navigate(Node.GAME, Trigger.CHOICE, plan)

    def _go_on_with_entry(self) -> None:
        client = self._online.client
        if client is None or not self._purpose:
            return
        boards = client.state.boards
        if not boards.is_whole:
            client.send(boards.entry_request(boards.entry))
            return
        try:
            self._use(Recording.from_text(boards.text))
        except (RecordingError, StorageError) as error:
            self.show_hint(error_text(error))

    @on(events.ScreenResume)
    def _ask(self) -> None:
        window = self.chosen("window")
        today = utc_day(datetime.now(UTC))
        day = {"daily": today, "yesterday": last_days(today, 2)[0]}.get(window)
        named: Window = "daily" if day else window  # type: ignore[assignment]
        kind: BoardKind = "proven" if self.chosen("kind") == "proven" else "witnessed"
        asked = AskBoard(mode=self.chosen("mode"), kind=kind, window=named, day=day.isoformat() if day else None)
        if self._online.client is not None:
            self._online.client.send(asked)
        self.query_one("#about", Static).update(_KIND_SENTENCES[kind])

    def _show(self) -> None:
        current = self.action_list.current
        board = self._board
        said = "" if board and board.lines else _("No games here yet. P plays for the first place.")
        self.refresh_actions(current.name if current else "", said)
        if said:
            self.show_hint(said)

    @property
    def _board(self) -> BoardList | None:
        """The board that came, if it is the one that is chosen."""
        state = self._online.state
        board = state.boards.board if state else None
        return board if board and (board.mode, board.kind) == (self.chosen("mode"), self.chosen("kind")) else None


def _row(place: int, line: BoardLine, mode: str) -> str:
    name = set_cell_size(line.name, _NAME_WIDTH) if cell_len(line.name) > _NAME_WIDTH else line.name
    blanks = " " * (_NAME_WIDTH - cell_len(name))
    sign = "*" if line.own else " "
    return f"{place:>3}{sign} {name}{blanks} {outcome(mode, _result(line)):>{_RESULT_WIDTH}}"


def _result(line: BoardLine) -> Result:
    end = End(line.end) if line.end in list(End) else None
    return Result(end, line.time, line.score, line.lines, line.level, line.pieces)


def _sentence(line: BoardLine) -> str:
    at = to_local_text(datetime.fromtimestamp(line.at_ms / 1000, UTC))
    if not line.open:
        return f"{line.name}\n{at}\n" + _("Played with today's pieces: you can watch it tomorrow.")
    lines = ngettext("{count} line", "{count} lines", line.lines).format(count=line.lines)
    pieces = ngettext("{count} piece", "{count} pieces", line.pieces).format(count=line.pieces)
    facts = (f"{clock_text(line.time)}   {_('Score {score}').format(score=line.score)}", f"{lines}   {pieces}")
    return "\n".join((line.name, at, *facts))
