"""The text form of recordings: a title with the version, a head in JSON, the inputs, the lock checks, a checksum."""

import json
from base64 import b85decode, b85encode
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from math import gcd
from typing import Any, Final, NamedTuple
from zlib import crc32

from piecement_engine.errors import LONGEST_ERROR, EngineError, RecordingError, cut
from piecement_engine.game.inputs import LEVEL_DOWN, LEVEL_UP, Button, Input, unpack_charge
from piecement_engine.game.setup import Setup
from piecement_engine.json_values import as_object, read_json
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


class RecordingParts(NamedTuple):
    """Contents of the text of a recording."""

    setup: Setup
    inputs: tuple[Input, ...]
    result: dict[str, Any]  # a JSON object has values of any JSON type
    about: dict[str, Any]  # as above
    lock_checks: bytes


def write_text(parts: RecordingParts) -> str:
    unit = gcd(*(time for time, _ in parts.inputs)) or 1
    head: dict[str, Any] = {  # as above
        "engine": __version__,
        "setup": parts.setup.to_dict(),
        "unit": unit,
        "inputs": len(parts.inputs),
        "result": parts.result,
    }
    if parts.about:
        head["about"] = parts.about
    is_new = any(change in {LEVEL_UP, LEVEL_DOWN} or unpack_charge(change) for _, change in parts.inputs)
    lines = (
        f"{_TITLE} {RECORDING_VERSION if is_new else 1}",
        json.dumps(head, separators=(",", ":")),
        b85encode(pack_inputs(parts.inputs, unit)).decode(),
        b85encode(parts.lock_checks).decode(),
    )
    text = "".join(f"{line}\n" for line in lines)
    return f"{text}{_checksum(text)}\n"


def read_text(text: str) -> RecordingParts:
    """Return the contents of a text. Raises `RecordingError` if `write_text` did not write it."""
    with refusing_damage():
        _, head_line, packed, lock_checks, _ = _checked(text).split("\n")
        head = _head(head_line)
        inputs = tuple(_inputs(head, b85decode(packed)))
        return RecordingParts(_setup(head.get("setup")), inputs, *_result_and_about(head), b85decode(lock_checks))


def read_outline(text: str) -> tuple[dict[str, Any], dict[str, Any]]:  # JSON objects have values of any JSON type
    """Return the result and the `about`, without reading the rest. Raises as `read_text` does."""
    with refusing_damage():
        return _result_and_about(_head(_checked(text).split("\n", 2)[1]))


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


def _setup(given: object) -> Setup:
    """Return the setup of a head. Raises `RecordingError` if no game can begin with it."""
    try:
        return Setup.from_dict(given)
    except EngineError as error:
        raise RecordingError("the recording is of a game that cannot be played: {error}", error=error) from error


def _head(line: str) -> Mapping[str, Any]:  # a JSON object has values of any JSON type
    """Return the head, with unchecked values."""
    return as_object(read_json(line), "its head is not a table")


def _result_and_about(head: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:  # as above
    """Return the result and the `about`, unchecked. Raises `RuleError` if one of them is no table."""
    result = as_object(head.get("result"), "its result is not a table")
    return dict(result), dict(as_object(head.get("about", {}), "what is written about it is not a table"))


def _inputs(head: Mapping[str, Any], packed: bytes) -> Iterator[Input]:  # as above
    """Yield the inputs. Raises `RecordingError` if no game has such inputs, or `ValueError` if they break off."""
    count, unit = (_whole(head, name) for name in ("inputs", "unit"))
    if count > _MOST_INPUTS_A_BYTE * (len(packed) + 1):
        raise RecordingError(
            "the recording is damaged: its {size} B cannot hold {count} inputs", count=count, size=len(packed)
        )
    before = 0
    for time_ns, change in unpack_inputs(packed, count, unit):
        if not before <= time_ns <= _LATEST_NS or change >= _NO_MASK:
            raise RecordingError("the recording is damaged: it has an input at no time of a game, or of no buttons")
        before = time_ns
        yield time_ns, change


def _whole(head: Mapping[str, Any], name: str) -> int:  # as above
    value: object = head.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LATEST_NS:
        raise RecordingError(
            "the recording is damaged: its {name} is {value}, not a whole number", name=name, value=cut(value)
        )
    return value


def _checked(text: str) -> str:
    """Return the text without its checksum. Raises `RecordingError` if the checksum is wrong."""
    text = text.replace("\r\n", "\n")
    _check_title(text.partition("\n")[0])
    body, checksum = text[:-9], text[-9:]
    if checksum != f"{_checksum(body)}\n":
        raise RecordingError("the recording is damaged: its checksum is wrong")
    return body


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


def _checksum(text: str) -> str:
    return f"{crc32(text.encode(errors='surrogateescape')):08x}"
