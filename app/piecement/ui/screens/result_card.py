"""Picture of a result, as a file."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from rich.table import Table
from rich.text import Text
from textual.geometry import Size

from piecement.render.replay_renderer import svg_of
from piecement.ui.widgets.board_picture import BoardPicture
from piecement_base.atomic_file import write_atomically

_SIZE: Final = Size(80, 24)
"""Columns and lines of the picture."""


def save_card(path: Path, title: str, board: BoardPicture, texts: Iterable[Text]) -> None:
    """Save a board, if there is one, with the texts that are not empty beside it. Raises `StorageError`."""
    beside = Text("\n\n").join(filter(None, texts))
    card = Table.grid(padding=(0, 3))
    drawn = board.drawn(_SIZE)
    card.add_row(*([drawn.text] if drawn else []), beside)
    write_atomically(path, svg_of(card, _SIZE, title).encode())
