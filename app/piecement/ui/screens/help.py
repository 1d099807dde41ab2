"""The keys of the screen under this one."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from piecement.input.key_names import key_label
from piecement.language import _
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import BACK, SECOND_KEYS, SUSPEND, Labelled, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.screen import HelpTopic
from piecement.ui.texts.plain_hints import plain_hint

if TYPE_CHECKING:
    from piecement.ui.services import Services


def build(services: "Services", topic: HelpTopic) -> "HelpScreen":
    """Return the help of a screen, with second keys where the first ones do not reach the program."""
    return HelpScreen(topic.title, tuple(_labels(topic, services)))


def _labels(topic: HelpTopic, services: "Services") -> Iterator[Labelled]:
    others = {key_label(key): key_label(services.keyboard.reachable(key)) for key in SECOND_KEYS}
    for row in topic.rows:
        yield plain_hint(others.get(row.keys, row.keys), ascii_only=services.appearance.ascii_only), row.does


class HelpScreen(MenuScreen, ModalScreen[None]):
    """Keys and what they do."""

    NODE = Node.HELP
    KEYS = (BACK, SUSPEND)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "help.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (27, "-high")]

    def __init__(self, title: str, labels: tuple[Labelled, ...]) -> None:
        super().__init__()
        self._heading = _("Keys: {title}").format(title=title)
        self._labels = labels

    def compose(self) -> ComposeResult:
        wide = max(len(key) for key, _ in self._labels)
        lines = (Content.assemble((f"{key:>{wide}}", "$key"), "  ", does) for key, does in self._labels)
        with Vertical(classes="box") as box:
            box.border_title = self._heading
            with VerticalScroll(can_focus=True):
                yield Static(Content("\n").join(lines))
            yield self.key_line()
