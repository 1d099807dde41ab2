"""Gamepads as keys: SDL's own virtual one through the real reader, and the thread that reads."""

from collections.abc import Iterator
from importlib import import_module
from queue import Queue
from typing import Any

import pytest

from piecement.input import gamepad
from piecement.input.gamepad import PadReader, PadsUnavailableError, connected_pads, start_pads
from piecement.terminal.key_events import KeyDown, KeyEvent

Told = list[tuple[str, bool]]


class VirtualPad:
    """A gamepad that the test plays, and the reader of it."""

    def __init__(self) -> None:
        self.reader = PadReader()
        self.sdl: Any = import_module("sdl2")
        self.index = self.sdl.SDL_JoystickAttachVirtual(self.sdl.SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 15, 0)
        self.told()
        self._stick = self.sdl.SDL_JoystickOpen(self.index)

    def told(self) -> Told:
        """Return the keys since the last time, and whether each was pressed."""
        return [(event.key_id, isinstance(event, KeyDown)) for event in self.reader.poll()]

    def press(self, button: int, *, is_down: bool) -> Told:
        self.sdl.SDL_JoystickSetVirtualButton(self._stick, button, int(is_down))
        return self.told()

    def turn(self, axis: int, value: int) -> Told:
        self.sdl.SDL_JoystickSetVirtualAxis(self._stick, axis, value)
        return self.told()


@pytest.fixture
def pad() -> Iterator[VirtualPad]:
    pytest.importorskip("sdl2", reason="the extra gamepad is not installed")
    virtual = VirtualPad()
    yield virtual
    virtual.sdl.SDL_JoystickDetachVirtual(virtual.index)
    virtual.reader.close()


@pytest.mark.filterwarnings("ignore")
def test_a_button_is_pressed_and_released(pad: VirtualPad) -> None:
    assert pad.press(pad.sdl.SDL_CONTROLLER_BUTTON_DPAD_LEFT, is_down=True) == [("pad_left", True)]
    assert pad.told() == []
    assert pad.press(pad.sdl.SDL_CONTROLLER_BUTTON_DPAD_LEFT, is_down=False) == [("pad_left", False)]


@pytest.mark.filterwarnings("ignore")
def test_a_stick_is_held_until_it_is_well_back(pad: VirtualPad) -> None:
    assert pad.turn(pad.sdl.SDL_CONTROLLER_AXIS_LEFTX, 30_000) == [("pad_l_right", True)]
    assert pad.turn(pad.sdl.SDL_CONTROLLER_AXIS_LEFTX, 15_000) == []
    turned = pad.turn(pad.sdl.SDL_CONTROLLER_AXIS_LEFTX, -30_000)
    assert sorted(turned) == [("pad_l_left", True), ("pad_l_right", False)]


@pytest.mark.filterwarnings("ignore")
def test_keys_of_a_pad_that_goes_are_released(pad: VirtualPad) -> None:
    pad.press(pad.sdl.SDL_CONTROLLER_BUTTON_A, is_down=True)
    names = pad.reader.names
    pad.sdl.SDL_JoystickDetachVirtual(pad.index)

    assert names == ["Virtual Controller"]
    assert pad.told() == [("pad_a", False)]
    assert pad.reader.names == []


@pytest.mark.filterwarnings("ignore")
def test_a_pad_without_a_name_is_listed_and_read(pad: VirtualPad, monkeypatch: pytest.MonkeyPatch) -> None:
    def nameless(_pad: object) -> None: ...

    monkeypatch.setattr(pad.sdl, "SDL_GameControllerName", nameless)

    assert pad.reader.names == ["?"]
    assert pad.reader.has_pads


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> None:
        raise ImportError

    monkeypatch.setattr(gamepad, "import_module", missing)
    warned: Queue[str] = Queue()
    start_pads(print, warned.put)()

    assert warned.get(timeout=10) == "To play with a gamepad, install piecement[gamepad]."
    with pytest.raises(PadsUnavailableError):
        connected_pads()


class OnePress(PadReader):
    """A reader of one press."""

    def __init__(self) -> None:
        self.is_closed = False
        self._left = [KeyDown("pad_a", tracked=True)]

    @property
    def has_pads(self) -> bool:
        return True

    def poll(self) -> Iterator[KeyEvent]:
        yield from self._left
        self._left = []

    def close(self) -> None:
        self.is_closed = True


def test_a_thread_reads_until_it_is_ended() -> None:
    reader, told = OnePress(), Queue[KeyEvent]()
    stop = start_pads(told.put, print, lambda: reader)
    key = told.get(timeout=10).key_id
    stop()

    assert (key, reader.is_closed) == ("pad_a", True)
