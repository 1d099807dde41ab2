"""Text from outside: whatever it holds, one line of bounded length that changes nothing in a terminal is shown."""

import pytest

from piecement.cli.usage import UsageError
from piecement.session.bots import BotError
from piecement_base.errors import StorageError
from piecement_base.printable import LONGEST_LINE, LONGEST_NAME, one_line, plain_name
from tests.sampling import together

EVERY_CONTROL = "".join(
    map(chr, (*range(0x20), *range(0x7F, 0xA0), 0xAD, *range(0x200B, 0x2010), *range(0x2028, 0x202F)))
)
TURNING = "".join(map(chr, range(0x2066, 0x206A)))
"""Marks that turn the direction of writing round, besides those among the others."""


@together("text", [EVERY_CONTROL, TURNING, "\ud800", "\x1b[2Jgone\x1b]0;title\x07", "a\r\n\u2028b", "x" * 10**6])
def test_a_line_is_printable_single_and_short(text: str) -> None:
    line = one_line(f"before{text}after")

    assert line.isprintable()
    assert line.startswith("before")
    assert len(line) <= LONGEST_LINE


def test_a_cut_line_is_marked() -> None:
    assert one_line("abcdef", 4) == "abc…"
    assert one_line("abcd", 4) == "abcd"


def test_line_ends_become_blanks_and_words_stay_apart() -> None:
    assert one_line("one\r\n\ttwo\u2029three\n") == "one two three"


def test_invisible_text_takes_no_room_from_the_rest() -> None:
    assert one_line("\x00" * 300 + "seen", 200) == "seen"


def test_a_name_is_printable_and_short() -> None:
    assert plain_name("a\x1b[31m\u202eb") == "a[31mb"
    assert len(plain_name("n" * 5000)) == LONGEST_NAME


@pytest.mark.parametrize("error", [BotError, StorageError, UsageError])
def test_an_error_that_a_player_reads_is_one_plain_line(error: type[Exception]) -> None:
    said = str(error("cannot\nread \x1b[2J\u202e" + "x" * 10**6))

    assert said.startswith("cannot read [2J")
    assert said.isprintable()
    assert len(said) <= 2000
