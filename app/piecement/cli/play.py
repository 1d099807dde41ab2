"""Start of the game: environment variables before Textual is imported, and messages after the end."""

import gc
import os
import signal
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from select import select
from typing import Final, TextIO

from piecement.cli.usage import UsageError
from piecement.session.background_command import BackgroundCommand
from piecement.terminal.environment import colour_system, lacks_colours
from piecement.terminal.output import make_prints_nonblocking
from piecement.ui.launch import Launch
from piecement_base.language import N_, _
from piecement_base.printable import one_line

FAREWELL: Final = N_("Thanks for playing. Until the next piece falls!")
"""Sentence printed after the game."""


_STDOUT: Final = 1
_WAIT_S: Final = 0.1
"""Interval at which the output of a command is printed (s)."""

_COLOUR_VARIABLE: Final = "TEXTUAL_COLOR_SYSTEM"
_COLOUR_SYSTEMS: Final = ("auto", "standard", "256", "truecolor", "windows")
_NO_COLOURS: Final = ("none", "")


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
    return status if command is None else _wait_for(command, status)


def play_from_terminal(launch: Launch) -> int:
    """Run the game as `play` does; its keys come from the terminal, also if standard input was a pipe."""
    if sys.stdin is not None and not sys.stdin.isatty():
        with suppress(OSError):  # without a terminal the game says so
            os.dup2(os.open("/dev/tty", os.O_RDWR), 0)
    return play(launch)


class _LeftError(Exception):
    """The player has stopped waiting for a command."""


def _wait_for(command: BackgroundCommand, status: int) -> int:
    """Print the output of a command until it ends, and return its exit status.

    Ctrl+C interrupts the command, and a second one ends it, also while its output is printed; once it has ended, the
    first one ends the output. After a signal or a failure nothing is waited for.
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
    """Print a text as fast as the terminal takes it; `sys.stdout` drops what it does not."""
    left = text.encode(sys.stdout.encoding, "replace")
    while left:
        select([], [_STDOUT], [])
        left = left[os.write(_STDOUT, left) :]


def settle_colours(environment: MutableMapping[str, str]) -> None:
    """Convert the colour variable to a value that Textual reads. Raises `UsageError` for an unknown value.

    If it is unset, it is set for the terminals that Rich would misjudge; those without colours get `NO_COLOR`.
    """
    chosen = environment.get(_COLOUR_VARIABLE)
    if chosen is None and "TEXTUAL_DRIVER" not in environment:
        chosen = colour_system(environment) or ("none" if lacks_colours() else None)
        if chosen is not None:
            environment[_COLOUR_VARIABLE] = chosen
    if chosen is None or chosen in _COLOUR_SYSTEMS:
        return
    if chosen not in _NO_COLOURS:
        sentence = _("{name} is {wanted!r}: choose from none, {names}.")
        raise UsageError(sentence, name=_COLOUR_VARIABLE, names=", ".join(_COLOUR_SYSTEMS), wanted=chosen)
    del environment[_COLOUR_VARIABLE]  # a value that Textual cannot read
    if chosen:
        environment["NO_COLOR"] = "1"


def are_terminals(*streams: TextIO | None) -> bool:
    """Whether all streams lead to a terminal; None is a closed stream, as by `<&-`."""
    return all(stream is not None and stream.isatty() for stream in streams)


def _require_terminal() -> None:
    if "TEXTUAL_DRIVER" in os.environ:  # another driver shows the game, such as that of a web server
        return
    if not are_terminals(sys.stdin, sys.stdout, sys.stderr):
        raise UsageError(_("input or output is not a terminal: run the game in one, or piecement text."))
    if os.environ.get("TERM") == "dumb":
        raise UsageError(_("TERM=dumb cannot move the cursor: run piecement text, or the game in another terminal."))
