"""Runs the game: `python -m piecement`, or `piecement`."""

import os
import sys

from piecement.cli.chosen_language import choose_language


def main() -> int:
    """Do what the command line asks for and return the exit status."""
    choose_language(sys.argv[1:], os.environ)
    from piecement.cli.main import run  # noqa: PLC0415 - its texts are those of the language

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
