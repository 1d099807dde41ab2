"""What messages have in common that say why something is so."""

from typing import Self

from pydantic import Field

from piecement.online.clean_texts import Sentence
from piecement.online.errors import CodedError, told
from piecement.online.fields import Values, Word
from piecement.online.messages.message import Message


class Reason(Message):
    """A message that says why, by a code of `KINDS`; the receiver says it in the own language."""

    code: Word
    text: Sentence = ""
    """The same in English, for logs, and for who does not know the code."""
    values: Values = Field(default={})
    """What the sentence of the code names."""

    @classmethod
    def of(cls, error: CodedError) -> Self:
        """Return a message that says what went wrong."""
        return cls(code=error.code, text=error.sentence, values=error.values)

    @property
    def told(self) -> str:
        """What a player reads."""
        return told(self.code, self.values, self.text)
