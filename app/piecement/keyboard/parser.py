"""Textual's parser of terminal input, extended by presses, repeats and releases."""

import os
from collections.abc import Generator, Iterable
from typing import Any, Final

from textual import constants, events
from textual._parser import Peek1, Read1, TokenCallback
from textual._time import get_time
from textual._xterm_parser import XTermParser
from textual.keys import Keys
from textual.message import Message

from piecement.keyboard.events import KeyDown, KeyUp, press_of
from piecement.keyboard.kitty import EVENT_TYPES, KittyKey, read_answer, read_key

ESCAPE_WAIT: Final = 0.025
"""Seconds for which an ESC byte may be the start of a sequence, unless `ESCDELAY` says otherwise."""


class KeyParser(XTermParser):
    """Textual's parser, which also yields `KeyDown`, `KeyUp` and `TerminalAnswer`.

    Everything that stock Textual understands comes out as it always did, each key press with a
    `KeyDown` before it. A release yields a `KeyUp` alone.
    """

    def __init__(self, debug: bool = False) -> None:
        self.flags_in_force = 0
        """The kitty flags that the terminal answered to have in force."""
        super().__init__(debug)

    @property
    def escape_due(self) -> float | None:
        """When to `tick` for an ESC byte that nothing followed, by Textual's clock."""
        return self._timeout_time

    def feed(self, data: str) -> Iterable[Message]:
        """Yield what some input means, and do not keep a lone ESC waiting for long."""
        yield from super().feed(data)
        if self._timeout_time is not None and "ESCDELAY" not in os.environ:
            self._timeout_time = min(self._timeout_time, get_time() + ESCAPE_WAIT)

    def parse(self, token_callback: TokenCallback[Any]) -> Generator[Read1 | Peek1, str, None]:
        """Parse as Textual does; a lone ESC is the one key that passes by the method below."""

        def on_token(token: object) -> None:
            if isinstance(token, events.Key) and token.character == "\x1b":
                token_callback(press_of(token.key))
            token_callback(token)

        # Textual leaves the type of a token open.
        return super().parse(on_token)  # pyright: ignore[reportUnknownMemberType]

    def _sequence_to_key_events(
        self, sequence: str, alt: bool = False
    ) -> Iterable[Any]:  # Textual promises `Key`, but takes whatever has a field `key`
        if len(sequence) > 2 and sequence[0] == "\x1b" and not constants.DISABLE_KITTY_KEY:
            if (key := read_key(sequence)) is not None:
                yield from self._kitty_events(key, alt)
                return
            if (answer := read_answer(sequence)) is not None:
                yield answer
                return
        for event in super()._sequence_to_key_events(sequence, alt):
            if event.key != Keys.Ignore and event.character != "\x1b":
                yield press_of(event.key)
            yield event

    def _kitty_events(self, key: KittyKey, alt: bool) -> Iterable[Any]:
        if key.released:
            yield KeyUp(key.key_id, key.base_id, key.modifiers)
            return
        yield KeyDown(
            key.key_id,
            key.base_id,
            key.modifiers,
            repeat=key.repeated,
            tracked=bool(self.flags_in_force & EVENT_TYPES),
        )
        try:
            yield from super()._sequence_to_key_events(key.plain, alt)
        except (ValueError, OverflowError):
            return  # a code point out of range: stock Textual would end the program
