"""The quick screen shows what pyte's own shows."""

from random import Random

import pyte

from tests.quick_screen import QuickScreen, QuickStream

TEXTS = ("a", "falling", "▓▓", "│", "日本", "e\u0301", "\r\n", "\b", "\t", "x" * 23, " ")
SEQUENCES = ("[m", "[0m", "[1;31m", "[38;2;1;2;3;48;5;17m", "[7;0;4m", "[H", "[3;5H", "[;9H", "[99;99H", "[2J", "[K")
MODES = ("[?5h", "[?5l", "[4h", "[4l", "[?7l", "[?7h", "(0", "(B", "[2;4r", "[r")


def test_it_shows_the_same_as_pyte_for_any_output() -> None:
    for seed in range(12):
        random = Random(seed)
        parts = [
            *random.choices(TEXTS, k=60),
            *(f"\x1b{sequence}" for sequence in random.choices(SEQUENCES, k=60)),
            *(f"\x1b{sequence}" for sequence in random.choices(MODES, k=5)),
        ]
        random.shuffle(parts)
        plain, quick = pyte.Screen(20, 6), QuickScreen(20, 6)
        pyte.Stream(plain).feed("".join(parts))
        stream = QuickStream(quick)
        for part in parts:
            stream.feed(part if random.random() < 0.5 else part.encode())

        assert quick.display == plain.display, seed
        assert [dict(quick.buffer[y]) for y in range(6)] == [dict(plain.buffer[y]) for y in range(6)], seed
        assert (quick.cursor.x, quick.cursor.y, quick.cursor.attrs) == (
            *(plain.cursor.x, plain.cursor.y),
            plain.cursor.attrs,
        ), seed


def test_a_sequence_with_an_echo_in_it_draws_nothing() -> None:
    screen = QuickScreen(20, 6)
    QuickStream(screen).feed(b"\x1b[38;2;1?m\x1b[3;5?Htext")
    assert screen.display[0].rstrip() == "text"
    assert screen.buffer[0][0].fg == "default"
