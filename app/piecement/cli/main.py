"""Entry point of the command line: finds and runs the command, and reports errors in one sentence.

Slow imports happen only in the commands that need them.
"""

import gc
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Generator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from io import StringIO, TextIOWrapper, UnsupportedOperation
from typing import Any, Final

from piecement.cli.arguments import OneLineParser, add_language, add_options
from piecement.cli.play import play
from piecement.cli.usage import WRONG_USAGE, UsageError, require_known
from piecement.terminal.environment import colour_system, lacks_colours
from piecement.ui.launch import Launch
from piecement_base.errors import StorageError
from piecement_base.language import N_, _, error_text

_COLLECTOR_THRESHOLDS: Final = (50_000, 20, 100)
"""Thresholds of the garbage collector. Python's own (700, 10, 10) cost a sixth of the start, which makes no garbage."""

INTERRUPTED: Final = 130
"""Exit status after Ctrl+C outside of the game, which handles it as a key."""


_COLOUR_VARIABLE: Final = "TEXTUAL_COLOR_SYSTEM"
_COLOUR_SYSTEMS: Final = ("auto", "standard", "256", "truecolor", "windows")
_NO_COLOURS: Final = ("none", "")

COMMANDS: Final[Mapping[str, str]] = {
    "menu-graph": N_("Print the graph of all screens."),
    "text": N_("Play in plain text, for screen readers, braille displays and scripts."),
    "headless": N_("Run games through JSON lines on standard input and output."),
    "scores": N_("Print the scoreboard."),
    "replay": N_("List, show, verify, export, import and watch replays."),
    "race": N_("Race against a replay with the same pieces."),
    "puzzle": N_("Play puzzles from files, or check that they can be solved."),
    "fumen": N_("Convert boards and games to and from fumens."),
    "bot": N_("Run a bot and report its results."),
    "settings": N_("Export settings as a line of text, or import them."),
    "doctor": N_("Check the terminal, keyboard, colours, sound and files."),
    "perft": N_("Count all placements of a sequence of pieces."),
    "serve": N_("Run a server for online matches."),
    "web": N_("Serve the game to web browsers."),
    "ssh": N_("Serve the game over SSH."),
    "join": N_("Play on a server, or send a bot to play there."),
    "account": N_("Manage your account on a server."),
    "hand-in": N_("Submit a replay to a server leaderboard."),
}
"""Commands other than playing, each with a sentence about it."""


def command_module(name: str) -> Any:  # a module by its name
    """Return the module of a command, with its `OPTIONS` and `run`."""
    return import_module(f"piecement.cli.commands.{name.replace('-', '_')}")


def run(arguments: Sequence[str]) -> int:
    """Run the command of the arguments, and return the exit status."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed, as by `>&-`
            setattr(sys, name, StringIO())
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")  # a question mark for characters that the encoding lacks
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except (UsageError, StorageError) as error:
        sys.stderr.write(f"piecement: {error}\n")
        return WRONG_USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # as in `piecement menu-graph | head`: the reader has left
        _discard_output()
        return 0
    return status


def _discard_output() -> None:
    """Discard unwritten output."""
    with suppress(UnsupportedOperation):  # the output is discarded already
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def _explaining_errors() -> Generator[None, None, None]:
    """Convert errors of the engine, of the network and of the system to `UsageError`."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:  # a full disk, for example
        _discard_output()
        path = error.filename or _("standard output")
        raise UsageError(_("cannot use {path}: {strerror}."), path=path, strerror=error.strerror) from None
    except Exception as error:
        if not hasattr(error, "template"):  # importing the engine for its errors takes a while
            raise
        raise UsageError(getattr(error, "sentence", f"{error_text(error).rstrip('.')}.")) from None


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


def _run(arguments: Sequence[str]) -> int:
    gc.set_threshold(*_COLLECTOR_THRESHOLDS)
    settle_colours(os.environ)  # before a command imports Textual, which reads them then
    if not arguments:
        return play(Launch())
    if arguments[0].startswith("-"):
        gc.disable()  # imports leave next to no garbage; `play` enables it
        from piecement.cli.play_options import launch_from  # a game without options needs no parser

        with _explaining_errors():
            launch = launch_from(arguments, COMMANDS)
        return play(launch)
    with _explaining_errors():
        return _run_command(arguments[0], arguments[1:])


def _run_command(name: str, arguments: Sequence[str]) -> int:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # an interrupted command may have something to save
    require_known("command", name, COMMANDS)
    command = command_module(name)
    parser = OneLineParser(prog=f"piecement {name}", description=_(COMMANDS[name]))
    add_options(parser, command.OPTIONS)
    add_language(parser)
    options = parser.parse_args(arguments)
    run: Callable[[Namespace], int | None] = getattr(options, "command", None) or command.run
    return run(options) or 0
