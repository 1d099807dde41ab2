"""Base of all menu screens."""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from textual import events
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.ui.key_rows import BACK, CHANGE, HELP, MOVE, OPEN, KeyTable
from piecement.ui.menu_graph import Edge, Node, Trigger, edge_between, edges_from
from piecement.ui.screen import NodeScreen
from piecement.ui.services import Services
from piecement.ui.settling import Settling
from piecement.ui.widgets.menu_list import Action, Entry, MenuList
from piecement_base.errors import errors_to
from piecement_base.language import _

if TYPE_CHECKING:
    from piecement.session.bots.review_task import Review, ReviewTask
    from piecement.session.bots.slices import ScheduledCall
    from piecement.ui.widgets.settings_list import SettingsList
    from piecement_engine.errors import EngineError

_Kind = TypeVar("_Kind", bound="Review")


class MenuScreen(NodeScreen):
    """A screen of the menu graph, with a list of the edges that leave it, if any, and a hint about one of them."""

    LIST: ClassVar[type[MenuList]] = MenuList
    HAS_SENTENCES: ClassVar[bool] = True
    """Whether tall terminals show the sentences of the entries below them."""
    _settling: Settling | None = None
    """The time for which a screen that opens by itself takes no keys; None for any other screen."""

    @cached_property
    def menu_list(self) -> MenuList:
        return self.LIST(tuple(self.entries()), at=self.first_entry(), has_sentences=self.HAS_SENTENCES)

    @cached_property
    def hint(self) -> Static:
        """The explanation of the entry with the cursor."""
        return Static(id="hint", markup=False)

    def entries(self) -> Iterable[Option]:
        """Return the entries of the list: by default, those of the edges that leave this screen and are offered."""
        return map(self.edge_entry, filter(self.offers, edges_from(self.NODE, Trigger.MENU)))

    def first_entry(self) -> str:
        """Return the name of the entry that the cursor begins on; empty for the first."""
        return ""

    def renew(self) -> None:
        """Show the entries and the card as they are now."""
        self.menu_list.show(self.entries())
        self.show_card()

    def edge_entry(self, edge: Edge, figure: str = "", choose: Action | None = None) -> Entry:
        """Return an entry that leads along an edge, or calls a function instead."""
        choose = choose or partial(self.follow, edge)
        return Entry(edge.target, _(edge.label), choose, _(edge.sentence), figure=figure)

    def sentence(self, option: Option) -> str:
        """Return the explanation of an entry now."""
        return option.sentence if isinstance(option, Entry) else ""

    def explanation(self, option: Option) -> str:
        """Return the explanation of an entry, without the sentence that its list shows."""
        text, sentence = self.sentence(option), option.sentence if isinstance(option, Entry) else ""
        if any(menu.shows_sentences for menu in self.query(MenuList)) and text.startswith(sentence):
            return text[len(sentence) :].lstrip()
        return text

    def show_hint(self, text: str) -> None:
        """Show a text instead of the explanation of an entry."""
        self.hint.set_class(not text, "-none")
        self.hint.update(self.plain(text))

    def copy_result(self, text: str) -> None:
        """Copy a result, as far as the terminal lets programs do so, and show it: it can be marked there too."""
        from piecement.ui.texts.shared_results import in_colour, in_plain_blocks  # comes with the whole engine

        is_plain = self.ascii_only
        text = in_plain_blocks(text) if is_plain else text
        self.app.copy_to_clipboard(text)
        self.notify(text if is_plain else in_colour(text), title=_("Copied"), markup=not is_plain)

    def offers(self, edge: Edge) -> bool:
        """Return whether an edge from this screen can be followed now."""
        return True

    def action_navigate_to(self, target: str) -> None:
        """Go to a screen by its key, if one of the edges to it is offered."""
        edges = (edge_between(self.NODE, Node(target), trigger) for trigger in (Trigger.KEY, Trigger.MENU))
        if (edge := next(filter(None, edges), None)) and self.offers(edge):
            self.follow(edge)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        option = event.option
        self.show_card_title(option.label if isinstance(option, Entry) else "")
        self.show_card()
        self.show_hint(self.explanation(event.option))

    def show_card(self) -> None:
        """Show what is beside the entry with the cursor, besides its explanation."""

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if isinstance(event.option, Entry) and event.option.choose is not None:
            with errors_to(self.show_hint):
                event.option.choose()

    def review_task(
        self,
        review: _Kind,
        on_end: "Callable[[EngineError | None], object]",
        on_slice: Callable[[], object] | None = None,
        pause_s: float | None = None,
    ) -> "ReviewTask[_Kind]":
        """Return a review to be run while the screen is there, with this pause after each slice (s)."""
        from piecement.session.bots.review_task import PAUSE_S, ReviewTask  # comes with the whole engine

        services = self._services

        def later(delay_s: float, call: Callable[[], None]) -> "ScheduledCall":
            return services.later(delay_s, self.while_running(call))

        return ReviewTask(review, services.clock, later, on_end, on_slice, pause_s=pause_s or PAUSE_S)

    def admit_key(self) -> bool:
        return self._settling is None or self._settling.admit_key()

    def action_back(self) -> None:
        """Leave a question, or else the screen."""
        for menu in self.query(MenuList):
            if menu.is_asking:
                menu.cancel()
                return
        super().action_back()


_IN_OPTIONS: Final = "-options"
"""The class of a screen whose options have the focus."""


class OptionsScreen(MenuScreen):
    """A screen with options in the card beside its menu, which an arrow key goes to."""

    KEYS_OF_LIST: ClassVar[KeyTable]
    KEYS_OF_OPTIONS: ClassVar[KeyTable] = (CHANGE, MOVE, OPEN, BACK, HELP)
    """The keys of the key line while the list has the focus, or the options."""
    options_list: "SettingsList"

    def line_rows(self) -> KeyTable:
        return self.KEYS_OF_OPTIONS if self.is_in_options else self.KEYS_OF_LIST

    @property
    def is_in_options(self) -> bool:
        return self.has_class(_IN_OPTIONS)

    @property
    @abstractmethod
    def has_options(self) -> bool:
        """Whether the entry with the cursor has options."""

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Show the keys of the list or of the options, whichever has the cursor now."""
        self.set_class(self.options_list in event.widget.ancestors, _IN_OPTIONS)
        self.show_keys()
        if not self.is_in_options:
            self.options_list.rows.highlighted = None
            self.show_card()

    def action_options(self) -> None:
        if self.has_options and not self.is_in_options:
            self.add_class(_IN_OPTIONS)
            self.options_list.rows.highlighted = 0
            self.set_focus(self.options_list.rows)  # at once: the next key may follow closely

    def action_back(self) -> None:
        """Leave the options for the list, or the list for the last screen."""
        if self.is_in_options:
            self.remove_class(_IN_OPTIONS)
            self.set_focus(self.menu_list)
        else:
            super().action_back()


class SettlingScreen(MenuScreen):
    """A result that opens by itself. It takes no key for a moment, and until all keys are up; one plays again."""

    RETRY: ClassVar[Node]
    """The screen that plays again."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._settling = Settling(services.clock)

    def on_key(self, event: events.Key) -> None:
        if event.key == self._services.settings.now.commands.retry_key:
            event.stop()
            event.prevent_default()
            self.action_retry()

    def action_retry(self) -> None:
        self.action_navigate_to(self.RETRY)
