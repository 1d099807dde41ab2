"""Arguments of commands: rows that describe them, and a parser that reports a mistake in one line."""

import argparse
import sys
from argparse import _ActionsContainer
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from piecement.cli.usage import UsageError
from piecement_base.language import LANGUAGES, N_, _, ngettext
from piecement_base.printable import one_line

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

ARGPARSE_TEXTS: Final = (
    N_("usage: "), N_("positional arguments"), N_("options"), N_("show this help message and exit"),
    N_("the following arguments are required: %s"), N_("unrecognized arguments: %s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"), N_("invalid %(type)s value: %(value)r"),
    N_("argument %(argument_name)s: %(message)s"), N_("expected one argument"), N_("expected at least one argument"),
    N_("ignored explicit argument %r"), N_("not allowed with argument %s"), N_("one of the arguments %s is required"),
)  # fmt: skip
"""Texts of argparse that a player can see."""

# Replaces the functions that argparse imported from gettext, so that its texts are translated as ours are.
argparse.__dict__.update(_=_, ngettext=ngettext)


class OneLineParser(argparse.ArgumentParser):
    """Parser that reports the mistake instead of the whole usage."""

    def __init__(self, *, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """Print the help; unlike argparse's own, raise `OSError` on a full disk."""
        (file or sys.stdout).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        prefix = _("argument %(argument_name)s: %(message)s").partition("%")[0]
        raise UsageError(f"{message.removeprefix(prefix).rstrip('.')}.")


class Option(NamedTuple):
    """Argument of a command; a flag if the word for its value is empty."""

    name: str
    word: str | None
    help: str
    """Text, untranslated; `{default}` is replaced by the default, and `{choices}` by the choices."""
    kind: Callable[[str], object] = str
    """Reader of a value."""
    default: object = None
    choices: Collection[str] | None = None
    number: str | None = None
    """Number of values if it is not one, as `argparse` writes it."""
    action: str | type[argparse.Action] | None = None
    """Action of `argparse`, if it is not the usual one."""
    values: Mapping[str, object] = MappingProxyType({})
    """Values of the other places in the help."""


class Subcommand(NamedTuple):
    """Command below a command, with arguments of its own."""

    name: str
    sentence: str
    """Sentence for the help, untranslated."""
    run: Callable[[argparse.Namespace], int | None]
    options: "Options"


Options = tuple["Option | Subcommand | tuple[Option, ...]", ...]
"""Arguments of a command; at most one of those in a tuple of their own can be given."""


def add_options(parser: argparse.ArgumentParser, options: Options) -> None:
    subcommands = None
    for row in options:
        match row:
            case Option():
                _add_option(parser, row)
            case Subcommand():
                subcommands = subcommands or parser.add_subparsers(required=True, metavar="COMMAND")
                subparser = subcommands.add_parser(row.name, help=_(row.sentence), description=_(row.sentence))
                subparser.set_defaults(command=row.run)
                add_options(subparser, row.options)
            case _:
                group = parser.add_mutually_exclusive_group()
                for option in row:
                    _add_option(group, option)


def _add_option(group: _ActionsContainer, option: Option) -> None:
    name, word, text, kind, default, choices, number, action, values = option
    given: dict[str, Any] = {"metavar": word, "type": kind, "default": default, "choices": choices, "nargs": number}
    if word == "":
        action, given = action or "store_true", {}
    places = {"default": default, "choices": ", ".join(choices or ()), **values}
    group.add_argument(name, action=action or "store", help=_(text).format(**places), **given)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option `--language`, whose value was read before; this parser only checks it."""
    sentence = _("language of all texts (default: from settings, then the system)")
    parser.add_argument("--language", choices=tuple(LANGUAGES), help=sentence)


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `low` to `high`."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= len(str(high)) and low <= int(text) <= high):
            sentence = _("{text!r} is not a whole number from {low} to {high}")
            raise argparse.ArgumentTypeError(sentence.format(text=text, low=low, high=high))
        return int(text)

    return read


def _folder(text: str) -> Path:
    """Return the path of a folder, whether it exists or not."""
    path = Path(text)
    try:
        usable = path.is_dir() or not path.exists()
    except OSError:  # access denied, or a name that is too long
        usable = False
    if not usable:
        raise argparse.ArgumentTypeError(_("{path!r} is not a folder").format(path=one_line(text)))
    return path


FOLDER: Final = Option("--data-dir", "FOLDER", N_("folder for settings and scores"), _folder)
