"""App with one orderly end."""

import asyncio
from contextlib import suppress
from typing import Final

from rich.console import RenderableType
from textual.widget import Widget

from piecement.terminal.keyboard_app import KeyboardApp

_POLL_S: Final = 0.001
_TIMEOUT_S: Final = 5.0
"""Maximum time that the end waits for a screen being mounted; one that needs longer never will be (s)."""


class OrderlyApp(KeyboardApp[None]):
    """An app that ends once, for the first reason, and not while a screen is only half mounted.

    In an app that ends, Textual composes nothing more, and yet sends `Mount` to screens and widgets: a handler that
    queries its children fails then, be it ours or Textual's. So the end waits until everything is mounted. No handler
    has to check that, as long as nothing new is opened meanwhile.
    """

    _ending: "asyncio.Task[None] | None" = None

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """End the program with a status, unless it ends already."""
        if self._ending is None:
            self.prepare_end()
            self._ending = asyncio.get_running_loop().create_task(self._exit_when_mounted(return_code, message))

    @property
    def is_ending(self) -> bool:
        """Whether the program ends, so that no screen may be opened."""
        return self._ending is not None

    def prepare_end(self) -> None:
        """Save what must not be lost, before anything is unmounted."""

    async def _exit_when_mounted(self, return_code: int, message: RenderableType | None) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_TIMEOUT_S):
                while not self._all_mounted:
                    await asyncio.sleep(_POLL_S)
        super().exit(return_code=return_code, message=message)

    @property
    def _all_mounted(self) -> bool:
        widgets = (widget for screen in self.screen_stack for widget in screen.walk_children(Widget, with_self=True))
        return bool(self.screen_stack) and all(widget.is_mounted for widget in widgets)
