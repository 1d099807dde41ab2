"""Fumens are read and written as others read and write them: published strings, and an independent implementation."""

import random
import re
import string
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import pytest

from piecement_engine import FumenError, Orientation, Piece, Recording, Rules
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.fumen import MOST_PAGES, Page, Quiz, decode, encode, pages_of
from piecement_engine.play import game_of, tap
from tests.sampling import together

other: Any = import_module("py_fumen_py")  # it has no types that hold
"""The independent implementation."""

QUIZ = "v115@vhGSSYXAFLDmClcJSAVDEHBEooRBMoAVBUtfBAXsBAAANrBmnBAAAAAA"
OPENING = "v115@vhGRQYHAvItJEJmhCAUmBKpBvsBTtBGhBFqQPAUEzP?EJG98AQmqhECDdCA"
PERFECT_CLEAR = (
    "v115@9gilGeglRpGeg0RpGei0GeI8AeAgWYAQIKvDll2TAS?IvBElCyTASIqPEFGNXEvhE9tB0sBXjBAwSYATwgkDlt0TAz?"
    "B88AQx2vAx178AwngHBAAPMAFbuYCJciNEyoAVB"
)
"""Published fumens: a quiz, and the opening and the opener of the examples of tetris-fumen."""

ROTATIONS = {Orientation.N: "SPAWN", Orientation.E: "RIGHT", Orientation.S: "REVERSE", Orientation.W: "LEFT"}
LETTERS = string.ascii_letters + string.digits + string.punctuation + " \n\x7fäß" + "テト譜\u4e00\uff21"
SEEDS = range(24)


def pages_for_other(seed: int) -> list[Page]:
    """Return pages without garbage that rises: py-fumen-py 0.0.11 has a misspelt name there."""
    return random_quiz_pages(seed) if seed % 3 == 0 else random_pages(seed, rises=0)


def placed(letter: str, orientation: Orientation, x: int, y: int) -> Piece:
    return Piece(TETROMINOES[letter], orientation, x, y)


def random_pages(seed: int, rises: float = 0.15) -> list[Page]:
    """Return pages such as people and programs make: some drawn, some that follow by themselves."""
    chance = random.Random(seed)
    pages: list[Page] = []
    following = Page(colour=chance.random() < 0.5)
    for _ in range(chance.randint(1, 90 if seed % 5 == 0 else 12)):
        field = random_field(chance) if chance.random() < 0.3 else following.field
        garbage = random_row(chance) if chance.random() < 0.2 else following.garbage
        comment = random_text(chance) if chance.random() < 0.2 else following.comment
        lock, rise, mirror = (chance.random() < odds for odds in (0.8, rises, 0.15))
        piece = random_piece(chance, field) if chance.random() < 0.6 else None
        pages.append(Page(field, garbage, piece, comment, lock, rise, mirror, following.colour))
        following = pages[-1].following()
    return pages


def random_quiz_pages(seed: int) -> list[Page]:
    """Return pages with a quiz that has pieces left at the end, some of them played otherwise."""
    chance = random.Random(seed)
    queue = "".join(chance.choice("TIOSZLJ") for _ in range(30))
    page = Page(comment=f"#Q=[](T){queue}{chance.choice(('', ';and then'))}")
    pages: list[Page] = []
    for _ in range(12):
        quiz = Quiz.read(page.comment)
        assert quiz is not None
        letter = chance.choice([quiz.current, quiz.hold or quiz.queue[0], chance.choice("TIOSZLJ")])
        pages.append(Page(piece=placed(letter, Orientation.N, 3, 0), comment=page.comment, lock=chance.random() < 0.9))
        page = pages[-1].following()
    return pages


def random_field(chance: random.Random) -> tuple[str, ...]:
    return tuple(random_row(chance) for _ in range(chance.randint(0, 23)))


def random_row(chance: random.Random) -> str:
    return "".join(chance.choice("..IOSZTLJX" if chance.random() < 0.7 else "X") for _ in range(10))


def random_text(chance: random.Random) -> str:
    return "".join(chance.choice(LETTERS) for _ in range(chance.randint(0, 60)))


def random_piece(chance: random.Random, field: Sequence[str]) -> Piece | None:
    """Return a piece somewhere in the field, or None where it would overlap."""
    shape = TETROMINOES[chance.choice("IOSZTLJ")]
    orientation = Orientation(chance.randrange(4))
    x, y = chance.randint(0, 10 - shape.widths[orientation]), chance.randint(0, 23 - shape.heights[orientation])
    piece = Piece(shape, orientation, x, y)
    free = all(y >= len(field) or field[y][x] == "." for x, y in piece.cells)
    return piece if free else None


def seen_by_other(page: Any) -> dict[str, object]:
    """Return the independent implementation's reading of a page."""
    operation = page.operation
    rows = [[mino.name.replace("_", ".") for mino in page.field[y]] for y in range(-1, 23)]
    return {
        "rows": ["".join(row) for row in rows],
        "piece": (operation.mino.name, operation.rotation.name) if operation else None,
        "cells": sorted((x, y) for x, y in operation.shape()) if operation else [],
        "comment": page.comment,
        "flags": (page.flags.lock, page.flags.rise, page.flags.mirror),
    }


def seen_here(page: Page) -> dict[str, object]:
    piece = page.piece
    return {
        "rows": [page.garbage, *page.field, *["." * 10] * (23 - len(page.field))],
        "piece": (piece.shape.name, ROTATIONS[Orientation(piece.orientation)]) if piece else None,
        "cells": list(piece.cells) if piece else [],
        "comment": page.comment,
        "flags": (page.lock, page.rise, page.mirror),
    }


def as_other(page: Page) -> Any:
    """Return a page as the independent implementation has it."""
    operation = None
    if page.piece is not None:
        name = page.piece.shape.name
        mino, rotation = other.Mino[name], other.Rotation[ROTATIONS[Orientation(page.piece.orientation)]]
        left, bottom = (min(at) for at in zip(*other.Operation.shape_at(mino, rotation), strict=True))
        operation = other.Operation(mino, rotation, page.piece.x - left, page.piece.y - bottom)
    rows = [row.replace(".", "_") for row in reversed(page.field)] or ["_" * 10]
    field = other.Field(rows, [page.garbage.replace(".", "_")])
    return other.Page(field, operation, page.comment, other.Flags(page.lock, page.mirror, page.colour, page.rise))


@together("seed", SEEDS)
def test_the_independent_implementation_reads_our_fumens(seed: int) -> None:
    pages = pages_for_other(seed)

    read = other.decode(encode(pages))

    assert [seen_by_other(page) for page in read] == [seen_here(page) for page in pages]
    assert read[0].flags.colorize == pages[0].colour


@pytest.mark.parametrize("seed", SEEDS)
def test_the_independent_implementations_fumens_are_read(seed: int) -> None:
    pages = pages_for_other(seed)

    assert list(decode(other.encode([as_other(page) for page in pages]))) == pages


@together("seed", SEEDS)
def test_pages_come_back_as_they_were_written(seed: int) -> None:
    pages = random_pages(seed)

    assert list(decode(encode(pages))) == pages


PUBLISHED = (
    "vhATLJ", "vhANKJ", "vhAxPJ", "vhAmKJ", "ehD8MeAgH", "vhAAgH", "vhARQJ", "vhAAgl", "vhBAgHAAA",
    "9gI8AeI8AeI8AeI8KeAgH", "9gI8AeI8AeI8AeI8Ke5IYJA0no2AMOprDTBAAA", "flAgH",
    "RhA8IeB8HeC8GeAQLvhAAAA", "RhA8IeB8HeC8GeAYJvhAAAA",
    "vfA8HeA8HeA8JeA8HeA8JeA8HeA8JeA8HeA8JeA8He?A8JeA8ReAgH",
    "vhDAgWFAooMDEPBAAAAAPFA3XaDEEBAAAAAAAAPDAF?rmAA",
    "vhGSSYXAFLDmClcJSAVDEHBEooRBMoAVBUtfBAXsBA?AANrBmnBAAAAAA",
    "vhCWSYVAFLDmClcJSAVDEHBEooRBKoAVB6AAAAUoBT?pB",
    "vhBSSYaAFLDmClcJSAVDEHBEooRBPoAVBTejWC0/AA?AAAA",
    "vhGRQYHAvItJEJmhCAUGJKJJvMJTNJGBJFKYPAUEzP?EJG98AQmqhECDdCA",
    "vhGRQYHAvItJEJmhCAUmBKpBvsBTtBGhBFqQPAUEzP?EJG98AQmqhECDdCA",
)  # fmt: skip
"""Fumens of the README and the tests of tetris-fumen; in the last but one each page has the flag of colours."""


@together("text", [*(f"v115@{text}" for text in PUBLISHED), PERFECT_CLEAR])
def test_a_published_fumen_is_written_as_it_was_read(text: str) -> None:
    assert encode(decode(text)) == text


def test_a_published_opening_has_its_pieces_and_comments() -> None:
    pages = decode(OPENING)

    assert [page.piece for page in pages] == [
        placed("I", Orientation.N, 3, 0),
        placed("Z", Orientation.N, 3, 1),
        placed("L", Orientation.E, 0, 0),
        placed("S", Orientation.E, 6, 0),
        placed("O", Orientation.N, 8, 0),
        placed("J", Orientation.S, 3, 2),
        placed("T", Orientation.S, 1, 0),
    ]
    assert [page.comment for page in pages] == ["Opening"] * 6 + ["T-Spin Double"]


def test_a_published_quiz_deals_its_pieces_until_none_is_left() -> None:
    dealt = [page.comment for page in decode(QUIZ)]

    assert dealt == ["#Q=[](L)TSJ", "#Q=[](T)SJ", "#Q=[T](J)", "#Q=[T](J)", "#Q=[](J)", "", ""]


def test_version_110_has_two_rows_less() -> None:
    """A page of version 110: 220 cells as they were (8 * 220 + 219 is `7e`), no repeats, a T at the bottom left."""
    cell = 20 * 10 + 1
    number = (4 * 220 + cell) * 32 + 2 * 8 + 5
    text = "v110@7eA" + "".join(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[number >> 6 * place & 63]
        for place in range(3)
    )

    assert decode(text) == (Page(piece=placed("T", Orientation.N, 0, 0)),)


@together(
    "text",
    [
        *("V115@vhARQJ", "m115@vhARQJ", "d115@vhARQJ", "v115%40vhARQJ", "v115@vh?ARQJ", "  m115@vh ARQ\nJ\n"),
        *("http://fumen.zui.jp/?v115@vhARQJ", "https://example.org/?V115%40vhARQJ&x=1"),
        "https://example.org/fumen/?d115%40vhARQJ&lang=en#top",
    ],
)
def test_other_spellings_of_a_fumen_are_read(text: str) -> None:
    assert decode(text) == (Page(piece=placed("I", Orientation.N, 3, 0)),)


def test_a_lock_clears_rows_then_raises_then_mirrors() -> None:
    page = Page(("XXXXXX....", "T........."), "L.........", placed("I", Orientation.N, 6, 0), rise=True, mirror=True)

    assert page.following() == Page((".........L", ".........T"))


def test_pieces_that_lock_at_one_instant_lie_on_each_other() -> None:
    game = game_of(Rules(appearance_delay_ns=0, line_clear_delay_ns=0, hard_drop_delay_ns=0), pieces=["O"] * 5)
    for button in ("hard_drop", "teleport_left", "hard_drop", "hard_drop"):
        tap(game, button)
    pages = pages_of(Recording.of(game), lambda events: "")

    assert game.view.time_ns == 0
    assert [page.field for page in pages] == [
        (),
        ("....OO....",) * 2,
        ("OO..OO....",) * 2,
        (*("OO..OO....",) * 2, *("....OO....",) * 2),
    ]


def test_a_comment_keeps_letters_of_two_utf_16_units() -> None:
    page = Page(comment="T-Spin 👍 100 %")

    assert decode(encode([page])) == (page,)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is not a fumen: it must begin with v115@ or v110@"),
        ("v114@vhAAgH", "is not a fumen: it must begin with v115@ or v110@"),
        ("v115@", "the fumen has no page"),
        ("v115@vhAAg", "the fumen is cut off"),
        ("v115@vhAA*H", "'*' is not allowed in a fumen"),
        ("v115@uhuhAgH", "has more than 240 cells"),
        ("v115@uh", "the fumen is cut off"),
        ("v115@AAuhAgH", "the colour -8"),
        ("v115@vhAVAA", "lies outside"),
        ("v115@vhAAgWBA/////", "characters that are not allowed"),
        ("v115@vh" + "/AgH" + "AAA" * 63 + ("vh/" + "AAA" * 64) * 200, f"more than {MOST_PAGES} pages"),
        ("v115@" + "A" * 3_000_000, "characters: a fumen has at most"),
    ],
)
def test_junk_text_is_refused_in_one_sentence(text: str, complaint: str) -> None:
    with pytest.raises(FumenError, match=re.escape(complaint)) as refusal:
        decode(text)

    assert len(str(refusal.value)) < 200


def test_no_broken_text_brings_another_error() -> None:
    chance = random.Random(1)
    texts = [encode(random_pages(seed)) for seed in range(8)]
    for _ in range(60):
        letters = list(chance.choice(texts))
        for _ in range(chance.randint(1, 4)):
            letters[chance.randrange(5, len(letters))] = chance.choice("AZaz09+/?*")
        try:
            decode("".join(letters))
        except FumenError as refusal:
            assert len(str(refusal)) < 200  # noqa: PT017  # most are refused, some are still fumens


@together(
    ("fields", "complaint"),
    [
        ({"field": ("XXXXX",)}, "is 5 wide: a fumen is 10"),
        ({"field": ("XXXXXXXXXA",)}, "a letter that no cell has"),
        ({"field": ("X" * 10,) * 24}, "the field has 24 rows: a fumen has 23"),
        ({"garbage": "X"}, "is 1 wide"),
        ({"comment": "x" * 4096}, "is too long"),
        ({"piece": placed("I", Orientation.N, 7, 0)}, "lies outside"),
        ({"piece": placed("I", Orientation.E, 0, 20)}, "lies outside"),
    ],
)
def test_a_page_that_no_fumen_has_is_refused(fields: dict[str, object], complaint: str) -> None:
    with pytest.raises(FumenError, match=complaint):
        Page(**fields)  # type: ignore[arg-type]  # of the table


@pytest.mark.parametrize("pages", [[], [Page()] * (MOST_PAGES + 1)])
def test_no_pages_and_too_many_are_refused(pages: Sequence[Page]) -> None:
    with pytest.raises(FumenError, match="1 to 5000 pages"):
        encode(pages)
