"""The base of the screens on which a mode is chosen: a list of modes, and beside it the options of the one chosen."""

from collections.abc import Callable
from functools import partial
from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static

from piecement.render.layout_planner import size_warning
from piecement.settings.presets import rules_name
from piecement.settings.specs import SettingSpec
from piecement.settings.values import SettingValue
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import OptionsScreen
from piecement.ui.key_rows import KeyRow
from piecement.ui.launch import LARGEST_SEED
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.mode_results import ModeResults
from piecement.ui.offers import ChosenOffer, Offer
from piecement.ui.run_state import RunState
from piecement.ui.services import Services
from piecement.ui.widgets.menu_list import Entry, MenuList
from piecement.ui.widgets.previews import ModePreview
from piecement.ui.widgets.questions import TypeText
from piecement.ui.widgets.rows import Row, RowText
from piecement.ui.widgets.screen_page import ScreenPage
from piecement.ui.widgets.setting_rows import ValueRow
from piecement.ui.widgets.settings_list import SettingsList
from piecement_base.language import N_, _, error_text
from piecement_base.plan import Plan
from piecement_engine import RuleError, Rules

PLAY: Final = KeyRow("Enter", N_("play"), (("enter", N_("play")),))
OPTIONS: Final = KeyRow(N_("→ or L"), N_("set its options"), (("right", N_("options")),), {"right,l": "options"})
SAME: Final = KeyRow("S", N_("the last game's pieces"), (("s", N_("same pieces")),), {"s": "same_pieces"})


class ModeMenu(MenuList):
    """A list in which the first click on a mode only moves the cursor, so that its card is seen."""

    def on_click(self, event: events.Click) -> None:
        index = event.style.meta.get("option")
        if index is not None and index != self.highlighted and not self.get_option_at_index(int(index)).disabled:
            event.prevent_default()
            self.highlighted = int(index)


class _OptionRow(ValueRow):
    """A row for an option of a mode."""

    def __init__(self, spec: SettingSpec, offered: ChosenOffer, changed: Callable[[ChosenOffer], None]) -> None:
        super().__init__(spec)
        self._offered: Final = offered
        self._changed: Final = changed

    def value(self) -> SettingValue:
        return self._offered.value(self.spec)

    def change(self, value: SettingValue) -> None:
        self._offered.change(self.spec.name, value)
        self._changed(self._offered)

    def explain(self) -> Content:
        return Content(_(self.spec.sentence))


class _SeedRow(Row):
    """The row of the seed that is offered for the next game."""

    is_typed = True

    def __init__(self, run_state: RunState, change: Callable[[int | None], object]) -> None:
        super().__init__("pieces")
        self._run_state: Final = run_state
        self._change: Final = change

    def text(self) -> RowText:
        seed = self._run_state.offered_seed
        return RowText(_("Pieces"), _("random") if seed is None else str(seed))

    def explain(self) -> Content:
        return Content(_("Type a number: the same number gives the same pieces."))

    def select(self) -> TypeText:
        seed = self._run_state.offered_seed
        return TypeText("" if seed is None else str(seed), self._problem, self._type)

    def clear(self) -> None:
        self._change(None)

    def _type(self, text: str) -> None:
        self._change(int(text) if text else None)

    @staticmethod
    def _problem(text: str) -> str:
        digits = len(str(LARGEST_SEED))  # Python refuses to read thousands of them
        fits = not text or (text.isdecimal() and len(text) <= digits and int(text) <= LARGEST_SEED)
        return "" if fits else _("A seed is a number up to {most}.").format(most=LARGEST_SEED)


class ModesScreen(OptionsScreen):
    """A list of modes. Enter plays the one with the cursor, with the options beside it."""

    CSS_PATH = [STYLES / "play.tcss"]
    AUTO_FOCUS = "ModeMenu"
    LIST = ModeMenu

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._results: Final = ModeResults(services.store, services.stored_games.leaderboard)
        self._offered: dict[str, ChosenOffer] = {}
        self._sentence = Static(classes="sentence", markup=False)
        self._records = Static(classes="records")
        self.options_list = SettingsList((), self._explain)
        self._history = Static(classes="history")
        self._ranked = Static(classes="ranked", markup=False)
        self._card = Vertical(
            self._sentence, self._records, self.options_list, self._history, self._ranked, classes="card"
        )
        self._preview = ModePreview(services.clock, services.appearance.look)
        self._preview.add_class("third", update=False)
        self.show_card()  # which shows something in all widgets above

    def beside_heading(self) -> Widget | None:
        """Return a widget beside the heading, or None."""
        return None

    def contents(self) -> ComposeResult:
        yield ScreenPage(_(self.NODE.heading), self.menu_list, self._card, self._preview, beside=self.beside_heading())

    def on_mount(self) -> None:
        self.follow_settings(self.show_current)
        self._services.warn(*self._services.store.pop_warnings())

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._show_preview()

    @property
    def has_options(self) -> bool:
        return self.current is not None

    def action_same_pieces(self) -> None:
        """Take the pieces of the last game, or new ones again."""
        run_state = self._services.run_state
        if run_state.offered_seed is not None:
            self.set_seed(None)
        elif run_state.last_seed is None:
            self._sentence.update(_("No game yet. Type a number at Pieces."))
        else:
            self.set_seed(run_state.last_seed)

    @property
    def current(self) -> ChosenOffer | None:
        """The offer with the cursor, if it is on one."""
        return self._offered.get(self.menu_list.current_name)

    def mode_entry(self, offer: Offer, key: str) -> Entry:
        """Return the entry of a mode, as it was last played or set."""
        offered = self._offered.get(offer.name) or ChosenOffer.of(offer, self._services.run_state.last_plan)
        self._offered[offer.name] = offered
        play, figure = partial(self._play, offered), self._figure(offered)
        return Entry(offer.name, offer.title, play, offer.few_words, figure=figure, key=key)

    def _figure(self, offered: ChosenOffer) -> str:
        return self._results.best_text(offered.variant.mode, offered.chosen_options) or "-"

    def _play(self, offered: ChosenOffer) -> None:
        if fault := self._fault(offered):
            self._sentence.update(fault)
            return
        plan = Plan(offered.variant.mode, self._services.run_state.offered_seed, offered.chosen_options)
        self.navigate(Node.GAME, Trigger.CHOICE, plan)

    @on(events.Resize)
    def show_current(self) -> None:
        """Show the card and the game of the entry with the cursor."""
        self.show_card()
        self._show_preview()

    def _show_preview(self) -> None:
        offered, look = self.current, self._services.appearance.look
        rules = None if offered is None or self._fault(offered) else self._rules(offered)
        is_invisible = offered is not None and offered.variant.mode.invisible
        self._preview.show_rules(rules, look._replace(blindfold=is_invisible))

    def show_card(self) -> None:
        offered, entry = self.current, self.menu_list.current
        if entry is None:
            return
        if offered is None:
            self._sentence.update(entry.sentence)
            for shown in (self._records, self._history, self._ranked):
                shown.update("")
            self.options_list.rows.show_rows(())
            return
        mode, options = offered.variant.mode, offered.chosen_options
        self._sentence.update(_(mode.sentence))
        self._records.update(self._results.records(mode, options))
        self._history.update(self._results.history(mode, options, ascii_only=self.ascii_only))
        self._ranked.update(self._fault(offered) or self._ranking(offered))
        rows = [_OptionRow(spec, offered, self.show_changed) for spec in (*offered.offer.specs, *offered.variant.specs)]
        self.options_list.rows.show_rows([*rows, _SeedRow(self._services.run_state, self.set_seed)])

    def set_seed(self, seed: int | None) -> None:
        """Offer a seed for the next game, None for a random one."""
        self._services.run_state.offered_seed = seed
        self.options_list.rows.refresh_entries()
        self._sentence.update(_("New pieces.") if seed is None else _("These pieces come again."))

    def show_changed(self, offered: ChosenOffer) -> None:
        """Show an option that was changed, with the cursor where it is."""
        at = self.options_list.rows.highlighted
        entry = self.menu_list.current
        if entry is not None:
            entry.figure = self._figure(offered)
            self.menu_list.refresh_entries()
        self.show_current()
        self.options_list.rows.highlighted = at

    def _explain(self, text: Content) -> None:
        if self.is_in_options:
            self._sentence.update(text)

    def _rules(self, offered: ChosenOffer) -> Rules:
        return offered.variant.mode.rules_with(self._services.keyboard.rules, offered.chosen_options)

    def _fault(self, offered: ChosenOffer) -> str:
        """Return why a mode cannot be played with its options, or an empty text if it can."""
        try:
            return size_warning(self._rules(offered), self._services.appearance.look, self._services.terminal.size)
        except RuleError as error:
            return error_text(error)

    def _ranking(self, offered: ChosenOffer) -> str:
        """Return the ranking of a game, or the one reason why it has none."""
        if offered.variant.mode.is_practice(offered.chosen_options):
            return _("Practice: these options are not ranked.")
        return _("Ranked with the rules {name}.").format(name=_(rules_name(self._services.settings.now)))
