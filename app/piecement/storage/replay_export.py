"""Export of games as fumens."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from piecement.language import _, error_text
from piecement.render.messages import callout_of
from piecement.session.formatting import clock_text, count_text
from piecement.storage.errors import StorageError
from piecement_engine import Event, FumenError, Recording, RecordingError
from piecement_engine.fumen import encode, pages_of

ENDING: Final = ".fumen"
"""Suffix of files with a fumen."""


def to_fumen(recording: Recording) -> str:
    """Return a game as a fumen: a page for each piece that locked, and one of the end.

    Raises `StorageError` for a game that no fumen can show, and for one that does not replay.
    """
    try:
        *pages, last = pages_of(recording, _feats)
        result = recording.result
        figures = (count_text(name, getattr(result, name)) for name in ("lines", "pieces", "score"))
        return encode([*pages, replace(last, comment=", ".join([clock_text(result.time_ns), *figures]))])
    except (FumenError, RecordingError) as error:
        raise StorageError(_("There is no fumen of this game: {error}.").format(error=error_text(error))) from error


def _feats(events: Iterable[Event]) -> str:
    callouts = map(callout_of, events)
    return ", ".join(name for callout in callouts for name in (*callout.large, *callout.small))
