"""Text picture of a game, as `print` shows it."""

from collections.abc import Sequence

from piecement_engine.board.pieces import Piece, Shape


def text_picture(
    rows: Sequence[str],
    size: tuple[int, int],
    piece: Piece | None,
    counts: str,
    pieces: tuple[Shape | None, Sequence[Shape]],
) -> str:
    """Return the visible rows of a game, highest first, and a line of counts.

    Args:
        rows: The rows as `Board.to_text` returns them.
        size: Number of columns and of visible rows.
        piece: The piece in play, drawn as its small letter or as `@`; the picture includes the hidden rows it needs.
        counts: The beginning of the line of counts.
        pieces: The shape in hold, and the upcoming shapes.
    """
    width, height = size
    cells = piece.cells if piece else ()
    height = max([height, *(y + 1 for _, y in cells)])
    field = [[*row] for row in rows]
    field += [["."] * width for _ in range(height - len(field))]
    for x, y in cells:
        field[y][x] = piece.shape.name.lower() if piece and len(piece.shape.name) == 1 else "@"
    hold, coming = pieces
    names = " ".join(shape.name for shape in coming) or "-"
    last = f"{counts}  hold {hold.name if hold else '-'}  next {names}"
    return "\n".join([*("".join(row) for row in reversed(field)), last])
