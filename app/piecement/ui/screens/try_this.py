"""Little-known features, each with its key and an action that tries it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Center, Vertical
from textual.widgets import Static

from piecement.language import _
from piecement.session.plan import Plan
from piecement.ui import STYLES
from piecement.ui.bases.action_screen import ActionScreen
from piecement.ui.key_rows import ANYWHERE, BACK, LIST, bindings_of
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.texts.tips import TIPS
from piecement.ui.widgets.action_list import Action, ActionList

if TYPE_CHECKING:
    from piecement.ui.services import Services

_TITLE_WIDTH: Final = 26


def build(services: "Services", __: None) -> "TryThisScreen":
    return TryThisScreen(services)


class TryThisScreen(ActionScreen):
    NODE = Node.TRY_THIS
    KEYS = (*LIST, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "try_this.tcss"

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._services = services

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(_("Try this"), classes="heading")
            yield Static(_("Enter does it at once."), id="about")
            with Center():
                yield ActionList(self.actions())
            yield Static(id="hint", markup=False)
        yield self.key_line()

    def actions(self) -> Iterator[Action]:
        for tip in TIPS:
            yield Action(tip.name, f"{tip.title:<{_TITLE_WIDTH}}{tip.keys}", tip.sentence)

    def run(self, name: str) -> None:
        tip = next(tip for tip in TIPS if tip.name == name)
        if isinstance(tip.deed, Plan):
            self.navigate(Node.GAME, Trigger.CHOICE, tip.deed)
        else:
            self._services.settings.apply(tip.deed(self._services.settings.now))
            self.refresh_actions(name, tip.done)
