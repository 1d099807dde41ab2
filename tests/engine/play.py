"""Helpers for tests that play: random rules, random inputs, and what must hold of any game at any moment."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from piecement_engine import Button, Game, Recording, Rules
from piecement_engine.bots import Player
from piecement_engine.headless import names
from piecement_engine.recording.lock_checks import LockChecks
from piecement_engine.rules.rules import RULE_NAMES

MS = 1_000_000
"""Nanoseconds in a millisecond."""

ALL_BUTTONS = (1 << 12) - 1
"""The mask of all buttons."""


def begun_game(rules: Rules | None = None, seed: int | None = None, **given: Any) -> Game:  # as of a game
    """Return a game whose first piece is in play."""
    game = Game(rules, seed, **given)
    game.update(0)
    return game


def state_of(game: Game) -> tuple[object, ...]:
    """Return all that tells one moment of a game from another, the time first."""
    view = game.view
    return (
        *(view.time_ns, view.end, view.level, view.score, view.lines, view.combo, view.back_to_back, view.rows),
        *(view.piece, view.hold, view.next, view.known, view.pieces_locked, view.held, view.lock_due_ns),
        *(view.fall_delay_ns, view.waiting_rows, view.garbage, game.inputs, game.seed),
    )


def with_lock_checks(game: Game, about: dict[str, Any] | None = None) -> Recording:  # a game is about any JSON values
    """Return the recording of a game as one that was played with a replayer has it."""
    recording = Recording.of(game, about)
    checks = LockChecks()
    recording.replayer(checks).run(recording.time_ns)
    return replace(recording, lock_checks=checks.checks)


def held(game: Game, changes: dict[int, str | None]) -> Game:
    """Hold these buttons from each time on (ms), or as before for None; return the game."""
    for time_ms, buttons in changes.items():
        game.update(time_ms * MS, None if buttons is None else buttons.split())
    return game


def taps(game: Game, time_ns: int, *buttons: str) -> int:
    """Tap buttons one after another, 1 ms each with 1 ms between; return the time after the last."""
    for button in buttons:
        game.update(time_ns, {button})
        game.update(time_ns + MS, ())
        time_ns += 2 * MS
    return time_ns


def drop(game: Game, *presses: str) -> None:
    """Tap buttons, drop the piece, and wait for the next one."""
    taps(game, game.view.time_ns + MS, *presses, Button.HARD_DROP)
    while game.view.piece is None and game.view.end is None:
        game.update(game.view.time_ns + 20 * MS)


def play_well(game: Game, pieces: int) -> None:
    """Play a number of pieces where pytetris would place them, or to the end."""
    player = Player(game, "pytetris")
    while game.view.end is None and game.view.pieces < pieces:
        player.advance(game.view.time_ns + 50 * MS)


def random_rules(random: Random) -> Rules:
    """Return rules with random values in most fields."""
    values: dict[str, Any] = {
        name: random.choice(allowed)
        for name, allowed in names().items()
        if name in RULE_NAMES and name != "modifiers" and random.random() < 0.5
    }
    for name in RULE_NAMES:
        if name.endswith("_ns") and random.random() < 0.5:
            values[name] = random.choice([0, 1, 10 * MS, 33 * MS, 150 * MS, 500 * MS])
    values["start_level"] = random.choice([0, 1, 5, 19, 25, 30])
    values["level_up"] = random.random() < 0.5
    values["preview_count"] = random.randrange(8)
    values["soft_drop_factor"] = random.choice([0, 0.5, 1, 15.0, 1e9])
    for name in ("no_soft_drop_lock", "safe_hold", "shift_before_lock", "cascade", "scaled_fall"):
        values[name] = random.random() < 0.5
    values["hold"] = random.choice(["off", "once", "unlimited"])
    for name in ("initial_hold", "initial_rotation", "initial_move"):
        values[name] = random.choice(["off", "held", "tapped"])
    if random.random() < 0.2:
        values["initial_move"] = "charged"
    values["press_order"] = random.choice(["drops_first", "drops_first", "drops_last"])
    values["spawn_facing"] = random.choice(["up", "up", "down"])
    return Rules.from_dict(values)


def random_inputs(random: Random, count: int) -> Iterator[tuple[int, int]]:
    """Yield times and masks of held buttons, each mask a few changes from the one before."""
    time = mask = 0
    for _ in range(count):
        time += random.choice([0, 1, MS, 16 * MS, 40 * MS, 200 * MS])
        for _ in range(random.randrange(3)):
            mask ^= 1 << random.randrange(12)
        yield time, mask & ALL_BUTTONS


def check_invariants(game: Game) -> None:
    """Assert what holds of any game at any moment."""
    view = game.view
    board = view.board
    assert board.from_text(board.to_text(), board.geometry).bits == board.bits, "tiles and bits agree"
    if view.piece is not None and view.end is None:
        assert board.fits(view.piece), "a piece in play overlaps nothing"
    assert not view.rows or any(view.rows[-1]), "rows are kept up to the highest block only"
