"""How fast and how light the game is in a terminal, beside the budgets that it is held to.

    python benchmarks/terminal.py [--quick] [--long [MINUTES]] [--everything] [--only WORDS] [--json FILE]

The real program runs on a pty, in a terminal of 80 by 24 that speaks the kitty protocol and draws nothing. Times are
those of the wall clock, so that a busy machine shows in them: the yardsticks beside them, measured in turns, tell how
much. Needs Linux, which tells what a process takes. A run takes twenty minutes; `--quick` five; `--long` plays for an
hour, or so many minutes, to see whether memory stays flat.

CPU time is measured under five loads: a game whose piece falls by a row in each frame while the clock runs, so that no
frame is like the last at any rate; the same on a stack, where new pieces come soon; a game that is played with ten
presses a second; one that waits while its clock runs; and the second after a perfect clear of four lines. Beside them
stand a bare event loop that writes as much as a falling row, and the title and the pause, where nothing changes.
"""

import argparse
import json
import os
import platform
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import cycle
from pathlib import Path
from shutil import which
from statistics import linear_regression, median, quantiles
from typing import Final, NamedTuple

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

# The path to the rest of the checkout has to be known first.
from benchmarks.lean_terminal import LeanTerminal, can_measure

HERE: Final = Path(__file__).parent
GAME: Final = (sys.executable, "-m", "piecement", "--no-first-run")
BARE: Final = (sys.executable, str(HERE / "bare_app.py"))
BARE_LOOP: Final = (sys.executable, str(HERE / "bare_loop.py"))
TREADMILL: Final = (sys.executable, str(HERE / "treadmill.py"))
MARATHON: Final = ("--mode", "marathon", "--seed", "5")

FIRST_I: Final = ("--mode", "marathon", "--seed", "6")
WELL: Final = 4 * "JJJLLLOOT.\n"
INTO_WELL: Final = ("up", *["right"] * 5, "space")
"""A game whose first piece is an I, a board with a well for it, and the keys that drop it there."""
EFFECT_S: Final = 1.0

IN_GAME: Final = ("NEXT", "[Esc]")
"""Texts that only a game shows, with few figures and with all."""
IN_TITLE: Final = "Scoreboard"
IN_RESULT: Final = b"Play again"
READY: Final = "ready"
"""Text that the bare event loop begins with."""

START_S: Final = 4.0
"""Time after which READY and GO are over, and the frames are those of a game that goes on."""

RATES: Final = (30, 60, 120, 240)
MOVING_BUDGETS: Final = {60: 3.5, 240: 11.0}
CLOCK_BUDGETS: Final = {60: 0.3}
MENU_BUDGET: Final = 0.1
EFFECT_BUDGET: Final = 6.0

PEERS: Final = {
    "tint": (("tint", "-l", "1"), b"", (b"j", b"l")),
    "termtris": (("termtris",), b"\r", (b"\x1b[D", b"\x1b[C")),
}
"""Other games, each with the key that begins it and those to the left and right; yardsticks of latency if installed."""

START_BUDGETS: Final = {"title": 1.7, "game": 2.0, "playable": 2.0}
"""Budgets of a start, as multiples of the CPU time of a bare Textual app."""

PARTS: Final = ("ghost", "grid", "spawn_preview", "lock_meter", "legend", "pressed_keys")
"""What may be shown of a game, beside what is called so."""

PRESSES: Final = ("left", "right", "a", "d", "up", "space", "down")


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured."""

    presses: int
    starts: int
    cpu_rounds: int
    cpu_seconds: float
    memory_seconds: float
    games: int


USUAL: Final = Effort(presses=300, starts=25, cpu_rounds=4, cpu_seconds=3.0, memory_seconds=60.0, games=200)
QUICK: Final = Effort(presses=100, starts=7, cpu_rounds=2, cpu_seconds=2.0, memory_seconds=10.0, games=10)


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure, and the most that it may be if there is a budget."""

    name: str
    value: float
    unit: str
    budget: float | None = None

    @property
    def verdict(self) -> str:
        """Whether it is within the budget."""
        return "" if self.budget is None else "met" if self.value <= self.budget else "NOT MET"

    @property
    def row(self) -> str:
        """The line of the table."""
        budget = "" if self.budget is None else f"{self.budget:g}"
        return f"{self.name:52}{self.value:10.2f} {self.unit:8}{budget:>8}  {self.verdict}".rstrip()


Figures = Iterator[Figure]


def ninety_fifth(values: Sequence[float]) -> float:
    """Return what 95 of 100 values are below."""
    return quantiles(values, n=20)[-1]


def responses(
    terminal: LeanTerminal,
    presses: int,
    is_response: Callable[[bytes], object],
    keys: Sequence[str | bytes] = ("left", "right"),
) -> list[float]:
    """Press left and right at odd moments; return the milliseconds from each press to what it brings about."""
    chance = random.Random(1)
    times: list[float] = []
    for key, _ in zip(cycle(keys), range(presses), strict=False):
        terminal.play_for(chance.uniform(0.02, 0.05))
        terminal.forget()
        sent_ns = terminal.write(key) if isinstance(key, bytes) else terminal.press(key)
        times.append((terminal.await_bytes(is_response) - sent_ns) / 1e6)
        if isinstance(key, str):
            terminal.release(key)
    return times


GHOST_EDGE: Final = re.compile("▏|▕".encode())
"""Edge of the ghost, which moves with the piece and which nothing that time alone changes is drawn with."""


def latency(effort: Effort, folder: Path) -> Figures:
    """Measure from a key to the first byte of what it changes, while the clock is drawn in every frame."""
    with LeanTerminal([*GAME, *MARATHON, "--data-dir", str(folder)], folder) as game:
        game.await_text(*IN_GAME)
        game.play_for(START_S)
        times = responses(game, effort.presses, GHOST_EDGE.search)
        sizes = [_answer_size(game, key) for key, _ in zip(cycle(("left", "right")), range(20), strict=False)]
    yield Figure("key to paint, 60 FPS clock running, median", median(times), "ms", 0.6)
    yield Figure("key to paint, 95 of 100 below", ninety_fifth(times), "ms", 1.0)
    yield Figure("bytes of a sideways move with edges, median", median(sizes), "B", 230.0)
    with LeanTerminal(BARE_LOOP, folder) as echo:
        echo.await_text(READY)
        times = responses(echo, effort.presses, bytes)
    yield Figure("  a byte echoed by a bare event loop, median", median(times), "ms")
    yield Figure("  a byte echoed, 95 of 100 below", ninety_fifth(times), "ms")
    for name, (command, start, keys) in PEERS.items():
        if which(name):
            with LeanTerminal(command, folder) as peer:
                peer.play_for(1.0)
                peer.write(start)
                peer.play_for(0.2)
                times = responses(peer, effort.presses, bytes, keys)
            yield Figure(f"  a key to paint in {name}, median", median(times), "ms")
            yield Figure(f"  a key to paint in {name}, 95 of 100 below", ninety_fifth(times), "ms")


def _answer_size(game: LeanTerminal, key: str) -> int:
    """Return the bytes that a press of a key brings about."""
    game.forget()
    game.press(key)
    game.play_for(0.06)
    game.release(key)
    return len(game.output)


@dataclass(frozen=True, slots=True)
class Load:
    """What a game took for a while."""

    share: float
    """Per cent of a core."""
    frames: float
    """Frames that came a second."""
    size: float
    """Bytes in the median frame."""


Play = Callable[[LeanTerminal, float], None]
"""Spends some seconds with a game."""


def watch(game: LeanTerminal, seconds: float) -> None:
    """Let the game go on."""
    game.play_for(seconds)


def press_on(game: LeanTerminal, seconds: float) -> None:
    """Press ten keys a second, the same in every run."""
    chance = random.Random(1)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        key = chance.choice(PRESSES)
        game.press(key)
        game.play_for(0.05)
        game.release(key)
        game.play_for(0.05)


def cpu(effort: Effort, folder: Path) -> Figures:
    """Measure what a game takes at each frame rate under each load, all in turn."""
    falling = {fps: (*TREADMILL, str(fps), "field") for fps in RATES}
    stacking = {fps: (*TREADMILL, str(fps), "stack") for fps in MOVING_BUDGETS}
    bare = {fps: (*BARE_LOOP, str(fps)) for fps in MOVING_BUDGETS}
    waiting = {fps: (*GAME, *MARATHON, "--fps", str(fps)) for fps in RATES}
    loads: tuple[tuple[str, Play, dict[int, tuple[str, ...]], dict[int, float]], ...] = (
        ("a row falling in each frame", watch, falling, MOVING_BUDGETS),
        ("the same on a stack, a new piece in one of six", watch, stacking, {}),
        ("80 bytes in each frame of a bare event loop", watch, bare, {}),
        ("ten presses a second", press_on, {fps: waiting[fps] for fps in MOVING_BUDGETS}, {}),
        ("only the clock changing", watch, waiting, CLOCK_BUDGETS),
    )
    runs = [(what, play, fps, command) for what, play, commands, _ in loads for fps, command in commands.items()]
    budgets = {what: budget for what, _, _, budget in loads}
    seen: dict[tuple[str, int], list[Load]] = {(what, fps): [] for what, _, fps, _ in runs}
    for _ in range(effort.cpu_rounds):
        for what, play, fps, command in runs:
            seen[what, fps].append(_load([*command, "--data-dir", str(folder)], play, effort.cpu_seconds, folder))
    for (what, fps), measured in seen.items():
        yield from _load_figures(f"at {fps} FPS, {what}", budgets[what].get(fps), measured)
    yield from _effect_figures(effort, folder)
    yield from _menu_figures(effort, folder)


def _effect_figures(effort: Effort, folder: Path) -> Figures:
    """Measure the second after a perfect clear: a banner in all colours, and a light round the frame."""
    board = folder / "well.txt"
    board.write_text(WELL, encoding="ascii")
    command = (*GAME, *FIRST_I, "--board", str(board), "--data-dir", str(folder))
    loads = [_load(command, watch, EFFECT_S, folder, presses=INTO_WELL) for _ in range(2 * effort.cpu_rounds)]
    yield Figure("CPU at 60 FPS, effects of a perfect clear", median(load.share for load in loads), "%", EFFECT_BUDGET)


def _menu_figures(effort: Effort, folder: Path) -> Figures:
    """Measure what screens take on which nothing changes."""
    shares: dict[str, list[float]] = {"title": [], "pause": []}
    for _ in range(effort.cpu_rounds):
        for name, command, text, keys in (
            ("title", GAME, (IN_TITLE,), ()),
            ("pause", (*GAME, *MARATHON), IN_GAME, ("escape",)),
        ):
            shares[name].append(_still_share([*command, "--data-dir", str(folder)], text, keys, effort, folder))
    for name, measured in shares.items():
        yield Figure(f"CPU of the {name}", median(measured), "%", MENU_BUDGET)


def _still_share(
    command: Sequence[str], text: Sequence[str], keys: Sequence[str], effort: Effort, folder: Path
) -> float:
    with LeanTerminal(command, folder) as game:
        game.await_text(*text)
        for key in keys:
            game.press(key)
            game.release(key)
        game.play_for(3.0)  # the letters of the title fall meanwhile
        begun, used = time.monotonic(), game.cpu_seconds
        game.play_for(effort.cpu_seconds)
        return (game.cpu_seconds - used) / (time.monotonic() - begun) * 100


def _load_figures(name: str, budget: float | None, loads: Sequence[Load]) -> Figures:
    yield Figure(f"CPU {name}", median(load.share for load in loads), "%", budget)
    yield Figure("  changed frames a second", median(load.frames for load in loads), "")
    yield Figure("  bytes in a changed frame, median", median(load.size for load in loads), "B", 1024.0)


def _load(command: Sequence[str], play: Play, seconds: float, folder: Path, presses: Sequence[str] = ()) -> Load:
    with LeanTerminal(command, folder) as game:
        game.await_text(*IN_GAME, READY)
        game.play_for(START_S)
        for key in presses:
            game.press(key)
            game.release(key)
        game.forget()
        begun, used = time.monotonic(), game.cpu_seconds
        play(game, seconds)
        passed = time.monotonic() - begun
        return Load((game.cpu_seconds - used) / passed * 100, game.frames / passed, game.bytes_per_frame)


def start_up(effort: Effort, folder: Path) -> Figures:
    """Measure from the start to the first frame, the game and a bare program in turns, after a start that compiles."""
    programs = {
        "bare": (BARE, ("bare",)),
        "title": ((*GAME, "--data-dir", str(folder)), (IN_TITLE,)),
        "game": ((*GAME, *MARATHON, "--no-ready-go", "--data-dir", str(folder)), IN_GAME),
    }
    starts: dict[str, list[Start]] = {name: [] for name in (*programs, "playable")}
    for _ in range(effort.starts + 1):
        for name, (command, text) in programs.items():
            with LeanTerminal(command, folder) as terminal:
                starts[name].append(Start.until(terminal.await_text(*text), terminal))
                if name == "game":
                    starts["playable"].append(Start.until(_first_answer(terminal), terminal))
    warm = {name: them[1:] for name, them in starts.items()}
    for name, them in warm.items():
        what = "a key that moves a piece" if name == "playable" else f"the first frame, {name}"
        yield Figure(f"start to {what}", median(start.wall_ms for start in them), "ms")
    for name, budget in START_BUDGETS.items():
        ratios = [one.cpu_ms / bare.cpu_ms for one, bare in zip(warm[name], warm["bare"], strict=True)]
        yield Figure(f"CPU time of it beside the bare app, {name}", median(ratios), "x", budget)


class Start(NamedTuple):
    """Time and CPU time since the start of a program."""

    wall_ms: float
    cpu_ms: float

    @classmethod
    def until(cls, time_ns: int, terminal: LeanTerminal) -> "Start":
        """Return what it took until a time that has just passed."""
        return cls((time_ns - terminal.started_ns) / 1e6, terminal.cpu_seconds * 1000)


def _first_answer(game: LeanTerminal) -> int:
    """Press a key again and again; return when it has moved a piece, whose ghost was seen before (monotonic ns)."""
    changes = 0
    while changes < 2:
        game.press("left")
        game.release("left")
        changes += bool(GHOST_EDGE.search(game.play(0.02)))
    return time.monotonic_ns()


def memory(effort: Effort, folder: Path) -> Figures:
    """Measure what is resident while a game is played by eight presses a second, and whether it grows.

    The program is compiled by a start before, as that costs a program 2 MB.
    """
    command = [*GAME, "--mode", "zen", "--seed", "1", "--data-dir", str(folder)]
    with LeanTerminal(command, folder) as game:
        game.await_text(*IN_GAME)
    chance = random.Random(1)
    samples: list[tuple[float, float]] = []
    with LeanTerminal(command, folder) as game:
        game.await_text(*IN_GAME)
        begun = time.monotonic()
        while (passed := time.monotonic() - begun) < effort.memory_seconds:
            key = chance.choice(PRESSES)
            game.press(key)
            game.play_for(0.05)
            game.release(key)
            game.play_for(0.075)
            game.forget()
            samples.append((passed, game.resident_mb))
    yield Figure(f"resident after {effort.memory_seconds:g} s of play", samples[-1][1], "MB", 62.0)
    yield Figure("  the most there was", max(resident for _, resident in samples), "MB", 62.0)
    if effort.memory_seconds >= 600:
        settled = [sample for sample in samples if sample[0] > 300]
        slope = linear_regression(*zip(*settled, strict=True)).slope
        yield Figure("  growth of it in an hour, after five minutes", slope * 3600, "MB")


def evening(effort: Effort, folder: Path) -> Figures:
    """Measure what games leave in memory that are played one after another until they top out."""
    command = [*GAME, *MARATHON, "--no-ready-go", "--data-dir", str(folder)]
    chance = random.Random(1)
    sizes: list[float] = []
    with LeanTerminal(command, folder) as game:
        game.await_text(*IN_GAME)
        for _ in range(effort.games):
            while IN_RESULT not in game.output:
                for key in (*[chance.choice(("left", "right"))] * chance.randrange(6), chance.choice(("up", "space"))):
                    game.press(key)
                    game.release(key)
                game.play_for(0.04)
            sizes.append(game.resident_mb)
            while not any(text.encode() in game.output for text in IN_GAME):
                game.forget()
                game.press("enter")
                game.release("enter")
                game.play_for(0.7)  # a result takes no key at first
            game.forget()
    yield Figure(f"resident after {effort.games} games, above the first", sizes[-1] - sizes[0], "MB", 10.0)


MEASUREMENTS: Final[dict[str, Callable[[Effort, Path], Figures]]] = {
    "latency": latency,
    "cpu": cpu,
    "start": start_up,
    "memory": memory,
    "evening": evening,
}


def show_everything(folder: Path) -> None:
    """Have all games with this folder show every part of the picture, and the busiest effects."""
    from piecement.settings.graphics import Graphics
    from piecement.settings.settings import Settings
    from piecement.storage.paths import Paths
    from piecement.storage.settings_file import SettingsFile

    shown = dict.fromkeys((*(name for name in Graphics.names() if name.startswith("show_")), *PARTS), True)
    graphics = Graphics(hud="custom", hard_drop="helix", lock="spiral", line_clear="stardust", **shown)
    SettingsFile(Paths.of(folder).settings, Settings).replace(Settings(graphics=graphics))


def main() -> int:
    """Measure, print the table, and write it as JSON where asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure less")
    parser.add_argument(
        "--long", type=float, nargs="?", const=60.0, metavar="MINUTES", help="play for an hour to see memory grow"
    )
    parser.add_argument(
        "--only", nargs="+", choices=MEASUREMENTS, default=list(MEASUREMENTS), help="measure only these"
    )
    parser.add_argument(
        "--everything", action="store_true", help="show every part of the picture, and the busiest effects"
    )
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    asked = parser.parse_args()
    if not can_measure():
        parser.error("this system does not tell what a process takes: Linux does.")
    effort = QUICK if asked.quick else USUAL
    if asked.long is not None:
        effort = replace(effort, memory_seconds=60 * asked.long)
    print(f"Python {platform.python_version()}, {platform.machine()}, load {os.getloadavg()[0]:.1f} at the start")
    print(f"{'what':52}{'measured':>10} {'':8}{'budget':>8}")
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder:
        if asked.everything:
            show_everything(Path(folder))
        for name in asked.only:
            for figure in MEASUREMENTS[name](effort, Path(folder)):
                figures.append(figure)
                print(figure.row, flush=True)
    if asked.json:
        table = {"python": platform.python_version(), "figures": [asdict(figure) for figure in figures]}
        asked.json.write_text(json.dumps(table, indent=1), encoding="utf-8")
    return any(figure.verdict == "NOT MET" for figure in figures)


if __name__ == "__main__":
    sys.exit(main())
