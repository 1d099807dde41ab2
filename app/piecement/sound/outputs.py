"""Sound outputs: the library miniaudio, or a system program that plays raw samples."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Final

from piecement.sound.waves import RATE

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


def is_remote(environment: Mapping[str, str]) -> bool:
    """Return whether the player uses another machine, where sound of this one is inaudible."""
    return bool(environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"))
