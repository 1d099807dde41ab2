"""Start of the game: environment variables before Textual is imported, and messages after the end."""

import gc
import os
import signal
import sys
from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Final, TextIO

from piecement.cli.usage import UsageError
from piecement_base.language import N_, _
from piecement.terminal.environment import colour_system, lacks_colours
from piecement.terminal.output import stop_waiting
from piecement_base.printable import one_line
from piecement.ui.launch import Launch

if TYPE_CHECKING:
    from piecement.session.background_command import BackgroundCommand

FAREWELL: Final = N_("Thanks for playing. Until the next piece falls!")
"""Sentence printed after the game."""


_WAIT_S: Final = 0.1
"""Interval at which the output of a command is printed (s)."""

_COLOUR_VARIABLE: Final = "TEXTUAL_COLOR_SYSTEM"
_COLOUR_SYSTEMS: Final = ("auto", "standard", "256", "truecolor", "windows")
_NO_COLOURS: Final = ("none", "")


def play(launch: Launch) -> int:
    """Run the game until the player leaves, and return the exit status."""
    _require_terminal()
    stop_waiting()
    for stale in ("COLUMNS", "LINES"):  # Textual would believe them even after the terminal changed its size.
        os.environ.pop(stale, None)
    gc.disable()  # imports leave next to no garbage
    from asyncio import Runner

    from piecement.terminal.event_loop import new_terminal_loop
    from piecement.ui.application import Piecement  # Textual takes a while

    gc.freeze()
    gc.enable()
    command = _begun(launch.command)
    app = Piecement(launch, command=command)
    try:
        with Runner(loop_factory=new_terminal_loop) as runner:
            runner.run(app.run_async())
    except BaseException:
        if command is not None:
            command.end()
        raise
    for sentence in app.final_warnings:
        sys.stderr.write(f"piecement: {sentence}\n")
    status = app.return_code or 0
    if status == 0:
        sys.stdout.write(f"{_(FAREWELL)}\n")
    return status if command is None else _awaited(command, status)


def _begun(line: str) -> "BackgroundCommand | None":
    if not line:
        return None
    from piecement.session.background_command import BackgroundCommand  # few games have one

    return BackgroundCommand(line)


def _awaited(command: "BackgroundCommand", status: int) -> int:
    """Print the output of a command until it ends, and return its exit status.

    Ctrl+C interrupts the command, and a second one ends it. After a signal or a failure nothing is waited for.
    """
    if status:
        command.send(signal.SIGTERM)
        return status
    received: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _frame: received.append(number))
        for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))
    }
    sent = 0
    try:
        if command.status is None:
            sys.stdout.write(_("{command} still runs; Ctrl+C interrupts it.").format(command=one_line(command.command)))
            sys.stdout.write("\n")
        while True:
            ended = command.wait(_WAIT_S)
            sys.stdout.writelines(command.new_output())
            sys.stdout.flush()
            if ended is not None:
                return ended
            for number in received[sent:]:
                command.send(number)
                if number != signal.SIGINT:
                    return 128 + number
            sent = len(received)
            if sent > 1:
                return command.end()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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
