"""The page that most screens are, and the classes of screens by size, which its style depends on."""

from typing import Final

from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from piecement.ui.widgets.drawn_list import TALL

_SIZES: Final = {"-roomy": Size(110, 34), "-normal": Size(80, 24), "-small": Size(60, 20), "-tiny": Size(0, 0)}
"""The classes of screens by size, each with the least size for it."""


_VAST: Final = Size(150, 50)
"""The least size of a roomy terminal for the largest cells beside a list and a card."""


def size_class(size: Size) -> str:
    """Return the class of screens of a size."""
    return next(name for name, least in _SIZES.items() if size.width >= least.width and size.height >= least.height)


def size_classes(size: Size) -> dict[str, bool]:
    """Return all classes of screens that depend on the size, and whether a screen of this size has them."""
    reached = size_class(size)
    is_vast = size.width >= _VAST.width and size.height >= _VAST.height
    more = {"-narrow": size.width < 60, "-tall": size.height >= TALL, "-vast": is_vast}
    return {name: name == reached for name in _SIZES} | more


class ScreenPage(Vertical):
    """A heading in capitals, and columns below it: a list, a card, and in roomy terminals a third column.

    The classes `card` and `third` mark the columns. At small sizes the card is two lines below the list.
    """

    def __init__(self, heading: str | Content | Static, *columns: Widget, beside: Widget | None = None) -> None:
        """Create the page; a widget may stand for the heading, and another beside it. A text is in capitals."""
        text = heading.upper() if isinstance(heading, str) else heading
        self.heading = text if isinstance(text, Static) else Static(text, classes="heading", markup=False)
        head = Horizontal(self.heading, *([beside] if beside is not None else []), classes="head")
        super().__init__(head, Horizontal(*columns, classes="columns"))


def heading_text(title: str, *facts: str) -> Content:
    """Return a heading with facts beside it."""
    return Content.assemble(title.upper(), *((f"   {fact}", "$foreground not bold") for fact in facts))
