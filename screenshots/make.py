"""Makes the pictures of this folder from the real program.

    python -m screenshots.make [--only NAME] [--png]

Run it from the checkout, with the extras `test` and `pictures` installed. The program runs without a terminal, by a
clock that only moves when it is told to and with fixed pieces, so that the same program gives the same pictures. Each
is written as SVG, and with `--png` as PNG too.
"""

import argparse
import asyncio
import os
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from piecement.launch import Launch
from piecement.menu_graph import Node
from piecement.plan import Plan
from piecement.skins import SKINS
from piecement_engine import MODES
from tests.app.walking import Player, playing

FOLDER: Final = Path(__file__).parent
FONTS: Final = Path("/usr/share/fonts/truetype/dejavu")
SIZES: Final = ((80, 24), (120, 40))

QUAD_SEED: Final = 3
"""The first piece is an I."""

STACK: Final = (
    "LLLJJTTTI.",
    "LSSJOOTII.",
    "SSZJOOIIJ.",
    "ZZTTTLLLJ.",
    "ZIIIITLJJ.",
    "..OO.SS...",
    "..OO..SS..",
)
"""Lowest row first. The well on the right takes an I."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A screen to be shown."""

    name: str
    reach: Callable[[Player], Awaitable[None]]
    """Brings the program there."""
    size: tuple[int, int]
    plan: Plan | None = None
    skin: str | None = None


async def land_letters(player: Player) -> None:
    """Have the name of the game in its place, as after any key."""
    await player.press("down", "up")


async def play_a_while(player: Player) -> None:
    """Put an I into the well, which clears four rows, and hold the next piece on its way."""
    await player.wait_ms(300)
    await player.press("d", *["right"] * 5, "up")
    await player.wait_ms(450, frame_ms=10)
    await player.press("left", "left", "up")
    await player.wait_ms(70, frame_ms=10)
    await player.press("space")
    await player.wait_ms(1500, frame_ms=20)
    await player.press("right")
    await player.wait_ms(60, frame_ms=10)


def clearing(milliseconds: int) -> Callable[[Player], Awaitable[None]]:
    """Return how to show the rows going, so long after they were filled."""

    async def reach(player: Player) -> None:
        await player.wait_ms(300)
        await player.press("d", *["right"] * 5, "up")
        await player.wait_ms(milliseconds, frame_ms=10)

    return reach


def walk_to(node: Node) -> Callable[[Player], Awaitable[None]]:
    """Return how to reach a screen of the menu graph."""

    async def reach(player: Player) -> None:
        if player.node is Node.GAME:
            await play_a_while(player)
        await player.go_to(node)
        await player.settle()

    return reach


def pictures() -> list[Picture]:
    """Return all pictures, each size of each screen."""
    game = Plan(MODES["marathon"], seed=QUAD_SEED, board=STACK)
    made: list[Picture] = []
    for size in SIZES:
        made.append(Picture("title", land_letters, size))
        made += [Picture(f"game_{skin}", play_a_while, size, game, skin) for skin in SKINS]
        made.append(Picture("line_clear", clearing(90), size, game))
        made += [Picture(node.value, walk_to(node), size) for node in _MENUS]
        made += [Picture(node.value, walk_to(node), size, game) for node in (Node.PAUSE, Node.GAME_OVER)]
    made += [Picture(f"game_{skin}", play_a_while, (40, 24), game, skin) for skin in ("unicode", "ascii", "half_block")]
    return made


_MENUS: Final = tuple(
    node
    for node in Node
    if node.value in {"new_game", "settings", "graphics", "controls", "gameplay", "scoreboard", "statistics", "about"}
)


async def svg_of(picture: Picture) -> str:
    """Run the program to a picture and return it."""
    launch = Launch(plan=picture.plan, skin=picture.skin, save=False)
    async with playing(size=picture.size, launch=launch) as player:
        await player.settle()
        await picture.reach(player)
        svg = player.app.export_screenshot(title="Piecement", simplify=True)
    return re.sub(r"terminal-\d+", "terminal", svg)  # a number drawn anew each time


def png_of(svg: str) -> bytes:
    """Return an SVG as a picture, set in DejaVu Sans Mono."""
    import resvg_py  # noqa: PLC0415  # of the extra `pictures`

    fonts = [str(FONTS / name) for name in ("DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf")]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=fonts, monospace_family="DejaVu Sans Mono"))


def main() -> None:
    """Make the pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", help="make only pictures whose names begin so")
    parser.add_argument("--png", action="store_true", help="make PNGs, too")
    asked = parser.parse_args()
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")  # whatever runs this
    for picture in pictures():
        if not picture.name.startswith(asked.only or ""):
            continue
        svg = asyncio.run(svg_of(picture))
        path = FOLDER / f"{picture.name}_{picture.size[0]}x{picture.size[1]}.svg"
        path.write_text(svg, encoding="utf-8")
        if asked.png:
            path.with_suffix(".png").write_bytes(png_of(svg))
        print(path.name)


if __name__ == "__main__":
    main()
