"""The command line: reads it, says in one sentence what is wrong with it, and starts what it asks for.

Whatever takes long to import is imported by what needs it.
"""

import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final, NoReturn

from piecement.launch import LARGEST_SEED, Launch

WRONG_USAGE: Final = 2
"""The exit status when the arguments, or the terminal, will not do."""

INTERRUPTED: Final = 130
"""The exit status after Ctrl+C outside of the game, which takes it as a key."""

FAREWELL: Final = "Thanks for playing. Until the next piece falls!"
"""What a player reads after leaving."""

_FASTEST: Final = 240


class UsageError(Exception):
    """What was asked for cannot be done; the text says why, in one sentence."""


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for and return the exit status."""
    asked = _parser().parse_args(arguments)
    try:
        status: int = asked.run(asked)
    except UsageError as error:
        sys.stderr.write(f"piecement: {error}\n")
        return WRONG_USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # as in `piecement menu-graph | head`: nobody reads on
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


class _Parser(ArgumentParser):
    """A parser that answers a mistake with one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USAGE, f"piecement: {message.removeprefix('argument ').rstrip('.')}.\n")


def _parser() -> ArgumentParser:
    parser = _Parser(prog="piecement", description="A falling-piece game for the terminal.", allow_abbrev=False)
    parser.set_defaults(run=_play)
    parser.add_argument("--version", action="store_true", help="print the version and leave")
    parser.add_argument("--mode", metavar="MODE", help="start a game in this mode at once")
    parser.add_argument("--seed", type=_seed, metavar="N", help="the number that decides the pieces")
    parser.add_argument("--board", type=Path, metavar="FILE", help="a text file with the blocks to start with")
    parser.add_argument("--fps", type=_fps, metavar="N", help=f"draw so many frames a second, 1 to {_FASTEST}")
    parser.add_argument("--skin", metavar="SKIN", help="draw with this skin")
    parser.add_argument("--no-save", action="store_true", help="store nothing in this run")
    parser.add_argument("--data-dir", type=Path, metavar="FOLDER", help="keep scores and settings in this folder")
    commands = parser.add_subparsers(title="commands", metavar="", parser_class=_Parser)
    for name, (sentence, add_arguments, command) in _COMMANDS.items():
        subparser = commands.add_parser(name, help=sentence, description=sentence, allow_abbrev=False)
        subparser.set_defaults(run=command)
        add_arguments(subparser)
    return parser


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= LARGEST_SEED):
        raise ArgumentTypeError(f"{text!r} is not a whole number from 0 to {LARGEST_SEED}")
    return int(text)


def _fps(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= _FASTEST):
        raise ArgumentTypeError(f"{text!r} is not a whole number from 1 to {_FASTEST}")
    return int(text)


def _play(asked: Namespace) -> int:
    if asked.version:
        return _print_version()
    launch = _launch(asked)
    _require_terminal()
    # Textual reads it when it is imported: how long it waits to tell the key Esc from the start of another.
    os.environ.setdefault("ESCDELAY", "25")
    from piecement.application import Piecement  # noqa: PLC0415 - Textual takes a while

    app = Piecement(launch)
    app.run()
    status = app.return_code or 0
    if status == 0:
        sys.stdout.write(f"{FAREWELL}\n")
    return status


def _print_version() -> int:
    from piecement_engine.version import __version__  # noqa: PLC0415 - comes with the whole engine

    sys.stdout.write(f"piecement {__version__}\n")
    return 0


def _launch(asked: Namespace) -> Launch:
    if not (asked.skin or asked.mode or asked.board or asked.seed is not None):
        return Launch(None, asked.fps, None, not asked.no_save, asked.data_dir)
    from piecement.plan import Plan  # noqa: PLC0415 - the engine takes a while
    from piecement.skins import SKINS  # noqa: PLC0415
    from piecement_engine import MODES  # noqa: PLC0415

    plan = None
    if asked.skin is not None:
        _require_known("skin", asked.skin, SKINS)
    if asked.mode is not None:
        _require_known("mode", asked.mode, MODES)
    if asked.mode is not None or asked.seed is not None or asked.board is not None:
        mode = MODES[asked.mode or "marathon"]
        plan = Plan(mode, asked.seed, board=_board(asked.board, mode.rules.width, mode.rules.height))
    return Launch(plan, asked.fps, asked.skin, not asked.no_save, asked.data_dir)


def _require_known(what: str, name: str, known: Collection[str]) -> None:
    if name not in known:
        raise UsageError(f"there is no {what} {name!r}: {what}s are {', '.join(known)}.")


def _board(path: Path | None, width: int, height: int) -> tuple[str, ...]:
    from piecement.board_file import BoardFileError, read_board  # noqa: PLC0415

    try:
        return () if path is None else read_board(path, width, height)
    except BoardFileError as error:
        raise UsageError(str(error)) from None


def _require_terminal() -> None:
    if "TEXTUAL_DRIVER" in os.environ:  # some other driver, such as that of a web server, shows the game
        return
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise UsageError("this is a game for a terminal, and its input or output is not one.")
    if os.environ.get("TERM") == "dumb":
        raise UsageError("this terminal (TERM=dumb) cannot move the cursor, which the game needs.")


def _menu_graph_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--format", choices=("mermaid", "dot"), default="mermaid", help="the language to print it in")


def _menu_graph(asked: Namespace) -> int:
    from piecement.graph_text import FORMATS  # noqa: PLC0415

    sys.stdout.write(FORMATS[asked.format]())
    sys.stdout.flush()
    return 0


def _headless_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--names", action="store_true", help="list the names of all rules, their values and all modes")


def _headless(asked: Namespace) -> int:
    from piecement_engine.headless import names, serve  # noqa: PLC0415

    if asked.names:
        sys.stdout.write(f"{json.dumps(names(), indent=2)}\n")
        return 0
    for response in serve(sys.stdin):
        sys.stdout.write(f"{response}\n")
        sys.stdout.flush()
    return 0


_Command = tuple[str, Callable[[ArgumentParser], None], Callable[[Namespace], int]]

_COMMANDS: Final[dict[str, _Command]] = {
    "menu-graph": ("Print the menu graph.", _menu_graph_arguments, _menu_graph),
    "headless": ("Serve games as JSON lines on standard input and output.", _headless_arguments, _headless),
}
"""What it does, its arguments, and what does it."""
