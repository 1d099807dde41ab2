"""Texts padded to a width in cells of the terminal, of which a wide character takes two."""

from rich.cells import cell_len


def pad(text: str, width: int) -> str:
    """Return a text with spaces after it, at least so many cells wide."""
    return text + " " * (width - cell_len(text))


def pad_left(text: str, width: int) -> str:
    """Return a text with spaces before it, at least so many cells wide."""
    return " " * (width - cell_len(text)) + text
