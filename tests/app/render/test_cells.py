"""Texts padded, cut and broken by cells."""

import textwrap

import pytest
from rich.cells import cell_len

from piecement.render.cells import centred, cut, pad, pad_left, wrap
from tests.sampling import together


@together("text", ["", "DAS", "消行", "Tスピン", "Größe"])
def test_padded_texts_have_the_width(text: str) -> None:
    assert cell_len(pad(text, 9)) == cell_len(pad_left(text, 9)) == 9
    assert pad(text, 9).rstrip() == pad_left(text, 9).lstrip() == text
    assert pad(text, 1).startswith(text)


@pytest.mark.parametrize(
    ("text", "width", "short", "middle"),
    [("DAS", 5, "DAS", " DAS "), ("DAS", 2, "DA", "DA"), ("消行", 5, "消行", "消行 "), ("消行", 3, "消 ", "消 ")],
)
def test_cut_and_centred_texts(text: str, width: int, short: str, middle: str) -> None:
    assert cut(text, width) == short
    assert centred(text, width) == middle


def test_texts_of_narrow_letters_break_as_usual() -> None:
    text = "Lower the piece with Space, push it under the ledge, and fix it."

    assert wrap(text, 20) == textwrap.wrap(text, 20)
    assert wrap(text, 20, indent=" ") == textwrap.wrap(text, 20, subsequent_indent=" ")


@pytest.mark.parametrize("width", [8, 13, 20, 200])
def test_wide_letters_break_anywhere_but_before_a_stop(width: int) -> None:
    text = "把方块移到缺口上方：[←] 和 [→]。ピースをすき間の上へ動かします。"
    lines = wrap(text, width)

    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(cell_len(line) <= width for line in lines)
    assert not any(line[0] in "：。" for line in lines)


@pytest.mark.parametrize("indent", ["", " ", "    "])
@pytest.mark.parametrize("text", ["中 aaaaaaaaaaaaaaaaaaaa bb", "中文字 abcdefg", "aaaaaaaaaaaaaaaaaaaa中文字"])
@pytest.mark.parametrize("width", [3, 8, 13])
def test_long_words_among_wide_letters_are_broken(text: str, indent: str, width: int) -> None:
    lines = wrap(text, width, indent)

    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(cell_len(line) <= max(width, len(indent) + 2) for line in lines)
