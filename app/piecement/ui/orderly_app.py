"""An app that comes to its end in order, whoever ends it and whenever."""

import asyncio
from contextlib import suppress
from typing import Final

from rich.console import RenderableType
from textual.widget import Widget

from piecement.terminal.keyboard_app import KeyboardApp

_LOOK_S: Final = 0.001
_PATIENCE_S: Final = 5.0
"""For so long the end waits for a screen that is being made; one that takes longer will never be whole."""


class OrderlyApp(KeyboardApp[None]):
    """An app that ends once, for what ended it first, and not while a screen is only half there.

    In an app that ends, Textual composes nothing more, and yet tells screens and widgets that they are there: whoever
    then asks for its own parts fails, be it a handler of ours or of Textual's. So the end waits until what is being
    made is whole. Nobody has to ask whether its parts are there, as long as nothing new is opened meanwhile.
    """

    _ending: "asyncio.Task[None] | None" = None

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """End the program with a status, unless it ends already."""
        if self._ending is None:
            self.prepare_end()
            self._ending = asyncio.get_running_loop().create_task(self._exit_whole(return_code, message))

    @property
    def is_ending(self) -> bool:
        """Whether the program ends, so that nothing may be opened any more."""
        return self._ending is not None

    def end_by_signal(self, number: int) -> None:
        """End the program as a signal asks for, by its number; may be called in any thread.

        It is for whatever takes the terminal away: what is played is kept, to be played on.
        """
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._exit_by, number)

    def prepare_end(self) -> None:
        """Keep what must not be lost, before anything is taken down."""

    def _exit_by(self, number: int) -> None:
        with self._context():
            self.exit(return_code=128 + number)

    async def _exit_whole(self, return_code: int, message: RenderableType | None) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                while not self._is_whole:
                    await asyncio.sleep(_LOOK_S)
        super().exit(return_code=return_code, message=message)

    @property
    def _is_whole(self) -> bool:
        """Whether all screens, and all that is on them, are there."""
        screens = self.screen_stack
        widgets = (widget for screen in screens for widget in screen.walk_children(Widget, with_self=True))
        return bool(screens) and all(widget.is_mounted for widget in widgets)
