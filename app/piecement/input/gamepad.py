"""Gamepads as keys: each button, trigger and direction of a stick is a key with reported releases.

They are read through SDL, an optional extra, without video or a window. SDL is imported only when a reader is made, in
the thread that reads.
"""

import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from importlib import import_module
from threading import Event, Thread
from typing import Any, Final

from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp
from piecement_base.language import _

_BUTTONS: Final = (
    *("pad_a", "pad_b", "pad_x", "pad_y", "pad_back", "pad_guide", "pad_start", "pad_l3", "pad_r3"),
    *("pad_l1", "pad_r1", "pad_up", "pad_down", "pad_left", "pad_right"),
)
"""Keys in SDL's order of buttons."""

_AXES: Final[tuple[tuple[str, str], ...]] = (
    *(("pad_l_left", "pad_l_right"), ("pad_l_up", "pad_l_down")),
    *(("pad_r_left", "pad_r_right"), ("pad_r_up", "pad_r_down")),
    *(("", "pad_l2"), ("", "pad_r2")),
)
"""Keys at both ends of each axis, in SDL's order."""

_PRESSED: Final = 18_000
"""Deflection, of 32,767, beyond which an axis is pressed."""
_RELEASED: Final = 12_000
"""Deflection under which an axis is released again."""

_POLL_S: Final = 0.004
"""Interval between reads of connected gamepads (s)."""
_IDLE_S: Final = 0.25
"""Interval between looks for a gamepad while none is connected (s)."""

_NAMELESS: Final = b"?"
"""Name of a gamepad that reports none."""


class PadsUnavailableError(Exception):
    """Gamepads cannot be read; the text says why."""


class PadReader:
    """Connected gamepads. Use it in one thread only."""

    def __init__(self) -> None:
        """Begin to read. Raises `PadsUnavailableError` without the library."""
        try:
            with warnings.catch_warnings(action="ignore"):  # it warns about where it found its library
                self._sdl: Final[Any] = import_module("sdl2")  # an extra without types
        except ImportError:
            raise PadsUnavailableError(_("To play with a gamepad, install piecement[gamepad].")) from None
        for hint in (b"SDL_NO_SIGNAL_HANDLERS", b"SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", b"SDL_JOYSTICK_THREAD"):
            self._sdl.SDL_SetHint(hint, b"1")
        if self._sdl.SDL_InitSubSystem(self._sdl.SDL_INIT_GAMECONTROLLER):
            raise PadsUnavailableError(_("Gamepads cannot be read here."))
        self._pads: Final[dict[int, Any]] = {}
        self._held: Final[set[tuple[int, str]]] = set()

    @property
    def names(self) -> list[str]:
        names = map(self._sdl.SDL_GameControllerName, self._pads.values())
        return [(name or _NAMELESS).decode(errors="replace") for name in names]

    @property
    def has_pads(self) -> bool:
        return bool(self._pads)

    def poll(self) -> Iterator[KeyEvent]:
        """Yield what happened since the last time, and follow gamepads that come and go."""
        sdl, event = self._sdl, self._sdl.SDL_Event()
        while sdl.SDL_PollEvent(event):
            match event.type:
                case sdl.SDL_CONTROLLERDEVICEADDED:
                    if pad := sdl.SDL_GameControllerOpen(event.cdevice.which):
                        self._pads[sdl.SDL_JoystickInstanceID(sdl.SDL_GameControllerGetJoystick(pad))] = pad
                case sdl.SDL_CONTROLLERDEVICEREMOVED:
                    number = event.cdevice.which
                    for _number, key in [held for held in self._held if held[0] == number]:
                        yield from self._change(number, key, is_down=False)
                    if pad := self._pads.pop(number, None):
                        sdl.SDL_GameControllerClose(pad)
                case sdl.SDL_CONTROLLERBUTTONDOWN | sdl.SDL_CONTROLLERBUTTONUP:
                    button = event.cbutton
                    for key in _BUTTONS[button.button : button.button + 1]:  # some have more than these
                        yield from self._change(button.which, key, is_down=bool(button.state))
                case sdl.SDL_CONTROLLERAXISMOTION:
                    number, value = event.caxis.which, event.caxis.value
                    for key, deflection in zip(_AXES[int(event.caxis.axis)], (-value, value), strict=True):
                        least = _RELEASED if (number, key) in self._held else _PRESSED
                        if key:
                            yield from self._change(number, key, is_down=deflection > least)
                case _:
                    pass

    def close(self) -> None:
        for pad in self._pads.values():
            self._sdl.SDL_GameControllerClose(pad)
        self._sdl.SDL_QuitSubSystem(self._sdl.SDL_INIT_GAMECONTROLLER)

    def _change(self, number: int, key: str, *, is_down: bool) -> Iterator[KeyEvent]:
        if is_down is not ((number, key) in self._held):
            (self._held.add if is_down else self._held.discard)((number, key))
            yield KeyDown(key, tracked=True) if is_down else KeyUp(key)


def connected_pads() -> list[str]:
    """Return the names of the connected gamepads. Raises `PadsUnavailableError`."""
    with closing(PadReader()) as reader:
        list(reader.poll())
        return reader.names


def start_pads(
    report: Callable[[KeyEvent], object],
    warn: Callable[[str], object],
    make_reader: Callable[[], PadReader] = PadReader,
) -> Callable[[], None]:
    """Start a thread that reports what is pressed, or warns why it cannot; return the function that ends it."""
    ended = Event()

    def read() -> None:
        try:
            reader = make_reader()
        except PadsUnavailableError as error:
            with suppress(RuntimeError):  # the program has ended meanwhile
                warn(str(error))
            return
        while not ended.wait(_POLL_S if reader.has_pads else _IDLE_S):
            for event in reader.poll():
                report(event)
        reader.close()

    def stop() -> None:
        ended.set()
        thread.join(1)

    thread = Thread(target=read, name="gamepads", daemon=True)
    thread.start()
    return stop
