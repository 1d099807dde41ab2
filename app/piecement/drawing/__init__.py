"""How a game is drawn: a pure function of the game, the look, what was reported, and the size of the terminal."""

from piecement.drawing.effects import Effects
from piecement.drawing.goal import clock_text, goal
from piecement.drawing.layout import Layout, Size, layout_for
from piecement.drawing.messages import KEPT_NS, Message, Messages, message_text
from piecement.drawing.picture import Picture
from piecement.drawing.scene import NO_STATS, Caption, Focus, Legend, Rival, Standing, Stats, View
from piecement.drawing.slots import Part, Slot

__all__ = [
    "KEPT_NS",
    "NO_STATS",
    "Caption",
    "Effects",
    "Focus",
    "Layout",
    "Legend",
    "Message",
    "Messages",
    "Part",
    "Picture",
    "Rival",
    "Size",
    "Slot",
    "Standing",
    "Stats",
    "View",
    "clock_text",
    "goal",
    "layout_for",
    "message_text",
]
