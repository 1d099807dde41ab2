"""Scanner of terminal input: divides it into characters, control sequences, control strings and pastes.

Theory of operation. The scanner knows only the grammar of ECMA-48 and the additions of real terminals, not the meaning
of a chunk. A reply of a terminal is always a control sequence or a control string, so that a reader of whole chunks
never reads a part of a reply as a key, however long it is and however it was split on its way.

  a lone ESC                  the Esc key, once nothing has followed it for a moment
  ESC and a character         that character with Alt; also ESC and an introducer that nothing follows
  ESC [ or ESC O, to its end  a control sequence: a key, the mouse, a report or a reply
  ESC ] P X ^ _, to its end   a control string: a reply
  ESC [ 200 ~ to ESC [ 201 ~  a paste, without the sequences and the ESC in it

Input that cannot continue by the grammar, or has not ended in time, was truncated on its way and is dropped. The
character that breaks the grammar (an ESC, Enter, Ctrl+C) begins a new chunk.
"""

import re
from enum import Enum
from typing import Final, NamedTuple

UNFINISHED_WAIT: Final = 0.5
"""Time without input after which an unfinished sequence or string is dropped (s)."""

UNFINISHED_LIMIT: Final = 2.0
"""Maximum total time of an unfinished sequence or string, even if input continues (s)."""

UNFINISHED_SIZE: Final = 4096
"""Maximum stored length of an unfinished sequence or string (characters)."""

PASTE_WAIT: Final = 1.0
"""Silence after which an unterminated paste counts as ended (s)."""

PASTE_LIMIT: Final = 3.0
"""Maximum total time of a paste that comes slower than `PASTE_SPEED`: its end was lost, and what comes are keys (s)."""

PASTE_SPEED: Final = 1000
"""Characters per second that a paste has at least, and a held key has not."""

PASTE_SIZE: Final = 1 << 20
"""Maximum stored length of a paste (characters)."""

_PASTE_START: Final = "\x1b[200~"
_PASTE_END: Final = "\x1b[201~"

_COMPLETE: Final = re.compile(
    r"\x1b(?:"
    r"\[(?:\[[^\x00-\x1f]"  # function keys of the Linux console
    r"|M[^\x00-\x1f]{3}"  # mouse in X10 encoding
    r"|\d+\$"  # keys with Shift of rxvt
    r"|(?![\[M])[ -?]*[@-~])"
    r"|O[\d;]*[^\x00-\x1f\d;]"
    r"|[P\]X^_][^\x00-\x1f\x7f]*(?:\x07|\x1b\\|\x1b(?=[^\[OP\]X^_\\]))"  # rxvt ends a string with ESC alone
    r"|[^\[OP\]X^_\x1b])"
)
_UNFINISHED: Final = re.compile(
    r"\x1b(?:"
    r"\[(?:\[|M[^\x00-\x1f]{0,2}|[ -?]*)"
    r"|O[\d;]*"
    r"|[P\]X^_][^\x00-\x1f\x7f]*(?:\x1b\Z)?"
    r")?"
)
_INTRODUCER_SIZE: Final = 2

_C1: Final = re.compile("[\x80-\x9f]")
_SEVEN_BIT: Final = {code: f"\x1b{chr(code - 0x40)}" for code in (0x8F, 0x90, 0x98, *range(0x9B, 0xA0))}
"""Seven-bit forms of the eight-bit controls that begin or end a chunk."""


class ChunkKind(Enum):
    TEXT = "text"
    """Independent characters, including control characters but no ESC."""
    ESCAPE = "escape"
    META = "meta"
    """ESC and one character."""
    SEQUENCE = "sequence"
    STRING = "string"
    PASTE = "paste"


class Chunk(NamedTuple):
    kind: ChunkKind
    text: str


_KINDS: Final = {"[": ChunkKind.SEQUENCE, "O": ChunkKind.SEQUENCE, **dict.fromkeys("P]X^_", ChunkKind.STRING)}


class Scanner:
    """Divides input into chunks; times are seconds of any one clock."""

    def __init__(self, escape_wait: float) -> None:
        self.escape_wait = escape_wait
        """Wait after a lone ESC or introducer (s)."""
        self.due: float | None = None
        """Time to call `give_up` if no more input arrives; None if nothing is unfinished."""
        self._rest = ""
        """Unfinished input."""
        self._since = 0.0
        self._latest = 0.0
        self._paste: list[str] | None = None
        self._paste_size = 0

    def feed(self, text: str, now: float) -> list[Chunk]:
        if _C1.search(text):
            text = text.translate(_SEVEN_BIT)
        if not self._rest and self._paste is None:
            if "\x1b" not in text:
                return [Chunk(ChunkKind.TEXT, text)]
            self._since = now
        self._latest = now
        text, self._rest = self._rest + text, ""
        chunks = self._divide(text, now)
        self.due = self._wait()
        return chunks

    def give_up(self) -> list[Chunk]:
        """Return the unfinished input as chunks, since nothing follows it, and clear it."""
        rest, self._rest, self.due = self._rest, "", None
        if self._paste is not None:
            self._add_pasted(rest)
            return [self._pasted()]
        if len(rest) > 1 and rest[-1] == "\x1b":
            return [Chunk(ChunkKind.STRING, rest)]  # rxvt ends a string with ESC alone
        return _truncated(rest)

    def _wait(self) -> float | None:
        """Return the time until which unfinished input may go on."""
        if self._paste is not None:
            return min(self._latest + PASTE_WAIT, self._since + PASTE_LIMIT + self._paste_size / PASTE_SPEED)
        if not self._rest:
            return None
        if len(self._rest) <= _INTRODUCER_SIZE:
            return self._latest + self.escape_wait
        return max(min(self._latest + UNFINISHED_WAIT, self._since + UNFINISHED_LIMIT), self._latest + self.escape_wait)

    def _divide(self, text: str, now: float) -> list[Chunk]:
        chunks: list[Chunk] = []
        at = 0
        while at < len(text):
            if self._paste is not None:
                found, at = self._continue_paste(text, at)
            elif text[at] != "\x1b":
                end = text.find("\x1b", at)
                end = len(text) if end < 0 else end
                found, at = [Chunk(ChunkKind.TEXT, text[at:end])], end
            elif (complete := _COMPLETE.match(text, at)) is not None:
                found, at = self._complete(complete[0]), complete.end()
            else:
                found, at = self._keep_unfinished(text, at, now)
            chunks += found
        return chunks

    def _complete(self, text: str) -> list[Chunk]:
        """Return the chunk of a complete sequence, or none for one that begins a paste."""
        if text == _PASTE_START:
            self._paste, self._paste_size = [], 0
            return []
        return [Chunk(_KINDS.get(text[1], ChunkKind.META), text)]

    def _keep_unfinished(self, text: str, at: int, now: float) -> tuple[list[Chunk], int]:
        """Keep an unfinished sequence at the end of a text, or drop one that another character has truncated.

        Return the chunk of a truncated one, if it is a key, and the place after it.
        """
        begun = _UNFINISHED.match(text, at)
        end = begun.end() if begun is not None else at + 1
        if end < len(text):
            return _truncated(text[at:end]), end
        if at:
            self._since = now
        self._rest = text[at:]
        if len(self._rest) > UNFINISHED_SIZE:
            self._rest = self._rest[: UNFINISHED_SIZE // 2] + self._rest[-1]  # an ESC there may begin the end
        return [], end

    def _continue_paste(self, text: str, at: int) -> tuple[list[Chunk], int]:
        """Add to the paste up to its end; return its chunk once it has ended, and the place after what was added."""
        end = text.find(_PASTE_END, at)
        if end < 0:
            end = max(at, len(text) - len(_PASTE_END) + 1)
            self._add_pasted(text[at:end])
            self._rest = text[end:]
            return [], len(text)
        self._add_pasted(text[at:end])
        return [self._pasted()], end + len(_PASTE_END)

    def _add_pasted(self, pasted: str) -> None:
        if self._paste is not None and self._paste_size < PASTE_SIZE:
            self._paste.append(pasted[: PASTE_SIZE - self._paste_size])
            self._paste_size += len(pasted)

    def _pasted(self) -> Chunk:
        text = "".join(self._paste or ())
        self._paste = None
        return Chunk(ChunkKind.PASTE, _COMPLETE.sub("", text).replace("\x1b", ""))


def _truncated(text: str) -> list[Chunk]:
    """Return the chunk of truncated input: a key if it is one, nothing if it was a longer sequence."""
    if not text or len(text) > _INTRODUCER_SIZE:
        return []
    return [Chunk(ChunkKind.ESCAPE if text == "\x1b" else ChunkKind.META, text)]
