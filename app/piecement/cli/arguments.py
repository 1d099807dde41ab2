"""A parser of arguments that answers a mistake with one line, and standard input as lines."""

import argparse
import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator
from typing import Final, NoReturn, TextIO

from piecement.cli.usage import UsageError
from piecement.language import LANGUAGES, N_, _, ngettext
from piecement.ui.launch import LARGEST_SEED

ARGPARSE_TEXTS: Final = (
    N_("usage: "), N_("positional arguments"), N_("options"), N_("show this help message and exit"),
    N_("the following arguments are required: %s"), N_("unrecognized arguments: %s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"), N_("invalid %(type)s value: %(value)r"),
    N_("argument %(argument_name)s: %(message)s"), N_("expected one argument"), N_("expected at least one argument"),
    N_("ignored explicit argument %r"), N_("not allowed with argument %s"), N_("one of the arguments %s is required"),
)  # fmt: skip
"""Texts of argparse, which looks them up where gettext does: in its own `_` and `ngettext`."""

argparse.__dict__.update(_=_, ngettext=ngettext)


class OneLineParser(ArgumentParser):
    """Parser that reports the mistake instead of the whole usage."""

    def __init__(self, *, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        prefix = _("argument %(argument_name)s: %(message)s").partition("%")[0]
        raise UsageError(f"{message.removeprefix(prefix).rstrip('.')}.")


def add_language(parser: ArgumentParser) -> None:
    """Add the option `--language`, whose value was read before; this parser only checks it."""
    parser.add_argument(
        "--language",
        choices=tuple(LANGUAGES),
        help=_("language of all texts (default: from settings, then the system)"),
    )


def whole_number(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers from `low` to `high`, by default the largest seed."""
    most = LARGEST_SEED if high is None else high
    limits = _("from {low}").format(low=low) if high is None else _("from {low} to {high}").format(low=low, high=high)

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and low <= int(text) <= most):
            raise ArgumentTypeError(_("{text!r} is not a whole number {limits}").format(text=text, limits=limits))
        return int(text)

    return read


def lines_of_input() -> Iterator[str]:
    """Yield the lines of standard input. Raises `UsageError` if it cannot be read."""
    stream: TextIO | None = sys.stdin  # None if it was closed, as by `<&-`
    if stream is None:
        raise UsageError(_("cannot read standard input: it is closed."))
    try:
        for line in stream.buffer:
            yield line.decode(errors="replace")
    except OSError as error:
        raise UsageError(_("cannot read standard input: {strerror}.").format(strerror=error.strerror)) from None
