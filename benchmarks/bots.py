"""How strong and how fast the bots are, beside the goals that they are held to.

    python benchmarks/bots.py [--quick] [--only WORDS] [--json FILE]

Times are CPU time on one core. Strength is measured with fixed widths and depths, so that it is the same on any
machine; its rules, number of games, standard error and seeds are printed with it. A mean is compared with its goal as
it is; `se` says how far it may be off by chance. Games that reach their cap are counted, never averaged in.
"""

import argparse
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import permutations
from pathlib import Path
from time import process_time

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

# The path to the other files of this folder has to be known first.
from benchmarks.bots_play import Dealer, arena_for, bag, chooser, dig, play, uniform
from benchmarks.bots_pytetris import play_on_lists
from benchmarks.bots_pytetris_itself import differing_choices, play_on_numpy
from benchmarks.bots_simplified import moving_game, simplified_game

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import TETROMINOES, Shape
from piecement_engine.bots import Pace, PerfectClears, Placement, Position, PytetrisBot, Search, path, play_match
from piecement_engine.bots.bot import Habits, SearchingBot
from piecement_engine.bots.drops import Drop
from piecement_engine.bots.evaluators import EVALUATORS, register_evaluator
from piecement_engine.bots.perft_counts import empty_board, perft
from piecement_engine.bots.weights import BCTS, DT20, EL_TETRIS
from piecement_engine.rules.rules import Rules

SRS = Rules(rotation_system="srs", scoring="guideline", spin_rule="t_three_corner", preview_count=5)
BLIND = Rules.from_dict({"preview_count": 0, "hold": "off"}, SRS)
LOW = Rules.from_dict({"height": 16, "skyline": 10}, BLIND)


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    what: str
    value: float
    unit: str
    goal: str
    met: bool
    n: int = 1
    se: float | None = None
    median: float | None = None
    rules: str = ""
    seeds: str = ""

    def __str__(self) -> str:
        error = "" if self.se is None else f" +-{self.se:.3g}"
        middle = "" if self.median is None else f", median {self.median:.4g}"
        seeds = f", seeds {self.seeds}" if self.seeds else ""
        mark = "  ok" if self.met else "MISS"
        return (
            f"{mark}  {self.what:<44} {self.value:>10.4g}{error} {self.unit:<18} goal {self.goal:<22}"
            f" n {self.n}{middle}{seeds}; {self.rules}"
        )


def spread(values: Sequence[float]) -> float:
    """Return the standard error of a mean."""
    return statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0


def positions(pieces: int) -> list[Position]:
    """Return the positions of one long game of a one-piece player, restarted where it ends."""
    found: list[Position] = []
    search = chooser(Search("survive", 1, 1))

    def noting(position: Position) -> Placement | None:
        found.append(position)
        return search(position)

    seed = 0
    while len(found) < pieces:
        seed += 1
        play(BLIND, noting, uniform, seed, pieces - len(found))
    return found


def speed(quick: bool) -> Iterator[Figure]:
    """Measure reach, decisions, nodes and moves."""
    here = positions(500 if quick else 3000)
    rules = "10x40, srs, boards of a one-piece survivor"
    started = process_time()
    for position in here:
        position.arena.mover.reach(position.bits, position.piece)
    spent = (process_time() - started) / len(here)
    yield Figure("reach of a tetromino", spent * 1e6, "us", "<= 40", spent <= 40e-6, len(here), rules=rules)

    choose = chooser(Search("survive", 1, 1))
    started = process_time()
    for position in here:
        choose(position)
    rate = len(here) / (process_time() - started)
    yield Figure("one-piece decisions", rate, "/s", ">= 8000", rate >= 8000, len(here), rules=rules)


def beam_speed(quick: bool) -> Iterator[Figure]:
    """Measure the beam, its slices and the paths to what it chooses."""
    search = Search("attack", 10, 6)
    slices: list[float] = []
    paths: list[float] = []

    def choose(position: Position) -> Placement | None:
        choice: Placement | None = None
        thoughts = search.think(position)
        while True:
            started = process_time()
            try:
                choice = next(thoughts)
            except StopIteration:
                break
            slices.append(process_time() - started)
        if choice and not choice.hold:
            started = process_time()
            path(position.arena, position.bits, position.piece, choice.piece, choice.spin)
            paths.append(process_time() - started)
        return choice

    played = play(SRS, choose, bag, 1, 100 if quick else 500)
    rules = "10x40, srs, bag, hold, 5 previews, attack 10x6"
    seconds = sorted(played.seconds)
    mean, late = statistics.mean(seconds), seconds[int(len(seconds) * 0.99)]
    yield Figure("10x6 move, mean", mean * 1e3, "ms", "<= 20", mean <= 0.020, len(seconds), rules=rules, seeds="1")
    yield Figure("10x6 move, 99 of 100", late * 1e3, "ms", "<= 30", late <= 0.030, len(seconds), rules=rules)
    longest = sorted(slices)[int(len(slices) * 0.999)]
    yield Figure("slice of a search, 999 of 1000", longest * 1e3, "ms", "<= 1.5", longest <= 0.0015, len(slices))
    slow = sorted(paths)[int(len(paths) * 0.99)]
    yield Figure("path to a placement, 99 of 100", slow * 1e3, "ms", "<= 1", slow <= 0.001, len(paths), rules=rules)

    here = positions_of_attack(30 if quick else 150)
    started = process_time()
    for position in here:
        chooser(search)(position)
    spent = process_time() - started
    nodes = count_nodes(search, here)
    rate = nodes / spent
    yield Figure("beam nodes", rate, "/s", ">= 120000", rate >= 120_000, nodes, rules=rules)

    single = play(SRS, chooser(Search("attack", 1, 1)), bag, 1, 300)
    one = statistics.mean(single.seconds)
    yield Figure("1x1 move, mean", one * 1e3, "ms", "<= 1", one <= 0.001, len(single.seconds), rules=rules)


def count_nodes(search: Search, positions: Sequence[Position]) -> int:
    """Return how many placements a search values; its evaluator counts, for what is compiled cannot be replaced."""
    counted = 0
    maker = EVALUATORS[search.evaluator]

    class Counting:
        """Rewards as the evaluator does."""

        def __init__(self, position: Position) -> None:
            self._evaluator = maker(position)
            self.potential = self._evaluator.potential

        def reward(
            self, shape: Shape, drop: Drop, perfect_clear: bool, combo: int, back_to_back: int
        ) -> tuple[float, int, int]:
            """Count, and reward."""
            nonlocal counted
            counted += 1
            return self._evaluator.reward(shape, drop, perfect_clear, combo, back_to_back)

    register_evaluator("counting", Counting)
    for position in positions:
        chooser(replace(search, evaluator="counting"))(position)
    del EVALUATORS["counting"]
    return counted


def positions_of_attack(pieces: int) -> list[Position]:
    """Return the positions of a game of a narrow attacking search."""
    found: list[Position] = []
    search = chooser(Search("attack", 3, 4))

    def noting(position: Position) -> Placement | None:
        found.append(position)
        return search(position)

    play(SRS, noting, bag, 7, pieces)
    return found


def published(quick: bool) -> Iterator[Figure]:
    """Play by the rules of the papers."""
    games = 20 if quick else 200
    rules = "papers: 10x10, uniform, straight drops from above, a move above the field loses"
    for name, weights, mean, slack in (
        ("BCTS", BCTS, 3800.0, 3 * 3800 / games**0.5),
        ("DT-20", DT20, 4588.0, 3 * 4588 / games**0.5),
        ("El-Tetris", EL_TETRIS, 3042.0, 3 * 3042 / games**0.5),
    ):
        lines = [simplified_game(weights, 10, 10, seed) for seed in range(games)]
        value = statistics.mean(lines)
        yield Figure(
            f"{name} on 10x10, lines",
            value,
            "lines",
            f"{mean:.0f} +- {slack:.0f}",
            abs(value - mean) <= slack,
            games,
            spread(lines),
            statistics.median(lines),
            rules,
            f"0-{games - 1}",
        )


def survival(quick: bool) -> Iterator[Figure]:
    """Survive on a low board with real movement, blind and with one preview."""
    games = 10 if quick else 200
    for what, lines, goal, rules in (
        (
            "survive on 10x10, blind, from above the field",
            [moving_game(10, 10, seed) for seed in range(games)],
            5300,
            "10x10, uniform, srs; pieces enter above the field, where nothing may lie",
        ),
        (
            "survive on 10x10, blind, by the game's rules",
            [play(LOW, chooser(Search("survive", 1, 1)), uniform, seed, 10**9).lines for seed in range(games)],
            0,
            "10x10 under 6 hidden rows, uniform, srs; pieces enter in the highest row of the field",
        ),
    ):
        value = statistics.mean(lines)
        seeds = f"0-{games - 1}"
        error, middle = spread(lines), statistics.median(lines)
        yield Figure(what, value, "lines", f">= {goal}", value >= goal, games, error, middle, rules, seeds)
    seeing = Rules.from_dict({"preview_count": 1}, LOW)
    games, cap = (2, 5000) if quick else (20, 20_000)
    what = "survive on 10x10, uniform, 1 preview, 6x2"
    yield capped(what, seeing, Search("survive", 6, 2), uniform, games=games, cap=cap)
    yield standard_survival(5000 if quick else 100_000)
    pentominoes = Rules.from_dict({"pieces": "5", "hold": "off"}, SRS)
    games = 2 if quick else 8
    what = "pentominoes on 10x20, 5 previews, 8x6"
    yield capped(what, pentominoes, Search("survive", 8, 6), bag, games=games, cap=600)


def standard_survival(cap: int) -> Figure:
    """Survive by the rules that most games share."""
    standard = Rules.from_dict({"preview_count": 1, "hold": "off"}, SRS)
    return capped("survive on 10x20, bag, 1 preview, 6x2", standard, Search("survive", 6, 2), bag, games=1, cap=cap)


def million(quick: bool) -> Iterator[Figure]:
    """Survive for long: a quarter of an hour, and so only if asked for."""
    yield standard_survival(20_000 if quick else 1_000_000)


def capped(what: str, rules: Rules, search: Search, dealer: Dealer, *, games: int, cap: int) -> Figure:
    """Return how many games reach so many pieces."""
    reached = sum(play(rules, chooser(search), dealer, seed, cap).pieces == cap for seed in range(games))
    about = f"{rules.width}x{rules.skyline}, {rules.rotation_system}, hold {rules.hold}"
    return Figure(
        what,
        reached,
        f"reach {cap}",
        f"{games} of {games}",
        reached == games,
        games,
        rules=about,
        seeds=f"0-{games - 1}",
    )


def named(search: Search) -> str:
    """Return the size of a search after its evaluator."""
    chances = f", {search.chances} by chances" if search.chances else ""
    return f"{search.evaluator} {search.width}x{search.depth}{chances}"


def attack(quick: bool) -> Iterator[Figure]:
    """Attack and score without resistance."""
    rules = "10x20, srs, bag, hold, 5 previews, T-spins; rows by the guideline table of attack"
    games, pieces = (2, 200) if quick else (4, 500)
    for search, goal, boards in (
        (Search("attack", 10, 6), 0.65, 0),
        (Search("attack", 10, 6), 0.75, 200),
        (Search("attack", 20, 6, chances=6), 0.75, 0),
        (Search("score", 10, 6), 0.65, 0),
        (Search("attack", 1, 1), 0.36, 0),
    ):
        habits = Habits(search=search, perfect_clear_boards=boards)
        played = [play(SRS, chooser(SearchingBot(habits)), bag, seed, pieces) for seed in range(games)]
        values = [one.rows_sent / one.pieces for one in played]
        value = statistics.mean(values)
        whole = search.width == 1 or all(one.pieces == pieces for one in played)
        about = f"{rules}; points a piece {statistics.mean(one.points / one.pieces for one in played):.0f}"
        about += "; spin doubles, quads, perfect clears in 100 pieces " + ", ".join(
            f"{100 * statistics.mean(getattr(one, name) / one.pieces for one in played):.1f}"
            for name in ("spin_doubles", "quads", "perfect_clears")
        )
        yield Figure(
            f"{named(search)}, rows a piece" + (" with perfect clears" if boards else ""),
            value,
            "rows",
            f">= {goal}, no top out" if search.width > 1 else f">= {goal}",
            value >= goal and whole,
            games,
            spread(values),
            statistics.median(values),
            about,
            f"0-{games - 1}, {pieces} pieces each",
        )


def ladder(quick: bool) -> Iterator[Figure]:
    """Let widths play each other, on the same pieces at the same pace, and change sides."""
    rules = "match: 10x20, srs, bag, hold, 5 previews, 2 pieces/s each, guideline attack, cap 400 pieces"
    for (width, depth), (other_width, other_depth), games, goal in (
        ((3, 6), (1, 1), 4 if quick else 30, 0.9),
        ((10, 6), (3, 6), 2 if quick else 20, 0.75),
    ):
        won = 0
        for seed in range(games):
            bots = [
                SearchingBot(Habits(search=Search("attack", width, depth))),
                SearchingBot(Habits(search=Search("attack", other_width, other_depth))),
            ]
            side = seed % 2
            outcome = play_match(
                bots[::-1] if side else bots, [Pace(pieces_per_second=2)] * 2, SRS, seed, most_pieces=400
            )
            won += outcome.winner == side
        least = round(goal * games)
        what = f"{width}x{depth} beats {other_width}x{other_depth}"
        yield Figure(what, won, f"of {games}", f">= {least}", won >= least, games, rules=rules, seeds=f"0-{games - 1}")


def digging(quick: bool) -> Iterator[Figure]:
    """Clear a hundred rows of garbage."""
    rules = "100 rows with a hole each, 10 lie there at a time, hole never above the last one's; 10x20, srs, bag, hold"
    for search, goal, games in (
        (Search("survive", 10, 6), 238, 20),
        (Search("dig", 20, 6, chances=6), 200, 100),
        (Search("dig", 60, 6, chances=6), 200, 20),
    ):
        count = 2 if quick else games
        pieces = [dig(SRS, chooser(search), seed, 100, 10).pieces for seed in range(count)]
        value = statistics.mean(pieces)
        yield Figure(
            f"dig 100 rows, {named(search)}",
            value,
            "pieces",
            f"<= {goal}",
            value <= goal,
            count,
            spread(pieces),
            statistics.median(pieces),
            rules,
            f"0-{count - 1}",
        )


def known_answers(quick: bool) -> Iterator[Figure]:
    """Count what others have counted."""
    for queue, count in (("IOLJ", 188_374), ("IOLJS", 3_497_187), ("IIIIII", 33_325_345))[: 1 if quick else 3]:
        started = process_time()
        found = perft(empty_board(queue, "srs"))
        spent = process_time() - started
        yield Figure(f"perft {queue}: {spent:.1f} s", found, "sequences", str(count), found == count)
    arena = arena_for(Rules(rotation_system="srs", height=24))
    for rows, hold, count in (
        (("JJJ____ZZT", "JOO___ZZTT", "LOO____SST", "LLL_____SS"), TETROMINOES["I"], 711),
        (("JJJI___ZZT", "JOOI__ZZTT", "LOOI___SST", "LLLI____SS"), None, 514),
    ):
        bits = Board.from_text(rows, arena.layout).bits
        solver = PerfectClears()
        solved = 0
        for first, *rest in permutations(TETROMINOES.values(), 4):
            piece = arena.entry(bits, first)
            assert piece
            position = Position(arena, bits, piece, hold, may_hold=True, next=tuple(rest))
            solved += solver.solve(position, 4) is not None
        yield Figure("perfect clears of the opener", solved, "of 840", str(count), solved == count)


def beside_pytetris(quick: bool) -> Iterator[Figure]:
    """Play as pytetris does on bits, beside the same cell by cell on lists and itself, in turns of one run."""
    pieces, rounds = (100, 3) if quick else (500, 5)
    bot = PytetrisBot()
    rules = Rules.from_dict({"height": 24}, BLIND)

    def think(position: Position) -> Placement | None:
        return next(bot.think(position))

    lists = bits = survivor = original = 0.0
    has_original = importlib.util.find_spec("pytetris") is not None
    for seed in range(rounds):
        if has_original:
            started = process_time()
            play_on_numpy(pieces // 5, seed)
            original += 5 * (process_time() - started)
        started = process_time()
        play_on_lists(pieces, seed)
        lists += process_time() - started
        started = process_time()
        sum(play(rules, think, uniform, seed, pieces).pieces for _ in range(1))
        bits += process_time() - started
        started = process_time()
        play(rules, chooser(Search("survive", 1, 1)), uniform, seed, pieces)
        survivor += process_time() - started
    total = pieces * rounds
    about = "10x20, uniform"
    if has_original:
        yield from beside_the_original(total / original, total / survivor, pieces // 5, about)
    yield Figure("pytetris on lists", total / lists, "pieces/s", "beside", True, total, rules=about)
    yield Figure("pytetris on bits", total / bits, "pieces/s", "> lists", bits < lists, total, rules=about)
    ratio = lists / survivor
    yield Figure("survive 1x1, all placements, beside lists", ratio, "times", ">= 10", ratio >= 10, total, rules=about)


def beside_the_original(rate: float, survivor_rate: float, pieces: int, rules: str) -> Iterator[Figure]:
    """Tell how fast pytetris itself is, and whether ours of that name chooses as it does."""
    yield Figure("pytetris itself, on numpy", rate, "pieces/s", "100 to 130", True, pieces, rules=rules)
    differing = differing_choices(pieces, 0)
    what = "choices of ours that are not those of pytetris"
    yield Figure(what, differing, "choices", "0", differing == 0, pieces, rules=rules, seeds="0")
    ratio = survivor_rate / rate
    yield Figure("survive 1x1, beside pytetris itself", ratio, "times", ">= 50", ratio >= 50, pieces, rules=rules)


def importing(quick: bool) -> Iterator[Figure]:
    """Measure what the bots cost to import, beyond the engine, once Python has compiled them."""
    code = (
        "import piecement_engine, sys, time; a = 'piecement_engine.bots' in sys.modules; t = time.process_time();"
        "import piecement_engine.bots; print(a, time.process_time() - t)"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        runs = [
            subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
            ).stdout.split()
            for _ in range(4 if quick else 10)
        ][1:]
    lazy = all(early == "False" for early, _ in runs)
    spent = min(float(seconds) for _, seconds in runs)
    met = lazy and spent <= 0.020
    yield Figure(
        "import, when asked for", spent * 1e3, "ms", "<= 20, else 0", met, len(runs), rules="least of the runs"
    )


PARTS: dict[str, Callable[[bool], Iterator[Figure]]] = {
    "speed": speed,
    "beam": beam_speed,
    "import": importing,
    "pytetris": beside_pytetris,
    "known": known_answers,
    "attack": attack,
    "dig": digging,
    "survival": survival,
    "ladder": ladder,
    "published": published,
    "million": million,
}
ONLY_IF_ASKED_FOR = {"million"}


def main() -> None:
    """Print the table, and write it down if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a minute instead of half an hour, with fewer games")
    parser.add_argument("--only", default="", help=f"some of {', '.join(PARTS)}, with commas between")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    arguments = parser.parse_args()
    usual = [name for name in PARTS if name not in ONLY_IF_ASKED_FOR]
    wanted = [name for name in arguments.only.split(",") if name] or usual
    print(f"Python {platform.python_version()}, {platform.machine()}")
    figures: list[Figure] = []
    for name in wanted:
        for figure in PARTS[name](arguments.quick):
            print(figure, flush=True)
            figures.append(figure)
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(figure) for figure in figures], indent=1) + "\n")


if __name__ == "__main__":
    main()
