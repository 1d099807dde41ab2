"""Keys of the Windows console: every press and release under its key's name, beside Textual's own events.

The records are those that Windows makes on a US keyboard unless a test says otherwise: virtual keys and control states
as Microsoft lists them, scan codes of set 1. The sequences are those of the win32 input mode's specification.
"""

from collections.abc import Iterable, Sequence
from itertools import count

import pytest
from textual import events

from piecement.input.holds import HoldPhase, HoldTracker
from piecement.terminal.console_keys import ConsoleKeys
from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp
from piecement.terminal.key_parser import KeyParser
from piecement.terminal.windows_keys import KeyRecord
from tests.sampling import together

MS = 1_000_000
ESC = "\x1b"
ENHANCED, LEFT_CTRL, RIGHT_ALT, LEFT_ALT, SHIFT = 0x100, 0x08, 0x01, 0x02, 0x10
ALT_GR = RIGHT_ALT | LEFT_CTRL


def console(step_ms: int = 50) -> ConsoleKeys:
    """Return the keys of a console where a look at the clock takes a while."""
    times = count(0, step_ms * MS)
    return ConsoleKeys(KeyParser(), clock=lambda: next(times))


def down(key: int, scan: int = 0, character: str = "", state: int = 0, times: int = 1) -> KeyRecord:
    return KeyRecord(True, key, scan, character, state, times)


def up(key: int, scan: int = 0, character: str = "", state: int = 0) -> KeyRecord:
    return KeyRecord(False, key, scan, character, state)


def text(characters: str) -> list[KeyRecord]:
    """Return the records of text that is sent as it is, by UTF-16 unit."""
    raw = characters.encode("utf-16-le", "surrogatepass")
    units = [raw[index : index + 2].decode("utf-16-le", "surrogatepass") for index in range(0, len(raw), 2)]
    return [KeyRecord(True, 0, 0, unit, 0) for unit in units]


def encoded(*records: KeyRecord) -> list[KeyRecord]:
    """Return the same records as a terminal in win32 input mode sends them."""
    return text("".join(sequence(record) for record in records))


def sequence(record: KeyRecord) -> str:
    unit = ord(record.character) if record.character else 0
    fields = (record.virtual_key, record.scan_code, unit, int(record.down), record.state, record.count)
    return f"{ESC}[{';'.join(map(str, fields))}_"


def short(found: Iterable[object]) -> list[str]:
    """Return the keys found, in short; the sign after a key's name tells whether its release will be reported."""
    return [_short(one) for one in found]


def _short(one: object) -> str:
    match one:
        case KeyDown():
            return f"{'again' if one.repeat else 'down'} {one.chord}{'' if one.tracked else '?'}"
        case KeyUp():
            return f"up {one.key_id}"
        case events.Key():
            return f"Key {one.key}"
        case events.Paste():
            return f"Paste {one.text}"
        case _:
            return type(one).__name__


def ticked(keys: ConsoleKeys) -> list[object]:
    """Return the keys of input that nothing follows, once its time is over."""
    found: list[object] = list(keys.tick())
    while keys.parser.escape_due is not None:
        found += keys.tick()
    return found


def both_ways(*records: KeyRecord) -> list[str]:
    """Return the keys of records, which must be the same for records and sequences."""
    plain, asked = console(), console()
    asked.set_mode(True)
    found = short(plain.feed(records))

    assert short(asked.feed(encoded(*records))) == found
    return found


LEFT = (0x25, 0x4B, "", ENHANCED)
SEMICOLON = (0xBA, 0x27)

TAPS = [
    ("an arrow", LEFT, ["down left", "Key left", "up left"]),
    ("an arrow with Shift", (0x25, 0x4B, "", ENHANCED | SHIFT), ["down shift+left", "Key shift+left", "up left"]),
    ("an arrow with Ctrl", (0x27, 0x4D, "", ENHANCED | LEFT_CTRL), ["down ctrl+right", "Key ctrl+right", "up right"]),
    ("a letter", (0x41, 0x1E, "a"), ["down a", "Key a", "up a"]),
    ("a letter with Shift", (0x41, 0x1E, "A", SHIFT), ["down shift+a", "Key a", "up a"]),
    ("a letter with Caps Lock", (0x41, 0x1E, "A", 0x80), ["down a", "Key a", "up a"]),
    ("a letter with Alt", (0x41, 0x1E, "a", LEFT_ALT), ["down alt+a", "Key alt+a", "up a"]),
    ("Ctrl+C", (0x43, 0x2E, "\x03", LEFT_CTRL), ["down ctrl+c", "Key ctrl+c", "up c"]),
    ("Ctrl+Alt+G", (0x47, 0x22, "", LEFT_CTRL | LEFT_ALT), ["down alt+ctrl+g", "Key alt+ctrl+g", "up g"]),
    ("Ctrl+2", (0x32, 0x03, "", LEFT_CTRL), ["down ctrl+2", "Key ctrl+2", "up 2"]),
    ("Space", (0x20, 0x39, " "), ["down space", "Key space", "up space"]),
    ("Enter", (0x0D, 0x1C, "\r"), ["down enter", "Key enter", "up enter"]),
    ("Enter of the keypad", (0x0D, 0x1C, "\r", ENHANCED), ["down kp_enter", "Key enter", "up kp_enter"]),
    ("Tab with Shift", (0x09, 0x0F, "\t", SHIFT), ["down shift+tab", "Key shift+tab", "up tab"]),
    ("Backspace", (0x08, 0x0E, "\b"), ["down backspace", "Key backspace", "up backspace"]),
    ("Delete", (0x2E, 0x53, "", ENHANCED), ["down delete", "Key delete", "up delete"]),
    ("F1", (0x70, 0x3B), ["down f1", "Key f1", "up f1"]),
    ("F3 with Shift", (0x72, 0x3D, "", SHIFT), ["down shift+f3", "Key shift+f3", "up f3"]),
    ("F5 with Shift", (0x74, 0x3F, "", SHIFT), ["down shift+f5", "Key shift+f5", "up f5"]),
    ("F12", (0x7B, 0x58), ["down f12", "Key f12", "up f12"]),
    ("4 of the keypad", (0x64, 0x4B, "4"), ["down kp_4", "Key 4", "up kp_4"]),
    ("the same without Num Lock", (0x25, 0x4B), ["down kp_left", "Key left", "up kp_left"]),
    ("plus of the keypad", (0x6B, 0x4E, "+"), ["down kp_add", "Key plus", "up kp_add"]),
    ("a digit", (0x31, 0x02, "1"), ["down 1", "Key 1", "up 1"]),
    ("a digit with Shift", (0x31, 0x02, "!", SHIFT), ["down shift+1", "Key exclamation_mark", "up 1"]),
    ("a sign", (*SEMICOLON, ";"), ["down semicolon", "Key semicolon", "up semicolon"]),
    ("a sign with Shift", (*SEMICOLON, ":", SHIFT), ["down shift+semicolon", "Key colon", "up semicolon"]),
    ("a German letter at that place", (0xC0, 0x27, "ö"), ["down ö", "Key semicolon", "up ö"]),
    ("the same with Shift", (0xC0, 0x27, "Ö", SHIFT), ["down shift+ö", "Key colon", "up ö"]),
    ("a Cyrillic letter", (0x41, 0x1E, "ф"), ["down ф", "Key a", "up ф"]),
    ("a French digit key", (0x32, 0x03, "é"), ["down é", "Key 2", "up é"]),
    ("AltGr+Q in Germany", (0x51, 0x10, "@", ALT_GR), ["down q", "Key at", "up q"]),
    ("left Shift alone", (0x10, 0x2A, "", SHIFT), ["down left_shift", "up left_shift"]),
    ("right Shift alone", (0x10, 0x36, "", SHIFT), ["down right_shift", "up right_shift"]),
    ("left Ctrl alone", (0x11, 0x1D, "", LEFT_CTRL), ["down left_control", "up left_control"]),
    ("right Ctrl alone", (0x11, 0x1D, "", ENHANCED | 0x04), ["down right_control", "up right_control"]),
    ("left Alt alone", (0x12, 0x38, "", LEFT_ALT), ["down left_alt", "up left_alt"]),
    ("AltGr alone", (0x12, 0x38, "", ENHANCED | ALT_GR), ["down right_alt", "up right_alt"]),
    ("a Windows key", (0x5B, 0x5B, "", ENHANCED), ["down left_super", "up left_super"]),
    ("Caps Lock", (0x14, 0x3A, "", 0x80), ["down caps_lock", "up caps_lock"]),
    ("a dead key", (0xDD, 0x0D), ["down equals_sign", "up equals_sign"]),
    ("a key that nobody knows", (0xC1, 0x73), ["down vk_193", "up vk_193"]),
]


@together(("key", "expected"), [tap[1:] for tap in TAPS])
def test_a_key_goes_down_and_up_under_one_name(key: tuple[int, int, str, int], expected: list[str]) -> None:
    press = down(*key)

    assert both_ways(press, up(press.virtual_key, press.scan_code, "", press.state & ENHANCED)) == expected


PLACES = [
    (down(0x41, 0x1E, "a"), None),
    (down(0x41, 0x10, "a"), "q"),
    (down(0x41, 0x1E, "ф"), "a"),
    (down(0xC0, 0x27, "ö"), "semicolon"),
    (down(0x32, 0x03, "é"), "2"),
    (down(*LEFT), None),
    (down(*SEMICOLON, ";"), None),
]


@together(("record", "base"), PLACES)
def test_key_tells_its_place_on_a_us_keyboard_if_other(record: KeyRecord, base: str | None) -> None:
    found = next(iter(console().feed([record])))

    assert isinstance(found, KeyDown)
    assert found.base_id == base


def test_a_held_key_repeats() -> None:
    found = both_ways(down(*LEFT), down(*LEFT), down(*LEFT, 3), up(*LEFT))

    assert [one for one in found if "Key" not in one] == ["down left", *["again left"] * 4, "up left"]


def test_a_key_keeps_its_name_while_down_under_any_text() -> None:
    e = (0x45, 0x12)
    found = both_ways(down(*e, "é"), down(*e, "e"), up(*e), down(*e, "e"), up(*e))

    assert found == ["down é", "Key e", "again é", "Key e", "up é", "down e", "Key e", "up e"]


def test_a_sign_that_was_typed_gives_its_key_the_name() -> None:
    hash_key = (0xDE, 0x2B)
    found = both_ways(down(*hash_key, "#"), up(*hash_key), down(*hash_key, "'", SHIFT), up(*hash_key))

    assert found[:3] == ["down number_sign", "Key number_sign", "up number_sign"]
    assert found[3:] == ["down shift+number_sign", "Key apostrophe", "up number_sign"]


def test_alt_gr_does_not_press_the_left_ctrl() -> None:
    pressed = [down(0x11, 0x1D, "", LEFT_CTRL), down(0x12, 0x38, "", ENHANCED | ALT_GR)]
    released = [up(0x11, 0x1D, "", RIGHT_ALT), up(0x12, 0x38, "", ENHANCED)]

    assert both_ways(*pressed, *released) == ["down right_alt", "up right_alt"]


def test_number_typed_with_alt_becomes_a_character() -> None:
    digits = [(0x61, 0x4F), (0x63, 0x51), (0x60, 0x52)]
    typed = [change(*digit, "", LEFT_ALT) for digit in digits for change in (down, up)]
    found = both_ways(down(0x12, 0x38, "", LEFT_ALT), *typed, up(0x12, 0x38, "é"))

    assert found[0] == "down left_alt"
    assert found[-3:] == ["up left_alt", "down é?", "Key é"]
    assert not [one for one in found[:-1] if one.startswith("Key")]


def test_half_a_character_waits_for_its_other_half() -> None:
    keys = console()
    first, second = text("😀")
    found = [list(keys.feed([half])) for half in (first, second)]

    assert found[0] == []
    assert [one.character for one in found[1] if isinstance(one, events.Key)] == ["😀"]


@pytest.mark.parametrize("virtual_key", [0x00, 0xE7])
def test_both_halves_of_a_character_may_come_as_sequences(virtual_key: int) -> None:
    keys = console()
    halves = [change(virtual_key, 0, half.character) for half in text("😀") for change in (down, up)]
    found = list(keys.feed(encoded(*halves)))

    assert [one.character for one in found if isinstance(one, events.Key)] == ["😀"]
    assert not [one for one in found if isinstance(one, KeyUp)]


def test_half_a_character_alone_ends_nothing() -> None:
    found = list(console().feed([*text("\ud83d"), *text("ab"), *text("\ude00c")]))

    assert [one.key for one in found if isinstance(one, events.Key)][-1] == "c"


def test_pasted_text_is_no_key() -> None:
    assert short(console().feed(text(f"{ESC}[200~ad {ESC}[201~"))) == ["Paste ad "]


def test_pasted_text_is_no_key_even_where_it_comes_as_keys() -> None:
    codes = {ESC: 0x1B, "[": 0xDB, "~": 0xC0, "a": 0x41, "d": 0x44} | {digit: ord(digit) for digit in "201"}
    pasted = [change(codes[one], 0, one) for one in f"{ESC}[200~ad{ESC}[201~" for change in (down, up)]
    found = both_ways(*pasted)

    assert [one for one in found if not one.startswith("up ")] == ["Paste ad"]


def test_the_mouse_and_the_focus_go_on_as_they_are() -> None:
    keys = console()
    keys.set_mode(True)
    found = short(keys.feed([*encoded(down(*LEFT)), *text(f"{ESC}[<0;3;4M{ESC}[O{ESC}[I"), *encoded(up(*LEFT))]))

    assert found == ["down left", "Key left", "MouseDown", "up left", "AppBlur", "AppFocus"]


def test_key_with_unseen_release_is_pressed_anew() -> None:
    keys = console()
    before = short(keys.feed([down(*LEFT)]))
    lost = short(keys.release_all())

    assert (before, lost) == (["down left", "Key left"], ["up left"])
    assert short(keys.feed([down(*LEFT)])) == ["down left", "Key left"]


@together("cut", range(1, len(sequence(down(*LEFT)))))
def test_a_sequence_may_come_in_parts(cut: int) -> None:
    keys = console()
    keys.set_mode(True)
    list(keys.feed(encoded(up(*LEFT))))
    whole = text(sequence(down(*LEFT)))

    assert short([*keys.feed(whole[:cut]), *keys.tick(), *keys.feed(whole[cut:])]) == ["down left", "Key left"]


def test_lone_escape_is_not_held_back_without_the_mode() -> None:
    keys = console()
    keys.set_mode(True)
    waiting = list(keys.feed(text(ESC)))

    assert waiting == []
    assert short(ticked(keys)) == ["down escape?", "Key escape"]


def test_held_back_input_comes_out_when_the_mode_ends() -> None:
    keys = console()
    keys.set_mode(True)
    kept_back = [*keys.feed([*encoded(up(*LEFT)), *text(ESC)]), *ticked(keys)]
    keys.set_mode(False)

    assert kept_back == []
    assert short(ticked(keys)) == ["down escape?", "Key escape"]


def test_the_published_example_reads_as_it_is_explained() -> None:
    """The specification writes the press and the release of "A" with Shift down like this."""
    keys = console()
    found = short(keys.feed(text(f"{ESC}[16;42;0;1;16;1_{ESC}[65;30;65;1;16;1_{ESC}[65;30;65;0;16;1_{ESC}[16;42;0;0_")))

    assert found == ["down left_shift", "down shift+a", "Key a", "up a", "up left_shift"]


def as_records(characters: str) -> str:
    """Return text as Windows Terminal sends it in the mode: a record without a key for each character."""
    return "".join(f"{ESC}[0;0;{ord(character)};1;0;1_" for character in characters)


RECORDED = {
    "typed in Windows Terminal 1.21 over ssh": (
        f"{ESC}[84;20;116;1;0;1_{ESC}[84;20;116;0;0;1_{ESC}[69;18;101;1;0;1_{ESC}[69;18;101;0;0;1_",
        ["down t", "Key t", "up t", "down e", "Key e", "up e"],
    ),
    "pasted there": (
        f"{as_records(f'{ESC}[200~')}{ESC}[84;20;116;1;0;1_{ESC}[84;20;116;0;0;1_{as_records(f'{ESC}[201~')}",
        ["Paste t"],
    ),
    "Enter in Lens on Windows Server 2022": (f"{ESC}[0;0;13;1;0;1_{ESC}[13;28;13;0;0;1_", ["down enter?", "Key enter"]),
    "Ctrl+C there": (
        f"{ESC}[17;29;0;1;8;1_{ESC}[0;0;3;1;0;1_{ESC}[67;46;3;0;8;1_{ESC}[17;29;0;0;0;1_",
        ["down left_control", "down ctrl+c?", "Key ctrl+c", "up left_control"],
    ),
    "Esc there": (f"{ESC}[0;0;27;1;0;1_{ESC}[27;1;27;0;0;1_", ["down escape?", "Key escape"]),
    "Esc in wmux 3.56": (f"{ESC}[27;1;27;1;0;1_{ESC}[27;1;0;0;0;1_", ["down escape?", "Key escape"]),
}
"""What users recorded: issues 17656 of microsoft/terminal, 2593 of elfmz/far2l, 1373 of openwong2kim/wmux."""


@together("kind", RECORDED)
def test_recordings_of_real_terminals_read_as_pressed_keys(kind: str) -> None:
    bytes_, expected = RECORDED[kind]
    keys = console()
    keys.set_mode(True)
    found = short([*keys.feed_text(bytes_), *ticked(keys)])

    assert found == expected


@together("fields", ["", "0", ";;;;;", "37", "0;0;97", "37;;;1", "99999;99999;99999;99999;99999;99999"])
def test_sequence_with_missing_or_wild_fields_is_no_text(fields: str) -> None:
    found = list(console().feed(text(f"{ESC}[{fields}_")))

    assert not [one for one in found if isinstance(one, events.Key) and one.key != "left"]


# The console of Windows 10: text for presses, records for releases.


def test_text_with_releases_is_held_once_a_release_was_seen() -> None:
    keys = console()
    first = short(keys.feed([*text(f"{ESC}[D"), up(*LEFT)]))
    second = short(keys.feed([*text(f"{ESC}[D{ESC}[D"), up(*LEFT)]))

    assert first == ["down left?", "Key left"]
    assert second == ["down left", "Key left", "again left", "Key left", "up left"]


def test_text_is_not_held_where_another_key_may_be_let_go_for_it() -> None:
    keys = console()
    list(keys.feed([up(*LEFT)]))

    assert short(keys.feed(text("@1ö"))) == ["down at?", "Key at", "down 1?", "Key 1", "down ö?", "Key ö"]


def test_the_keypad_releases_keys_pressed_by_its_text() -> None:
    keys = console()
    list(keys.feed([up(*LEFT)]))

    assert short(keys.feed([*text(f"{ESC}[D"), up(0x25, 0x4B)])) == ["down left", "Key left", "up left"]


# Consoles that make up the releases.


def test_releases_at_their_presses_are_soon_disbelieved() -> None:
    keys = console(step_ms=0)
    found = short(keys.feed([down(*LEFT), up(*LEFT)] * 5))

    assert [one for one in found if one != "Key left"] == ["down left", "up left"] * 3 + ["down left?"] * 2
    assert not keys.reports_releases


def test_a_real_hold_restores_the_trust() -> None:
    now = [0]
    keys = ConsoleKeys(KeyParser(), clock=lambda: now[0])
    list(keys.feed([down(*LEFT), up(*LEFT)] * 3))
    false = keys.reports_releases
    list(keys.feed([down(*LEFT)]))
    now[0] += 80 * MS
    list(keys.feed([up(*LEFT)]))

    assert not false
    assert keys.reports_releases
    assert short(keys.feed([down(*LEFT), up(*LEFT)])) == ["down left", "Key left", "up left"]


def test_nothing_is_held_by_releases_that_are_not_wanted() -> None:
    keys = console()
    keys.wants_releases = False

    assert short(keys.feed([down(*LEFT), down(*LEFT), up(*LEFT)])) == ["down left?", "Key left"] * 2


def test_a_console_tells_releases_from_the_first_one_on() -> None:
    keys = console()
    before = keys.reports_releases
    list(keys.feed(text("a")))
    between = keys.reports_releases
    list(keys.feed([up(0x41, 0x1E)]))

    assert (before, between, keys.reports_releases) == (False, False, True)


def test_a_hold_is_exact_from_press_to_release() -> None:
    found = console(step_ms=70).feed(encoded(down(*LEFT), down(*LEFT), up(*LEFT)))
    phases = followed([one for one in found if isinstance(one, KeyEvent)])

    assert phases == [HoldPhase.DOWN, HoldPhase.REPEAT, HoldPhase.UP]


def followed(found: Sequence[KeyEvent]) -> list[HoldPhase]:
    tracker, phases = HoldTracker(), list[HoldPhase]()
    for event in found:
        if isinstance(event, KeyDown):
            changes = tracker.press(event.key_id, event.time_ns, tracked=event.tracked, repeat=event.repeat)
        else:
            changes = tracker.release(event.key_id, event.time_ns)
        phases += [change.phase for change in changes]
    return phases
