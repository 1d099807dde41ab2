"""Facts about stored games and their file, as lines for a card."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from piecement.render.cells import pad
from piecement.storage.game_statistics import Totals
from piecement.storage.store import Store
from piecement.ui.texts.bars import meter
from piecement_base.errors import StorageError
from piecement_base.formatting import grouped
from piecement_base.language import _
from piecement_base.modes import mode_title

_MEGABYTE = 1e6
_MODES: Final = 6
"""Maximum number of modes."""
_TITLE: Final = 16
"""Columns of a title."""
_METER: Final = 12
"""Columns of the bar beside a title."""


def stored_counts(store: Store) -> Iterator[tuple[str, str]]:
    """Yield labels, and how much is stored."""
    if not store.may_save:
        yield _("This run"), _("saves nothing: started with --no-save")
    try:
        contents = store.statistics.stored()
        games, recordings = grouped(contents.games), grouped(contents.recordings)
        yield _("Games"), _("{games}, {recordings} with a replay").format(games=games, recordings=recordings)
        yield _("Save slots"), str(contents.save_slots)
    except StorageError as error:
        yield _("Games"), str(error)
    if size := _size(store.paths.games):
        yield _("Size"), size


def stored_places(store: Store) -> Iterator[tuple[str, str]]:
    """Yield labels, and paths."""
    yield _("Settings"), short_path(store.paths.settings)
    yield _("Scores"), short_path(store.paths.games)
    yield _("Exports"), short_path(store.paths.replays)


def mode_lines(modes: Sequence[Totals], *, ascii_only: bool) -> Iterator[Content]:
    """Yield the modes that were played most, with their games."""
    return count_lines([(mode_title(one.mode), one.games) for one in modes[:_MODES]], ascii_only=ascii_only)


def count_lines(counts: Sequence[tuple[str, int]], *, ascii_only: bool) -> Iterator[Content]:
    """Yield a line for each title and its count, with a bar between them that the highest count fills."""
    most = max((count for _title, count in counts), default=0) or 1
    for title, count in counts:
        bar = meter(count / most, _METER, ascii_only=ascii_only)
        yield Content.assemble(f"{set_cell_size(title, _TITLE)} ", (bar, "$accent"), (f" {grouped(count):>5}", "bold"))


def fact_lines(facts: Iterable[tuple[str, str]], width: int, *, before_long: str = "\n", style: str = "") -> Content:
    """Return a line for each fact, the values below each other; one that is too long for that follows `before_long`."""
    facts = list(facts)
    indent = max((cell_len(label) for label, _value in facts), default=0) + 2
    fits = ((label, value, indent + cell_len(value) <= width) for label, value in facts)
    lines = (
        Content.assemble((pad(label, indent) if is_short else f"{label}{before_long}", "$muted"), (value, style))
        for label, value, is_short in fits
    )
    return Content("\n").join(lines)


def short_path(path: Path) -> str:
    """Return a path with `~` for the player's home."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(path)


def _size(path: Path) -> str:
    try:
        return _("{size:.1f} MB").format(size=path.stat().st_size / _MEGABYTE)
    except OSError:
        return ""
