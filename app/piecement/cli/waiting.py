"""The wait, after the game, for the command that ran during it."""

import os
import signal
import sys
from select import select
from typing import Final

from piecement.session.background_command import BackgroundCommand
from piecement_base.language import _
from piecement_base.printable import one_line

_STDOUT: Final = 1
_WAIT_S: Final = 0.1
"""Interval at which the output of a command is printed (s)."""


class _LeftError(Exception):
    """The player has stopped waiting for a command."""


def wait_for(command: BackgroundCommand, status: int) -> int:
    """Print the output of a command until it ends, and return its exit status.

    The first Ctrl+C interrupts the command and the second kills it, also while its output is printed. If the command
    has already ended, the first one stops the printing. A `status` of a failure or a signal ends the command at once.
    """
    if status:
        command.send(signal.SIGTERM)
        return status
    received: list[int] = []

    def pass_on(number: int, _frame: object) -> None:
        has_ended = command.status is not None
        received.append(number)
        command.send(number)
        if number != signal.SIGINT or has_ended or len(received) > 1:
            raise _LeftError

    numbers = (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))
    before = {number: signal.signal(number, pass_on) for number in numbers}
    try:
        if command.status is None:
            sys.stdout.write(_("{command} still runs; Ctrl+C interrupts it.").format(command=one_line(command.command)))
            sys.stdout.write("\n")
        sys.stdout.flush()
        while True:
            ended = command.wait(_WAIT_S)
            for part in command.new_output():
                _print_all(part)
            if ended is not None:
                return ended
    except _LeftError:
        if received[-1] != signal.SIGINT:
            return 128 + received[-1]
        return command.end() if command.status is None else command.status
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _print_all(text: str) -> None:
    """Print a text as fast as the terminal takes it; `sys.stdout` drops what the terminal does not take."""
    left = text.encode(sys.stdout.encoding, "replace")
    while left:
        select([], [_STDOUT], [])
        left = left[os.write(_STDOUT, left) :]
