"""Drawing in real time: canvases of cached rows, painting at once, and the frame clock."""

from piecement.canvas.flush import FlushScreen
from piecement.canvas.frame_clock import FrameClock
from piecement.canvas.strip_canvas import StripCanvas

__all__ = ["FlushScreen", "FrameClock", "StripCanvas"]
