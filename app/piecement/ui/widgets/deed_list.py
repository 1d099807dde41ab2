"""A list of things to do about something, each explained, some asked for twice."""

from collections.abc import Iterable
from dataclasses import dataclass

from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from piecement.ui.widgets.menu_list import PlainList


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing to do."""

    name: str
    label: str
    sentence: str
    """What a player should know before choosing it."""
    asked: str = ""
    """What to ask before doing it, if it cannot be undone."""
    yes: str = ""
    """What to answer then, if not the label."""


class DeedChosen(Message):
    """A thing is to be done, for certain."""

    def __init__(self, deed: Deed) -> None:
        super().__init__()
        self.deed = deed


class DeedConsidered(Message):
    """The cursor is on a thing to do, or it was asked whether to do it."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence


class _DeedOption(Option):
    def __init__(self, deed: Deed) -> None:
        super().__init__(deed.label)
        self.deed = deed


class _YesOption(Option):
    def __init__(self, deed: Deed) -> None:
        super().__init__(deed.yes or f"Yes: {deed.label.lower()}")
        self.deed = deed


class DeedList(PlainList):
    """The things to do. One that cannot be undone is first asked about in the same place."""

    def __init__(self, deeds: Iterable[Deed], *, at: str = "") -> None:
        """Prepare the list, the cursor on the thing of a name, or on the first."""
        super().__init__(list_id="deeds")
        self._deeds = tuple(deeds)
        self._at = at

    def on_mount(self) -> None:
        """Show them."""
        self._fill()

    def offer(self, deeds: Iterable[Deed], *, at: str = "") -> None:
        """Show other things to do, the cursor on the thing of a name, or on the first."""
        self._deeds = tuple(deeds)
        self._at = at
        self._fill()

    @property
    def current(self) -> Deed | None:
        """The thing that the cursor is on, unless it is being asked about."""
        option = self.highlighted_option
        return option.deed if isinstance(option, _DeedOption) else None

    def choose(self, name: str) -> None:
        """Do the thing of a name as if the cursor were on it, or ask first."""
        for deed in self._deeds:
            if deed.name == name:
                self._take(deed)

    def ask(self, deed: Deed) -> None:
        """Ask whether to do a thing."""
        self.set_options([Option("No, leave it"), _YesOption(deed)])
        self.highlighted = 0
        self.post_message(DeedConsidered(deed.asked))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Explain the entry that the cursor is on."""
        event.stop()
        if isinstance(event.option, _DeedOption):
            self.post_message(DeedConsidered(event.option.deed.sentence))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do it, or ask first."""
        event.stop()
        match event.option:
            case _DeedOption(deed=deed):
                self._take(deed)
            case _YesOption(deed=deed):
                self.post_message(DeedChosen(deed))
            case _:
                self._fill()

    def _fill(self) -> None:
        self.set_options(_DeedOption(deed) for deed in self._deeds)
        self.highlighted = next((index for index, deed in enumerate(self._deeds) if deed.name == self._at), 0)

    def _take(self, deed: Deed) -> None:
        if deed.asked:
            self.ask(deed)
        else:
            self.post_message(DeedChosen(deed))
