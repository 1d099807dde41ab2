"""The panels beside the field."""

from piecement.drawing.panels.registry import PANELS

__all__ = ["PANELS"]
