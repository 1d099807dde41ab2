"""The first page of modes, the daily, and the ways to all others."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from textual.widgets.option_list import Option

from piecement.session.puzzle_packs import BUILT_IN, packs_in
from piecement.settings.presets import rules_name
from piecement.ui.bases.modes_screen import OPTIONS, PLAY, SAME, ModesScreen
from piecement.ui.key_rows import BACK, HELP, LAST_KEYS_OF_LIST, KeyRow, number_keys
from piecement.ui.menu_graph import Node
from piecement.ui.offers import first_offers, more_offers
from piecement.ui.widgets.menu_list import Entry, static_line
from piecement_base.daily import DAILY_MODES, utc_day
from piecement_base.errors import StorageError
from piecement_base.language import N_, _

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
    KEYS = (PLAY, OPTIONS, _NUMBERS, SAME, *_OWN_KEYS, *LAST_KEYS_OF_LIST)
    KEYS_OF_LIST = (PLAY, OPTIONS, _NUMBERS, _MORE, SAME, BACK, HELP)

    def entries(self) -> Iterator[Option]:
        offers = first_offers(rules_name(self._services.settings.now))
        for key, offer in enumerate(offers, start=1):
            yield self.mode_entry(offer, str(key))
        yield static_line("")
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
        last = self._services.run_state.last_plan
        played = self._results.last_mode if last is None else last.mode.name
        for offered in self._offered.values():
            if any(variant.mode.name == played for variant in offered.offer.variants):
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
        store = self._services.store
        try:
            played = len(store.daily_tries.begun(utc_day(store.now())).intersection(DAILY_MODES))
        except StorageError:
            return ""
        if not played:
            return _("not played")
        return _("{number} of {count}").format(number=played, count=len(DAILY_MODES))
