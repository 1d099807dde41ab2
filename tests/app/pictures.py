"""Pictures of screens in files, to compare with: the characters, and how each is drawn.

`python -m screenshots.make --snapshots` writes the files; look at what changed before you commit it.
"""

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from string import ascii_letters, digits
from typing import Any, Final, Self

from rich.segment import Segment
from rich.style import Style
from textual._context import visible_screen_stack
from textual.strip import Strip

from piecement.ui.application import Piecement

FOLDER: Final = Path(__file__).parents[1] / "data" / "pictures"
"""The folder of the pictures, a file for each sight."""

LOOKS: Final = ("Modern", "Compatible", "Elektronika 60")
"""The presets that are in the pictures: one each of the skins Unicode, ASCII and Electronika 60, with its colours."""

SIZES: Final = ((80, 24), (120, 40), (40, 24))
"""The sizes of the terminal that are in the pictures."""

_SIGNS: Final = ascii_letters + digits + "!#$%&*+-/<=>?@^~"
_MOST_LINES: Final = 12
"""How many lines that differ are reported."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Cells of a screen."""

    rows: tuple[str, ...]
    """The characters."""
    inks: tuple[str, ...]
    """A sign for each character, which says how it is drawn."""
    styles: Mapping[str, str]
    """What the signs mean."""

    @classmethod
    def of(cls, app: Piecement) -> Self:
        """Return the current picture of an application."""
        anything: Any = app  # its screens give back values of any type, which the type checkers name differently
        visible_screen_stack.set(anything._background_screens)
        strips = app.screen._compositor.render_strips()
        signs: dict[str, str] = {}
        inks = tuple("".join(_ink(segment, signs) for segment in strip) for strip in strips)
        return cls(tuple(map(_text, strips)), inks, {sign: style for style, sign in signs.items()})

    @classmethod
    def from_dict(cls, given: Mapping[str, list[str]]) -> Self:
        """Return the picture that `to_dict` returned this for."""
        styles = dict(zip(_SIGNS, given["styles"], strict=False))
        return cls(tuple(given["rows"]), tuple(given["inks"]), styles)

    def to_dict(self) -> dict[str, list[str]]:
        """Return it in JSON's types."""
        return {"rows": list(self.rows), "inks": list(self.inks), "styles": list(self.styles.values())}

    def changes(self, now: "Snapshot") -> list[str]:
        """Return the differences of another picture, in lines to read."""
        changes: list[str] = []
        for number, (before, after) in enumerate(zip_longest(self._lines(), now._lines(), fillvalue=("", ()))):
            if before != after:
                changes += [f"line {number}:", *_difference(before, after)]
        return changes

    def _lines(self) -> Iterator["_Line"]:
        for row, inks in zip(self.rows, self.inks, strict=True):
            yield row, tuple(self.styles[sign] for sign in inks)


_Line = tuple[str, tuple[str, ...]]
"""Characters, and the style of each."""


def read(name: str) -> dict[str, Snapshot]:
    """Return the stored pictures of a sight by their `key`; none if there is no file."""
    path = FOLDER / f"{name}.json.gz"
    if not path.exists():
        return {}
    given = json.loads(gzip.decompress(path.read_bytes()))
    return {key: Snapshot.from_dict(picture) for key, picture in given.items()}


def write(name: str, pictures: Mapping[str, Snapshot]) -> None:
    """Write the pictures of a sight."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps({key: picture.to_dict() for key, picture in pictures.items()}, ensure_ascii=False)
    (FOLDER / f"{name}.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def key(look: str, size: tuple[int, int]) -> str:
    """Return the key of a picture among those of its sight."""
    return f"{look} {size[0]}x{size[1]}"


def report(name: str, key: str, before: Snapshot | None, now: Snapshot) -> str:
    """Return the differences of a picture from the stored one, in lines to read; empty if there are none."""
    if before is None:
        return f"{name}, {key}: there is no picture to compare with"
    changes = before.changes(now)
    if not changes:
        return ""
    more = ["…"] if len(changes) > 4 * _MOST_LINES else []
    return "\n".join([f"{name}, {key}:", *changes[: 4 * _MOST_LINES], *more])


def _text(strip: Strip) -> str:
    return strip.text


def _ink(segment: Segment, signs: dict[str, str]) -> str:
    style = str(segment.style or Style.null())
    sign = signs.setdefault(style, _SIGNS[len(signs)])
    return sign * len(segment.text)


def _difference(before: _Line, after: _Line) -> Iterator[str]:
    (text, styles), (new_text, new_styles) = before, after
    yield f"  was |{text}|"
    yield f"  now |{new_text}|"
    if text == new_text:
        pairs = enumerate(zip(styles, new_styles, strict=True))
        place, (was, now) = next((x, pair) for x, pair in pairs if pair[0] != pair[1])
        yield f"      {' ' * place}^ was drawn {was}, now {now}"
