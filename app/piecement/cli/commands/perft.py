"""Command `piecement perft`: number of ways to place pieces."""

import sys
from argparse import ArgumentParser, Namespace

from piecement.cli.usage import UsageError
from piecement.language import _, error_text
from piecement_engine.bots import perft
from piecement_engine.errors import RuleError


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("queue", metavar="QUEUE", help=_("pieces by their letters, such as IOLJ"))
    parser.add_argument("--system", default="srs", metavar="NAME", help=_("the rotation system (srs)"))


def run(asked: Namespace) -> int:
    try:
        count = perft(asked.queue, asked.system)
    except RuleError as error:
        raise UsageError(f"{error_text(error)}.") from None
    sys.stdout.write(f"{count}\n")
    return 0
