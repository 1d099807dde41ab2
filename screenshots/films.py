"""Films of short moments of the real program, each as a strip of pictures, to look at.

    python -m screenshots.films FOLDER [--only NAME] [--size 80x24]
    python -m screenshots.films FOLDER --gif       the moving picture of README: play.gif

A picture shows the program every 33 ms, by a clock that only moves when it is told to. Needs the extras `test`,
`pictures` and `video`.
"""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image

from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement_base.plan import Plan
from piecement_engine import Button, Game, Limit, Limits, Mode, Rules
from screenshots.make import png_of
from tests.app.still_life import still_world
from tests.app.walking import A_QUICK_GAME, Player, playing

STEP_MS: Final = 33
_COLUMNS: Final = 4
_WIDTH: Final = 480
"""Width of a picture of a strip (px)."""

RULES: Final = Rules(
    randomizer="uniform",
    level_up=True,
    scoring="guideline",
    spin_rule="t_three_corner",
    rotation_system="srs",
    preview_count=3,
    line_clear_delay_ns=120_000_000,
)
WELL: Final = "LLLJJTTTI."
QUAD: Final = (WELL, "LSSJOOTII.", "SSZJOOIIJ.", "ZZTTTLLLJ.")

Take = Callable[[int], Awaitable[None]]
"""Takes pictures for a time (ms)."""


def plan_of(pieces: str, board: tuple[str, ...], lines: int = 0) -> Plan:
    """Return a game that begins with these pieces on a board, and ends after some lines, if any."""
    rules = replace(RULES, limits=Limits(lines=Limit(lines, win=True) if lines else None))
    mode = Mode("film", "Film", "A short moment.", rules=rules, ranking=("time",), headline="lines")
    for seed in count():
        game = Game(rules, seed)
        game.update(1)
        view = game.view
        if view.piece and "".join(shape.name for shape in (view.piece.shape, *view.next)).startswith(pieces):
            return Plan(mode, seed=seed, board=board)
    raise AssertionError


def _press(player: Player, *buttons: Button) -> None:
    screen = player.screen_as(GameScreen)
    side = screen.sides[0]
    for button in buttons:
        side.on_events(side.session.hold(frozenset({button}), player.clock.now_ns))
        side.on_events(side.session.hold(frozenset(), player.clock.now_ns))
    screen._check_end()  # as after a key


_INTO_WELL: Final = (Button.ROTATE_RIGHT, *[Button.MOVE_RIGHT] * 5, Button.HARD_DROP)


async def _quads(number: int, player: Player, take: Take, rest_ms: int = 1500) -> None:
    for _ in range(number):
        await take(66)
        _press(player, *_INTO_WELL)
        await take(rest_ms)
    await take(0 if number else 1700)


async def _best(player: Player, take: Take) -> None:
    await player.wait_ms(2000)
    await player.press("space")
    await player.wait_ms(3000)
    await player.press("enter")  # again, and faster
    await player.wait_ms(300)
    await player.press("space")
    await take(3000)


async def _loss(player: Player, take: Take) -> None:
    await take(66)
    await player.press("ctrl+d")
    await take(900)


async def _spin(player: Player, take: Take) -> None:
    side = player.screen_as(GameScreen).sides[0]
    _press(player, Button.ROTATE_LEFT)
    side.on_events(side.session.hold(frozenset({Button.SOFT_DROP}), player.clock.now_ns))
    while side.session.view.piece != side.session.view.ghost:
        await player.wait_ms(STEP_MS, STEP_MS)
    side.on_events(side.session.hold(frozenset(), player.clock.now_ns))
    await take(66)
    _press(player, Button.ROTATE_LEFT, Button.HARD_DROP)
    await take(1300)


async def _match(player: Player, take: Take) -> None:
    await player.go_to(Node.MATCH)
    await player.wait_ms(1500)
    screen = player.screen_as(GameScreen)
    rival = screen.sides[1]
    rival.on_events(rival.session.forfeit())
    await take(1600)


FILMS: Final[Mapping[str, tuple[Plan | None, Callable[[Player, Take], Awaitable[None]]]]] = {
    "win": (plan_of("I", (*QUAD, "..OO.SS...", "..OO..SS.."), 4), partial(_quads, 1)),
    "best": (A_QUICK_GAME, _best),
    "loss": (plan_of("I", QUAD), _loss),
    "perfect_clear": (plan_of("III", (WELL,) * 12), partial(_quads, 3)),
    "spin": (plan_of("T", ("LLLL.JJJJJ", "LLL...JJJJ", "LLL..JJJJJ", "LLL..JJJJJ")), _spin),
    "chain": (plan_of("III", (*(WELL,) * 9, "LLL..JJJJ.")), partial(_quads, 3)),
    "danger": (plan_of("I", ("LLL..JJJJ.",) * 15), partial(_quads, 0)),
    "match": (None, _match),
}
"""Films by name: the game, and what happens."""
SHOWN: Final = ("spin", "chain", "perfect_clear")
"""Films in the moving picture of README: a spin, quads, and a perfect clear."""
_GIF_WIDTH: Final = 700
_EACH: Final = 2
"""Width of that picture (px), and which pictures of the films it shows: every second one."""


async def film(name: str, size: tuple[int, int], look: str) -> list[Image.Image]:
    """Return the pictures of a film."""
    plan, way = FILMS[name]
    pictures: list[Image.Image] = []
    with TemporaryDirectory() as folder, still_world(Path(folder)):
        launch = Launch(plan=plan, data_folder=Path(folder), save=plan is not None, skin=look)
        async with playing(size=size, launch=launch) as player:

            async def take(time_ms: int) -> None:
                for _ in range(0, time_ms, STEP_MS):
                    player.clock.pass_ms(STEP_MS)
                    player.frame_timer.ring()
                    await player.settle()
                    pictures.append(Image.open(BytesIO(png_of(player.app))))

            await player.wait_ms(300)
            await way(player, take)
    return pictures


def strip_of(pictures: list[Image.Image]) -> Image.Image:
    """Return pictures side by side, row by row."""
    height = round(pictures[0].height * _WIDTH / pictures[0].width)
    rows = -(-len(pictures) // _COLUMNS)
    strip = Image.new("RGB", (_COLUMNS * _WIDTH, rows * height))
    for number, picture in enumerate(pictures):
        row, column = divmod(number, _COLUMNS)
        strip.paste(picture.convert("RGB").resize((_WIDTH, height)), (column * _WIDTH, row * height))
    return strip


def make_gif(path: Path) -> None:
    """Write films one after another as a GIF that goes on for ever."""
    pictures: list[Image.Image] = []
    for name in SHOWN:
        pictures += asyncio.run(film(name, (80, 24), "modern"))[::_EACH]
    height = round(pictures[0].height * _GIF_WIDTH / pictures[0].width)
    small = [picture.convert("RGB").resize((_GIF_WIDTH, height)) for picture in pictures]
    sample = Image.new("RGB", (_GIF_WIDTH, height * len(small[::8])))
    for number, picture in enumerate(small[::8]):
        sample.paste(picture, (0, number * height))
    palette = sample.quantize(64)
    first, *rest = (picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in small)
    first.save(path, save_all=True, append_images=rest, duration=STEP_MS * _EACH, loop=0, optimize=True)


def main() -> None:
    """Make the films that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", metavar="NAME", help="only the films whose names begin so")
    parser.add_argument("--size", default="80x24")
    parser.add_argument("--skin", default="modern")
    parser.add_argument("--gif", action="store_true", help="make the moving picture of README")
    asked = parser.parse_args()
    width, height = map(int, asked.size.split("x"))
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.gif:
        make_gif(asked.folder / "play.gif")
        return
    for name in FILMS:
        if name.startswith(asked.only):
            pictures = asyncio.run(film(name, (width, height), asked.skin))
            strip_of(pictures).save(asked.folder / f"{name}-{asked.size}.png")
            print(f"{name}: {len(pictures)} pictures")


if __name__ == "__main__":
    main()
