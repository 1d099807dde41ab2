"""Choosing a mode, what can be set about it, and if one likes the number that decides the pieces."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.validation import Integer
from textual.widgets import Input, Label, OptionList, Static

from piecement.language import _, error_text
from piecement.session.plan import Plan
from piecement.settings.specs import SettingSpec, SettingValue
from piecement.storage.own_modes import stored_modes
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, CHANGE, HELP, MOUSE, MOVE, KeyRow, KeyTable, bindings_of, line_of
from piecement.ui.launch import LARGEST_SEED
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.texts.modes import Standings, facts, size_warning, specs_of
from piecement.ui.widgets.key_line import KeyLine
from piecement.ui.widgets.mode_list import ModeList, ModeText
from piecement.ui.widgets.previews import ModePreview
from piecement.ui.widgets.setting_rows import Row, value_row
from piecement.ui.widgets.settings_list import RowList, SettingsList
from piecement_engine import MODES, Mode, RuleError, Rules
from piecement_engine.modes import OptionValue

if TYPE_CHECKING:
    from piecement.ui.services import Services

_PLAY: Final = KeyRow("Enter", _("choose"), (("Enter", _("play")),))
_OPTIONS: Final = KeyRow(_("→ or L"), _("set its options"), (("→", _("options")),))
_IN_OPTIONS: Final[KeyTable] = (CHANGE, MOVE, BACK, HELP)
_IN_SEED: Final[KeyTable] = (_PLAY, BACK)
"""Keys of the seed, which takes only digits."""

_RECENT: Final = 3
"""Number of recent modes listed above all others."""

Options = dict[str, OptionValue]
"""Chosen values of a mode's options, by name."""


def build(services: "Services", _: None) -> "PlayScreen":
    return PlayScreen(services, tuple(MODES.values()))


class PlayScreen(MenuScreen):
    """The modes."""

    NODE = Node.PLAY
    KEYS = (
        _PLAY,
        _OPTIONS,
        KeyRow("S", _("type a seed"), (("S", _("seed")),), {"s": "seed"}),
        KeyRow("D", _("the pieces of the day"), (("D", _("daily")),), {"d": "navigate_to('daily')"}),
        KeyRow("R", _("rules of your own"), (("R", _("rules")),), {"r": "navigate_to('rule_editor')"}),
        KeyRow("B", _("draw a board"), (("B", _("board")),), {"b": "navigate_to('board_editor')"}),
        replace(MOVE, actions={"up,down": "leave_seed"}),
        KeyRow(_("0 to 9"), _("to a mode; again: play"), (("0-9", _("mode")),)),
        KeyRow("U", _("open all modes"), (), {"u": "unlock"}),
        MOUSE,
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "play.tcss"
    HORIZONTAL_BREAKPOINTS = [*(MenuScreen.HORIZONTAL_BREAKPOINTS or ()), (110, "-roomy")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]

    def __init__(self, services: "Services", modes: tuple[Mode, ...]) -> None:
        super().__init__()
        last = services.games.last_plan
        self._services = services
        self._standings = Standings(lambda: services.store.games)
        self._modes = {mode.name: mode for mode in modes}
        self._start = last.mode.name if last and last.mode.name in self._modes else modes[0].name
        self._has_looked = False
        """Whether the database may be opened."""
        self._options: dict[str, Options] = {last.mode.name: dict(last.options)} if last else {}
        start = self._modes[self._start]
        self._list = ModeList(modes, self._mode_text)
        self._list.go_to(start)
        self._sentence = Static(_(start.sentence), id="sentence")
        self._lock_line = Static(id="lock")
        self._facts = Static(id="facts")
        self._results = Static(id="results")
        self._settings_list = SettingsList((), self._explain_option)
        self._preview = ModePreview(services.clock, services.appearance.look)
        self._seed = Input(
            "" if services.games.offered_seed is None else str(services.games.offered_seed),
            placeholder=_("new pieces each time"),
            restrict="[0-9]*",
            validators=[Integer(minimum=0, maximum=LARGEST_SEED)],
            valid_empty=True,
            compact=True,
            id="seed",
        )
        self._hint = Static(id="hint")
        self._key_line = KeyLine(*line_of(self._rows_of(start)))

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(_("New game"), classes="heading")
            with Horizontal(id="choice"):
                yield self._list
                with Vertical(id="about"):
                    yield self._sentence
                    yield self._lock_line
                    yield self._facts
                    yield self._results
                    yield self._settings_list
                yield self._preview
            with Horizontal(id="seeding"):
                yield Label(_("Seed"))
                yield self._seed
            yield self._hint
        yield self._key_line

    def on_mount(self) -> None:
        self._services.settings.changed.subscribe(self, lambda _: self._show_standings())
        self.call_after_refresh(self._show_played)  # the database is opened only once the modes are seen

    def on_screen_resume(self) -> None:
        self._preview.run()

    def on_screen_suspend(self) -> None:
        """Stop the preview below another screen."""
        self._preview.stop()

    @on(OptionList.OptionHighlighted, "#modes")
    def show_mode(self, event: OptionList.OptionHighlighted) -> None:
        mode = self._list.mode
        self._sentence.update(_(mode.sentence))
        self._show_lock(mode)
        self._show_results(mode)
        self._show_facts(mode)
        self._show_preview(mode)
        self._show_keys()
        options = self._options.setdefault(mode.name, {})
        self._option_list.show_rows(self._option_row(spec, options) for spec in specs_of(mode))

    def on_resize(self) -> None:
        """Tell what has room now."""
        self._show_facts(self._mode)

    def on_descendant_focus(self) -> None:
        """Tell the keys of where the cursor is now, and what a seed is for."""
        self._show_keys()
        if self._seed.has_focus or self._list.has_focus:
            self._option_list.highlighted = None
        if self._seed.has_focus:
            self._hint.update(_("The same number gives the same pieces again."))
        elif self._list.has_focus:
            self._hint.update("")
        elif self._option_list.has_focus:
            self._settings_list.refresh_rows()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list is self._list:
            self._play(self._mode)

    def on_input_submitted(self) -> None:
        self._play(self._mode)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what will not do as a seed; one that was kept is forgotten with its last digit."""
        if not event.value:
            self._services.games.offered_seed = None
        fault = event.validation_result is not None and not event.validation_result.is_valid
        self._hint.update(_("A seed is a number up to {most}.").format(most=LARGEST_SEED) if fault else "")

    def _explain_option(self, text: Content) -> None:
        if not self._seed.has_focus and not self._list.has_focus:
            self._hint.update(str(text))

    def _option_row(self, spec: SettingSpec, options: Options) -> Row:
        def set_option(value: SettingValue) -> None:
            options[spec.name] = int(value) if isinstance(value, float) else value
            self._settings_list.refresh_rows()
            self._show_facts(self._mode)
            self._show_results(self._mode)
            self._show_preview(self._mode)
            self._list.retell()

        row = value_row(spec, lambda: options.get(spec.name, spec.default), set_option)
        return replace(row, explain=lambda: Content(spec.sentence))

    def action_options(self) -> None:
        if self._mode.options:
            self._option_list.highlighted = 0
            self._option_list.focus()

    def action_leave_seed(self) -> None:
        if self._seed.has_focus:
            self._list.focus()

    def action_seed(self) -> None:
        self._seed.focus()

    def action_unlock(self) -> None:
        """Open all modes, for good, and tell no longer of one that it is locked."""
        self._hint.update("")
        self._services.settings.change("interface", "all_modes", True)
        self._hint.update(_("All modes are open."))

    def action_back(self) -> None:
        """Leave the options or the seed for the modes, or the modes for the last screen."""
        if self._list.has_focus:
            super().action_back()
        else:
            self._list.focus()

    def _mode_text(self, mode: Mode) -> ModeText:
        """Return what stands beside a mode in the list."""
        if not self._is_open(mode):
            return ModeText(_("locked"), is_locked=True)
        return ModeText(self._best(mode))

    def _show_played(self) -> None:
        """Show which modes were played last, and go to the first of them where none was played since the start."""
        own = stored_modes(self._services.store)
        self._modes |= {mode.name: mode for mode in own}
        recent = [self._modes[name] for name in self._standings.recent(_RECENT) if name in self._modes]
        is_untouched = self._services.games.last_plan is None and self._mode.name == self._start
        self._list.show_modes(self._modes.values(), recent)
        if recent and is_untouched:
            self._list.go_to(recent[0])
        self._has_looked = True
        self._show_standings()

    def _show_standings(self) -> None:
        self._list.retell()
        self._show_lock(self._mode)
        self._show_results(self._mode)
        self._services.warn(*self._services.store.pop_warnings())

    def _show_results(self, mode: Mode) -> None:
        """Show the best result of a mode with its options as they are set, and the last one."""
        best, last = self._best(mode), self._standings.last(mode) if self._has_looked else ""
        told = [f"{title}  {result}" for title, result in ((_("Best"), best), (_("Last"), last)) if result]
        self._results.update(Content("   ".join(told)))
        self._results.display = bool(told)

    def _best(self, mode: Mode) -> str:
        return self._standings.best(mode, self._options.get(mode.name, {})) if self._has_looked else ""

    def _show_lock(self, mode: Mode) -> None:
        self._lock_line.update(self._lock(mode))
        self._lock_line.display = not self._is_open(mode)

    def _is_open(self, mode: Mode) -> bool:
        return self._services.settings.now.interface.all_modes or self._standings.opens(mode)

    def _lock(self, mode: Mode) -> str:
        """Return what opens a mode."""
        first = _(MODES[mode.unlocked_by].title) if mode.unlocked_by else ""
        return _("Locked: win a ranked game of {first} to open it. U opens all modes.").format(first=first)

    def _show_keys(self) -> None:
        rows = self._rows_of(self._mode) if self._list.has_focus else _IN_OPTIONS
        self._key_line.show(*line_of(_IN_SEED if self._seed.has_focus else rows))

    def _rows_of(self, mode: Mode) -> KeyTable:
        """Return the keys that do something while the cursor is on a mode."""
        return tuple(row for row in self.KEYS if mode.options or row is not _OPTIONS)

    def _show_facts(self, mode: Mode) -> None:
        told = [fault] if (fault := self._fault(mode)) else facts(self._rules(mode))
        if self._services.settings.now.computer.hint:
            told.append(_("Hints are on: games are practice."))
        self._facts.update(Content("\n".join(told)))
        self._facts.display = bool(told)

    def _show_preview(self, mode: Mode) -> None:
        rules = None if self._fault(mode) else self._rules(mode)
        self._preview.show_rules(rules, self._services.appearance.look._replace(blindfold=mode.invisible))

    def _rules(self, mode: Mode) -> Rules:
        overrides = self._services.settings.now.gameplay.overrides(
            key_releases=self._services.keyboard.reports_releases
        )
        return mode.rules_with(overrides, self._options.get(mode.name, {}))

    def _fault(self, mode: Mode) -> str:
        """Return why a mode cannot be played with the options as they are set, or nothing where it can."""
        try:
            return size_warning(self._rules(mode), self._services.appearance.look, self.app.size)
        except RuleError as error:
            return error_text(error)

    def _play(self, mode: Mode) -> None:
        if not self._is_open(mode):
            self._hint.update(self._lock(mode))
            return
        if fault := self._fault(mode):
            self._hint.update(fault)
        elif self._seed.is_valid:
            seed = int(self._seed.value) if self._seed.value else None
            self.navigate(Node.GAME, Trigger.CHOICE, Plan(mode, seed, dict(self._options.get(mode.name, {}))))

    @property
    def _mode(self) -> Mode:
        return self._list.mode

    @property
    def _option_list(self) -> RowList:
        return self._settings_list.rows
