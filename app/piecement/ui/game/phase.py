"""What a game on the screen is doing."""

from enum import Enum, auto


class Phase(Enum):
    """What the screen of a game is doing."""

    WAITING = auto()
    """For the terminal to tell about its keyboard."""
    PLAYING = auto()
    COUNTING = auto()
    HALTED = auto()
    ENDING = auto()
    """The game is over, and its end is shown."""
