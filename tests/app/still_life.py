"""The world in which every run of the application looks alike: the terminal, the day, the pieces, and what is kept."""

import os
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

from piecement.session.records import FinishedGame, GameRecord
from piecement.session.statistics import Counts, recount
from piecement.settings.handling_and_rules import Gameplay
from piecement.storage.paths import Paths
from piecement.storage.rule_sets import ruleset_named
from piecement.storage.store import Store
from piecement_base.origin import Origin, UnrankedReasons
from piecement_base.plan import Plan
from piecement_engine import MODES, RANDOMIZERS, Button, End, Game, Recording
from tests.app.kept_games import record_of
from tests.engine.nimble_player import NimblePlayer

NOW: Final = datetime(2026, 11, 20, 18, tzinfo=UTC)
"""The day on which everything happens."""

QUAD_SEED: Final = 3
"""The seed of every game that is given none. The first piece is an I."""

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

MARATHON: Final = Plan(MODES["marathon"], seed=QUAD_SEED, board=STACK)
"""A game that has been going on for a while."""

VERSION: Final = "1.2.3"
"""What the program takes for its version, so that a new one changes no picture."""

_S: Final = 1_000_000_000
_TERMINAL: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TZ": "UTC"}

_COURSE: Final = (92.4, 88.1, 95.6, 81.3, 76.9, 79.2, 70.5, 74.8, 66.0, 61.7, 64.4, 58.2, 59.9, 54.3, 51.6)
"""How long the player took for 40 lines, in seconds, from the first game to the last but one."""


@contextmanager
def still_world(home: Path, version: str = VERSION) -> Generator[None]:
    """Fix the terminal, the version, the pieces and the home that the application finds.

    The pieces come as they did by the first `recency`, so that what was drawn of games stays what it was.
    """
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, {**_TERMINAL, "HOME": str(home), "USERPROFILE": str(home)}))
        os.environ.pop("NO_COLOR", None)
        stack.enter_context(patch("random.SystemRandom.getrandbits", return_value=QUAD_SEED))
        stack.enter_context(patch.dict(RANDOMIZERS, {"recency": RANDOMIZERS["recency_with_repeats"]}))
        stack.enter_context(patch("piecement_engine.version.__version__", version))
        stack.callback(_use_time_zone)
        _use_time_zone()
        yield


def store_at(folder: Path) -> Store:
    """Return the store in a folder, on the day on which everything happens."""
    return Store(Paths.of(folder), now=lambda: NOW)


def fill(store: Store) -> None:
    """Keep what a player has who has played for a few weeks, and has left a game yesterday."""
    for number, seconds in enumerate(_COURSE):
        ended = NOW - timedelta(days=33 - 2 * number, minutes=7 * number)
        counts = Counts(presses=290 + 7 * (number % 5), holds=9, singles=4, doubles=4, triples=4, quads=4, max_combo=4)
        store.games.finish(_kept(time_ns=round(seconds * _S), pieces=101 + number % 4, ended=ended, counts=counts))
    store.games.finish(_kept(end=End.BLOCK_OUT, time_ns=31 * _S, lines=17, ended=NOW - timedelta(days=2, hours=3)))
    for days, score in ((20, 48_210), (12, 91_775), (5, 143_020), (1, 120_460)):
        ended = NOW - timedelta(days=days, hours=2)
        counts = Counts(presses=1210, singles=30, doubles=21, triples=14, quads=9, spins=3, max_combo=7)
        store.games.finish(
            _kept(
                "marathon", time_ns=431 * _S, score=score, lines=150, level=15, pieces=388, ended=ended, counts=counts
            )
        )
    zen = UnrankedReasons(practice=True)
    store.games.finish(
        _kept("zen", end=End.FORFEIT, time_ns=999 * _S, lines=212, unranked=zen, ended=NOW - timedelta(hours=9))
    )
    store.games.finish(_kept("cheese", time_ns=73 * _S, preset="NES", pieces=64, ended=NOW - timedelta(hours=5)))
    store.games.finish(GameRecord.of_recording(forty_lines()))
    left = Origin.of(Plan(MODES["marathon"]), NOW - timedelta(days=1), preset="Piecement")
    store.autosaves.save(_left_game(), left)


def finished(store: Store) -> FinishedGame:
    """Return the result of a game of 40 lines that has just been won and stored."""
    return _ended(store, "40_lines", forty_lines(seed=4))


def lost(store: Store) -> FinishedGame:
    """Return the result of a marathon that has just been lost and stored: played well, and then no more."""
    game = Game(MODES["marathon"].rules_with(Gameplay().overrides(key_releases=True)), 6)
    NimblePlayer(game, Random(6), pieces_a_second=2.2).play(80_000)
    pressed = cycle((Button.MOVE_LEFT, Button.HARD_DROP, Button.MOVE_RIGHT, Button.HARD_DROP))
    while game.view.end is None:
        game.update(game.view.time_ns + _S // 4, {next(pressed)})
    return _ended(store, "marathon", Recording.of(game))


def _ended(store: Store, mode: str, recording: Recording) -> FinishedGame:
    game = FinishedGame(Plan(MODES[mode]), recording, recount(recording), view=recording.replay().view)
    origin = Origin.of(game.plan, NOW, preset="Piecement")
    record = GameRecord.of(recording, game.statistics.counts, origin, NOW)
    return replace(game, placing=store.games.placing(store.games.finish(record)))


def forty_lines(seed: int = 5) -> Recording:
    """Return a fast game of 40 lines, with the pieces of the randomizer that is in force."""
    return _forty_lines(seed, RANDOMIZERS["recency"])


@cache
def _forty_lines(seed: int, _randomizer: object) -> Recording:
    game = Game(MODES["40_lines"].rules_with(Gameplay().overrides(key_releases=True)), seed)
    NimblePlayer(game, Random(seed), pieces_a_second=2.5 - seed / 20).play(120_000)
    ended = NOW - timedelta(hours=1)
    origin = Origin.of(Plan(MODES["40_lines"]), ended, preset="Piecement")
    return Recording.of(game, {**origin.to_dict(), "ended": ended.isoformat()})


def _kept(mode: str = "40_lines", **given: Any) -> GameRecord:  # Any: a record has fields of many types
    preset = given.pop("preset", "Piecement")
    return record_of(mode, started=given["ended"], preset=preset, ruleset=ruleset_named(preset, mode), **given)


def _left_game() -> Game:
    game = Game(MODES["marathon"].rules, QUAD_SEED)
    game.update(0)
    for piece in range(1, 9):
        game.update(piece * 5 * _S, {Button.HARD_DROP})
        game.update(piece * 5 * _S + _S // 20, ())
    return game


def _use_time_zone() -> None:
    if hasattr(time, "tzset"):
        time.tzset()
