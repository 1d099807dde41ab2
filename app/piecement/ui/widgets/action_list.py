"""A list of actions, each explained, some of which ask for a confirmation."""

from collections.abc import Iterable
from dataclasses import dataclass

from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.ui.widgets.menu_list import PlainList


@dataclass(frozen=True, slots=True)
class Action:
    name: str
    label: str
    sentence: str
    """Its explanation, shown while the cursor is on it."""
    asked: str = ""
    """The question for a confirmation, if it cannot be undone."""
    yes: str = ""
    """The answer that confirms, if it says more than "Yes"."""


@dataclass
class ActionChosen(Message):
    """An action was chosen, and confirmed if need be."""

    action: Action


@dataclass
class ActionConsidered(Message):
    """The cursor came to an action, or to a question for confirmation."""

    sentence: str


class _ActionRow(Option):
    def __init__(self, action: Action) -> None:
        super().__init__(action.label)
        self.action = action


class _YesRow(Option):
    def __init__(self, action: Action) -> None:
        super().__init__(action.yes or _("Yes"))
        self.action = action


class ActionList(PlainList):
    """The actions. The question for a confirmation replaces them."""

    def __init__(self, actions: Iterable[Action], *, at: str = "") -> None:
        """Make the list, with the cursor on the action of a name, or on the first."""
        super().__init__(list_id="actions")
        self._offered = tuple(actions)
        self._at = at
        self._fill()

    def offer(self, actions: Iterable[Action], *, at: str = "") -> None:
        """Show other actions, with the cursor on the action of a name, or on the first."""
        self._offered = tuple(actions)
        self._at = at
        self._fill()

    @property
    def current(self) -> Action | None:
        option = self.highlighted_option
        return option.action if isinstance(option, _ActionRow) else None

    def choose(self, name: str) -> None:
        """Choose the action of a name, wherever the cursor is."""
        for action in self._offered:
            if action.name == name:
                self._choose(action)

    def ask(self, action: Action) -> None:
        """Ask for a confirmation."""
        self.set_options([Option(_("No, go back")), _YesRow(action)])
        self.highlighted = 0
        self.post_message(ActionConsidered(action.asked))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if isinstance(event.option, _ActionRow):
            self.post_message(ActionConsidered(event.option.action.sentence))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        match event.option:
            case _ActionRow(action=action):
                self._choose(action)
            case _YesRow(action=action):
                self.post_message(ActionChosen(action))
            case _:
                self._fill()

    def _fill(self) -> None:
        self.set_options(_ActionRow(action) for action in self._offered)
        self.highlighted = next((index for index, action in enumerate(self._offered) if action.name == self._at), 0)

    def _choose(self, action: Action) -> None:
        if action.asked:
            self.ask(action)
        else:
            self.post_message(ActionChosen(action))
