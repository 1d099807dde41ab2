"""Quiz comments: a comment that deals the pieces, and goes on by itself from page to page.

`#Q=[S](T)IOLJZ;text` has S on hold, T in play, and the queue IOLJZ. After a `;` another quiz or a text follows, whose
turn comes when no piece is left. A locked piece must be the one in play, the one on hold, or, while nothing is on hold,
the first of the queue; after any other piece the quiz stays as it is.
Source: what tetris-fumen's (knewjade) README and tests show of its quizzes.
"""

import re
from dataclasses import dataclass
from typing import Final, Self

_PREFIX: Final = "#Q="
_QUIZ: Final = re.compile(r"#Q=\[([TIOSZJL]?)\]\(([TIOSZJL]?)\)([TIOSZJL]*)(?:;(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Quiz:
    """The pieces of a quiz, by letter."""

    hold: str
    """The piece on hold, or nothing."""
    current: str
    """The piece in play, or nothing."""
    queue: str
    """The pieces that follow."""
    rest: str = ""
    """What follows when no piece is left: another quiz, or a text."""

    @classmethod
    def read(cls, comment: str) -> Self | None:
        """Return the quiz that a comment is, or None."""
        found = _QUIZ.fullmatch(comment)
        return cls(*(part or "" for part in found.groups())) if found else None

    @property
    def text(self) -> str:
        """The comment. A piece is in play as long as there is one."""
        if self.current:
            tail = f";{self.rest}" if self.rest else ""
            return f"{_PREFIX}[{self.hold}]({self.current}){self.queue}{tail}"
        if self.hold:
            return Quiz("", self.hold, self.queue, self.rest).text
        if self.queue:
            return Quiz("", self.queue[0], self.queue[1:], self.rest).text
        return self.rest

    def after(self, letter: str) -> "Quiz":
        """Return the quiz after this piece was locked."""
        following, behind = self.queue[:1], self.queue[1:]
        if letter == self.current:
            return Quiz(self.hold, following, behind, self.rest)
        if letter == self.hold:
            return Quiz(self.current, following, behind, self.rest)
        if letter == following and not self.hold:
            return Quiz(self.current, behind[:1], behind[1:], self.rest)
        return self


def comment_after(comment: str, letter: str) -> str:
    """Return the comment that follows a locked piece, or none where the letter is empty."""
    quiz = Quiz.read(comment)
    if quiz is None:
        return comment
    started = Quiz.read(quiz.text)
    return started.after(letter).text if started and letter else quiz.text
