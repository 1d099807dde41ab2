"""Standard input and output of commands."""

import json
import sys
from collections.abc import Iterator
from typing import Final, TextIO

from piecement.cli.usage import UsageError
from piecement_base.language import _

WIDE: Final = 200
"""Width of a table that is not written to a terminal (columns)."""


def are_terminals(*streams: TextIO | None) -> bool:
    """Whether all streams lead to a terminal; None is a closed stream, as by `<&-`."""
    return all(stream is not None and stream.isatty() for stream in streams)


def say(line: str) -> None:
    """Write a line without buffering it, even to a pipe."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def print_json(value: object) -> None:
    sys.stdout.write(f"{json.dumps(value, indent=2)}\n")


def lines_of_input() -> Iterator[str]:
    """Yield the lines of standard input. Raises `UsageError` if it cannot be read."""
    stream: TextIO | None = sys.stdin  # None if it was closed, as by `<&-`
    if stream is None:
        raise UsageError(_("cannot read standard input: it is closed."))
    try:
        for line in stream.buffer:
            yield line.decode(errors="replace")
    except OSError as error:
        raise UsageError(_("cannot read standard input: {strerror}."), strerror=error.strerror) from None
