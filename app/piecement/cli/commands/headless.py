"""`piecement headless`: games through JSON lines."""

from argparse import Namespace
from typing import Final

from piecement.cli.arguments import Option
from piecement.cli.streams import lines_of_input, print_json, say
from piecement_base.language import N_
from piecement_engine.headless import names, serve

OPTIONS: Final = (Option("--names", "", N_("print the names of all rules, rule values and modes")),)


def run(options: Namespace) -> None:
    if options.names:
        print_json(names())
        return
    for response in serve(lines_of_input()):
        say(response)
