"""Makes the pictures of this folder, and what the tests compare all screens with, from the real program.

    python -m screenshots.make                  the pictures of README and the documentation
    python -m screenshots.make --snapshots      what `tests/app/ui/test_pictures.py` compares with; look at what changed
    python -m screenshots.make --all FOLDER     every screen at every size in every look, to look at
    python -m screenshots.make --graph          the menu graph in the documentation

The first three take `--only NAME` for the screens whose names begin so, and `--size 80x24` for one size. Run it from
the checkout, with the extras `test` and `pictures` installed. The program runs without a terminal, by a clock that only
moves when it is told to and with fixed pieces, so that the same program gives the same pictures.
"""

import argparse
import asyncio
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from piecement.cli.commands.menu_graph import mermaid
from piecement.ui.application import Piecement
from piecement_engine.version import __version__
from tests.app.pictures import LOOKS, SIZES, Snapshot, key, read, write
from tests.app.sights import SIGHTS, tour
from tests.app.still_life import VERSION

Size = tuple[int, int]
Take = Callable[[str, str, Size, Piecement], None]
"""Takes a picture of a sight in a look and a size."""

FOLDER: Final = Path(__file__).parent
MENUS: Final = FOLDER.parent / "documentation" / "pages" / "play" / "menus.md"
FONTS: Final = Path("/usr/share/fonts/truetype/dejavu")

GALLERY: Final = (
    ("title", "Modern", (80, 24)),
    ("game", "Modern", (80, 24)),
    ("watch", "Modern", (80, 24)),
    ("match", "Modern", (80, 24)),
    ("bracket", "Modern", (80, 24)),
    ("game", "tetrs", (80, 24)),
    ("game", "Elektronika 60", (80, 24)),
    *(("game", skin, (80, 24)) for skin in ("ascii", "braille", "contrast", "half_block")),
    ("game", "double", (120, 50)),
    ("look", "Modern", (120, 40)),
)
"""The pictures of this folder: sight, look and size. A look is the name of a slot or a skin."""


_LOWER: Final = 1.2
"""Distance by which all text is lowered in its line (px)."""

UNNAMED: Final = ""
"""The version in the pictures of this folder: one by its number would be out of date with the next release."""


def name_of(sight: str, look: str, size: Size) -> str:
    """Return what the file of a picture is called."""
    return f"{sight}-{look.lower().replace(' ', '-')}-{size[0]}x{size[1]}.png"


def png_of(app: Piecement) -> bytes:
    """Return what the application shows as a picture, set in DejaVu Sans Mono."""
    import resvg_py  # of the extra `pictures`

    svg = app.export_screenshot(title="Piecement", simplify=True)
    # Blocks as high as their line touch those of the next one.
    svg = svg.replace("font-size: 20px", "font-size: 21px")
    svg = re.sub(r'(<text [^>]*?\by=")([\d.]+)', lambda match: f"{match[1]}{float(match[2]) + _LOWER:g}", svg)
    svg = re.sub(r"terminal-\d+", "terminal", svg)  # a number drawn anew each time
    fonts = [str(FONTS / name) for name in ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf")]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=fonts, monospace_family="DejaVu Sans Mono"))


def to_folder(folder: Path, chosen: Callable[[str, str, Size], bool]) -> Take:
    """Return what writes the pictures that were chosen."""

    def take(sight: str, look: str, size: Size, app: Piecement) -> None:
        if chosen(sight, look, size):
            (folder / name_of(sight, look, size)).write_bytes(png_of(app))

    return take


def make_gallery(names: list[str], sizes: list[Size]) -> None:
    """Write the pictures of this folder."""
    take = to_folder(FOLDER, lambda sight, look, size: (sight, look, size) in GALLERY)
    for size in sizes:
        shown = {sight for sight, _, wanted in GALLERY if wanted == size}
        if shown:
            looks = list(dict.fromkeys(look for _, look, wanted in GALLERY if wanted == size))
            make(take, [name for name in names if name in shown], [size], looks, version=UNNAMED)


def make_snapshots(names: list[str], sizes: list[Size]) -> None:
    """Keep what is seen now for the tests."""
    kept: defaultdict[str, dict[str, Snapshot]] = defaultdict(dict)

    def take(sight: str, look: str, size: Size, app: Piecement) -> None:
        kept[sight][key(look, size)] = Snapshot.of(app)

    make(take, names, sizes, version=VERSION)
    for sight, pictures in kept.items():
        before = read(sight)
        write(sight, {**before, **pictures} if len(sizes) < len(SIZES) else pictures)
        changed = [key for key, picture in pictures.items() if key not in before or before[key].changes(picture)]
        print(f"{sight}: {'as before' if not changed else f'{len(changed)} pictures changed'}")


def make(
    take: Take, names: list[str], sizes: list[Size], looks: Sequence[str] = LOOKS, *, version: str = __version__
) -> None:
    """Show the sights of these names at these sizes in these looks."""

    async def show(size: Size) -> None:
        async for sight, look, app in tour(size, looks, wanted=names.__contains__, version=version):
            take(sight, look, size, app)

    for size in sizes:
        asyncio.run(show(size))


def write_graph() -> None:
    """Write the menu graph into its page of the documentation."""
    text = MENUS.read_text(encoding="utf-8")
    before, start, rest = text.partition("```mermaid\n")
    _, end, after = rest.partition("```")
    MENUS.write_text("".join((before, start, mermaid(), end, after)), encoding="utf-8")


def main() -> None:
    """Make what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--snapshots", action="store_true", help="keep for the tests what all screens show now")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="write pictures of all screens to a folder")
    parser.add_argument("--graph", action="store_true", help="write the menu graph into the documentation")
    parser.add_argument("--only", default="", metavar="NAME", help="only the screens whose names begin so")
    parser.add_argument("--size", choices=[f"{width}x{height}" for width, height in SIZES], help="only this size")
    asked = parser.parse_args()
    names = [sight.name for sight in SIGHTS if sight.name.startswith(asked.only)]
    sizes = [size for size in SIZES if asked.size in {None, f"{size[0]}x{size[1]}"}]
    if asked.graph:
        write_graph()
    elif asked.snapshots:
        make_snapshots(names, sizes)
    elif asked.all:
        asked.all.mkdir(parents=True, exist_ok=True)
        make(to_folder(asked.all, lambda *_: True), names, sizes)
    else:
        make_gallery(names, sizes if asked.size else list(dict.fromkeys(size for *_, size in GALLERY)))


if __name__ == "__main__":
    main()
