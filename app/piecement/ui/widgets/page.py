"""The page that most screens are: a heading at the top left, and columns below it."""

from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static


class ScreenPage(Vertical):
    """A heading in capitals, and a list, a card beside it with the class `card`, and one of `third` that is shown where
    the terminal is roomy. At small sizes the card is two lines below the list.
    """

    def __init__(self, heading: str | Static, *columns: Widget, beside: Widget | None = None) -> None:
        """Create the page; a widget may stand for the heading, and another beside it."""
        if isinstance(heading, str):
            heading = Static(heading.upper(), classes="heading", markup=False)
        self.heading = heading
        head = Horizontal(self.heading, *([beside] if beside is not None else []), classes="head")
        super().__init__(head, Horizontal(*columns, classes="columns"))
