"""The text of a recording: a title with the version, a head in JSON, the inputs, the lock checks and a checksum.

The head has the facts of the recording (see `Recording.facts`), and the number of inputs with the unit of their times.
"""

import json
from base64 import b85decode, b85encode
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import gcd
from typing import Any, Final
from zlib import crc32

from piecement_engine.errors import LONGEST_ERROR, EngineError, RecordingError, cut
from piecement_engine.game.inputs import LEVEL_DOWN, LEVEL_UP, Button, Input, unpack_charge
from piecement_engine.json_values import as_object, is_whole, read_json
from piecement_engine.recording.input_coding import pack_inputs, unpack_inputs
from piecement_engine.version import __version__

RECORDING_VERSION: Final = 2
"""Version of the written form. A program reads its own version and all before it.

Version 2 has charged presses and levels of practice; a recording without them is of version 1, for older programs.
"""

_TITLE: Final = "piecement recording"
_MOST_DIGITS: Final = 9
"""Maximum number of digits of a version."""

_LATEST_NS: Final = (1 << 62) - 1
_NO_MASK: Final = 1 << len(Button)
"""Exclusive upper bound of masks of buttons."""

_MOST_INPUTS_A_BYTE: Final = 8
"""Bound for forged counts: each input takes at least a bit."""


def write_recording(facts: Mapping[str, Any], inputs: Sequence[Input], lock_checks: bytes) -> str:  # of any JSON type
    """Return a recording as a few lines of ASCII text."""
    unit = gcd(*(time for time, _ in inputs)) or 1
    head = {"engine": __version__, "setup": facts["setup"], "unit": unit, "inputs": len(inputs), **facts}
    is_new = any(change in {LEVEL_UP, LEVEL_DOWN} or unpack_charge(change) for _, change in inputs)
    lines = (
        f"{_TITLE} {RECORDING_VERSION if is_new else 1}",
        json.dumps(head, separators=(",", ":")),
        b85encode(pack_inputs(inputs, unit)).decode(),
        b85encode(lock_checks).decode(),
    )
    return with_checksum("".join(f"{line}\n" for line in lines))


def read_recording(text: str) -> tuple[Mapping[str, Any], tuple[Input, ...], bytes]:  # of any JSON type
    """Return the unchecked facts of a recording, its inputs and its lock checks.

    Raises `RecordingError` for a wrong title, checksum or input, and other errors for other damage.
    """
    _, head_line, packed, lock_checks, _ = _checked(text).split("\n")
    head = _head(head_line)
    return head, tuple(_inputs(head, b85decode(packed))), b85decode(lock_checks)


def read_facts(text: str) -> Mapping[str, Any]:  # of any JSON type
    """Return the facts as `read_recording` does, without a look at the inputs."""
    return _head(_checked(text).split("\n", 2)[1])


@contextmanager
def refusing_damage() -> Generator[None, None, None]:
    """Raise `RecordingError` for any error from reading a forged text."""
    try:
        yield
    except RecordingError:
        raise
    except Exception as error:
        said = error if isinstance(error, EngineError) else cut(error, LONGEST_ERROR)
        raise RecordingError("the recording is damaged: {error}", error=said) from error


def _head(line: str) -> Mapping[str, Any]:  # a JSON object has values of any JSON type
    """Return the head, with unchecked values."""
    return as_object(read_json(line), "its header is not a table")


def _inputs(head: Mapping[str, Any], packed: bytes) -> Iterator[Input]:  # of any JSON type
    """Return the inputs. Reading them raises `RecordingError`, or `ValueError` if they are truncated."""
    count, unit = (_whole(head, name) for name in ("inputs", "unit"))
    if count > _MOST_INPUTS_A_BYTE * (len(packed) + 1):
        raise RecordingError(
            "the recording is damaged: its {size} B cannot hold {count} inputs", count=count, size=len(packed)
        )
    return checked_inputs(unpack_inputs(packed, count, unit))


def checked_inputs(inputs: Iterator[Input]) -> Iterator[Input]:
    """Yield the inputs. Raises `RecordingError` if no game has such inputs."""
    before = 0
    for time_ns, change in inputs:
        if not before <= time_ns <= _LATEST_NS or change >= _NO_MASK:
            raise RecordingError("the recording is damaged: it has an input at no time of a game, or of no buttons")
        before = time_ns
        yield time_ns, change


def _whole(head: Mapping[str, Any], name: str) -> int:  # of any JSON type
    value: object = head.get(name)
    if not is_whole(value, 0, _LATEST_NS):
        raise RecordingError(
            "the recording is damaged: its {name} is {value}, not a whole number", name=name, value=cut(value)
        )
    return value


def _checked(text: str) -> str:
    """Return the text without its checksum. Raises `RecordingError` if title or checksum are wrong."""
    text = text.replace("\r\n", "\n")
    _check_title(text.partition("\n")[0])
    return without_checksum(text)


def _check_title(title: str) -> None:
    version = title.removeprefix(f"{_TITLE} ")
    if version == title or not version.isdecimal():
        expected = f"{_TITLE} {RECORDING_VERSION}"
        raise RecordingError(
            "not a recording: its first line is {line!r}, not {expected!r}", line=title[:40], expected=expected
        )
    if len(version) > _MOST_DIGITS or int(version) > RECORDING_VERSION:
        raise RecordingError(
            "the recording is of version {version}: this program reads up to {most}",
            version=cut(version),
            most=RECORDING_VERSION,
        )


def with_checksum(body: str) -> str:
    """Return lines with their checksum as the last one."""
    return f"{body}{crc32(body.encode(errors='surrogateescape')):08x}\n"


def without_checksum(text: str) -> str:
    """Return the lines before the checksum. Raises `RecordingError` if that is wrong."""
    body = text[:-9]
    if text != with_checksum(body):
        raise RecordingError("the recording is damaged: its checksum is wrong")
    return body
