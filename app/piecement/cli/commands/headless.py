"""`piecement headless`: games through JSON lines."""

import json
import sys
from argparse import Namespace
from typing import Final

from piecement.cli.arguments import Option, lines_of_input
from piecement.cli.usage import say
from piecement_base.language import N_
from piecement_engine.headless import names, serve

OPTIONS: Final = (Option("--names", "", N_("print the names of all rules, rule values and modes")),)


def run(options: Namespace) -> None:
    if options.names:
        sys.stdout.write(f"{json.dumps(names(), indent=2)}\n")
        return
    for response in serve(lines_of_input()):
        say(response)
