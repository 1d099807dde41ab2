"""Start of the game, and messages after its end."""

import gc
import os
import sys
from contextlib import suppress
from typing import Final

from piecement.cli.streams import are_terminals
from piecement.cli.usage import UsageError
from piecement.cli.waiting import wait_for
from piecement.session.background_command import BackgroundCommand
from piecement.terminal.output import make_prints_nonblocking
from piecement.ui.launch import Launch
from piecement_base.language import N_, _

FAREWELL: Final = N_("Thanks for playing. Until the next piece falls!")
"""Sentence printed after the game."""


def play(launch: Launch) -> int:
    """Run the game until the player leaves, and return the exit status."""
    _require_terminal()
    make_prints_nonblocking()
    for stale in ("COLUMNS", "LINES"):  # Textual would believe them even after the terminal changed its size.
        os.environ.pop(stale, None)
    gc.disable()  # imports leave next to no garbage
    from piecement.terminal.event_loop import run_in_terminal_loop
    from piecement.ui.application import Piecement  # Textual takes a while

    gc.freeze()
    gc.enable()
    command = BackgroundCommand(launch.command) if launch.command else None
    app = Piecement(launch, command=command)
    try:
        run_in_terminal_loop(app.run_async())
    except BaseException:
        if command is not None:
            command.end()
        raise
    for sentence in app.final_warnings:
        sys.stderr.write(f"piecement: {sentence}\n")
    status = app.return_code or 0
    if status == 0:
        sys.stdout.write(f"{_(FAREWELL)}\n")
    return status if command is None else wait_for(command, status)


def play_from_terminal(launch: Launch) -> int:
    """Run the game as `play` does; its keys come from the terminal, also if standard input was a pipe."""
    if sys.stdin is not None and not sys.stdin.isatty():
        with suppress(OSError):  # without a terminal the game says so
            os.dup2(os.open("/dev/tty", os.O_RDWR), 0)
    return play(launch)


def _require_terminal() -> None:
    if "TEXTUAL_DRIVER" in os.environ:  # another driver shows the game, such as that of a web server
        return
    if not are_terminals(sys.stdin, sys.stdout, sys.stderr):
        raise UsageError(_("input or output is not a terminal: run the game in one, or piecement text."))
    if os.environ.get("TERM") == "dumb":
        raise UsageError(_("TERM=dumb cannot move the cursor: run piecement text, or the game in another terminal."))
