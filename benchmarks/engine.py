"""How many pieces a second of CPU time the engine plays, beside other engines where they are installed.

    python benchmarks/engine.py [--seconds 4] [--json FILE]

Every engine is given uniform random actions until the game is over, then a new game, in turns of one second each, all
in one run, so that a ratio means the same on a busy machine. Compared are, where importable, `tetris` (python-tetris),
`tetris-gymnasium` and `tetris-tui`; each is driven through its own public calls.
"""

import argparse
import json
import platform
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

Player = Iterator[int]
"""Plays on for a while at each step, and yields how many pieces that locked."""

SESSION = 400
"""Actions between two looks at the clock."""

TICK_NS = 16_666_667
"""A sixtieth of a second."""

HASTE_NS = 4_000
"""About what an action takes on the clock of the wall, by which `tetris` has its pieces fall: they hardly ever do."""


def piecement_60_hz(random: Random) -> Player:
    """Random buttons go down and up, one change each sixtieth of a second, by the default rules."""
    from piecement_engine import Button, Game, Rules

    rules = Rules()
    choices = [frozenset[Button](), *(frozenset({button}) for button in list(Button)[:11])]
    while True:
        game = Game(rules, seed=random.getrandbits(32))
        time = before = 0
        while game.view.end is None:
            for _ in range(SESSION):
                time += TICK_NS
                game.update(time, choices[int(random.random() * 12)])
                if game.view.end is not None:
                    break
            yield game.view.pieces - before
            before = game.view.pieces


def piecement_actions(random: Random, *, step_ns: int) -> Player:
    """The seven actions that the other engines know, one press each `step_ns` of game time.

    A press releases the button before it; the same button again is first released. Pieces come at once after a lock.
    """
    from piecement_engine import Game, GameEndedError, Rules
    from piecement_engine.game.inputs import BUTTON_BITS

    rules = Rules(
        rotation_system="srs", randomizer="bag", appearance_delay_ns=0, line_clear_delay_ns=0, hard_drop_delay_ns=0
    )
    names = ("move_left", "move_right", "rotate_left", "rotate_right", "soft_drop", "hard_drop", "hold")
    masks = [BUTTON_BITS[name] for name in names]
    while True:
        game = Game(rules, seed=random.getrandbits(32))
        time = before = last = 0
        try:
            while True:
                for _ in range(SESSION):
                    time += step_ns
                    mask = masks[int(random.random() * 7)]
                    if mask == last:
                        game.play(time - 1, 0)
                    game.play(time, mask)
                    last = mask
                yield game.view.pieces - before
                before = game.view.pieces
        except GameEndedError:
            yield game.view.pieces - before


def piecement_hard_drops(random: Random) -> Player:
    """A teleport or a turn, then a hard drop: a piece each two actions."""
    from piecement_engine import Game, Rules
    from piecement_engine.game.inputs import BUTTON_BITS

    rules = Rules(randomizer="bag", appearance_delay_ns=0, line_clear_delay_ns=0, hard_drop_delay_ns=0)
    drop = BUTTON_BITS["hard_drop"]
    first = [BUTTON_BITS[name] for name in ("teleport_left", "teleport_right", "rotate_left", "rotate_right")]
    while True:
        game = Game(rules, seed=random.getrandbits(32))
        time = before = 0
        view = game.view
        while view.end is None:
            for _ in range(SESSION):
                time += TICK_NS
                game.play(time, first[int(random.random() * 4)])
                game.play(time + 1, drop)
                if view.end is not None:
                    break
                game.play(time + 2, 0)
            yield view.pieces - before
            before = view.pieces


def python_tetris(random: Random) -> Player:
    """`tetris` 1.0.0a0: left, right, both turns, soft and hard drop, swap."""
    import tetris

    while True:
        game = tetris.BaseGame(seed=random.getrandbits(32))
        actions: list[Callable[[], None]] = [
            game.left, game.right, game.rotate, partial(game.rotate, -1), game.soft_drop, game.hard_drop, game.swap,
        ]  # fmt: skip
        while game.playing:
            drops = 0
            for _ in range(SESSION):
                action = actions[int(random.random() * 7)]
                try:
                    action()
                    game.tick()
                except AssertionError:  # a swap into a blocked spawn: its game is over, though it does not say so
                    break
                drops += action == actions[5]
                if not game.playing:
                    break
            else:
                yield drops
                continue
            yield drops
            break


def tetris_gymnasium(random: Random) -> Player:
    """`tetris-gymnasium`: one of its eight actions a step, gravity after each."""
    from tetris_gymnasium.envs.tetris import Tetris

    env = Tetris()
    while True:
        env.reset(seed=random.getrandbits(31))
        over = False
        while not over:
            pieces = 0
            for _ in range(SESSION):
                before = env.active_tetromino
                _, _, over, _, _ = env.step(int(random.random() * 8))
                pieces += env.y == 0 and env.active_tetromino is not before
                if over:
                    break
            yield pieces


def tetris_tui(random: Random) -> Player:
    """`tetris-tui` 1.0.0: one of its seven actions each sixtieth of a second."""
    from terminal_tetris import engine

    locked = 0
    lock = engine.Game._lock_piece

    def counted(game: Any) -> None:  # the class has no types
        nonlocal locked
        locked += 1
        lock(game)

    engine.Game._lock_piece = counted
    actions = [[name] for name in ("left", "right", "cw", "ccw", "soft", "hard", "hold")]
    while True:
        game = engine.Game(seed=random.getrandbits(32))
        while game.phase == engine.PLAYING:
            before = locked
            for _ in range(SESSION):
                game.update(1 / 60, actions[int(random.random() * 7)])
                if game.phase != engine.PLAYING:
                    break
            yield locked - before


PLAYERS: dict[str, Callable[[Random], Player]] = {
    "piecement, 60 Hz, all buttons": piecement_60_hz,
    "piecement, seven actions, 60 Hz": partial(piecement_actions, step_ns=TICK_NS),
    "piecement, seven actions, in haste": partial(piecement_actions, step_ns=HASTE_NS),
    "piecement, hard drops": piecement_hard_drops,
    "tetris 1.0.0a0": python_tetris,
    "tetris-gymnasium": tetris_gymnasium,
    "tetris-tui 1.0.0": tetris_tui,
}
ALIKE = {
    "tetris 1.0.0a0": "piecement, seven actions, in haste",
    "tetris-gymnasium": "piecement, seven actions, 60 Hz",
    "tetris-tui 1.0.0": "piecement, seven actions, 60 Hz",
}
"""Which of our players does what each of the others does: gravity acts between two actions, or time stands still."""


def measure(seconds: float) -> dict[str, float]:
    """Return pieces per CPU second of each engine that is installed, in turns of a second."""
    players: dict[str, Player] = {}
    for name, make in PLAYERS.items():
        player = make(Random(1))
        try:
            next(player)
        except ImportError:
            continue
        players[name] = player
    pieces = dict.fromkeys(players, 0)
    spent = dict.fromkeys(players, 0.0)
    while min(spent.values()) < seconds:
        for name, player in players.items():
            start = process_time()
            while (now := process_time()) - start < 1:
                pieces[name] += next(player)
            spent[name] += now - start
    return {name: pieces[name] / spent[name] for name in players}


def main() -> None:
    """Print the table, and write it as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=4.0, help="CPU seconds for each engine (4)")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    arguments = parser.parse_args()
    figures = measure(arguments.seconds)
    print(f"Python {platform.python_version()}, seed 1, {arguments.seconds:g} CPU seconds each")
    print(f"{'engine':36}{'pieces / CPU s':>16}{'piecement is':>16}")
    for name, rate in figures.items():
        ratio = f"x {figures[ALIKE[name]] / rate:.1f}" if name in ALIKE else ""
        print(f"{name:36}{rate:16,.0f}{ratio:>16}")
    if arguments.json:
        arguments.json.write_text(
            json.dumps({"python": platform.python_version(), "pieces_per_cpu_s": figures}, indent=1)
        )


if __name__ == "__main__":
    main()
