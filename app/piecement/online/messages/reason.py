"""Base of messages that give a reason."""

from typing import Self

from pydantic import Field

from piecement.online.clean_texts import Sentence
from piecement.online.errors import CodedError, told
from piecement.online.fields import Values, Word
from piecement.online.messages.message import Message


class Reason(Message):
    """Message with a reason, by a code of `KINDS`; the receiver shows it in its own language."""

    code: Word
    text: Sentence = ""
    """The same in English, for logs and for receivers that do not know the code."""
    values: Values = Field(default={})
    """Values of the sentence."""

    @classmethod
    def of(cls, error: CodedError) -> Self:
        """Return a message with the code and values of an error."""
        return cls(code=error.code, text=error.sentence, values=error.values)

    @property
    def told(self) -> str:
        """Sentence for players."""
        return told(self.code, self.values, self.text)
