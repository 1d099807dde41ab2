"""Choosing a mode, what can be set about it, and if one likes the number that decides the pieces."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.validation import Integer
from textual.widget import Widget
from textual.widgets import Input, Label, OptionList, Static

from piecement.session.plan import Plan
from piecement.settings.knobs import Setting
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, CHANGE, HELP, MOUSE, MOVE, KeyRow, KeyTable, bindings_of, line_of
from piecement.ui.launch import LARGEST_SEED
from piecement.ui.menu_graph import Node, Way
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.mode_facts import facts
from piecement.ui.texts.mode_options import settings_of
from piecement.ui.texts.standings import Standings
from piecement.ui.texts.terminal_room import lack_of_room
from piecement.ui.widgets.fields import FieldChanged, FieldRefused
from piecement.ui.widgets.key_line import KeyLine
from piecement.ui.widgets.mode_list import ModeList, ModeText
from piecement.ui.widgets.setting_row import RowReached, SettingRow
from piecement_engine import MODES, Mode, RuleError, Rules
from piecement_engine.modes import OptionValue

if TYPE_CHECKING:
    from piecement.ui.services import Services

_TITLE_WIDTH: Final = 18
"""The columns of an option's title, in text as in controls."""

_PLAY: Final = KeyRow("Enter", "choose", (("Enter", "play"),))
_OPTIONS: Final = KeyRow("→ or L", "set its options", (("→", "options"),))
_UP_DOWN: Final = replace(MOVE, actions={"up,k": "app.focus_previous", "down,j": "app.focus_next"})
_IN_OPTIONS: Final[KeyTable] = (CHANGE, MOVE, BACK, HELP)
_IN_SEED: Final[KeyTable] = (_PLAY, BACK)
"""What works in the seed, which takes digits alone."""

_OPTION_TEXT: Final = "options"
"""The class of the text that stands where the controls of the options come to stand."""

Options = dict[str, OptionValue]
"""What was set about a mode, by the names of its options."""


def build(services: "Services", _: None) -> "NewGameScreen":
    """Return the screen, on the mode that was played last."""
    return NewGameScreen(services, tuple(MODES.values()))


class NewGameScreen(MenuScreen):
    """The modes."""

    NODE = Node.NEW_GAME
    KEYS = (
        _PLAY,
        _OPTIONS,
        _UP_DOWN,
        KeyRow("S", "type a seed", (("S", "seed"),), {"s": "seed"}),
        KeyRow("0 to 9", "to a mode; again: play", (("0-9", "mode"),)),
        KeyRow("U", "open all modes", (), {"u": "unlock"}),
        MOUSE,
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "new_game.tcss"

    def __init__(self, services: "Services", modes: tuple[Mode, ...]) -> None:
        super().__init__()
        last = services.games.last_plan
        self._services = services
        self._standings = Standings(lambda: services.store.games)
        self._modes = {mode.name: mode for mode in modes}
        self._start = last.mode.name if last and last.mode.name in self._modes else modes[0].name
        self._options: dict[str, Options] = {last.mode.name: dict(last.options)} if last else {}

    def compose(self) -> ComposeResult:
        """Lay out the modes, what the chosen one is about, and the seed."""
        with Vertical(classes="page"):
            yield Static("New game", classes="heading")
            with Horizontal(id="choice"):
                yield ModeList(tuple(self._modes.values()), self._tell)
                with Vertical(id="about"):
                    yield Static(id="sentence")
                    yield Static(id="lock")
                    yield Static(id="facts")
                    yield VerticalScroll(id="options", can_focus=False)
            with Horizontal(id="seeding"):
                yield Label("Seed")
                yield Input(
                    str(self._services.games.kept_seed) if self._services.games.kept_seed is not None else "",
                    placeholder="new pieces each time",
                    restrict="[0-9]*",
                    validators=[Integer(minimum=0, maximum=LARGEST_SEED)],
                    valid_empty=True,
                    compact=True,
                    id="seed",
                )
            yield Static(id="hint")
        yield KeyLine(*line_of(self._rows_of(self._modes[self._start])))

    def on_mount(self) -> None:
        """Put the cursor on the mode that was played last."""
        self._list.highlighted = list(self._modes).index(self._start)
        self._services.settings.changed.subscribe(self, lambda _: self._tell_standings())
        self.call_after_refresh(self._tell_standings)  # the database is opened only once the modes are seen

    @on(OptionList.OptionHighlighted, "#modes")
    async def show_mode(self, event: OptionList.OptionHighlighted) -> None:
        """Tell about the mode that the cursor is on, and how its options are set."""
        mode = self._modes[str(event.option.id)]
        self.query_one("#sentence", Static).update(mode.sentence)
        self._tell_lock(mode)
        self._tell_facts(mode)
        self._tell_keys()
        await self._show_options(Static(Content("\n").join(self._option_lines(mode)), classes=_OPTION_TEXT))

    def on_resize(self) -> None:
        """Tell what has room now."""
        self._tell_facts(self._mode)

    def on_descendant_focus(self) -> None:
        """Tell the keys of where the cursor is now, and what a seed is for."""
        self._tell_keys()
        if self._seed.has_focus:
            self._explain("The same number deals the same pieces again.")
        elif self._list.has_focus:
            self._explain("")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play the mode."""
        if event.option_list is self._list:
            self._play(self._modes[str(event.option.id)])

    def on_input_submitted(self) -> None:
        """Play the mode that the cursor is on."""
        self._play(self._mode)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what will not do as a seed; one that was kept is forgotten with its last digit."""
        if not event.value:
            self._services.games.kept_seed = None
        fault = event.validation_result is not None and not event.validation_result.is_valid
        self._explain(f"A seed is a number up to {LARGEST_SEED}." if fault else "")

    def on_row_reached(self, event: RowReached) -> None:
        """Explain the option that the cursor is on."""
        self._explain(event.setting.sentence)

    def on_field_changed(self, event: FieldChanged) -> None:
        """Remember the option for the game to be played, and for the next."""
        value = int(event.value) if isinstance(event.value, float) else event.value
        self._options.setdefault(event.setting.section, {})[event.setting.name] = value
        self._tell_facts(self._modes[event.setting.section])
        self._list.retell()

    def on_field_refused(self, event: FieldRefused) -> None:
        """Tell what would do."""
        self._explain(f"{event.setting.title} can be {event.setting.range_text}.")

    async def on_click(self, event: events.Click) -> None:
        """Turn the options into controls where one of them is pointed at."""
        for text in self.query(f".{_OPTION_TEXT}"):
            if text.region.contains_point(event.screen_offset):
                await self._set_options(event.screen_offset.y - text.region.y)

    async def action_options(self) -> None:
        """Turn the list of the options into controls, and go to the first."""
        await self._set_options(0)

    async def _set_options(self, first: int) -> None:
        # Controls take a while to make, and a cursor on its way through the modes must not wait for them.
        rows = [SettingRow(setting, self._value(setting)) for setting in settings_of(self._mode)]
        if first < len(rows):
            await self._show_options(*rows)
            rows[first].control.focus()

    def action_seed(self) -> None:
        """Go to the seed."""
        self._seed.focus()

    def action_unlock(self) -> None:
        """Open all modes, for good, and tell no longer of one that it is locked."""
        self._explain("")
        self._services.settings.change("interface", "all_modes", True)
        self._explain("All modes are open.")

    def action_back(self) -> None:
        """Leave the options or the seed for the modes, or the modes for the last screen."""
        if self._list.has_focus:
            super().action_back()
        else:
            self._list.focus()

    async def _show_options(self, *shown: Widget) -> None:
        place = self.query_one("#options", VerticalScroll)
        with self.app.batch_update():
            await place.remove_children()
            if place.is_attached:  # the program may have ended meanwhile
                await place.mount(*shown)

    def _option_lines(self, mode: Mode) -> Iterator[Content]:
        for setting in settings_of(mode):
            title = f" {setting.title:<{_TITLE_WIDTH - 1}}"
            yield Content.assemble((title, "$muted"), setting.value_text(self._value(setting)))

    def _value(self, setting: Setting) -> OptionValue:
        default = setting.default
        value = self._options.get(setting.section, {}).get(setting.name, default)
        return int(value) if isinstance(value, float) else value

    def _tell(self, mode: Mode) -> ModeText:
        """Return what stands beside a mode in the list."""
        if not self._is_open(mode):
            return ModeText("locked", is_locked=True)
        return ModeText(self._standings.best(mode, self._options.get(mode.name, {})))

    def _tell_standings(self) -> None:
        self._list.retell()
        self._tell_lock(self._mode)
        self._services.warn(*self._services.store.take_warnings())

    def _tell_lock(self, mode: Mode) -> None:
        lock = self.query_one("#lock", Static)
        lock.update(self._lock(mode))
        lock.display = not self._is_open(mode)

    def _is_open(self, mode: Mode) -> bool:
        return self._services.settings.now.interface.all_modes or self._standings.opens(mode)

    def _lock(self, mode: Mode) -> str:
        """Return what opens a mode."""
        first = MODES[mode.unlocked_by].title if mode.unlocked_by else ""
        return f"Locked: a win in {first} that counts opens it. U opens all modes."

    def _tell_keys(self) -> None:
        rows = self._rows_of(self._mode) if self._list.has_focus else _IN_OPTIONS
        self.query_one(KeyLine).show(*line_of(_IN_SEED if self._seed.has_focus else rows))

    def _rows_of(self, mode: Mode) -> KeyTable:
        """Return the keys that do something while the cursor is on a mode."""
        return tuple(row for row in self.KEYS if mode.options or row is not _OPTIONS)

    def _tell_facts(self, mode: Mode) -> None:
        told = [fault] if (fault := self._fault(mode)) else facts(self._rules(mode))
        told_in = self.query_one("#facts", Static)
        told_in.update(Content("\n".join(told)))
        told_in.display = bool(told)

    def _rules(self, mode: Mode) -> Rules:
        wishes = self._services.settings.now.gameplay.wishes(key_releases=self._services.keyboard.knows_releases)
        return mode.rules_with(wishes, self._options.get(mode.name, {}))

    def _fault(self, mode: Mode) -> str:
        """Return why a mode cannot be played with the options as they are set, or nothing where it can."""
        try:
            return lack_of_room(self._rules(mode), self._services.appearance.look, self.app.size)
        except RuleError as error:
            return str(error)

    def _explain(self, sentence: str) -> None:
        self.query_one("#hint", Static).update(sentence)

    def _play(self, mode: Mode) -> None:
        if not self._is_open(mode):
            self._explain(self._lock(mode))
            return
        if fault := self._fault(mode):
            self._explain(fault)
        elif self._seed.is_valid:
            seed = int(self._seed.value) if self._seed.value else None
            self.navigate(Node.GAME, Way.CHOICE, Plan(mode, seed, self._options.get(mode.name, {})))

    @property
    def _mode(self) -> Mode:
        return self._list.mode

    @property
    def _list(self) -> ModeList:
        return self.query_one(ModeList)

    @property
    def _seed(self) -> Input:
        return self.query_one("#seed", Input)
