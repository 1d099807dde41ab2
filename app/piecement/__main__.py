"""Runs the game: `python -m piecement`, or `piecement`."""

import os
import signal
import sys
from pathlib import Path


def main() -> int:
    """Do what the command line asks for and return the exit status.

    Until there is something to be kept, Ctrl+C ends it as the system does: with nothing said, and at any moment.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if not Path(__file__).exists():
        sys.stderr.write(
            "piecement: cannot run from inside an archive; install it, or use piecement.pyz of a release.\n"
        )
        sys.exit(2)
    from piecement.cli.language import choose_language  # imports are interrupted too

    choose_language(sys.argv[1:], os.environ)
    from piecement.cli.main import run  # its texts are those of the language

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
