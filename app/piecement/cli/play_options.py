"""Options of the command without a name, which starts the game."""

import sys
from argparse import Action, ArgumentParser, ArgumentTypeError, BooleanOptionalAction
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from piecement.cli.arguments import OneLineParser, Option, add_language, add_options, whole_number
from piecement.cli.usage import UsageError
from piecement.session.background_command import IS_SUPPORTED
from piecement.storage.paths import can_be_written
from piecement.terminal.clock import MAX_FPS, MIN_FPS
from piecement.ui.launch import LARGEST_SEED, FirstRun, Launch
from piecement_base.language import N_, _

_FIRST_RUN: Final = {None: FirstRun.IF_NEW, True: FirstRun.ALWAYS, False: FirstRun.NEVER}


def launch_from(arguments: Sequence[str], commands: Mapping[str, str]) -> Launch:
    """Return the launch that the options request; the help lists the other commands.

    Raises `UsageError` for an unknown option, name or file.
    """
    parser = play_parser(commands)
    options, rest = parser.parse_known_args(arguments)
    if rest:
        command = next((word for word in rest if word in commands), None)
        if command is not None:
            sentence = _("{command} is a command: it comes first, with its own options after it.")
            raise UsageError(sentence, command=command)
        parser.parse_args(arguments)
    plan = None
    if {options.mode, options.seed, options.board, options.rules, options.skin} != {None}:
        from piecement.cli.plan_options import plan_from  # the engine takes a while

        plan = plan_from(options)
    if options.first_run and plan is not None:
        raise UsageError(_("--first-run cannot be combined with --mode, --seed, --board or --rules."))
    return Launch(
        plan=plan,
        fps=options.fps,
        skin=options.skin,
        ready_go=options.ready_go,
        save=not options.no_save,
        data_folder=options.data_dir,
        first_run=_FIRST_RUN[options.first_run],
        command=_command(getattr(options, "while")),
        mute=options.mute,
    )


def play_parser(commands: Mapping[str, str]) -> OneLineParser:
    """Return the parser for `piecement` without a command; its help lists the commands, given by name and sentence."""
    listed = "\n".join(f"  {name:<18} {_(sentence)}" for name, sentence in commands.items())
    parser = OneLineParser(
        prog="piecement",
        description=_("A falling-piece game for the terminal."),
        epilog=_("commands (see piecement COMMAND --help):\n{listed}").format(listed=listed),
    )
    parser.add_argument("-V", "--version", action=_Version, nargs=0, help=_("show the version and exit"))
    add_language(parser)
    add_options(parser, _OPTIONS)
    return parser


class _Version(Action):
    """Action that prints the version, importing it only on request."""

    def __call__(self, parser: ArgumentParser, *_: object) -> None:
        from piecement_engine.version import __version__  # comes with the whole engine

        sys.stdout.write(f"piecement {__version__}\n")
        parser.exit()


def _folder(text: str) -> Path:
    """Return the absolute path of a folder that is writable, or can be created."""
    path = Path(text).absolute()
    if (path.exists() and not path.is_dir()) or not can_be_written(path):
        raise ArgumentTypeError(_("{text!r} is not a writable folder").format(text=text))
    return path


_FPS_HELP: Final = N_("frames per second, 1 to {most}")
_OPTIONS: Final = (
    Option("--mode", "MODE", N_("start this mode at once")),
    Option("--seed", "N", N_("start a game with this seed"), whole_number(0, LARGEST_SEED)),
    Option("--board", "FILE", N_("start with the board in this file (text or fumen)"), Path),
    Option("--rules", "LINE", N_("start a game with this rule code from the rule editor")),
    Option("--fps", "N", _FPS_HELP, whole_number(MIN_FPS, MAX_FPS), values={"most": MAX_FPS}),
    Option("--skin", "SKIN", N_("use this skin")),
    Option("--first-run", "", N_("show or skip the welcome screen"), action=BooleanOptionalAction),
    Option("--ready-go", "", N_("show or skip READY and GO before a game"), action=BooleanOptionalAction),
    Option(
        "--while", "COMMAND", N_("run this command in the background, and pause when it ends; Ctrl+O shows its output")
    ),
    Option("--mute", "", N_("play without sound")),
    Option("--no-save", "", N_("do not save anything")),
    Option("--data-dir", "FOLDER", N_("save settings and scores in this folder"), _folder),
)


def _command(line: str | None) -> str:
    """Return the command line to run during the game. Raises `UsageError` if it cannot be run."""
    if line is None:
        return ""
    if not IS_SUPPORTED:
        raise UsageError(_("--while is not available on Windows."))
    if not line.strip() or "\0" in line:
        raise UsageError(_("--while needs a command, such as 'make test'."))
    return line
