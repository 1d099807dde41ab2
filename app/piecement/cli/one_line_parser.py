"""A parser of arguments that answers a mistake with one line."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import NoReturn

from piecement.cli.usage import UsageError


class OneLineParser(ArgumentParser):
    """A parser that says what is wrong, not how everything is used."""

    def __init__(self, *, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Raise `UsageError`."""
        raise UsageError(f"{message.removeprefix('argument ').rstrip('.')}.")
