"""Makes the man page and the completions of the shells from the parsers of the commands.

    python -m distribution.make

Run it from the checkout, with the extra `distribution` installed, after an option or a command changed.
"""

from argparse import Action, ArgumentParser
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

import shtab
from argparse_manpage.manpage import Manpage

from piecement.cli.arguments import OneLineParser, add_options
from piecement.cli.main import COMMANDS, command_module
from piecement.cli.play_options import play_parser
from piecement.render.skins.skins import SKINS
from piecement_engine import MODES
from piecement_engine.bots import BOTS
from piecement_server.control import COMMANDS as CONTROL

FOLDER: Final = Path(__file__).parent

MAN_PAGE: Final = FOLDER / "piecement.6"

COMPLETIONS: Final = {
    "bash": FOLDER / "completions" / "piecement",
    "zsh": FOLDER / "completions" / "_piecement",
    "fish": FOLDER / "completions" / "piecement.fish",
}
"""The file of each shell, by the name under which it looks for it."""

_NAMES: Final[dict[str, Collection[str]]] = {"mode": MODES, "skin": SKINS, "bot": BOTS, "control": CONTROL}
"""What can follow an option that the parsers leave open, by its name."""

_PATHS: Final = {"FILE": shtab.FILE, "FOLDER": shtab.DIRECTORY}
"""What is completed where a path is asked for."""


def whole_parser() -> ArgumentParser:
    """Return one parser with all commands and their options."""
    parser = play_parser({})
    parser.epilog = None
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=OneLineParser)
    for name, sentence in COMMANDS.items():
        one = commands.add_parser(name, help=sentence, description=sentence)
        add_options(one, command_module(name).OPTIONS)
    return parser


def all_actions(parser: ArgumentParser) -> Iterator[Action]:
    """Yield the options and arguments of a parser and of all below it."""
    for action in parser._actions:  # argparse has no public way to them, shtab takes the same
        yield action
        choices = action.choices
        for one in choices.values() if isinstance(choices, dict) else ():
            if isinstance(one, ArgumentParser):
                yield from all_actions(one)


def man_page() -> str:
    page = Manpage(
        whole_parser(),
        {
            "description": "a falling-piece game for the terminal",
            "project_name": "Piecement",
            "manual_title": "Games",
            "manual_section": 6,
            "date": " ",
        },
    )
    _, *options = play_parser({}).format_usage().partition(":")[2].split()
    page.synopsis = ["piecement", *options[:-1], f"{options[-1]}\n.br\n.B piecement\nCOMMAND ..."]  # which has its own
    return str(page)


def completion(shell: str) -> str:
    """Return the completions for a shell."""
    parser = whole_parser()
    for action in all_actions(parser):
        if action.dest in _NAMES and action.option_strings:
            action.choices = list(_NAMES[action.dest])
        elif isinstance(action.metavar, str) and action.metavar in _PATHS:
            action.complete = _PATHS[action.metavar]  # type: ignore[attr-defined]  # as shtab has it
    return shtab.complete(parser, shell=shell)


def main() -> None:
    MAN_PAGE.write_text(man_page(), encoding="utf-8")
    for shell, path in COMPLETIONS.items():
        path.write_text(completion(shell), encoding="utf-8")


if __name__ == "__main__":
    main()
