"""Command `piecement fumen`: conversion between fumens, boards and games."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from piecement.cli.arguments import whole_number
from piecement.cli.board_file import read_board
from piecement.cli.commands.shared import add_folder, find_recording, open_store
from piecement.cli.usage import UsageError
from piecement.language import _, error_text
from piecement.storage.replay_export import to_fumen
from piecement.storage.saved_games import SLOTS
from piecement_engine import FumenError, Orientation, Piece, Recording
from piecement_engine.fumen import MOST_PAGES, Page, decode, encode

_LARGEST: Final = 4_000_000
"""Maximum size of a file or of the input (bytes)."""


def add_arguments(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    show = commands.add_parser("show", description=_("Print the boards of a fumen, with falling pieces in lower case."))
    show.add_argument(
        "fumen", metavar="FUMEN", help=_("fumen text, a URL containing it, a file, or - for standard input")
    )
    show.add_argument("--page", type=whole_number(1, MOST_PAGES), metavar="N", help=_("print only this page"))
    show.add_argument("--json", action="store_true", help=_("print JSON, with the lowest row first"))
    show.set_defaults(command=_show)
    board = commands.add_parser("board", description=_("Convert a board in a text file to a fumen."))
    board.add_argument("file", type=Path, metavar="FILE", help=_("board file, top row first"))
    board.add_argument("--comment", default="", metavar="TEXT", help=_("comment for the page"))
    board.set_defaults(command=_board)
    game = commands.add_parser("game", description=_("Convert a game to a fumen with one page per piece."))
    game.add_argument("replay", metavar="REPLAY", help=_("game number or replay file"))
    game.set_defaults(command=_game)
    slot = commands.add_parser("slot", description=_("Convert a saved game to a fumen, up to where it was saved."))
    slot.add_argument("slot", choices=SLOTS, metavar="SLOT", help=_("save slot, 1 to 9"))
    slot.set_defaults(command=_slot)
    for command in (game, slot):
        add_folder(command)


def run(options: Namespace) -> int:
    try:
        options.command(options)
    except FumenError as error:
        raise UsageError(f"{error_text(error).rstrip('.')}.") from None
    return 0


def _show(options: Namespace) -> None:
    pages: list[tuple[int, Page]] = list(enumerate(decode(_text(options.fumen)), start=1))
    if options.page is not None:
        if options.page > len(pages):
            raise UsageError(
                _("there is no page {page}: the fumen has pages 1 to {count}.").format(
                    page=options.page, count=len(pages)
                )
            )
        pages = [pages[options.page - 1]]
    if options.json:
        sys.stdout.write(f"{json.dumps([_to_dict(page) for __, page in pages], indent=2, ensure_ascii=False)}\n")
        return
    for number, page in pages:
        sys.stdout.write("".join(f"{line}\n" for line in _lines(number, page)))


def _board(options: Namespace) -> None:
    _print(encode([Page(read_board(options.file), comment=options.comment)]))


def _game(options: Namespace) -> None:
    with open_store(options) as store:
        _print(to_fumen(find_recording(store, options.replay)))


def _slot(options: Namespace) -> None:
    with open_store(options) as store:
        replayer, __ = store.save_slots.load(options.slot)
        _print(to_fumen(Recording.of(replayer.game)))


def _print(fumen: str) -> None:
    sys.stdout.write(f"{fumen}\n")


def _text(given: str) -> str:
    """Return a fumen's text: the argument itself, or the contents of the input or a file."""
    if given == "-":
        return sys.stdin.read(_LARGEST)
    if "@" in given:
        return given
    with Path(given).open(encoding="utf-8", errors="replace") as file:
        return file.read(_LARGEST)


def _lines(number: int, page: Page) -> Iterator[str]:
    flags = " ".join(name for name in ("rise", "mirror") if getattr(page, name))
    heading = _("Page {number}").format(number=number)
    yield " · ".join(filter(None, (heading, flags, "" if page.lock else "no lock", page.comment)))
    yield from reversed(_rows_with(page.field, page.piece))
    if page.garbage.strip("."):
        yield f"{'-' * len(page.garbage)}\n{page.garbage}"
    yield ""


def _rows_with(field: Iterable[str], piece: Piece | None) -> list[str]:
    rows = list(field)
    for x, y in piece.cells if piece else ():
        while len(rows) <= y:
            rows.append("." * 10)
        rows[y] = f"{rows[y][:x]}{piece.shape.name.lower() if piece else ''}{rows[y][x + 1 :]}"
    return rows or ["." * 10]


def _to_dict(page: Page) -> dict[str, Any]:  # a JSON object has values of any JSON type
    piece = page.piece
    placed = piece and {
        "shape": piece.shape.name,
        "orientation": Orientation(piece.orientation).name,
        "x": piece.x,
        "y": piece.y,
    }
    return {
        "field": list(page.field),
        "garbage": page.garbage,
        "piece": placed,
        "comment": page.comment,
        "lock": page.lock,
        "rise": page.rise,
        "mirror": page.mirror,
        "colour": page.colour,
    }
