"""Keys of keyboards that are not of the US: commands, letters of menus and bindings reach the program from each."""

import string
from collections.abc import Callable, Iterable
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

import pytest
from textual import events
from textual.binding import BindingsMap
from textual.widgets import OptionList

from piecement.input.bindings import Bindings, spelled
from piecement.input.key_presets import DEFAULT_BINDINGS
from piecement.input.keyboard_input import KeyboardInput
from piecement.settings.computer import Computer
from piecement.settings.settings import Settings
from piecement.settings.sound import Sound
from piecement.settings.values import CommandKey
from piecement.terminal.console_keys import ConsoleKeys
from piecement.terminal.key_events import KeyDown, KeyUp, Modifiers, parts_of, press_of
from piecement.terminal.key_parser import ESCAPE_WAIT, KeyParser
from piecement.terminal.keyboard_layouts import key_name, names_of
from piecement.terminal.kitty_protocol import GAME_FLAGS
from piecement.terminal.menu_keys import Key
from piecement.ui import screens, widgets
from piecement.ui.game.game_keys import commands
from piecement.ui.menu_graph import EDGES, GLOBAL_KEYS
from piecement.ui.screen import NodeScreen
from piecement_engine import Button
from tests.keyboards import LAYOUTS, US, Layout, kitty_code, legacy_code, win32_code
from tests.sampling import together
from tests.terminal.key_codes import ALT, CAPS_LOCK, CTRL, NUM_LOCK, SHIFT

Read = Callable[[str], list[object]]


def of_terminal(data: str, flags: int = GAME_FLAGS) -> list[object]:
    """Return what comes of input of a terminal, with nothing following it."""
    now = [0.0]
    parser = KeyParser(clock=lambda: now[0])
    parser.flags_in_force = flags
    found: list[object] = list(parser.feed(data))
    now[0] += 2 * ESCAPE_WAIT
    return [*found, *parser.tick()]


def of_console(data: str) -> list[object]:
    """Return what comes of records of a console."""
    console = ConsoleKeys(KeyParser())
    console.set_mode(asked=True)
    return list(console.feed_text(data))


def without_base(layout: Layout, letter: str, modifiers: int = 0) -> str:
    return kitty_code(layout, letter, modifiers, has_base=False)


Encode = Callable[[Layout, str, int], str]
PROTOCOLS: Final[dict[str, tuple[Encode, Read]]] = {
    "kitty": (kitty_code, of_terminal),
    "kitty without base keys": (without_base, of_terminal),
    "win32": (win32_code, of_console),
    "legacy": (legacy_code, of_terminal),
}
EACH_LAYOUT: Final = together("layout", LAYOUTS)
EACH_PROTOCOL: Final = together(("encode", "read"), PROTOCOLS.values())

COMMANDS: Final = sorted(
    chord for chord in commands(Settings()) if (key := chord.rpartition("+")[2]) in string.ascii_letters and key
)
"""The commands of a game that a letter has with others."""


def presses(found: Iterable[object]) -> list[KeyDown]:
    return [event for event in found if isinstance(event, KeyDown)]


def of_menus(found: Iterable[object]) -> list[str]:
    """Return the names of Textual's keys."""
    return [event.key for event in found if isinstance(event, events.Key)]


@EACH_PROTOCOL
@EACH_LAYOUT
@pytest.mark.parametrize("locks", [0, CAPS_LOCK | NUM_LOCK], ids=["", "locks"])
def test_commands_reach_the_game_from_any_layout(layout: Layout, encode: Encode, read: Read, locks: int) -> None:
    assert len(COMMANDS) >= 10
    for chord in COMMANDS:
        modifiers, letter = parts_of(chord)
        if encode is without_base and not layout.typed(layout.base_of(letter)).isalpha():
            continue  # a sign alone does not tell its layout
        if encode is legacy_code and modifiers == Modifiers.ALT | Modifiers.CTRL:
            continue  # no such terminal has codes for both
        found = read(encode(layout, letter, int(modifiers) | locks))

        assert [press.command for press in presses(found)] == [chord], (chord, found)
        assert of_menus(found) == [chord], (chord, found)


@pytest.mark.parametrize("modifiers", [0, SHIFT, CAPS_LOCK, SHIFT | CAPS_LOCK], ids=["", "Shift", "Caps", "both"])
@EACH_PROTOCOL
@EACH_LAYOUT
def test_letters_of_menus_have_no_case(layout: Layout, encode: Encode, read: Read, modifiers: int) -> None:
    for letter in string.ascii_lowercase:
        typed = layout.typed(layout.base_of(letter))
        if not typed.isalpha() and (typed in "/," or encode in {without_base, legacy_code}):
            continue  # a sign is itself, where it has a use or nothing tells its layout
        if encode is legacy_code and typed.upper().lower() != typed:
            continue  # Greek has two small letters of one capital
        found = read(encode(layout, letter, modifiers))

        assert of_menus(found) == [letter], (letter, found)
        assert all(press.key_id in {letter, typed.upper().lower(), key_name(typed)} for press in presses(found))


@EACH_LAYOUT
@pytest.mark.parametrize("modifiers", [0, SHIFT, CAPS_LOCK, SHIFT | CAPS_LOCK], ids=["", "Shift", "Caps", "both"])
def test_shift_is_told_from_caps_lock(layout: Layout, modifiers: int) -> None:
    for read, encode in ((of_terminal, kitty_code), (of_console, win32_code)):
        [key] = [event for event in read(encode(layout, "h", modifiers)) if isinstance(event, Key)]

        assert key.modifiers == (Modifiers.SHIFT if modifiers & SHIFT else Modifiers.NONE)


@EACH_PROTOCOL
@EACH_LAYOUT
def test_a_text_field_gets_what_was_typed(layout: Layout, encode: Encode, read: Read) -> None:
    for letter in string.ascii_lowercase:
        [key] = [event for event in read(encode(layout, letter, 0)) if isinstance(event, events.Key)]

        assert key.character == layout.typed(layout.base_of(letter))


@pytest.mark.parametrize(("encode", "read"), [PROTOCOLS["kitty"], PROTOCOLS["win32"]], ids=["kitty", "win32"])
@EACH_LAYOUT
def test_digits_count_by_their_place(layout: Layout, encode: Encode, read: Read) -> None:
    for digit in string.digits:
        sent = encode(layout, digit, 0)
        [key] = [event for event in read(sent) if isinstance(event, Key)]

        assert digit in {key.key, key.digit}


@pytest.mark.parametrize("sent", ["!", "\x1b[49:33;2;33u", "\x1b[49;2;33u"])
def test_a_sign_with_shift_is_no_digit(sent: str) -> None:
    [key] = [event for event in of_terminal(sent) if isinstance(event, Key)]

    assert (key.key, key.digit) == ("exclamation_mark", "")


def bound_keys() -> set[str]:
    """Return all keys of screens, lists and the application, and those of commands that can be chosen."""
    for package in (screens, widgets):
        for module in iter_modules(package.__path__):
            import_module(f"{package.__name__}.{module.name}")
    classes: list[type] = [*NodeScreen.BY_NODE.values(), *OptionList.__subclasses__()]
    for owner in tuple(classes):
        classes += owner.__subclasses__()
    bound = {key for owner in classes for key in BindingsMap(vars(owner).get("BINDINGS", ())).key_to_bindings}
    specs = [spec for section in (Computer, Sound) for spec in section.specs()]
    chosen = {str(spec.default) for spec in specs if isinstance(spec.values, CommandKey)}
    return (bound | chosen | {edge.key for edge in EDGES} | {key.key for key in GLOBAL_KEYS}) - {""}


def test_all_bound_keys_are_names_that_keys_have() -> None:
    bound = bound_keys()

    assert {"d", "m", "ctrl+r", "shift+left", "question_mark"} <= bound
    assert {key for key in bound if Key.of(events.Key(key, None)).key != key} == set()


@together(
    ("sent", "key"),
    [
        ("\x1b[0;;1089u", "c"),
        ("ς", "w"),
        ("ή", "h"),
        ("Й", "q"),
        ("ї", "right_square_bracket"),
        ("ў", "o"),
        ("ض", "q"),
        ("ذ", "grave_accent"),
        ("؟", "question_mark"),
        ("ๆ", "q"),
        ("ี", "u"),
        ("ฦ", "question_mark"),
        ("ქ", "q"),
        ("ձ", "2"),
        ("ौ", "q"),
        ("ö", "ö"),
        ("é", "é"),
        ("漢", "漢"),
        ("\x1b[1592:1567:47;2;1567u", "question_mark"),
        ("\x1b[113;;8364u", "euro_sign"),
        ("\x1b[233::50;;233u", "2"),
        ("\x1b[246::59;;246u", "semicolon"),
    ],
)
def test_characters_have_the_usual_place(sent: str, key: str) -> None:
    assert of_menus(of_terminal(sent)) == [key]


@EACH_PROTOCOL
@pytest.mark.parametrize("layout", [each for each in LAYOUTS if not each.is_latin], ids=lambda layout: layout.name)
def test_the_default_keys_play_without_latin_letters(layout: Layout, encode: Encode, read: Read) -> None:
    for letter in "zxca":
        [press] = presses(read(encode(layout, letter, 0)))

        assert DEFAULT_BINDINGS.button(press.key_id, press.base_id) is DEFAULT_BINDINGS.button(letter)
        assert press.key_id == (letter if encode is win32_code and press.key_id == letter else layout.typed(letter))


def test_a_bound_letter_wins_where_the_layout_has_it() -> None:
    german = Bindings().bind(spelled("z", "y", Modifiers.NONE), Button.HOLD)

    assert german.keys(Button.HOLD) == ("z",)
    assert german.table()["hold"] == ("z@y",)
    assert german.button("z") is Button.HOLD
    assert german.button("z", "y") is Button.HOLD
    assert german.button("y") is None
    assert german.button("н", "y") is Button.HOLD  # Russian, the same key
    assert german.button("я", "z") is None


def test_a_bound_letter_counts_by_its_place_elsewhere() -> None:
    russian = Bindings().bind(spelled("я", "z", Modifiers.NONE), Button.HOLD)

    assert russian.button("я", "z") is Button.HOLD
    assert russian.button("z") is Button.HOLD
    assert russian.button("y", "z") is Button.HOLD  # German, the same key
    assert russian.button("z", "y") is None
    assert Bindings.of(russian.table()) == russian
    assert Bindings.of(russian.bind("ctrl+q", Button.HOLD).table()).keys(Button.HOLD) == ("я", "ctrl+q")
    assert russian.unbind("я").pairs == ()


@pytest.mark.parametrize("stored", ["я@z", "shift+я@z"])
def test_chords_count_on_other_layouts(stored: str) -> None:
    bindings = Bindings.of({"hold": [stored]})
    modifiers = Modifiers.SHIFT if "+" in stored else Modifiers.NONE

    assert bindings.button("я", "z", modifiers) is Button.HOLD
    assert bindings.button("z", None, modifiers) is Button.HOLD


def test_keys_of_old_files_still_count() -> None:
    assert Bindings.of({"hold": ["я"]}).button("я", "z") is Button.HOLD
    assert Settings().with_value("commands", "retry_key", "R").commands.retry_key == "r"
    assert Settings().with_value("commands", "retry_key", "ctrl+я").commands.retry_key == "ctrl+z"


@pytest.mark.parametrize(
    ("press", "release"),
    [
        ("\x1b[97;1:1;97u", "\x1b[1092::97;1:3u"),
        ("\x1b[1092::97;1:1;1092u", "\x1b[97;1:3u"),
        ("\x1b[57417;1:1u", "\x1b[57403;129:3u"),
        ("\x1b[57403;129:1;52u", "\x1b[57417;2:3u"),
        ("\x1b[57426;1:1u", "\x1b[57409;129:3u"),
    ],
    ids=["to Russian", "from Russian", "Num Lock on", "Shift on the keypad", "Del on the keypad"],
)
def test_a_release_ends_a_press_by_another_name(press: str, release: str) -> None:
    names = ("a", "kp_4", "kp_left", "kp_delete", "kp_decimal")
    keys = KeyboardInput(Bindings(tuple((name, Button.MOVE_LEFT) for name in names)))
    found = [event for event in of_terminal(press + release) if isinstance(event, (KeyDown, KeyUp))]
    held = [keys.handle(event) and keys.held for event in found]

    assert held == [{Button.MOVE_LEFT}, frozenset()]


@EACH_LAYOUT
def test_a_console_releases_what_it_presses(layout: Layout) -> None:
    for letter in string.ascii_lowercase:
        found = of_console(win32_code(layout, letter))
        [press] = presses(found)
        [release] = [event for event in found if isinstance(event, KeyUp)]

        assert press.tracked
        assert release.place == press.place


def test_the_keypad_counts_without_num_lock() -> None:
    keypad = Bindings.of({"move_left": ["kp_4"], "rotate_right": ["up"]})

    assert keypad.button("kp_left") is Button.MOVE_LEFT
    assert keypad.button("kp_up") is Button.ROTATE_RIGHT
    assert names_of("kp_4") == ("kp_4",)


def test_other_sources_have_the_same_identity() -> None:
    """Textual's own keys, of a browser or a test."""
    for name, command in (("ctrl+с", "ctrl+c"), ("Я", "shift+z"), ("pad_a", "pad_a"), ("shift+tab", "shift+tab")):
        assert press_of(name).command == command
    assert Key.of(events.Key("Я", "Я")).key == "z"
    assert Key.of(events.Key("T", "T")).key == "t"


def test_the_rows_are_those_of_a_us_keyboard() -> None:
    assert {len(layout.keys) for layout in LAYOUTS} == {len(US)}
    assert ALT | CTRL | SHIFT == 7
