"""Command `piecement fumen`: conversion between fumens, boards and games."""

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from piecement.cli.arguments import FOLDER, Option, Subcommand, whole_number
from piecement.cli.board_file import has_fumen, read_board
from piecement.cli.store import find_recording, open_store
from piecement.cli.streams import print_json, say
from piecement.cli.usage import UsageError
from piecement.storage.input_file import read_input
from piecement.storage.replays import to_fumen
from piecement.storage.save_slots import SLOTS
from piecement_base.language import N_, _
from piecement_engine import Piece, Recording
from piecement_engine.board.pieces import ORIENTATIONS
from piecement_engine.fumen import MOST_PAGES, Page, decode, encode

_LARGEST: Final = 4_000_000
"""Maximum size of a file or of the input (bytes)."""


def _show(options: Namespace) -> None:
    pages: list[tuple[int, Page]] = list(enumerate(decode(_text(options.fumen)), start=1))
    if options.page is not None:
        if options.page > len(pages):
            sentence = _("there is no page {page}: the fumen has pages 1 to {count}.")
            raise UsageError(sentence, page=options.page, count=len(pages))
        pages = [pages[options.page - 1]]
    if options.json:
        print_json([_to_dict(page) for __, page in pages])
        return
    for number, page in pages:
        sys.stdout.write("".join(f"{line}\n" for line in _lines(number, page)))


def _board(options: Namespace) -> None:
    say(encode([Page(read_board(options.file), comment=options.comment)]))


def _game(options: Namespace) -> None:
    with open_store(options) as store:
        say(to_fumen(find_recording(store, options.replay)))


def _slot(options: Namespace) -> None:
    with open_store(options) as store:
        replayer, __ = store.save_slots.load(options.slot)
        say(to_fumen(Recording.of(replayer.game)))


def _text(given: str) -> str:
    """Return a fumen's text: the argument itself, or the content of a file."""
    return given if has_fumen(given) else read_input(Path(given), _LARGEST).decode(errors="replace")


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
    if piece is not None:
        rows += ["." * 10] * (1 + max(y for _x, y in piece.cells) - len(rows))
        for x, y in piece.cells:
            rows[y] = f"{rows[y][:x]}{piece.shape.name.lower()}{rows[y][x + 1 :]}"
    return rows or ["." * 10]


def _to_dict(page: Page) -> dict[str, Any]:  # a JSON object has values of any JSON type
    piece = page.piece
    placed = piece and {
        "shape": piece.shape.name,
        "orientation": ORIENTATIONS[piece.orientation],
        "x": piece.x,
        "y": piece.y,
    }
    names = ("field", "garbage", "piece", "comment", "lock", "rise", "mirror", "colour")
    return {**{name: getattr(page, name) for name in names}, "piece": placed}


_SHOW_OPTIONS: Final = (
    Option("fumen", "FUMEN", N_("fumen text, a URL containing it, a file, or - for standard input")),
    Option("--page", "N", N_("print only this page"), whole_number(1, MOST_PAGES)),
    Option("--json", "", N_("print JSON, with the lowest row first")),
)
_BOARD_OPTIONS: Final = (
    Option("file", "FILE", N_("board file, top row first, or - for standard input"), Path),
    Option("--comment", "TEXT", N_("comment for the page"), default=""),
)
_GAME_OPTIONS: Final = (Option("replay", "REPLAY", N_("game number, replay file, or - for standard input")), FOLDER)
_SLOT_OPTIONS: Final = (Option("slot", "SLOT", N_("save slot, 1 to 9"), choices=SLOTS), FOLDER)
OPTIONS: Final = (
    Subcommand("show", N_("Print the boards of a fumen, with falling pieces in lower case."), _show, _SHOW_OPTIONS),
    Subcommand("board", N_("Convert a board in a text file to a fumen."), _board, _BOARD_OPTIONS),
    Subcommand("game", N_("Convert a game to a fumen with one page per piece."), _game, _GAME_OPTIONS),
    Subcommand("slot", N_("Convert a saved game to a fumen, up to where it was saved."), _slot, _SLOT_OPTIONS),
)
