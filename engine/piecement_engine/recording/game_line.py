"""A game as one line of text, to be pasted where a file cannot go.

The line is `piecement-game-1:` and URL-safe base64. Its bytes are a checksum and a range coding: the setup, the result
and the `about` as JSON, predicted byte by byte from a sample; the lock checks; and the inputs as a recording has them.
All arithmetic is on whole numbers, so a game has the same line on every machine; any other line for it is refused.

The sample, the model of the text and the order are part of the form: a change of one needs a new version.
"""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from math import gcd
from pathlib import Path
from typing import Final
from zlib import crc32

from piecement_engine.errors import RecordingError
from piecement_engine.json_values import as_object, read_json
from piecement_engine.recording.input_coding import code_inputs
from piecement_engine.recording.range_coding import Coder, RangeDecoder, RangeEncoder
from piecement_engine.recording.recording import Recording
from piecement_engine.recording.recording_text import checked_inputs, refusing_damage

GAME_LINE: Final = "piecement-game-"
"""Start of every line of a game, before the version."""

_VERSION: Final = 1
_LINE: Final = re.compile(rf"{GAME_LINE}([1-9][0-9]{{0,5}}):([A-Za-z0-9_-]+)")
_MOST_CHARACTERS: Final = 40_000
_MOST_TEXT: Final = 20_000
"""Maximum size of setup, result and `about` (bytes)."""
_MOST_INPUTS: Final = 30_000
"""Maximum number of inputs, which takes a reader about a second: half an hour of quick play."""

_LONGEST_CONTEXT: Final = 6
"""Number of bytes from which the next one is predicted."""

_SAMPLE: Final = b"".join(Path(__file__).with_suffix(".txt").read_bytes().split())
"""Text like that of a game, from which the model learns before it codes."""


def game_line(recording: Recording) -> str:
    """Return a recording as a line. Raises `RecordingError` if it is too long for one."""
    text = json.dumps(recording.facts(), sort_keys=True, separators=(",", ":")).encode()
    inputs, checks = recording.inputs, recording.lock_checks
    if len(text) > _MOST_TEXT or len(inputs) > _MOST_INPUTS:
        raise _too_long()
    coder = RangeEncoder()
    _TextModel().code(coder, text, coder.number(len(text)))
    for check in checks[: coder.number(len(checks))]:
        coder.chunk(check, 256)
    unit = coder.number(gcd(*(time for time, _ in inputs)) or 1)
    for _ in code_inputs(coder, coder.number(len(inputs)), unit, inputs):
        pass
    data = coder.finish()
    packed = urlsafe_b64encode(crc32(data).to_bytes(4) + data).decode().rstrip("=")
    if len(line := f"{GAME_LINE}{_VERSION}:{packed}") > _MOST_CHARACTERS:
        raise _too_long()
    return line


def read_game_line(line: str) -> Recording:
    """Return the recording that `game_line` wrote; blanks and ends of lines within it do not count.

    Raises:
        RecordingError: If the text is no such line, is of a later version, or was changed by as little as a character.
    """
    line = "".join(line[: 2 * _MOST_CHARACTERS].split())
    if len(line) > _MOST_CHARACTERS:
        raise _too_long()
    found = _LINE.fullmatch(line)
    if found is None and line.count(GAME_LINE) > 1:
        raise RecordingError("there is more than one line: copy one alone")
    if found is None:
        raise RecordingError("not a line of a game: it must begin with {start!r}", start=f"{GAME_LINE}{_VERSION}:")
    if int(found[1]) > _VERSION:
        raise RecordingError("the line is from a newer version of Piecement")
    letters = found[2]
    with refusing_damage():
        packed = b"" if len(letters) % 4 == 1 else urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        data = packed[4:]
        if packed[:4] == crc32(data).to_bytes(4) and game_line(recording := _decoded(data)) == line:
            return recording
    raise RecordingError("the line is damaged: copy all of it")


def _decoded(data: bytes) -> Recording:
    coder = RangeDecoder(data)
    text = _TextModel().code(coder, b"", _count(coder, _MOST_TEXT))
    facts = as_object(read_json(text.decode()), "the line has no table")
    checks = bytes(coder.chunk(0, 256) for _ in range(_count(coder, _MOST_INPUTS)))
    unit = coder.number(0)
    inputs = tuple(checked_inputs(code_inputs(coder, _count(coder, _MOST_INPUTS), unit)))
    return Recording.of_facts(facts, inputs, checks)


def _count(coder: Coder, most: int) -> int:
    """Return a decoded count. Raises `ValueError` if it is larger than any line has."""
    count = coder.number(0)
    if count > most:
        raise ValueError(f"the line has {count} entries")
    return count


def _too_long() -> RecordingError:
    return RecordingError(
        "the game is too long for a line: a line has at most {most} characters", most=_MOST_CHARACTERS
    )


class _TextModel:
    """Model of text: it predicts a byte by what followed the same bytes before, the longest context first."""

    def __init__(self) -> None:
        self._followers: dict[bytes, dict[int, int]] = {}
        """Count of each byte after a context."""
        for end in range(len(_SAMPLE)):
            self._learn(_SAMPLE[max(0, end - _LONGEST_CONTEXT) : end], _SAMPLE[end])

    def code(self, coder: Coder, text: bytes, size: int) -> bytes:
        """Code a text of this size (bytes), which a decoder ignores, and return it."""
        coded = bytearray()
        for index in range(size):
            context = bytes(coded[-_LONGEST_CONTEXT:])
            byte = self._code_byte(coder, context, text[index] if text else 0)
            self._learn(context, byte)
            coded.append(byte)
        return bytes(coded)

    def _code_byte(self, coder: Coder, context: bytes, byte: int) -> int:
        for start in range(len(context) + 1):
            followers = self._followers.get(context[start:])
            if followers:
                known = list(followers)
                index = known.index(byte) if byte in followers else len(known)
                found = coder.index([*(2 * count - 1 for count in followers.values()), len(known)], index)
                if found < len(known):
                    return known[found]
        return coder.chunk(byte, 256)

    def _learn(self, context: bytes, byte: int) -> None:
        for start in range(len(context) + 1):
            followers = self._followers.setdefault(context[start:], {})
            followers[byte] = followers.get(byte, 0) + 1
