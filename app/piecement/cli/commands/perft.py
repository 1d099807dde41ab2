"""`piecement perft`: the number of placements of a sequence of pieces."""

import sys
from argparse import Namespace
from typing import Final

from piecement.cli.arguments import Option
from piecement_base.language import N_
from piecement_engine.bots.perft_counts import empty_board, perft

OPTIONS: Final = (
    Option("queue", "QUEUE", N_("letters of the pieces, in order, such as IOLJ")),
    Option("--system", "NAME", N_("rotation system (default: {default})"), default="srs"),
)


def run(options: Namespace) -> None:
    sys.stdout.write(f"{perft(empty_board(options.queue, options.system))}\n")
