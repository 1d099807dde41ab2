"""Base of screens with a list of actions and an explanation under it."""

from collections.abc import Iterable

from piecement.storage.errors import StorageError
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.action_list import Action, ActionChosen, ActionConsidered, ActionList


class ActionScreen(MenuScreen):
    """A screen with an `ActionList`, and a widget `#hint` that explains the action with the cursor."""

    status = ""
    """Outcome of the last action, shown once instead of the next explanation."""

    def actions(self) -> Iterable[Action]:
        raise NotImplementedError

    def run(self, name: str) -> None:
        """Run the action of a name; a `StorageError` is shown."""
        raise NotImplementedError

    def on_action_considered(self, event: ActionConsidered) -> None:
        sentence = plain_hint(self.status or event.sentence, ascii_only=wants_ascii(self))
        self.show_hint(sentence)
        self.status = ""

    def on_action_chosen(self, event: ActionChosen) -> None:
        try:
            self.run(event.action.name)
        except StorageError as error:
            self.refresh_actions(event.action.name, str(error))

    def refresh_actions(self, name: str, status: str = "") -> None:
        """Show the actions again, with the cursor on one, and what came of the last."""
        self.status = status
        self.action_list.offer(self.actions(), at=name)

    @property
    def action_list(self) -> ActionList:
        return self.query_one(ActionList)
