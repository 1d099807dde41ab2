"""The command in the background, in the application: its end interrupts a game, and its output is shown on request."""

from typing import TYPE_CHECKING, Final

from textual.notifications import SeverityLevel
from textual.timer import Timer

from piecement.ui.orderly_app import OrderlyApp
from piecement.ui.screen import NodeScreen
from piecement_base.language import _
from piecement_base.printable import LONGEST_NAME, one_line

if TYPE_CHECKING:
    from piecement.session.background_command import BackgroundCommand

_LOOK_S: Final = 0.25
"""Interval between checks whether the command has ended (s)."""
_OUTPUT_LINES: Final = 8
_NOTIFICATION_S: Final = 60


class CommandWatch:
    """Watch over a command in the background."""

    def __init__(self, app: OrderlyApp, command: "BackgroundCommand") -> None:
        self._app: Final = app
        self._command: Final = command
        self._timer: Timer | None = None

    def start(self) -> None:
        """Look for the end until it has come."""
        self._timer = self._app.set_interval(_LOOK_S, self._look)

    def show_output(self) -> None:
        """Show the last lines of output."""
        self._show(_OUTPUT_LINES, self._command.command)

    def _look(self) -> None:
        """Pause a game, ring and show a notification, once the command has ended."""
        app, command = self._app, self._command
        if self._timer is None or (status := command.status) is None or app.is_ending:
            return
        self._timer.stop()
        self._timer = None
        app.bell()
        if isinstance(app.screen, NodeScreen):
            app.screen.interrupt()
        ended = _("{command} has ended.") if status == 0 else _("{command} has failed ({status}).")
        title = ended.format(command=one_line(command.command, LONGEST_NAME), status=status)
        self._show(1, title, "error" if status else "information")

    def _show(self, count: int, title: str, severity: SeverityLevel = "information") -> None:
        text = "\n".join(self._command.last_lines(count)) or _("No output.")
        self._app.notify(text, title=one_line(title), severity=severity, timeout=_NOTIFICATION_S, markup=False)
