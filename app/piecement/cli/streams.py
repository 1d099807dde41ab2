"""The standard streams, which may be files, or closed."""

from typing import TextIO


def are_terminals(*streams: TextIO | None) -> bool:
    """Return whether all of some streams lead to a terminal; None stands for one that was closed, as by `<&-`."""
    return all(stream is not None and stream.isatty() for stream in streams)
