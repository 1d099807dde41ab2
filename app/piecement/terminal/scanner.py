"""Cuts the input of a terminal into whole chunks: characters, control sequences, control strings, pastes.

Theory of operation. The meaning of a chunk is of no interest here, only the grammar of ECMA-48, and what real terminals
add to it. An answer of a terminal is always a control sequence or a control string, so that a reader of whole chunks
never reads a part of an answer as a key, however long it is and however it was split on its way.

  a lone ESC                    the Esc key, once nothing followed it for a moment
  ESC and a character           that character with Alt; also ESC and an introducer which nothing follows
  ESC [ or ESC O, to its end    a control sequence: a key, the mouse, a report or an answer
  ESC ] P X ^ _, to its end     a control string: an answer
  ESC [ 200 ~ to ESC [ 201 ~    a paste, without the sequences and the ESC in it

What cannot go on by the grammar, or has not ended in time, was cut off on its way and is dropped. What made it
impossible (an ESC, Enter, Ctrl+C) begins something new.
"""

import re
from enum import Enum
from typing import Final, NamedTuple

UNFINISHED_WAIT: Final = 0.5
"""Seconds for which the next part of a sequence or a string may be on its way."""

UNFINISHED_LIMIT: Final = 2.0
"""Seconds for which a sequence or a string that never ends is waited for, whatever else comes."""

UNFINISHED_SIZE: Final = 4096
"""Characters of an unfinished sequence or string that are stored; what follows is dropped."""

PASTE_WAIT: Final = 1.0
"""Seconds of silence after which a paste counts as ended although its end never came."""

PASTE_SIZE: Final = 1 << 20
"""Characters of a paste that are stored."""

_PASTE_START: Final = "\x1b[200~"
_PASTE_END: Final = "\x1b[201~"

_WHOLE: Final = re.compile(
    r"\x1b(?:"
    r"\[(?:\[[^\x00-\x1f]"  # function keys of the Linux console
    r"|M[^\x00-\x1f]{3}"  # the mouse as in X10
    r"|\d+\$"  # keys with Shift of rxvt
    r"|(?![\[M])[ -?]*[@-~])"
    r"|O[\d;]*[^\x00-\x1f\d;]"
    r"|[P\]X^_][^\x00-\x1f\x7f]*(?:\x07|\x1b\\|\x1b(?=[^\[OP\]X^_\\]))"  # rxvt ends a string with ESC alone
    r"|[^\[OP\]X^_\x1b])"
)
_BEGUN: Final = re.compile(
    r"\x1b(?:"
    r"\[(?:\[|M[^\x00-\x1f]{0,2}|[ -?]*)"
    r"|O[\d;]*"
    r"|[P\]X^_][^\x00-\x1f\x7f]*(?:\x1b\Z)?"
    r")?"
)
_INTRODUCER_SIZE: Final = 2

_C1: Final = re.compile("[\x80-\x9f]")
_SEVEN_BIT: Final = {code: f"\x1b{chr(code - 0x40)}" for code in (0x8F, 0x90, 0x98, *range(0x9B, 0xA0))}
"""The controls of eight bits that begin or end what is scanned here, in seven bits."""


class ChunkKind(Enum):
    TEXT = "text"
    """Characters, each for itself; control characters among them, but no ESC."""
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
    """Cuts what it is fed into chunks; times are seconds of any one clock."""

    def __init__(self, escape_wait: float) -> None:
        self.escape_wait = escape_wait
        """Seconds for which a lone ESC, or an introducer, may be the beginning of more."""
        self._rest = ""
        """What is unfinished."""
        self._since = 0.0
        self._latest = 0.0
        self._paste: list[str] | None = None
        self._paste_size = 0

    @property
    def due(self) -> float | None:
        """When to `give_up`, unless more is fed before; None where nothing is unfinished."""
        if self._paste is not None:
            return self._latest + PASTE_WAIT
        if not self._rest:
            return None
        if len(self._rest) <= _INTRODUCER_SIZE:
            return self._latest + self.escape_wait
        return max(min(self._latest + UNFINISHED_WAIT, self._since + UNFINISHED_LIMIT), self._latest + self.escape_wait)

    def feed(self, text: str, now: float) -> list[Chunk]:
        if _C1.search(text):
            text = text.translate(_SEVEN_BIT)
        if not self._rest and self._paste is None:
            if "\x1b" not in text:
                return [Chunk(ChunkKind.TEXT, text)]
            self._since = now
        self._latest = now
        text, self._rest = self._rest + text, ""
        return self._cut(text, now)

    def give_up(self) -> list[Chunk]:
        """Return what the unfinished rest is, as nothing follows it; wait for it no longer."""
        rest, self._rest = self._rest, ""
        if self._paste is not None:
            self._add_pasted(rest)
            return [self._pasted()]
        if len(rest) > 1 and rest[-1] == "\x1b":
            return [Chunk(ChunkKind.STRING, rest)]  # rxvt ends a string with ESC alone
        return _cut_off(rest)

    def _cut(self, text: str, now: float) -> list[Chunk]:
        chunks: list[Chunk] = []
        at = 0
        while at < len(text):
            if self._paste is not None:
                at = self._cut_paste(text, at, chunks)
            elif text[at] != "\x1b":
                end = text.find("\x1b", at)
                chunks.append(Chunk(ChunkKind.TEXT, text[at:] if end < 0 else text[at:end]))
                at = end if end > 0 else len(text)
            elif (whole := _WHOLE.match(text, at)) is not None:
                chunks += self._whole(whole[0])
                at = whole.end()
            else:
                at = self._cut_begun(text, at, now, chunks)
        return chunks

    def _whole(self, text: str) -> list[Chunk]:
        if text == _PASTE_START:
            self._paste, self._paste_size = [], 0
            return []
        return [Chunk(_KINDS.get(text[1], ChunkKind.META), text)]

    def _cut_begun(self, text: str, at: int, now: float, chunks: list[Chunk]) -> int:
        begun = _BEGUN.match(text, at)
        end = begun.end() if begun is not None else at + 1
        if end < len(text):
            chunks += _cut_off(text[at:end])
            return end
        if at:
            self._since = now
        self._rest = text[at:]
        if len(self._rest) > UNFINISHED_SIZE:
            self._rest = self._rest[: UNFINISHED_SIZE // 2] + self._rest[-1]  # an ESC there may begin the end
        return end

    def _cut_paste(self, text: str, at: int, chunks: list[Chunk]) -> int:
        end = text.find(_PASTE_END, at)
        if end < 0:
            end = max(at, len(text) - len(_PASTE_END) + 1)
            self._add_pasted(text[at:end])
            self._rest = text[end:]
            return len(text)
        self._add_pasted(text[at:end])
        chunks.append(self._pasted())
        return end + len(_PASTE_END)

    def _add_pasted(self, pasted: str) -> None:
        if self._paste is not None and self._paste_size < PASTE_SIZE:
            self._paste.append(pasted[: PASTE_SIZE - self._paste_size])
            self._paste_size += len(pasted)

    def _pasted(self) -> Chunk:
        text = "".join(self._paste or ())
        self._paste = None
        return Chunk(ChunkKind.PASTE, _WHOLE.sub("", text).replace("\x1b", ""))


def _cut_off(text: str) -> list[Chunk]:
    """Return what is left of a chunk which cannot go on: a key where it is one, nothing where it was an answer."""
    if not text or len(text) > _INTRODUCER_SIZE:
        return []
    return [Chunk(ChunkKind.ESCAPE if text == "\x1b" else ChunkKind.META, text)]
