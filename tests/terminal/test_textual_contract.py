"""Parts of Textual on which the key layer and the canvases rely; to be run before its pin is moved."""

import ast
import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import textual
from benchmarks.source import INTERNALS, private_of_textual, sources
from textual import _ansi_sequences, _keyboard_protocol, _xterm_parser, events, reactive
from textual._compositor import ChopsUpdate, Compositor
from textual._parser import Parser
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList

import piecement.ui
from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp
from piecement.terminal.key_parser import ESCAPE_WAIT, KeyParser
from piecement.terminal.keyboard_app import KeyboardApp
from piecement.terminal.output import SYNC_END, SYNC_START
from piecement.terminal.posix_driver import KeyboardDriver
from piecement.terminal.replies import DeviceAttributes, KeyboardFlags, TerminalReply
from tests.sampling import together

ROOT = Path(__file__).parents[2]

PRIVATE: dict[str, tuple[object, list[str] | str]] = {
    "_batch_count": (App, "self._batch_count = 0"),
    "_closing": (MessagePump, "self._closing: bool = False"),
    "_compositor": (Screen, "self._compositor = Compositor()"),
    "_dirty_widgets": (Screen, "self._dirty_widgets: set[Widget] = set()"),
    "_disable_mouse_support": (LinuxDriver, ["self"]),
    "_display": (App, ["self", "screen", "renderable"]),
    "_driver": (App, "self._driver: Driver | None = None"),
    "_enable_mouse_pixels": (LinuxDriver, ["self"]),
    "_enable_mouse_support": (LinuxDriver, ["self"]),
    "_handle_exception": (App, ["self", "error"]),
    "_in_band_window_resize": (LinuxDriver, "if not self._in_band_window_resize:"),
    "_layout_required": (Screen, "if self._layout_required:"),
    "_on_timer_update": (Screen, ["self"]),
    "_push_result_callback": (Screen, ["self", "requester", "callback", "future"]),
    "_repaint_regions": (Widget, "self._repaint_regions: set[Region] = set()"),
    "_repaint_required": (Screen, "if self._repaint_required:"),
    "_scroll_required": (Screen, "elif self._scroll_required:"),
    "_sequence_to_key_events": (XTermParser, ["self", "sequence", "alt"]),
    "_set_dirty": (Widget, ["self", "regions"]),
    "_styles_cache": (Widget, "self._styles_cache = StylesCache()"),
    "_sync_available": (App, "self._sync_available = True"),
    "_writer_thread": (LinuxDriver, "self._writer_thread: WriterThread | None = None"),
    "__watchers": (reactive, "watchers: dict[str, list[tuple[Reactable, WatchCallbackType]]]"),
    "textual._keyboard_protocol": (_keyboard_protocol, "FUNCTIONAL_KEYS"),
    "textual._xterm_parser": (_xterm_parser, "class XTermParser(Parser[Message]):"),
}
"""Private names in use, with their owner and the parameters of a method, or else a line of its source."""

EXTENDED: list[tuple[type[object], str, list[str]]] = [
    (XTermParser, "__init__", ["self", "debug"]),
    (XTermParser, "parse_mouse_code", ["self", "code"]),
    (Parser, "feed", ["self", "data"]),
    (Parser, "tick", ["self"]),
    (Driver, "__init__", ["self", "app", "debug", "mouse", "size"]),
    (LinuxDriver, "run_input_thread", ["self"]),
    (LinuxDriver, "disable_input", ["self"]),
    (LinuxDriver, "send_message", ["self", "message"]),
    (LinuxDriver, "process_message", ["self", "message"]),
    (LinuxDriver, "start_application_mode", ["self"]),
    (LinuxDriver, "stop_application_mode", ["self"]),
    (LinuxDriver, "write", ["self", "data"]),
    (App, "get_driver_class", ["self"]),
    (Widget, "render_lines", ["self", "crop"]),
    (Widget, "notify_style_update", ["self"]),
    (OptionList, "scroll_to_highlight", ["self", "top"]),
    (OptionList, "replace_option_prompt_at_index", ["self", "index", "prompt"]),
    (Compositor, "render_partial_update", ["self"]),
    (ChopsUpdate, "__init__", ["self", "chops", "spans", "chop_ends"]),
    (ChopsUpdate, "render_segments", ["self", "console"]),
    (Strip, "divide", ["self", "cuts"]),
    (Strip, "apply_filter", ["self", "filter", "background"]),
]
"""Public methods that are extended, or called at places of the program's own, with their parameters."""

BEHAVIOUR: list[tuple[type[object], str]] = [
    (LinuxDriver, "self.fileno"),
    (LinuxDriver, "self.exit_event"),
    (LinuxDriver, "self.input_tty"),
    (LinuxDriver, "if self.attrs_before is not None:"),
    (LinuxDriver, 'self.write("\\x1b[<u")'),
    (LinuxDriver, "signal.signal(signal.SIGTSTP, self._sigtstp_application)"),
    (LinuxDriver, "signal.signal(signal.SIGCONT, self._sigcont_application)"),
    (LinuxDriver, "if self._auto_restart:\n            self.resume_application_mode()"),
    (LinuxDriver, "self._app._post_message(self.SignalResume())"),
    (Screen, "self._compositor.render_update("),
    (Compositor, "return self.render_partial_update()"),
    (Compositor, "strip.divide("),
    (StylesCache, "@lru_cache(1024)\n    def get_inner_outer("),
    (Strip, "@lru_cache(maxsize=16384)\n    def render_ansi("),
]
"""Lines of Textual's source that the program relies on, without their names."""

UNDERSTOOD_BY_STOCK = [
    *["a", " ", "\r", "\t", "\x7f", "\x03", "é", "漢", "\x1ba", "\x1b", "\x1b\x1b[D"],
    *["\x1b[A", "\x1b[1;5D", "\x1b[1;2D", "\x1bOP", "\x1b[15~", "\x1b[3~", "\x1b[1;1H", "\x1b[Z"],
    *["\x1b[97u", "\x1b[97;;97u", "\x1b[97;5u", "\x1b[99;6u", "\x1b[13u", "\x1b[27u", "\x1b[9;2u"],
    *["\x1b[57441;2u", "\x1b[57399u", "\x1b[32;2;32u", "\x1b[0;;26085u"],
    *["\x1b[<0;3;4M", "\x1b[<35;3;4M", "\x1b[200~x[1;1:3D\x1b[201~", "\x1b[I", "\x1b[O"],
    *["\x1b[?2026;2$y", "\x1b[48;24;80;480;800t"],
]


def read(parser: KeyParser | XTermParser, data: str) -> list[object]:
    """Return the keys that a parser makes of some input, with nothing following it."""
    found: list[object] = list(parser.feed(data))
    if isinstance(parser, KeyParser):
        found += later(parser)
    elif parser._timeout_time is not None:
        parser._timeout_time = 0.0
        found += parser.tick()
    return found


def later(parser: KeyParser) -> list[object]:
    """Return the keys of a parser's unfinished input, once nothing followed it."""
    clock, parser._clock = parser._clock, lambda: float("inf")
    found: list[object] = list(parser.tick())
    parser._clock = clock
    return found


def described(messages: Iterable[object]) -> list[tuple[object, ...]]:
    """Return a text that differs between messages of Textual."""
    fields = ("key", "character", "text", "size", "x", "y", "button")
    return [(type(message).__name__, *(getattr(message, name, None) for name in fields)) for message in messages]


def short(message: object) -> tuple[object, ...]:
    """Return a key event or a message in short."""
    match message:
        case KeyDown(key_id=key, repeat=repeat):
            return ("repeat" if repeat else "down", key)
        case KeyUp(key_id=key):
            return ("up", key)
        case KeyboardFlags(flags=flags):
            return ("answer", flags)
        case DeviceAttributes():
            return ("answer", None)
        case events.Key(key=key):
            return ("Key", key)
        case _:
            return (type(message).__name__,)


def test_the_tested_version_is_the_installed_one() -> None:
    assert textual.__version__.startswith("8.2.")


def test_one_module_has_all_private_names() -> None:
    used = {source.module: names for source in sources(ROOT / "app/piecement") if (names := private_of_textual(source))}

    assert used == {INTERNALS: PRIVATE.keys()}
    assert len(PRIVATE) <= 25


@pytest.mark.parametrize(("name", "owner", "form"), [(name, *owner_form) for name, owner_form in PRIVATE.items()])
def test_private_names_are_as_expected(name: str, owner: object, form: list[str] | str) -> None:
    if isinstance(form, str):
        assert form in inspect.getsource(owner)  # type: ignore[arg-type]  # a class or a module
    else:
        assert list(inspect.signature(getattr(owner, name)).parameters) == form


@together(("owner", "name", "parameters"), EXTENDED)
def test_extended_functions_have_the_expected_parameters(owner: type[object], name: str, parameters: list[str]) -> None:
    assert list(inspect.signature(getattr(owner, name)).parameters) == parameters


@pytest.mark.wide
@pytest.mark.parametrize(("owner", "text"), BEHAVIOUR)
def test_lines_that_are_relied_on_exist(owner: type[object], text: str) -> None:
    assert text in inspect.getsource(owner)


def test_no_class_defines_a_private_name_of_its_bases() -> None:
    """An attribute of that name would replace one of Textual's by accident."""
    for module in pkgutil.walk_packages(piecement.ui.__path__, "piecement.ui."):
        importlib.import_module(module.name)
    found = {
        f"{ours.__module__}.{ours.__name__}.{name}"
        for ours in all_subclasses(MessagePump)
        if ours.__module__.startswith("piecement") and ours.__module__ != INTERNALS
        for name in private_attributes(ours)
        for base in ours.__mro__
        if base.__module__.startswith("textual") and name in private_attributes(base)
    }

    assert found == set()


def all_subclasses(base: type[object]) -> Iterator[Any]:  # mypy takes a type for unhashable
    for one in base.__subclasses__():
        yield one
        yield from all_subclasses(one)


@cache
def private_attributes(one: type[Any]) -> frozenset[str]:
    """Return the private attributes that the source of a class defines, in its body or by `self`."""
    forms = (
        r"^    (?:async )?def (_[a-z]\w*)",
        r"^    (_[a-z]\w*)\s*[:=]",
        r"\bself\.(_[a-z]\w*)\s*(?::[^=\n]*)?=(?!=)",
    )
    source = sources_of(one.__module__).get(one.__name__, "")
    return frozenset(name for form in forms for name in re.findall(form, source, re.MULTILINE))


@cache
def sources_of(module: str) -> dict[str, str]:
    """Return the source of each class of a module; `inspect` reads the whole module again for each."""
    text = inspect.getsource(sys.modules[module])
    classes = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef))
    return {node.name: ast.get_source_segment(text, node, padded=True) or "" for node in classes}


def test_marks_of_frames_are_those_of_textual() -> None:
    assert (SYNC_START, SYNC_END) == (_ansi_sequences.SYNC_START, _ansi_sequences.SYNC_END)


@together("data", UNDERSTOOD_BY_STOCK)
def test_everything_stock_textual_understands_comes_out_the_same(data: str) -> None:
    ours = [found for found in read(KeyParser(), data) if not isinstance(found, (KeyEvent, TerminalReply))]

    assert described(ours) == described(read(XTermParser(), data))


@together("data", UNDERSTOOD_BY_STOCK)
def test_every_key_of_textual_has_a_key_event_before_it(data: str) -> None:
    found = read(KeyParser(), data)
    keys = [index for index, message in enumerate(found) if isinstance(message, events.Key)]

    assert all(isinstance(found[index - 1], KeyDown) for index in keys)


@together(
    ("data", "expected"),
    [
        ("\x1b[97;1:1u", [("down", "a"), ("Key", "a")]),
        ("\x1b[97;1:2;97u", [("repeat", "a"), ("Key", "a")]),
        ("\x1b[97;1:3u", [("up", "a")]),
        ("\x1b[D", [("down", "left"), ("Key", "left")]),
        ("\x1b[1;1:2D", [("repeat", "left"), ("Key", "left")]),
        ("\x1b[1;1:3D", [("up", "left")]),
        ("\x1b[1;5:1D", [("down", "left"), ("Key", "ctrl+left")]),
        ("\x1b[57441;1:1u", [("down", "left_shift"), ("Key", "left_shift")]),
        ("\x1b[57441;2:3u", [("up", "left_shift")]),
        ("\x1b[97:65;2;65u", [("down", "a"), ("Key", "a")]),
        ("\x1b[13;129:2u", [("repeat", "enter"), ("Key", "enter")]),
        ("\x1b[57417;1:3u", [("up", "kp_left")]),
        ("\x1b[57403;1:1u", [("down", "kp_4"), ("Key", "4")]),
        ("\x1b[15;1:3~", [("up", "f5")]),
        ("\x1b[1;1:3P", [("up", "f1")]),
        ("\x1b[32;1:3u", [("up", "space")]),
        ("\x1b[59;1:3u", [("up", "semicolon")]),
        ("\x1b[1092:1060:97;2:1;1060u", [("down", "ф"), ("Key", "a")]),
        ("\x1b[?31u\x1b[?62;4c", [("answer", 31), ("answer", None)]),
        ("\x1b", [("down", "escape"), ("Key", "escape")]),
        ("\x1ba", [("down", "a"), ("Key", "alt+a")]),
        ("A", [("down", "a"), ("Key", "a")]),
    ],
)
def test_event_types_are_told(data: str, expected: list[tuple[object, ...]]) -> None:
    assert [short(message) for message in read(KeyParser(), data)] == expected


def test_a_lone_escape_is_told_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that only moves for as long as the driver waits."""
    now = [100.0]
    monkeypatch.setattr("piecement.terminal.posix_driver.perf_counter", lambda: now[0])
    monkeypatch.delenv("ESCDELAY", raising=False)
    parser = KeyParser(clock=lambda: now[0])
    early = [*parser.feed("\x1b"), *parser.tick()]
    waited = (parser.escape_due or 0.0) - now[0]
    now[0] += waited

    assert early == []
    assert waited == pytest.approx(ESCAPE_WAIT)
    assert [short(message) for message in parser.tick()] == [("down", "escape"), ("Key", "escape")]


def test_press_is_tracked_only_with_event_types_and_as_a_code() -> None:
    parser = KeyParser()
    parser.flags_in_force = 2
    presses = [found for found in read(parser, "\x1b[97ua") if isinstance(found, KeyDown)]

    assert [press.tracked for press in presses] == [True, False]


def test_the_driver_of_a_terminal_is_ours() -> None:
    assert KeyboardApp[None]().driver_class is KeyboardDriver


class Listener(KeyboardApp[None]):
    """Captures keys and keeps them."""

    def on_mount(self) -> None:
        self.found: list[KeyEvent] = []
        self.capture_keys(self.found.append)


async def test_key_events_without_a_terminal_use_textuals_keys() -> None:
    app = Listener()
    async with app.run_test() as pilot:
        await pilot.press("left", "A", "ctrl+left", "escape")

    assert [event.chord for event in app.found] == ["left", "shift+a", "ctrl+left", "escape"]
    assert not any(isinstance(event, KeyDown) and event.tracked for event in app.found)
    assert app.keyboard is not None
    assert not app.keyboard.release_events


async def test_only_the_sink_that_captures_can_end_the_capture() -> None:
    app = Listener()
    later: list[KeyEvent] = []
    async with app.run_test() as pilot:
        app.capture_keys(later.append)
        app.release_keys(app.found.append)
        await pilot.press("left")
        app.release_keys(later.append)
        await pilot.press("right")

    assert [event.key_id for event in later] == ["left"]
    assert app.found == []
