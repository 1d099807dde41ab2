"""`piecement headless`: games through JSON lines."""

import json
import sys
from argparse import ArgumentParser, Namespace

from piecement.cli.arguments import lines_of_input
from piecement.language import _
from piecement_engine.headless import names, serve


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--names", action="store_true", help=_("print the names of all rules, rule values and modes"))


def run(options: Namespace) -> int:
    if options.names:
        sys.stdout.write(f"{json.dumps(names(), indent=2)}\n")
        return 0
    for response in serve(lines_of_input()):
        sys.stdout.write(f"{response}\n")
        sys.stdout.flush()
    return 0
