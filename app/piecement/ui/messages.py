"""What the screens ask of the application."""

from typing import TYPE_CHECKING

from textual.message import Message

from piecement.ui.menu_graph import Edge, Node

if TYPE_CHECKING:
    from collections.abc import Callable

    from piecement.session.match_session import MatchResult
    from piecement.session.plan import Plan
    from piecement.session.result import Played, Result
    from piecement.settings.settings import Settings
    from piecement.storage.autosave import LeftGame


class Walk(Message):
    """Go on to another screen."""

    def __init__(self, edge: Edge) -> None:
        super().__init__()
        self.edge = edge


class GoBack(Message):
    """Leave a pop-up."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node


class PlanChosen(Message):
    """Play this, from the screen that offered it."""

    def __init__(self, plan: "Plan") -> None:
        super().__init__()
        self.plan = plan


class SettingChanged(Message):
    """Change settings.

    It has the change instead of its outcome, so that keys pressed faster than they are handled change one after the
    other.
    """

    def __init__(self, change: "Callable[[Settings], Settings]") -> None:
        super().__init__()
        self.change = change
        """Returns the settings to have instead of some. May raise `SettingError`."""


class MatchEnded(Message):
    """A match is over, and its end has been seen."""

    def __init__(self, result: "MatchResult") -> None:
        super().__init__()
        self.result = result


class SeedKept(Message):
    """Have New game offer the pieces of a game again."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed


class SessionEnded(Message):
    """The game is over, and its end has been seen."""

    def __init__(self, result: "Result") -> None:
        super().__init__()
        self.result = result


class LeftGameChosen(Message):
    """Play on where a game was left."""

    def __init__(self, left: "LeftGame") -> None:
        super().__init__()
        self.left = left


class GameChosen(Message):
    """Show a kept game."""

    def __init__(self, game: int) -> None:
        super().__init__()
        self.game = game
        """Its id."""


class ReviewChosen(Message):
    """Have the coach look through a kept game."""

    def __init__(self, game: "Played") -> None:
        super().__init__()
        self.game = game


class ReplayChosen(Message):
    """Watch a kept game."""

    def __init__(self, game: int) -> None:
        super().__init__()
        self.game = game
        """Its id."""
