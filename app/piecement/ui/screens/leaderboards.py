"""The leaderboards of a server, whose games can be watched and raced against."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.render.cells import pad, pad_left
from piecement.session.race import race_plan
from piecement.session.records import StoredGame, origin_of
from piecement.settings.choices import sentences_of, titles_of
from piecement.settings.presets import rules_name
from piecement.settings.styles import FIRST_STYLE, RANKED_STYLES
from piecement.storage.replay_files import ENDING, safe_name
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS, MOUSE, MOVE, KeyRow
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.services import Services
from piecement.ui.texts.games import full_result, main_result
from piecement.ui.widgets.board_picture import LastBoardPicture
from piecement.ui.widgets.drawn_list import PlainList
from piecement.ui.widgets.filters import FilterChosen, FilterLine
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.atomic_file import write_atomically
from piecement_base.daily import DAILY_MODES, last_days, utc_day
from piecement_base.errors import StorageError, errors_to
from piecement_base.formatting import clock_text, count_text, grouped
from piecement_base.language import N_, _
from piecement_base.modes import LEADERBOARD_MODES, mode_title
from piecement_base.origin import new_token
from piecement_base.plan import Plan
from piecement_base.ranking import RANKED_RULES, Leaderboard
from piecement_base.timestamps import to_local_text
from piecement_engine import MODES, End, Recording, RecordingError, Result
from piecement_net.messages.leaderboards import (
    AskLeaderboard,
    LeaderboardKind,
    LeaderboardLine,
    LeaderboardList,
    Solo,
    SoloStart,
    Window,
)

_FILTERS: Final = {
    "mode": (N_("Mode"), {name: MODES[name].title for name in LEADERBOARD_MODES}),
    "rules": (N_("Rules"), {name: style.title for name, style in RANKED_STYLES.items()}),
    "kind": (N_("Kind"), titles_of("leaderboard_kind")),
    "window": (N_("Time"), titles_of("leaderboard_window")),
}
_KIND_SENTENCES: Final = sentences_of("leaderboard_kind")
_ASK_AGAIN_S: Final = 1.5
"""Time after which a refused request is repeated: servers refuse more than one a second."""
_NO_BEST: Final = N_("You have no ranked game with a replay in this mode.")
_NAME_WIDTH: Final = 16
_RESULT_WIDTH: Final = 14


class LeaderboardRow(Option):
    """Game of a leaderboard."""

    def __init__(self, place: int, line: LeaderboardLine, mode: str) -> None:
        super().__init__(_row(place, line, mode))
        self.line: Final = line


class LeaderboardsScreen(MenuScreen):
    """One leaderboard at a time, by mode, rules, kind and time; beside it the best game of the player."""

    NODE = Node.LEADERBOARDS
    KEYS = (
        MOVE.without_line(),
        KeyRow("Enter", N_("watch the game"), (("enter", N_("watch")),)),
        KeyRow("R", N_("race against it"), (("r", N_("race")),), {"r": "fetch('race')"}),
        KeyRow("P", N_("play for a place"), (("p", N_("play")),), {"p": "play(False)"}),
        KeyRow("D", N_("play the daily"), (("d", N_("daily")),), {"d": "play(True)"}),
        KeyRow("X", N_("export the replay"), (), {"x": "fetch('export')"}),
        KeyRow("H", N_("submit your best game"), (("h", N_("submit")),), {"h": "hand_in"}),
        KeyRow(
            "M F V W",
            N_("change the filters"),
            (),
            {"m": "filter('mode')", "f": "filter('rules')", "v": "filter('kind')", "w": "filter('window')"},
        ),
        MOUSE,
        *LAST_KEYS,
    )
    AUTO_FOCUS = "#games"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._connection = services.online.connection
        self._submissions = services.online.submissions
        self._use: Callable[[Recording], None] | None = None
        """Use of the requested recording; None while none is requested."""
        self._asked: AskLeaderboard | None = None
        """Request for the leaderboard of the filters."""
        self._may_repeat = False
        """Whether the request is repeated if the server refuses it."""
        self._filters: Final = FilterLine(_FILTERS, {"mode": "40_lines", "rules": self._own_style or FIRST_STYLE})
        self._list: Final = PlainList(list_id="games")
        self._best: Final = LastBoardPicture(services, "best")
        self._caption_text: Final = Static(id="caption")
        self._about_text: Final = Static(id="about", markup=False)

    def contents(self) -> ComposeResult:
        own = Vertical(self._caption_text, self._best, classes="third")
        columns = Horizontal(self._list, Vertical(self.hint, self._about_text, classes="card"), own, id="leaderboard")
        yield ScreenPage(_("Leaderboards"), Vertical(self._filters, columns))

    def sentence(self, option: Option) -> str:
        return _sentence(option.line) if isinstance(option, LeaderboardRow) else ""

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_fetch("watch")

    def action_filter(self, name: str) -> None:
        self._filters.open(name)

    def action_fetch(self, use: str) -> None:
        """Request the recording of the game with the cursor, to watch it, race against it or export it."""
        client, row = self._connection.client, self._list.highlighted_option
        if client is not None and isinstance(row, LeaderboardRow):
            self._use = {"watch": self._watch, "race": self._race, "export": self._export}[use]
            client.send(client.state.leaderboards.begin_entry(row.line.id))

    def action_play(self, daily: bool) -> None:
        """Ask the server for a game that it sees, by the rules in use, and show their leaderboard."""
        mode, own_style = self._filters.chosen("mode"), self._own_style
        if daily and mode not in DAILY_MODES:
            titles = ", ".join(map(mode_title, DAILY_MODES))
            self.show_hint(_("These modes have a daily: {modes}.").format(modes=titles))
            return
        if own_style is not None:
            self._filters.choose("rules", own_style)
        self._connection.send(Solo(mode=mode, rules=self._services.keyboard.rules, daily=daily))

    def action_hand_in(self) -> None:
        """Hand in the best own game of the mode by the rules."""
        with errors_to(self.show_hint):
            best = self._own_best()
            text = self._services.store.games.recording_text(best.id) if best else ""
            if not text:
                self.show_hint(_(_NO_BEST))
            elif self._submissions.submit(text):
                self.show_hint(_("The server is checking your best game."))

    @property
    def _own_style(self) -> str | None:
        """The style whose rules are in use, if servers rank them."""
        name = rules_name(self._services.settings.now)
        return next((style.name for style in RANKED_STYLES.values() if style.gameplay == name), None)

    def _own_best(self) -> StoredGame | None:
        """Return the best own game that could be handed in. Raises `StorageError`."""
        rules = RANKED_RULES[self._filters.chosen("rules")].changes
        leaderboard = Leaderboard.of(MODES[self._filters.chosen("mode")], {}, rules)
        best = self._services.store.games.best(leaderboard)
        return best if best is not None and best.has_recording else None

    def _show_best(self) -> None:
        """Show the last board of the best own game, where it could be handed in."""
        best = None
        with suppress(StorageError):
            best = self._own_best()
        title = _("Your best").upper(), "$muted"
        told = (full_result(best), "bold") if best else _(_NO_BEST)
        hint = (_("H submits it."), "$muted") if best else ""
        self._caption_text.update(Content("\n").join(map(Content.assemble, (title, told, hint))))
        self._best.find(partial(self._services.store.games.recording, best.id) if best else None)

    def _watch(self, recording: Recording) -> None:
        self.navigate(Node.REPLAY, Trigger.CHOICE, recording)

    def _race(self, recording: Recording) -> None:
        self.navigate(Node.GAME, Trigger.CHOICE, race_plan(recording))

    def _export(self, recording: Recording) -> None:
        name = f"{safe_name(origin_of(recording).mode)}-{self._connection.state.leaderboards.entry}{ENDING}"
        path = self._services.store.paths.replays / name
        write_atomically(path, recording.to_text().encode())
        self.show_hint(_("Saved as {path}.").format(path=path))

    def online_changed(self, change: str) -> None:
        state = self._connection.state
        if not self.is_current:
            return
        if change == "board":
            self._show()
        elif change == "solo_start" and state.leaderboards.start is not None:
            self._begin(state.leaderboards.start)
        elif change == "entry":
            self._go_on_with_entry()
        elif change == "standing":
            self._ask()
        elif change in {"error", "refused", "bye", "contact"}:
            self.show_hint(state.sentence)
            if change == "error" and self._leaderboard is None and self._may_repeat:
                self._may_repeat = False
                self._services.later(_ASK_AGAIN_S, self.while_running(self._repeat))

    def _begin(self, start: SoloStart) -> None:
        """Play a game that the server sees."""
        mode = MODES.get(start.mode)
        if mode is None:
            self.show_hint(_("This version has no mode {mode}.").format(mode=start.mode))
            return
        plan = Plan(mode, start.seed, token=new_token(), is_practice=not start.counts)
        self._submissions.witnessed = plan.token if start.counts else ""
        self.navigate(Node.GAME, Trigger.CHOICE, plan)

    def _go_on_with_entry(self) -> None:
        client = self._connection.client
        if client is None or self._use is None:
            return
        state = client.state.leaderboards
        if not state.is_whole:
            client.send(state.next_part())
            return
        use, self._use = self._use, None
        with errors_to(self.show_hint, RecordingError):
            use(Recording.from_text(state.text))

    @on(events.ScreenResume)
    @on(FilterChosen)
    def _ask(self) -> None:
        window = self._filters.chosen("window")
        today = utc_day(datetime.now(UTC))
        day = {"daily": today, "yesterday": last_days(today, 2)[0]}.get(window)
        named: Window = "daily" if day else window  # type: ignore[assignment]
        kind: LeaderboardKind = "proven" if self._filters.chosen("kind") == "proven" else "witnessed"
        mode, rules = self._filters.chosen("mode"), self._filters.chosen("rules")
        iso_day = day.isoformat() if day else None
        self._asked = AskLeaderboard(mode=mode, kind=kind, window=named, day=iso_day, rules=rules)
        self._may_repeat = True
        self._connection.send(self._asked)
        self._show()
        self._show_best()

    def _repeat(self) -> None:
        """Send the request again, unless its leaderboard has arrived."""
        if self._asked is not None and self._leaderboard is None:
            self._connection.send(self._asked)

    def _show(self) -> None:
        before, leaderboard = self._list.highlighted_option, self._leaderboard
        shown = before.line.id if isinstance(before, LeaderboardRow) else ""
        lines = leaderboard.lines if leaderboard else ()
        self._list.set_options(
            LeaderboardRow(place, line, leaderboard.mode if leaderboard else "") for place, line in enumerate(lines, 1)
        )
        if lines:
            self._list.highlighted = next((index for index, line in enumerate(lines) if line.id == shown), 0)
        else:
            self.show_hint(_("No games here yet. P plays for the first place.") if leaderboard else _("Loading…"))
        about = [_(_KIND_SENTENCES[self._filters.chosen("kind")])]
        if leaderboard and leaderboard.rules is None:
            about.append(_("This server ranks all rules together."))
        self._about_text.update("\n".join(about))

    @property
    def _leaderboard(self) -> LeaderboardList | None:
        """The received leaderboard, if it is the chosen one."""
        listed, asked = self._connection.state.leaderboards.listed, self._asked
        if listed is None or asked is None or listed.rules not in (None, asked.rules):
            return None
        is_asked = (listed.mode, listed.kind, listed.window) == (asked.mode, asked.kind, asked.window)
        return listed if is_asked and listed.day == asked.day else None


def _row(place: int, line: LeaderboardLine, mode: str) -> str:
    you = f" ({_('you')})" if line.own else ""
    name = set_cell_size(line.name, _NAME_WIDTH - cell_len(you)).rstrip() + you
    return f"{place:>3}  {pad(name, _NAME_WIDTH)} {pad_left(main_result(mode, _result(line)), _RESULT_WIDTH)}"


def _result(line: LeaderboardLine) -> Result:
    end = End(line.end) if line.end in list(End) else None
    return Result(end, line.time, line.score, line.lines, line.level, line.pieces)


def _sentence(line: LeaderboardLine) -> str:
    at = to_local_text(datetime.fromtimestamp(line.at_ms / 1000, UTC))
    if not line.open:
        return f"{line.name}\n{at}\n" + _("Played with today's pieces: you can watch it tomorrow.")
    lines = count_text("lines", line.lines)
    pieces = count_text("pieces", line.pieces)
    facts = (f"{clock_text(line.time)}   {_('Score {score}').format(score=grouped(line.score))}", f"{lines}   {pieces}")
    return "\n".join((line.name, at, *facts))
