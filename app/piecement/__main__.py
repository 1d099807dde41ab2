"""Runs the game: `python -m piecement`, or `piecement`."""

import sys

from piecement.cli.main import run


def main() -> int:
    """Do what the command line asks for and return the exit status."""
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
