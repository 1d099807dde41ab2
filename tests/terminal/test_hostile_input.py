"""Whatever bytes come, a key is ignored at most: the program neither ends nor is deaf afterwards."""

import random
from itertools import count

import pytest
from textual import events

from piecement.terminal.console_keys import ConsoleKeys
from piecement.terminal.key_events import KeyDown, KeyUp
from piecement.terminal.key_parser import KeyParser
from piecement.terminal.kitty_protocol import GAME_FLAGS
from piecement.terminal.menu_keys import Key
from tests.terminal.hostile_input import hostile
from tests.terminal.test_terminal_answers import OF_INPUT, Terminal, keys

BOTH_PROTOCOLS = pytest.mark.parametrize("flags", [GAME_FLAGS, 0], ids=["kitty", "legacy"])

MALFORMED = {
    "too many codes": "\x1b[10:::99;9:4;55296u",
    "a modifier of three parts": "\x1b[573;9:65:100;3:3u",
    "a code beyond Unicode": "\x1b[99999999;55296;;u",
    "the release of one": "\x1b[99999999;1:3u",
    "half a character": "\x1b[55296u",
    "a base key of half a character": "\x1b[97:1:55296;1u",
    "a text of half a character": "\x1b[97;;55296u",
    "a text beyond Unicode": "\x1b[0;;1114112u",
    "a number of 5000 digits": f"\x1b[{'9' * 5000}u",
    "a size of nothing": "\x1b[48;0;0;0;0t",
    "a size of ten thousand million rows": "\x1b[48;9999999999;80;480;800t",
    "a place of the mouse that is no number": "\x1b[<0;--1;4M",
}


@pytest.mark.parametrize("sequence", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_sequence_is_no_key(sequence: str) -> None:
    terminal = Terminal()
    terminal.parser.flags_in_force = GAME_FLAGS
    found = terminal.send(sequence)

    assert [one for one in found if isinstance(one, (events.Event, KeyDown, KeyUp))] == []
    assert keys(terminal.send("x\x1b[D")) == ["x", "left"]


def test_capital_letter_of_two_small_ones_is_a_key() -> None:
    """Python makes two characters of the Turkish İ in small."""
    assert [type(found) for found in Terminal().send("\x1b[304u")] == [KeyDown, Key]


def test_sizes_after_a_malformed_one_still_count() -> None:
    terminal = Terminal()
    terminal.send("\x1b[48;24;80;0;0t\x1b[<0;3;4M\x1b[48;:1;2;3;4t")
    found = terminal.send("\x1b[48;24;80;480;800t\x1b[<0;21;41M")

    assert [type(one) for one in found] == [events.Resize, events.MouseDown]
    assert isinstance(found[1], events.MouseDown)
    assert (found[1].x, found[1].y) == (20, 40)


def test_a_record_of_countless_presses_is_a_few() -> None:
    found = list(ConsoleKeys(KeyParser()).feed_text("\x1b[65;30;97;1;0;99999_"))

    assert len(found) == 200


def check_parser(seed: int, size: int, flags: int) -> None:
    """Check that nothing but input comes of hostile bytes, and that keys still count between and after them."""
    dice, terminal = random.Random(seed), Terminal()
    terminal.parser.flags_in_force = flags
    for piece in hostile(dice, size, flags):
        for message in [*terminal.send(piece), *terminal.wait(dice.choice((0.0, 0.01, 0.05, 1.0)))]:
            assert isinstance(message, OF_INPUT)
            if isinstance(message, events.Key):
                (message.key + (message.character or "")).encode()
        if dice.random() < 0.05:
            terminal.wait_long()
            held = [type(found) for found in terminal.send("\x1b[98;1:1u\x1b[98;1:3u")]
            assert held == [KeyDown, Key, KeyUp], piece


def check_console(seed: int, size: int) -> None:
    """The same for a console that records keys."""
    dice, now, times = random.Random(seed), [100.0], count(0, 50_000_000)
    console = ConsoleKeys(KeyParser(clock=lambda: now[0]), clock=lambda: next(times))
    console.set_mode(asked=True)
    for piece in hostile(dice, size, 0):
        for message in [*console.feed_text(piece.decode(errors="replace")), *console.tick()]:
            assert isinstance(message, OF_INPUT)
        if dice.random() < 0.05:
            now[0] += 10
            list(console.tick())
            held = [type(found) for found in console.feed_text("\x1b[37;75;0;1;256;1_\x1b[37;75;0;0;256;1_")]
            assert held[-3:] == [KeyDown, Key, KeyUp], piece


@BOTH_PROTOCOLS
def test_hostile_bytes_do_nothing_but_input(flags: int) -> None:
    check_parser(1, 15_000, flags)


def test_hostile_bytes_do_nothing_to_a_console() -> None:
    check_console(1, 10_000)


@pytest.mark.long
@BOTH_PROTOCOLS
@pytest.mark.parametrize("seed", range(11, 14))
def test_a_million_hostile_bytes_do_nothing_but_input(seed: int, flags: int) -> None:
    check_parser(seed, 1_000_000, flags)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(11, 14))
def test_a_million_hostile_bytes_do_nothing_to_a_console(seed: int) -> None:
    check_console(seed, 1_000_000)
