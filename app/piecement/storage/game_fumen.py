"""Games as fumens, with comments for what a player is proud of."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from piecement.language import _, error_text
from piecement.render.field_messages import feat_lines
from piecement.session.clock_text import clock_text
from piecement.session.counted import count_text
from piecement.storage.errors import StorageError
from piecement_engine import Event, FumenError, Recording, RecordingError
from piecement_engine.fumen import encode, pages_of

ENDING: Final = ".fumen"
"""Suffix of files with a fumen."""


def fumen_of(recording: Recording) -> str:
    """Return a game as a fumen: a page for each piece that locked, and one of the end.

    Raises `StorageError` for a game that no fumen can show, and for one that does not replay.
    """
    try:
        *pages, last = pages_of(recording, _feats)
        return encode([*pages, replace(last, comment=_summary(recording))])
    except (FumenError, RecordingError) as error:
        raise StorageError(_("There is no fumen of this game: {error}.").format(error=error_text(error))) from error


def _feats(events: Iterable[Event]) -> str:
    return ", ".join(line for event in events for line in feat_lines(event))


def _summary(recording: Recording) -> str:
    result = recording.result
    figures = (count_text(name, getattr(result, name)) for name in ("lines", "pieces", "score"))
    return ", ".join([clock_text(result.time_ns), *figures])
