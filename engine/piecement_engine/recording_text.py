"""The text form of recordings: a title with the version, a head in JSON, the inputs, the trail, and a checksum."""

import json
from base64 import b85decode, b85encode
from dataclasses import dataclass
from math import gcd
from typing import Any, Final
from zlib import crc32

from piecement_engine.errors import EngineError, RecordingError
from piecement_engine.input_coding import pack_inputs, unpack_inputs
from piecement_engine.inputs import Input
from piecement_engine.setup import Setup
from piecement_engine.version import __version__

RECORDING_VERSION: Final = 1
"""The version of the form that is written; a program reads its own and those before it."""

_TITLE: Final = "piecement recording"


@dataclass(frozen=True, slots=True)
class RecordingParts:
    """What the text of a recording holds."""

    setup: Setup
    inputs: tuple[Input, ...]
    result: dict[str, Any]  # a JSON object has values of any JSON type
    about: dict[str, Any]  # as above
    trail: bytes


def write_text(parts: RecordingParts) -> str:
    """Return the text of a recording."""
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
    lines = (
        f"{_TITLE} {RECORDING_VERSION}",
        json.dumps(head, separators=(",", ":")),
        b85encode(pack_inputs(parts.inputs, unit)).decode(),
        b85encode(parts.trail).decode(),
    )
    text = "".join(f"{line}\n" for line in lines)
    return f"{text}{_checksum(text)}\n"


def read_text(text: str) -> RecordingParts:
    """Return what the text of a recording holds. Raises `RecordingError` for a text that `write_text` did not write."""
    body = _checked(text)
    try:
        _, head_line, packed, trail, _ = body.split("\n")
        head = json.loads(head_line)
        inputs = tuple(unpack_inputs(b85decode(packed), head["inputs"], head["unit"]))
        setup = Setup.from_dict(head["setup"])
        return RecordingParts(setup, inputs, head["result"], head.get("about", {}), b85decode(trail))
    except EngineError as error:
        raise RecordingError(f"the recording is of a game that cannot be played: {error}") from error
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise RecordingError(f"the recording is damaged: {error}") from error


def read_outline(text: str) -> tuple[dict[str, Any], dict[str, Any]]:  # JSON objects have values of any JSON type
    """Return the result and what is written beside it, and leave the rest unread. Raises as `read_text` does."""
    body = _checked(text)
    try:
        head = json.loads(body.split("\n", 2)[1])
        return head["result"], head.get("about", {})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RecordingError(f"the recording is damaged: {error}") from error


def _checked(text: str) -> str:
    """Return the text without its checksum, which is right."""
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
        raise RecordingError(f"not a recording: its first line is {title[:40]!r}, not {expected!r}")
    if int(version) > RECORDING_VERSION:
        raise RecordingError(f"the recording is of version {version}: this program reads up to {RECORDING_VERSION}")


def _checksum(text: str) -> str:
    return f"{crc32(text.encode(errors='surrogateescape')):08x}"
