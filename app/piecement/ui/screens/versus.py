"""The ladder of opponents, a friend at the same keyboard, and the way to play online."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.render.cells import pad, pad_left
from piecement.render.still_board import StillBoard
from piecement.session.match_facts import LastMatch
from piecement.settings.computer import FRIEND, OPPONENTS_OWN, Computer
from piecement.settings.settings import Settings
from piecement.storage.match_files import read_match
from piecement.storage.match_records import WinsAndLosses
from piecement.ui.bases.menu_screen import OptionsScreen
from piecement.ui.key_rows import BACK, CHANGE, HELP, LAST_KEYS, MOUSE, MOVE, KeyRow, KeyTable, number_keys
from piecement.ui.launch import HOST_HERE
from piecement.ui.menu_graph import Node, Trigger, edge_between
from piecement.ui.services import Services
from piecement.ui.texts.bars import dots
from piecement.ui.texts.matches import last_match_lines, pace_lines, rival_name, score_text
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.menu_list import Entry, static_line
from piecement.ui.widgets.rows import Line, RowText
from piecement.ui.widgets.screen_page import ScreenPage, size_class
from piecement.ui.widgets.setting_rows import Change, SettingRow
from piecement.ui.widgets.settings_list import SettingsList
from piecement_base.errors import StorageError, errors_to
from piecement_base.language import N_, _, ngettext
from piecement_base.plan import Plan
from piecement_engine import MODES
from piecement_engine.bots import BOTS, Opponent

_OPTIONS: Final = ("best_of", "attack", "opponent_speed", "your_name")
"""Settings of matches against bots."""
_FRIENDS: Final = ("best_of", "attack", "your_name", "friend_name")
"""Settings of matches against a friend."""
_WATCH: Final = "watch"
_WATCH_TWO: Final = "watch_two"
_WATCHED: Final = {
    _WATCH: ("bot", "pieces_per_second"),
    _WATCH_TWO: ("bot", "pieces_per_second", "opponent", "best_of"),
}
"""Settings of each entry that lets bots play, by its id."""
_NO_RECORD: Final = WinsAndLosses(0, 0)
_SCORE: Final = 5
"""Columns of wins and losses."""
_BOARD: Final = StillBoard.of_text(
    (
        "......TT..", ".J...TTZZ.", "JJJSSLLLZZ", "XXXXX.XXXX", "XXX.XXXXXX", "XXX.XXXXXX", "XXXXXX.XXX"
    ),
    20,
)  # fmt: skip
"""The board of an opponent who has not been played yet."""

_HOST: Final = KeyRow("H", N_("host a room"), (("h", N_("host a room")),), {"h": "host"})


class _OptionRow(SettingRow["VersusScreen"]):
    """A row for an option of a match."""

    def text(self) -> RowText:
        text = super().text()
        return text._replace(title=_("Speed")) if self.spec.name == "opponent_speed" else text

    def explain(self) -> Content:
        return Content(_(self.spec.sentence))


class VersusScreen(OptionsScreen):
    """Opponents from the weakest to the strongest, with the record against each."""

    NODE = Node.VERSUS
    KEYS = (
        KeyRow("Enter", N_("play a match"), (("enter", N_("play")),)),
        number_keys(9, N_("opponent; again: play")),
        KeyRow("→", N_("options of a match"), (("right", N_("options")),), {"right": "options"}),
        KeyRow("W", N_("watch a bot"), (("w", N_("watch")),), {"w": "watch"}),
        _HOST,
        KeyRow("L", N_("watch your last match"), (("l", N_("last match")),), {"l": "last_match"}),
        MOVE.without_line(),
        MOUSE,
        *LAST_KEYS,
    )
    KEYS_OF_OPTIONS = (MOVE, CHANGE, BACK, HELP)

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.live_settings: Final = services.settings
        self._bots: Final = {bot.name: bot for bot in BOTS.values() if bot.level}
        self._records: dict[str, WinsAndLosses] = {}
        self._read_records()
        self._last: dict[str, LastMatch | None] = {}
        """The last match against each opponent that was looked at."""
        self._option_names: tuple[str, ...] = _OPTIONS
        self.options_list = SettingsList(self._option_rows(), self._explain)
        self._heading = Static(id="name", markup=False)
        self._facts = Static(id="facts")
        self._history = Static(id="history")
        self._board: Final = BoardPicture(_BOARD, services)
        self.show_card()

    def contents(self) -> ComposeResult:
        card = Vertical(self._heading, self.hint, self._facts, self.options_list, self._history, classes="card")
        yield ScreenPage(_("Versus"), self.menu_list, card, Vertical(self._board, classes="third"))
        yield Static(self._ladder(), id="ladder")

    def on_mount(self) -> None:
        self.follow_settings(self._settings_changed)

    def key_rows(self) -> KeyTable:
        """Return the keys, that of hosting only where a server can be started."""
        return tuple(row for row in self.KEYS if row is not _HOST or self._services.may_host())

    def line_rows(self) -> KeyTable:
        return self.KEYS_OF_OPTIONS if self.is_in_options else self.key_rows()

    def on_screen_resume(self) -> None:
        """Show the records as they are after a match."""
        self._read_records()
        self._last.clear()
        self.query_one("#ladder", Static).update(self._ladder())
        self.renew()

    @property
    def shown(self) -> Settings:
        return self._services.settings.now

    def consider(self, change: Change | None) -> None:
        """Preview nothing: values of options show themselves."""

    def sentence(self, option: Option) -> str:
        sentence = super().sentence(option)
        if option.id != FRIEND or self._services.keyboard.reports_releases:
            return sentence
        taps_only = _("This terminal reports no key releases: only the last key pressed repeats.")
        return f"{sentence}\n{taps_only}"

    def first_entry(self) -> str:
        """Return the next opponent."""
        return self._next

    def on_resize(self) -> None:
        self.renew()

    def action_last_match(self) -> None:
        """Watch the last game of the last match, against the opponent with the cursor or else any."""
        if last := self._last_of(self._opponent_name) or self._last_of(""):
            self.navigate(Node.REPLAY, Trigger.KEY, last.last)
        else:
            self.show_hint(_("You have no match to watch yet."))

    def entries(self) -> Iterator[Option]:
        for bot in self._bots.values():
            name, fight, key = bot.name, partial(self._fight, bot.name), str(bot.level)
            yield Entry(name, _title(name), fight, _(bot.sentence), figure=self._figure(bot), key=key)
        yield static_line("")
        sentence = _("Two players, one keyboard.")
        yield Entry(FRIEND, _("A friend at this keyboard"), partial(self._fight, FRIEND), sentence, key="7")
        if edge := edge_between(Node.VERSUS, Node.ONLINE, Trigger.MENU):
            online = self.edge_entry(edge, "›")
            online.key = "8"
            yield online
        sentence = _("A bot plays Marathon; take over at any time.")
        yield Entry(_WATCH, _("Watch a bot"), self.action_watch, sentence, key="9")
        yield Entry(_WATCH_TWO, _("Watch two bots"), self._watch_two, _("Two bots play a match."))

    def _figure(self, bot: Opponent) -> str:
        """Return strength, record and state; the record and the state alone in a small terminal."""
        results = self._record(_title(bot.name))
        beaten, following = _("★ beaten"), _("next")
        state = beaten if results.won else following if bot.name == self._next else ""
        width = max(map(cell_len, (beaten, following)))
        if results == _NO_RECORD:
            told = pad_left(state or _("not played"), _SCORE + 2 + width)
        else:
            told = f"{pad_left(score_text(results), _SCORE)}  {pad(state, width)}"
        if self._size_class not in {"-normal", "-roomy"}:
            return told
        strength = dots((level < bot.level for level in range(len(self._bots))), ascii_only=self.ascii_only)
        return f"{strength}  {told}"

    @property
    def _size_class(self) -> str:
        return size_class(self._services.terminal.size)

    @property
    def _next(self) -> str:
        """The weakest bot that the player has not beaten, or else the strongest."""
        unbeaten = (name for name in self._bots if not self._record(_title(name)).won)
        return next(unbeaten, list(self._bots)[-1])

    def _record(self, opponent: str) -> WinsAndLosses:
        return self._records.get(opponent, _NO_RECORD)

    def _read_records(self) -> None:
        with errors_to(self._services.warn):
            self._records = self._services.store.match_records.all()

    def action_host(self) -> None:
        """Start a server here and open a room."""
        if self._services.may_host():
            self.navigate(Node.ONLINE, Trigger.MENU, HOST_HERE)

    def action_watch(self) -> None:
        """Watch a bot play Marathon."""
        mode = MODES["marathon"]
        self._services.run_state.watch_next(self.shown.computer.bot_of(mode))
        self.navigate(Node.GAME, Trigger.CHOICE, Plan(mode))

    def _watch_two(self) -> None:
        if self.shown.computer.opponent == FRIEND:
            self._services.settings.change("computer", "opponent", self._next)
        self._services.run_state.watch_next(self.shown.computer.bot_of(MODES["marathon"]))
        self.navigate(Node.MATCH, Trigger.CHOICE)

    def _fight(self, opponent: str) -> None:
        self._services.settings.change("computer", "opponent", opponent)
        self.navigate(Node.MATCH, Trigger.CHOICE)

    def _option_rows(self) -> Iterator[Line]:
        specs = {spec.name: spec for spec in Computer.specs()}
        return (_OptionRow(specs[name], self) for name in self._option_names)

    def _explain(self, text: Content) -> None:
        if self.is_in_options:
            self.hint.update(text)

    def _settings_changed(self) -> None:
        self.options_list.refresh_rows()
        self._show_facts()

    @property
    def has_options(self) -> bool:
        return bool(self._opponent_name) or self._watched in _WATCHED

    @property
    def _watched(self) -> str:
        """The id of the entry with the cursor, if it lets bots play."""
        return self.menu_list.current_name if self.menu_list.current_name in _WATCHED else ""

    def show_card(self) -> None:
        entry = self.menu_list.current
        if entry is None:
            return
        self._heading.update(entry.label.upper() if self.has_options else "")
        self.hint.update(self.explanation(entry))
        self.set_class(not self.has_options, "-unplayed")
        names = _FRIENDS if entry.id == FRIEND else _WATCHED.get(self._watched, _OPTIONS)
        if names != self._option_names:
            self._option_names = names
            self.options_list.rows.show_rows(self._option_rows())
        self._show_facts()

    def _show_facts(self) -> None:
        bot, name = self._bots.get(self.menu_list.current_name), self._opponent_name
        last, record = self._last_of(name) if name else None, self._record(name)
        is_roomy, ascii_only = self._size_class == "-roomy", self.ascii_only
        facts, history = list[Content](), list[Content]()
        if not self._watched:
            speed = self._speed(bot) if bot is not None else None
            facts += pace_lines(speed, last, record, is_roomy=is_roomy, ascii_only=ascii_only)
        if last is not None:
            history += last_match_lines(last, name, is_roomy=is_roomy, ascii_only=ascii_only)
        if bot is not None:
            history.append(Content(_("You have its star.") if record.won else _("Beat it for a star.")))
        self._facts.update(Content("\n").join(facts))
        self._history.update(Content("\n").join(history))
        self._board.show(_BOARD._replace(rows=last.boards[-1]) if last else _BOARD)

    def _speed(self, bot: Opponent) -> float:
        chosen = self.shown.computer.opponent_speed
        return bot.pieces_per_second if chosen == OPPONENTS_OWN else chosen

    @property
    def _opponent_name(self) -> str:
        """The name under which matches against the entry with the cursor are stored; empty for none."""
        name = self.menu_list.current_name
        if name == FRIEND:
            return rival_name(self.shown.computer.changed("opponent", FRIEND))
        return _title(name) if name in self._bots else ""

    def _last_of(self, opponent: str) -> LastMatch | None:
        """Return the last match against an opponent, or against any for an empty name."""
        if opponent not in self._last:
            self._last[opponent] = None
            files = self._services.store.versus_matches
            path = files.last_against(opponent) if opponent else next(iter(files.latest()), None)
            with suppress(StorageError, ValueError):
                self._last[opponent] = LastMatch.of(read_match(path)) if path else None
        return self._last[opponent]

    def _ladder(self) -> Content:
        """Return the bots in a line, joined as far as they are beaten, with a sign before the next one."""
        names = [_title(name) for name in self._bots]
        beaten = [bool(self._record(name).won) for name in names]
        labels = [f"› {name}" if name == _title(self._next) else name for name in names]
        steps = [name + (" ━━━ " if is_beaten else " ╌╌╌ ") for name, is_beaten in zip(labels, beaten, strict=True)]
        line, stars = self.plain("".join(steps)[: -len(" ━━━ ")]), sum(beaten)
        won = ngettext("{count} star", "{count} stars", stars).format(count=stars)
        return Content.assemble((_("YOUR LADDER"), "$muted"), f"   {won}\n{line}")


def _title(name: str) -> str:
    return name.capitalize()
