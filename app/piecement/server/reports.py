"""Reports of unexpected events: a folder of files, of bounded size."""

from contextlib import suppress
from pathlib import Path
from typing import Final

MOST_FILES: Final = 20
LONGEST: Final = 1024 * 1024
"""Maximum length of a report (characters)."""


class Reports:
    """The newest reports of each kind."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder

    def add(self, kind: str, text: str) -> Path | None:
        """Write a report and delete the oldest ones; return its path, or None if it cannot be written."""
        path = self._folder / f"{kind}-{self._next(kind):06}.json"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text[:LONGEST])
        except OSError:
            return None
        for old in sorted(self._folder.glob(f"{kind}-*.json"))[:-MOST_FILES]:
            with suppress(OSError):
                old.unlink()
        return path

    def _next(self, kind: str) -> int:
        names = sorted(self._folder.glob(f"{kind}-*.json"))
        last = names[-1].stem.rpartition("-")[2] if names else ""
        return int(last) + 1 if last.isdecimal() else 1
