"""Choosing a mode, and what can be set about it: the first page, and all other modes by groups."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from piecement.session.puzzle_files import BUILT_IN, packs_in, read_packs
from piecement.settings.specs import Range, SettingSpec, SettingValue
from piecement.settings.styles import rules_name
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import OptionsScreen
from piecement.ui.key_rows import BACK, HELP, LAST_KEYS, MOUSE, MOVE, KeyRow, find_row, number_keys
from piecement.ui.launch import LARGEST_SEED
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screen import ScreenPage
from piecement.ui.services import Services
from piecement.ui.texts.modes import Standings, size_warning
from piecement.ui.texts.offers import Offer, Variant, first_offers, more_offers
from piecement.ui.widgets.menu_list import Entry, MenuList, group_heading
from piecement.ui.widgets.previews import ModePreview
from piecement.ui.widgets.rows import Row, RowText, Type, ValueRow
from piecement.ui.widgets.settings_list import SettingsList
from piecement_base.daily import DAILY_MODES, utc_day
from piecement_base.errors import StorageError
from piecement_base.language import N_, _, error_text
from piecement_base.plan import Plan
from piecement_engine import Mode, RuleError, Rules
from piecement_engine.modes import OptionValue

PLAY: Final = KeyRow("Enter", N_("play"), (("enter", N_("play")),))
OPTIONS: Final = KeyRow(N_("→ or L"), N_("set its options"), (("right", N_("options")),), {"right,l": "options"})
SAME: Final = KeyRow("S", N_("the last game's pieces"), (("s", N_("same pieces")),), {"s": "same_pieces"})
_ANY_SEED: Final = Range(0, LARGEST_SEED)


@dataclass
class Offered:
    """A line with what is set about it."""

    offer: Offer
    variant: Variant
    options: dict[str, OptionValue]
    """The options of the mode that are set."""

    @property
    def chosen_options(self) -> dict[str, OptionValue]:
        """All options of the mode, those of the variant among them."""
        return {**self.options, **self.variant.options}

    def value(self, spec: SettingSpec) -> SettingValue:
        """Return the choice that makes the variant, or an option of the mode."""
        value = self.variant.choices.get(spec.name) or self.options.get(spec.name)
        return spec.default if value is None else value

    def change(self, name: str, value: SettingValue) -> None:
        """Change what `value` returns; options that another variant lacks are dropped."""
        if name in self.variant.choices:
            self.variant = self.offer.after(self.variant, name, str(value))
            names = {option.name for option in self.variant.specs}
            self.options = {name: value for name, value in self.options.items() if name in names}
        else:
            self.options[name] = int(value) if isinstance(value, float) else value


class ModeMenu(MenuList):
    """A list in which the first click on a mode only moves the cursor, so that its card is seen."""

    def on_click(self, event: events.Click) -> None:
        index = event.style.meta.get("option")
        if index is not None and index != self.highlighted and not self.get_option_at_index(int(index)).disabled:
            event.prevent_default()
            self.highlighted = int(index)


class _OptionRow(ValueRow):
    """A row for an option of a mode."""

    def __init__(self, spec: SettingSpec, offered: Offered, changed: Callable[[Offered], None]) -> None:
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
    """The row of the seed."""

    is_typed = True

    def __init__(self, screen: "ModesScreen") -> None:
        super().__init__("pieces")
        self._screen: Final = screen

    def text(self) -> RowText:
        seed = self._screen.seed
        return RowText(_("Pieces"), _("random") if seed is None else str(seed))

    def explain(self) -> Content:
        return Content(_("Type a number: the same number gives the same pieces."))

    def select(self) -> Type:
        return Type("" if self._screen.seed is None else str(self._screen.seed), self._problem, self._type)

    def clear(self) -> None:
        self._screen.set_seed(None)

    def _type(self, text: str) -> None:
        self._screen.set_seed(int(text) if text else None)

    @staticmethod
    def _problem(text: str) -> str:
        fits = not text or (text.isdecimal() and int(text) <= LARGEST_SEED)
        return "" if fits else _("A seed is a number up to {most}.").format(most=LARGEST_SEED)


class ModesScreen(OptionsScreen):
    """A list of modes. Enter plays the one with the cursor, with the options beside it."""

    CSS_PATH = [STYLES / "play.tcss"]
    AUTO_FOCUS = "ModeMenu"
    LIST = ModeMenu

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._standings: Final = Standings(lambda: services.store.games, services.games.leaderboard, services.store.now)
        self._offered: dict[str, Offered] = {}
        self._seed = services.games.offered_seed
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
        self.show_card()

    def beside_heading(self) -> Widget | None:
        """Return a widget beside the heading, or None."""
        return None

    def contents(self) -> ComposeResult:
        yield ScreenPage(_(self.NODE.heading), self.menu_list, self._card, self._preview, beside=self.beside_heading())

    def on_mount(self) -> None:
        self.follow_settings(self._tell)
        self._services.warn(*self._services.store.pop_warnings())

    def on_screen_resume(self) -> None:
        self._preview.run()

    def on_screen_suspend(self) -> None:
        """Stop the preview below another screen."""
        self._preview.stop()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._show_preview()

    @property
    def has_options(self) -> bool:
        return self.current is not None

    def action_same_pieces(self) -> None:
        """Take the pieces of the last game, or new ones again."""
        last = self._services.games.last_seed
        if self._seed is not None:
            self.set_seed(None)
        elif last is None:
            self._sentence.update(_("No game yet. Type a number at Pieces."))
        else:
            self.set_seed(last)

    @property
    def current(self) -> Offered | None:
        """The line with the cursor, if it is a mode."""
        entry = self.menu_list.current
        return self._offered.get(entry.id or "") if entry is not None else None

    def mode_entry(self, offer: Offer, key: str = "") -> Entry:
        """Return the entry of a mode, as it was last played or set."""
        offered = self._offered.get(offer.name) or self._remembered(offer)
        self._offered[offer.name] = offered
        return Entry(
            offer.name,
            offer.title,
            lambda: self._play(offered),
            figure=self._figure(offered),
            sentence=offer.few_words,
            key=key,
        )

    def _remembered(self, offer: Offer) -> Offered:
        last = self._services.games.last_plan
        if last is not None:
            for variant in offer.variants:
                if variant.fits(last.mode.name, last.options):
                    own = {name: value for name, value in last.options.items() if name not in variant.options}
                    return Offered(offer, variant, own)
        return Offered(offer, offer.variants[0], {})

    def _figure(self, offered: Offered) -> str:
        return self._standings.best_text(offered.variant.mode, offered.chosen_options) or "-"

    def _play(self, offered: Offered) -> None:
        if fault := self._fault(offered):
            self._sentence.update(fault)
            return
        plan = Plan(offered.variant.mode, self._seed, offered.chosen_options)
        self.navigate(Node.GAME, Trigger.CHOICE, plan)

    @on(events.Resize)
    def _tell(self) -> None:
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
        if offered is None:
            if entry is not None:
                self._show_card(entry.sentence)
            return
        mode, options = offered.variant.mode, offered.chosen_options
        ascii_only = self.ascii_only
        self._show_card(
            _(mode.sentence),
            self._rows(offered),
            records=self._standings.records(mode, options),
            history=self._standings.history(mode, options, ascii_only=ascii_only),
            ranked=self._fault(offered) or self._ranking(offered),
        )

    def _show_card(self, sentence: str, rows: Iterable[Row] = (), **texts: Content | str) -> None:
        """Show a card; the texts are those of the records, the history and the ranking."""
        self._sentence.update(sentence)
        self.options_list.rows.show_rows(rows)
        for name, shown in (("records", self._records), ("history", self._history), ("ranked", self._ranked)):
            shown.update(texts.get(name, ""))

    def _rows(self, offered: Offered) -> list[Row]:
        """Return the rows of the options: those that choose the mode, its own, and the pieces."""
        specs = (*offered.offer.specs, *offered.variant.specs)
        return [*(_OptionRow(spec, offered, self.show_changed) for spec in specs), _SeedRow(self)]

    @property
    def seed(self) -> int | None:
        """The seed of the game, None for a random one."""
        return self._seed

    def set_seed(self, seed: int | None) -> None:
        self._seed = self._services.games.offered_seed = seed
        self.options_list.rows.refresh_entries()
        self._sentence.update(_("New pieces.") if seed is None else _("These pieces come again."))

    def show_changed(self, offered: Offered) -> None:
        """Show an option that was changed, with the cursor where it is."""
        at = self.options_list.rows.highlighted
        entry = self.menu_list.current
        if entry is not None:
            entry.figure = self._figure(offered)
            self.menu_list.refresh_entries()
        self._tell()
        self.options_list.rows.highlighted = at

    def _explain(self, text: Content) -> None:
        if self.is_in_options:
            self._sentence.update(text)

    def _rules(self, offered: Offered) -> Rules:
        overrides = self._services.settings.now.gameplay.overrides(
            key_releases=self._services.keyboard.reports_releases
        )
        return offered.variant.mode.rules_with(overrides, offered.chosen_options)

    def _fault(self, offered: Offered) -> str:
        """Return why a mode cannot be played with its options, or an empty text if it can."""
        try:
            return size_warning(self._rules(offered), self._services.appearance.look, self._services.terminal.size)
        except RuleError as error:
            return error_text(error)

    def _ranking(self, offered: Offered) -> str:
        """Return the ranking of a game, or the one reason why it has none."""
        mode, options = offered.variant.mode, offered.chosen_options
        now = self._services.settings.now
        if mode.is_practice(options):
            return _("Practice: these options are not ranked.")
        return _("Ranked with the rules {name}.").format(name=_(rules_name(now)))


_NUMBERS: Final = number_keys(9, N_("to a mode; again: play"), N_("mode"))
_MORE: Final = KeyRow("M", N_("more modes"), (("m", N_("more")),), {"m": "navigate_to('more_modes')"})
_OWN_KEYS: Final = (
    _MORE,
    KeyRow("D", N_("play the daily"), (), {"d": "navigate_to('daily')"}),
    KeyRow("B", N_("draw a board"), (), {"b": "navigate_to('board_editor')"}),
    KeyRow("R", N_("your own rules"), (), {"r": "navigate_to('rule_editor')"}),
)


class PlayScreen(ModesScreen):
    """The eight modes of the first page, the daily, and the ways to all others."""

    NODE = Node.PLAY
    KEYS = (PLAY, OPTIONS, _NUMBERS, SAME, *_OWN_KEYS, MOVE, MOUSE, *LAST_KEYS)
    KEYS_OF_LIST = (PLAY, OPTIONS, _NUMBERS, _MORE, SAME, BACK, HELP)

    def entries(self) -> Iterator[Option]:
        offers = first_offers(rules_name(self._services.settings.now))
        for key, offer in enumerate(offers, start=1):
            yield self.mode_entry(offer, str(key))
        yield group_heading("")
        sentence, number = _("Same pieces for everyone"), str(len(offers) + 1)
        yield self._way(Node.DAILY, _("Daily"), self._daily_figure(), sentence, number)
        store = self._services.store
        packs = [*packs_in(BUILT_IN), *packs_in(store.paths.puzzles)]
        more = sum(map(len, more_offers().values())) + len(packs)
        yield self._way(Node.MORE_MODES, _("More modes"), f"{more} ›", _("Fast, retro, tetrs and odd"))
        yield Entry("tools", _("Boards and rules"), self._ask_for_tool, _("Draw a board, make rules"), figure="2 ›")

    def _way(self, node: Node, label: str, figure: str, sentence: str, key: str = "") -> Entry:
        """Return the entry of another screen."""
        return Entry(node, label, partial(self.action_navigate_to, node), sentence, figure=figure, key=key)

    def first_entry(self) -> str:
        """Return the mode that was played last."""
        last = self._services.games.last_plan
        played = [last.mode.name] if last is not None else self._standings.recent(1)
        for offered in self._offered.values():
            if any(variant.mode.name in played for variant in offered.offer.variants):
                return offered.offer.name
        return ""

    def _ask_for_tool(self) -> None:
        self.menu_list.ask(
            _("Boards and rules"),
            self._way(Node.BOARD_EDITOR, _("Board editor"), "B", _("Draw a board and play it.")),
            self._way(Node.RULE_EDITOR, _("Rule editor"), "R", _("Make your own rules, and share them in a line.")),
        )

    def _daily_figure(self) -> str:
        """Return the number of today's dailies that were played."""
        today = utc_day(self._services.store.now())
        try:
            tries = self._services.store.daily_tries
            played = sum(1 for mode in DAILY_MODES if tries.between(mode, today, today))
        except StorageError:
            return ""
        if not played:
            return _("not played")
        return _("{number} of {count}").format(number=played, count=len(DAILY_MODES))


_FIND: Final = find_row(N_("find a mode by name"))

_READ_EACH_S: Final = 0.5
_LOW: Final = 28
"""Lines of a terminal below which a list of all modes and groups would scroll."""
_WIDE: Final = 60
"""Columns from which on names of groups and results fit beside the modes."""

_FINDING: Final = "-finding"
"""The class of the line while it is open."""


class MoreModesScreen(ModesScreen):
    """The other modes."""

    NODE = Node.MORE_MODES
    CSS_PATH = [STYLES / "play.tcss", STYLES / "more_modes.tcss"]
    KEYS = (PLAY, OPTIONS, _FIND, SAME, MOVE, MOUSE, *LAST_KEYS)
    KEYS_OF_LIST = (PLAY, OPTIONS, MOVE, _FIND, BACK, HELP)

    def __init__(self, services: Services) -> None:
        found = [*read_packs(BUILT_IN), *read_packs(services.store.paths.puzzles)]
        self._packs: Final = tuple(one for one in found if isinstance(one, Mode))
        services.warn(*(one for one in found if isinstance(one, str)))
        self._groups = more_offers(self._packs)
        self._find: Final = Input(placeholder=_("Type a name."), compact=True, id="find")
        super().__init__(services)

    def on_mount(self) -> None:
        self._read_files()
        self.set_interval(_READ_EACH_S, self._read_files)

    def _read_files(self) -> None:
        """Show modes whose files are new or have changed."""
        files, before = self._services.store.own_files, self._services.store.own_files.revision
        self._services.settings.read_own_files()
        if files.revision != before:
            self._offered.clear()
            self._groups = more_offers(self._packs)
            self._show_entries()
            self._tell()

    def beside_heading(self) -> Widget:
        return self._find

    def entries(self) -> Iterator[Option]:
        wanted = self._find.value.casefold()
        for group, offers in self._groups.items():
            found = [offer for offer in offers if wanted in f"{offer.title} {offer.few_words}".casefold()]
            title = group.upper() if group != "tetrs" else group
            if found and not self._is_low:
                yield group_heading(title)
            for place, offer in enumerate(found):
                yield self.mode_entry(offer, title if self._is_low and not place else "")

    @property
    def _is_low(self) -> bool:
        """Whether the names of groups are beside their first modes: lines of their own would make the list scroll."""
        size = self._services.terminal.size
        return size.height < _LOW and size.width >= _WIDE

    def first_entry(self) -> str:
        """Return the mode that was played last, if it is here."""
        last = self._services.games.last_plan
        for offered in self._offered.values():
            if last is not None and offered.variant.fits(last.mode.name, last.options):
                return offered.offer.name
        return ""

    @on(events.Resize)
    def _show_entries(self) -> None:
        self.menu_list.show(self.entries())

    @on(Input.Changed)
    def _show_found(self) -> None:
        """Show the modes that fit the text, with the cursor on the first whose title begins with it."""
        wanted = self._find.value.casefold()
        offers = chain.from_iterable(self._groups.values()) if wanted else ()
        titled = (offer.name for offer in offers if offer.title.casefold().startswith(wanted))
        self.menu_list.show(self.entries(), at=next(titled, ""))

    def on_input_submitted(self) -> None:
        """Play the mode with the cursor, as Enter in the list does."""
        self.menu_list.focus()
        self.menu_list.action_select()

    def action_find(self) -> None:
        self._find.add_class(_FINDING)
        self.set_focus(self._find)

    def action_back(self) -> None:
        """Leave the search for all modes, or else as elsewhere."""
        if self._find.has_class(_FINDING):
            self._find.clear()
            self.menu_list.focus()
            self._find.remove_class(_FINDING)
        else:
            super().action_back()
