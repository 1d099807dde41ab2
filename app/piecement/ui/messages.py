"""What the screens ask of the application."""

from typing import TYPE_CHECKING

from textual.message import Message

from piecement.ui.menu_graph import Edge, Node

if TYPE_CHECKING:
    from piecement.session.match_session import MatchResult
    from piecement.session.plan import Plan
    from piecement.session.result import FinishedGame, Played
    from piecement.settings.knobs import SettingValue
    from piecement.storage.autosave import Autosave


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
    """Set a setting to a value that it can have."""

    def __init__(self, section: str, name: str, value: "SettingValue") -> None:
        super().__init__()
        self.section = section
        self.name = name
        self.value = value


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

    def __init__(self, result: "FinishedGame") -> None:
        super().__init__()
        self.result = result


class LeftGameChosen(Message):
    """Play on where a game was left."""

    def __init__(self, left: "Autosave") -> None:
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
