"""Standard input, tolerating any bytes."""

import sys
from collections.abc import Iterator
from typing import TextIO

from piecement.cli.usage import UsageError
from piecement.language import _


def lines_of_input() -> Iterator[str]:
    """Yield the lines of standard input. Raises `UsageError` if it cannot be read."""
    stream: TextIO | None = sys.stdin  # None if it was closed, as by `<&-`
    if stream is None:
        raise UsageError(_("standard input cannot be read: it is closed."))
    try:
        for line in stream.buffer:
            yield line.decode(errors="replace")
    except OSError as error:
        raise UsageError(_("standard input cannot be read: {strerror}.").format(strerror=error.strerror)) from None
