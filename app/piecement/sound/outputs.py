"""Outputs for sound, and playing on them; `sound.player` has applied the volumes before."""

import subprocess
import sys
import time
from array import array
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from threading import Event
from typing import Any, Final

RATE: Final = 22_050
"""Samples per second."""

MINIAUDIO: Final = "miniaudio"

_PW_CAT: Final = ("--playback", "--rate", str(RATE), "--channels", "1", "--format", "s16", "--latency", "40ms", "-")

PROGRAMS: Final[Sequence[tuple[str, tuple[str, ...]]]] = (
    ("pw-cat", ("--raw", *_PW_CAT)),
    ("pw-cat", _PW_CAT),  # older versions, which exit at once on the option
    ("paplay", ("--raw", f"--rate={RATE}", "--channels=1", "--format=s16le", "--latency-msec=40")),
    ("aplay", ("-q", "-t", "raw", "-f", "S16_LE", "-r", str(RATE), "-c", "1", "--buffer-time=80000", "-")),
)
"""Programs that play raw samples from standard input, with arguments: PipeWire, PulseAudio, ALSA."""


def outputs() -> Iterator[str]:
    """Yield the installed outputs, best first."""
    if find_spec(MINIAUDIO) is not None:
        yield MINIAUDIO
    if sys.platform != "win32":
        yield from dict.fromkeys(name for name, _ in PROGRAMS if which(name))


def has_device(environment: Mapping[str, str]) -> bool:
    """Return whether a sound device is likely: a sound server or card on Linux, always True elsewhere."""
    if not sys.platform.startswith("linux"):
        return True
    if environment.get("PULSE_SERVER") or environment.get("PIPEWIRE_REMOTE"):
        return True
    runtime = environment.get("XDG_RUNTIME_DIR")
    servers = [Path(runtime, name) for name in ("pipewire-0", "pulse/native")] if runtime else []
    try:
        return any(path.exists() for path in servers) or any(Path("/dev/snd").glob("pcm*p"))
    except OSError:
        return False


Mix = Callable[[int], "array[int]"]
"""Function that returns the given number of next frames."""

_BUFFER_MS: Final = 20
_BLOCK: Final = RATE * _BUFFER_MS // 1000
_LEAD_S: Final = 0.06
"""Lead of a program's input over its output (s); it delays every effect."""


_SILENCE_S: Final = 1.0
"""Time without a request after which a device counts as gone, for example because its server ended."""


_SHORTEST_PAUSE_S: Final = 2
_LONGEST_PAUSE_S: Final = 30


def keep_playing(
    mix: Mix, *, clock: Callable[[], float] = time.monotonic, pause: Callable[[float], object] = time.sleep
) -> None:
    """Play, and try again after a pause when no output works; return if none is installed.

    A sound server that ends is usually started again soon.
    """
    pause_s = _SHORTEST_PAUSE_S
    while any(outputs()):
        began_s = clock()
        play_through(outputs(), mix)
        if clock() - began_s > _SHORTEST_PAUSE_S:  # it has played
            pause_s = _SHORTEST_PAUSE_S
        pause(pause_s)
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
        mix(_SHORTEST_PAUSE_S * RATE)  # effects of the pause are over


def play_through(names: Iterable[str], mix: Mix) -> None:
    """Play through the first working output, then through the next if it fails; return when none is left."""
    for name in names:
        if name == MINIAUDIO:
            play_by_miniaudio(mix)
        for command in ((program, *arguments) for program, arguments in PROGRAMS if program == name):
            with suppress(OSError):
                play_by_program(command, mix)


def play_by_miniaudio(mix: Mix, *, silent: bool = False) -> None:
    """Play through a device until it asks for nothing more, or return at once if there is none.

    A silent one uses no device but is as busy.
    """
    import miniaudio  # an extra

    null = miniaudio.Backend.NULL
    backends = [null] if silent else [backend for backend in miniaudio.Backend if backend is not null]
    try:
        device = miniaudio.PlaybackDevice(
            miniaudio.SampleFormat.SIGNED16, 1, RATE, buffersize_msec=_BUFFER_MS, backends=backends
        )
    except miniaudio.MiniaudioError:
        return
    asked = Event()
    stream = _stream(mix, asked)
    next(stream)
    device.start(stream)
    while asked.wait(_SILENCE_S):
        asked.clear()
        time.sleep(_SILENCE_S)  # in the child that plays: it has no event loop
    device.close()


def _stream(mix: Mix, asked: Event) -> Generator[Any, int, None]:  # Any: bytes at first, as the library asks for it
    frames = yield b""
    while True:
        asked.set()
        frames = yield mix(frames)


def play_by_program(command: Iterable[str], mix: Mix) -> None:
    """Write blocks to a program as they become due, until the program ends."""
    with subprocess.Popen(  # one of the table
        tuple(command), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, bufsize=0
    ) as program:
        if program.stdin is None:
            return
        due = time.monotonic() - _LEAD_S
        with suppress(OSError):  # the program has ended
            while program.poll() is None:
                program.stdin.write(mix(_BLOCK).tobytes())
                due = max(due + _BLOCK / RATE, time.monotonic() - _LEAD_S)
                time.sleep(max(0.0, due - time.monotonic()))  # in the child that plays: it has no event loop
