"""No answer of a terminal ever becomes a key: those of many terminals, cut in every way, and what nobody sends."""

import json
from codecs import getincrementaldecoder
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from textual import events, messages
from textual._xterm_parser import XTermParser

from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp
from piecement.terminal.key_parser import ESCAPE_WAIT, REPLY_ESCAPE_WAIT, KeyParser
from piecement.terminal.kitty_protocol import read_key
from piecement.terminal.menu_keys import Key
from piecement.terminal.replies import (
    BackgroundColour,
    CursorPosition,
    DeviceAttributes,
    KeyboardFlags,
    ModeReport,
    OtherReply,
    TerminalName,
    TerminalReply,
)
from piecement.terminal.scanner import PASTE_WAIT, UNFINISHED_LIMIT, UNFINISHED_SIZE, UNFINISHED_WAIT
from tests.sampling import together

TERMINALS: Final[dict[str, dict[str, dict[str, str]]]] = json.loads(
    (Path(__file__).parents[1] / "data" / "terminal_answers.json").read_text()
)
ANSWERS: Final = {name: list(terminal["answers"].values()) for name, terminal in TERMINALS.items()}
UNASKED: Final = {
    "attributes of no length": "\x1b[?c",
    "attributes without end": "\x1b[?62" + ";22" * 3000 + "c",
    "a number without end": "\x1b[?" + "6" * 6000 + "c",
    "a clipboard": "\x1b]52;c;" + "QUJD" * 5000 + "\x07",
    "a private message": "\x1b^hello\x1b\\",
    "a start of string": "\x1bXhello\x1b\\",
    "an application command": "\x1b_Ga=q,i=31;ENOENT: no such image\x1b\\",
    "a checksum": "\x1bP1!~0000\x1b\\",
    "a title with any letters": "\x1b]lé漢 — 🎮\x1b\\",
    "a new size": "\x1b[48;24;80;480;800t",
    "a colour scheme": "\x1b[?997;1n",
    "a mode of one digit more": "\x1b[?2026;10$y",
    "a size in pixels": "\x1b[4;480;800t",
    "an eight-bit control": "\x9b?64;1;2c",
}
EVERY: Final = ANSWERS | {name: [answer] for name, answer in UNASKED.items()}

OF_INPUT: Final = (
    *(KeyEvent, TerminalReply, events.Key, events.Paste, events.MouseEvent, events.AppFocus, events.AppBlur),
    *(events.Resize, messages.TerminalSupportsSynchronizedOutput, messages.InBandWindowResize),
)
"""All that may come of input."""

SPLIT_FIRST: Final = 2
"""A split closer to the start leaves a lone ESC, or an introducer, which are keys where nothing follows in time."""


class Terminal:
    """A parser that is fed bytes, on a clock that only moves by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self.parser = KeyParser(clock=lambda: self.now)
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode

    def send(self, data: bytes | str) -> list[object]:
        """Return the keys of some bytes, right away."""
        text = self._decode(data.encode() if isinstance(data, str) else data)
        return [*(self.parser.feed(text) if text else ()), *self.parser.tick()]

    def wait(self, seconds: float) -> list[object]:
        """Return the keys that come with some time."""
        self.now += seconds
        return list(self.parser.tick())

    def wait_long(self) -> list[object]:
        """Return the keys that come with enough time to end every wait."""
        return self.wait(UNFINISHED_LIMIT + PASTE_WAIT)


def keys(found: list[object]) -> list[str]:
    """Return the names of the keys among what was found."""
    return [message.key for message in found if isinstance(message, events.Key)]


def pressed(found: list[object]) -> list[str]:
    """Return everything among what was found that acts like a key."""
    return [type(message).__name__ for message in found if isinstance(message, (events.Key, KeyEvent, events.Paste))]


@pytest.mark.wide
@pytest.mark.parametrize("answers", EVERY.values(), ids=EVERY)
def test_no_answer_becomes_a_key_whole_or_byte_by_byte(answers: list[str]) -> None:
    for answer in answers:
        terminal = Terminal()
        found = [*terminal.send(answer), *terminal.send(answer), *terminal.send(answer + answer)]
        for byte in answer.encode():
            found += terminal.send(bytes([byte]))
        found += terminal.wait_long()

        assert pressed(found) == [], answer
        assert keys(terminal.send("x")) == ["x"], answer


@pytest.mark.parametrize("answers", ANSWERS.values(), ids=ANSWERS)
def test_no_split_or_late_answer_becomes_a_key(answers: list[str]) -> None:
    for data in map(str.encode, answers):
        for at in range(SPLIT_FIRST, len(data)):
            terminal = Terminal()
            found = [
                *terminal.send(data[:at]),
                *(terminal.wait(UNFINISHED_WAIT * 0.9) if at > SPLIT_FIRST else ()),
                *terminal.send(data[at:]),
            ]

            assert pressed([*found, *terminal.wait_long()]) == [], data
            assert keys(terminal.send("x")) == ["x"], data


@pytest.mark.parametrize("answers", ANSWERS.values(), ids=ANSWERS)
def test_an_answer_that_was_cut_off_takes_no_key_with_it(answers: list[str]) -> None:
    for data in map(str.encode, answers):
        for at in range(SPLIT_FIRST + 1, len(data)):
            terminal = Terminal()
            cut_off = terminal.send(data[:at])

            assert keys([*cut_off, *terminal.send("\x1b[D")]) == ["left"], data
            terminal.send(data[:at])
            assert pressed(terminal.wait(UNFINISHED_WAIT)) == [], data
            assert keys(terminal.send("a\x1b[D")) == ["a", "left"], data


@together("name", TERMINALS)
def test_all_answers_at_once_between_keys_are_read(name: str) -> None:
    answers = TERMINALS[name]["answers"].values()

    assert keys(Terminal().send("x" + "".join(f"{answer}\x1b[Dy" for answer in answers))) == [
        "x",
        *["left", "y"] * len(answers),
    ]


@together("control", ["\r", "\t", "\x03", "\x7f"])
@together("begun", ["\x1b[?62;2", "\x1b]11;rgb:00", "\x1bP>|XTerm", "\x1b_Gi"])
def test_a_control_key_counts_at_once_in_any_sequence(begun: str, control: str) -> None:
    terminal = Terminal()
    terminal.send(begun)

    assert keys(terminal.send(control)) == keys(Terminal().send(control)) != []


@together("begun", ["\x1b[?62;2", "\x1b]11;rgb:00", "\x1bP>|XTerm", "\x1b_Gi", "\x1bX", "\x1b^"])
@together("key", ["1", " "])
def test_endless_sequence_swallows_keys_only_for_a_while(begun: str, key: str) -> None:
    terminal = Terminal()
    terminal.send(begun)
    swallowed = 0
    while keys([*terminal.wait(0.1), *terminal.send(key)]) == []:
        swallowed += 1

    assert swallowed <= UNFINISHED_LIMIT / 0.1


def test_endless_sequence_is_not_kept_without_limit() -> None:
    terminal = Terminal()
    for _ in range(100):
        assert terminal.send("\x1b]52;c;" + "A" * 4000) == []
        assert terminal.send("A" * 4000) == []

    (answer,) = terminal.send("\x1b\\")

    assert isinstance(answer, OtherReply)
    assert len(answer.text) <= UNFINISHED_SIZE + 2


@together(
    ("answer", "value"),
    [
        ("\x1b[?31u", KeyboardFlags(31)),
        ("\x1b[?62;4c", DeviceAttributes((62, 4))),
        ("\x1b[?c", DeviceAttributes(())),
        ("\x1b]11;rgb:ffff/8080/0000\x1b\\", BackgroundColour(255, 128, 0)),
        ("\x1b]11;rgb:ff/80/00\x07", BackgroundColour(255, 128, 0)),
        ("\x1b]11;rgba:F/8/0/ffff\x07", BackgroundColour(255, 136, 0)),
        ("\x1b[12;3R", CursorPosition(12, 3)),
        ("\x1b[1;1R", CursorPosition(1, 1)),
        ("\x1b[1;6R", CursorPosition(1, 6)),
        ("\x1b[?1;2R", CursorPosition(1, 2)),
        ("\x1b[?1;2;1R", CursorPosition(1, 2)),
        ("\x1b[?2026;2$y", ModeReport(2026, 2)),
        ("\x1bP>|XTerm(379)\x1b\\", TerminalName("XTerm(379)")),
        ("\x1bP1$r0m\x1b\\", OtherReply("\x1bP1$r0m\x1b\\")),
        ("\x1b[8;24;80t", OtherReply("\x1b[8;24;80t")),
    ],
)
def test_answers_are_read(answer: str, value: TerminalReply) -> None:
    assert [found for found in Terminal().send(answer) if isinstance(found, TerminalReply)] == [value]


def test_rxvt_string_ended_by_esc_alone_presses_no_esc() -> None:
    answer = "\x1b]11;rgb:0000/0000/0000\x1b"
    value = BackgroundColour(0, 0, 0)
    alone, before_a_key = Terminal(), Terminal()

    assert [*alone.send(answer), *alone.wait_long()] == [value]
    assert before_a_key.send(answer) == []
    followed = before_a_key.send("a")
    assert followed[0] == value
    assert keys(followed) == ["a"]
    assert pressed(Terminal().send(answer + "\x1b[?1;2c")) == []


def test_lone_esc_comes_soon_unless_an_answer_is_awaited() -> None:
    terminal = Terminal()
    terminal.send("\x1b")
    assert keys(terminal.wait(ESCAPE_WAIT)) == ["escape"]

    terminal.parser.expect_replies()
    terminal.send("\x1b")
    assert keys(terminal.wait(ESCAPE_WAIT)) == []
    assert keys(terminal.wait(REPLY_ESCAPE_WAIT)) == ["escape"]

    terminal.send("\x1b[?1;2c\x1b")
    assert keys(terminal.wait(ESCAPE_WAIT)) == []  # it came together with the answer
    terminal.wait_long()
    terminal.send("\x1b")
    assert keys(terminal.wait(ESCAPE_WAIT)) == ["escape"]


@together("character", list("aZ1.[]OPX^_ "))
def test_alt_and_a_key_is_a_key(character: str) -> None:
    terminal = Terminal()
    found = [*terminal.send(f"\x1b{character}"), *terminal.wait(ESCAPE_WAIT)]

    assert [type(message) for message in found] == [KeyDown, Key]


def test_alt_and_a_key_is_told_at_once() -> None:
    assert keys(Terminal().send("\x1ba")) == ["alt+a"]


@together("at", range(1, 20))
def test_a_character_may_be_split_between_its_bytes(at: int) -> None:
    terminal = Terminal()
    data = "é漢🎮\x1b[1092;1;1060u".encode()

    assert "".join(keys([*terminal.send(data[:at]), *terminal.send(data[at:])])) == "".join(keys(Terminal().send(data)))


def test_long_text_of_an_input_method_is_typed() -> None:
    text = "漢字かな交じり文を入力する"
    codes = ":".join(str(ord(character)) for character in text)
    found = Terminal().send(f"\x1b[0;;{codes}u")

    assert "".join(message.character or "" for message in found if isinstance(message, events.Key)) == text


@pytest.mark.parametrize("pixels", ["0;0", "384;640"])
def test_mouse_reports_are_cells_whatever_the_size_says(pixels: str) -> None:
    terminal = Terminal()
    terminal.send(f"\x1b[48;24;80;{pixels}t")
    [pressed] = terminal.send("\x1b[<0;16;18M")

    assert isinstance(pressed, events.MouseDown)
    assert (pressed.x, pressed.y) == (15, 17)


def pasted(found: list[object]) -> list[str]:
    return [message.text for message in found if isinstance(message, events.Paste)]


@together("at", range(6, 40))
def test_a_paste_may_be_split_and_hold_anything(at: int) -> None:
    """Even a terminal's answer, sent right into it; colours and lone ESC in it are left out."""
    terminal = Terminal()
    data = "\x1b[200~x[1;1:3D\x1b[?62;22cé\x1b[31m\r\x1by\x1b[201~z".encode()
    found = [*terminal.send(data[:at]), *terminal.send(data[at:])]

    assert pasted(found) == ["x[1;1:3Dé\r"] or pasted(found) == ["x[1;1:3Dé\ry"]
    assert keys(found) == ["z"]


def test_a_paste_without_its_end_ends_by_itself() -> None:
    terminal = Terminal()
    terminal.send("\x1b[200~hello")

    assert pasted(terminal.wait(PASTE_WAIT)) == ["hello"]
    assert keys(terminal.send("a")) == ["a"]


@pytest.mark.parametrize("key", ["a", "\x1b[97;1:3u"], ids=["legacy", "kitty"])
def test_a_paste_without_its_end_ends_under_held_keys(key: str) -> None:
    terminal = Terminal()
    terminal.send("\x1b[200~hello")
    held = [message for _ in range(200) for message in (*terminal.send(key), *terminal.wait(1 / 30))]

    assert len(pasted(held)) == 1
    assert keys(terminal.send("z")) == ["z"]


def test_a_long_paste_over_a_slow_line_stays_one() -> None:
    terminal = Terminal()
    terminal.send("\x1b[200~")
    found = [message for _ in range(200) for message in (*terminal.send("x" * 300), *terminal.wait(0.1))]

    assert pasted([*found, *terminal.send("\x1b[201~")]) == ["x" * 60_000]


def stock(data: str) -> Iterator[str]:
    """Yield the keys of Textual, letters without case, as menus have none."""
    parser = XTermParser()
    for message in parser.feed(data):
        if isinstance(message, events.Key):
            small = message.key.lower()
            yield small if len(message.key) == len(small) == 1 else message.key


def test_plain_characters_are_the_keys_of_stock_textual() -> None:
    data = "".join(chr(code) for code in (*range(1, 27), *range(28, 127), *range(0xA0, 0x180)))

    assert keys(Terminal().send(data)) == list(stock(data))


def test_bytes_that_are_no_character_are_no_key() -> None:
    assert keys(Terminal().send(b"a\xff\xc3(\x9bb")) == ["a", "left_parenthesis", "b"]


def test_a_release_is_no_press() -> None:
    assert [type(found) for found in Terminal().send("\x1b[97;1:3u\x1b[1;1:3D")] == [KeyUp, KeyUp]


def test_keys_are_tracked_from_the_answer_that_allows_it() -> None:
    """A terminal answers in order: a key before the answer was sent before releases were reported, and never ends."""
    parser = KeyParser()
    parser.is_capturing = True
    found: list[object] = list(parser.feed("\x1b[97u\x1b[?31u\x1b[98;1:1u"))

    assert [(key.key_id, key.tracked) for key in found if isinstance(key, KeyDown)] == [("a", False), ("b", True)]


def test_an_answer_that_puts_nothing_in_force_tracks_no_key() -> None:
    found: list[object] = list(KeyParser().feed("\x1b[?31u\x1b[98u"))

    assert [(key.key_id, key.tracked) for key in found if isinstance(key, KeyDown)] == [("b", False)]


def test_a_code_beyond_all_characters_is_no_key() -> None:
    """In Python 3.11 an integer beyond those of C raises an error of its own."""
    with pytest.raises(ValueError, match="range"):
        read_key("\x1b[99999999999u")
