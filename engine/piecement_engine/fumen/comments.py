"""Comments of a fumen: escaped text, and quizzes, which deal the pieces.

`escape` leaves letters, digits and `@*_+-./` unchanged, and writes any other UTF-16 unit as `%` and two hexadecimal
digits, or `%u` and four.

`#Q=[S](T)IOLJZ;text` has S in hold, T in play, and the queue IOLJZ. After a `;` follows another quiz or a text, which
starts when no piece is left. A locked piece must be the one in play, the one in hold, or, if hold is empty, the first
of the queue; after any other piece the quiz stays unchanged. Source: the examples of quizzes in the README and the
tests of tetris-fumen (knewjade).
"""

import re
from dataclasses import dataclass
from typing import Final, Self

LONGEST_COMMENT: Final = 4095
"""Maximum length of an escaped comment (letters)."""

_PLAIN: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@*_+-./")
_ESCAPED: Final = re.compile(r"%u([0-9a-fA-F]{4})|%([0-9a-fA-F]{2})")


def escape(text: str) -> str:
    """Return the text as JavaScript's `escape` writes it."""
    units = text.encode("utf-16-be", errors="replace")
    return "".join(_escaped(units[at] << 8 | units[at + 1]) for at in range(0, len(units), 2))


def _escaped(unit: int) -> str:
    if chr(unit) in _PLAIN:
        return chr(unit)
    return f"%{unit:02X}" if unit < 256 else f"%u{unit:04X}"


def unescape(text: str) -> str:
    """Return the text that was escaped. Half of a pair of UTF-16 units becomes a replacement character."""
    units = _ESCAPED.sub(lambda found: chr(int(found[1] or found[2], 16)), text)
    return units.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="replace")


_PREFIX: Final = "#Q="
_QUIZ: Final = re.compile(r"#Q=\[([TIOSZJL]?)\]\(([TIOSZJL]?)\)([TIOSZJL]*)(?:;(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Quiz:
    """Pieces of a quiz, by letter."""

    hold: str
    """Piece in hold, or empty."""
    current: str
    """Piece in play, or empty."""
    queue: str
    """Pieces that follow."""
    rest: str = ""
    """Comment after the last piece: another quiz, or a text."""

    @classmethod
    def read(cls, comment: str) -> Self | None:
        """Return the quiz of a comment, or None if it is no quiz."""
        found = _QUIZ.fullmatch(comment)
        return cls(*(part or "" for part in found.groups())) if found else None

    @property
    def text(self) -> str:
        """Comment of the quiz. A piece is in play as long as any is left."""
        if self.current:
            tail = f";{self.rest}" if self.rest else ""
            return f"{_PREFIX}[{self.hold}]({self.current}){self.queue}{tail}"
        if self.hold:
            return Quiz("", self.hold, self.queue, self.rest).text
        if self.queue:
            return Quiz("", self.queue[0], self.queue[1:], self.rest).text
        return self.rest

    def after(self, letter: str) -> "Quiz":
        """Return the quiz after the lock of this piece."""
        following, behind = self.queue[:1], self.queue[1:]
        if letter == self.current:
            return Quiz(self.hold, following, behind, self.rest)
        if letter == self.hold:
            return Quiz(self.current, following, behind, self.rest)
        if letter == following and not self.hold:
            return Quiz(self.current, behind[:1], behind[1:], self.rest)
        return self


def comment_after(comment: str, letter: str) -> str:
    """Return the comment after the lock of a piece; an empty letter means no piece."""
    quiz = Quiz.read(comment)
    if quiz is None:
        return comment
    started = Quiz.read(quiz.text)
    return started.after(letter).text if started and letter else quiz.text
