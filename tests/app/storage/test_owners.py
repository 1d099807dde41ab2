"""Whose a game is: what says "you" counts the player's own games alone, and an imported one is never blank."""

from pathlib import Path

import pytest

from piecement.storage.game_query import GameQuery
from piecement.storage.replay_files import write_replay
from piecement.storage.store import Store
from piecement_base.origin import Owner, UnrankedReasons
from piecement_engine import MODES, Button, Game, Recording, Rules
from piecement_engine.play import game_of
from tests.app.kept_games import START, record_of, recorded, store_in

MINE = GameQuery(owner=Owner.OWN)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return store_in(tmp_path / "here")


def file_of(game: Game, folder: Path) -> Path:
    """Return a file with the recording of a game that was given up."""
    game.forfeit(game.view.time_ns)
    return write_replay(Recording.of(game), folder / "given.replay")


@pytest.mark.parametrize("owner", list(Owner))
def test_statistics_count_only_own_games(store: Store, tmp_path: Path, owner: Owner) -> None:
    recording = recorded(started=START).recording
    assert recording is not None
    game = store.replays.import_file(write_replay(recording, tmp_path / "x.replay"), owner)
    mine = int(owner is Owner.OWN)
    statistics = store.statistics

    assert store.games.get(game).owner is owner
    assert sum(one.games for one in statistics.totals(MINE)) == mine
    assert len(statistics.paces(MINE, 9)) == mine
    assert sum(statistics.daily(10_000, MINE).values()) == mine
    assert statistics.day_streak(MINE, store.games.get(game).ended.astimezone().date()) == mine
    assert len(store.game_reviews.missing()) == mine
    assert len(store.games.listing(MINE)) == mine
    assert store.games.ids(GameQuery(owner=owner)) == [game]


def test_own_games_leave_out_bots(store: Store) -> None:
    store.games.finish(record_of(unranked=UnrankedReasons(bot=True)))

    assert not store.games.ids(MINE)
    assert store.games.ids(GameQuery()) == [1]


def test_exported_replay_does_not_say_whose(store: Store, tmp_path: Path) -> None:
    file = store.replays.export(store.games.finish(recorded()))
    there = store_in(tmp_path / "there")

    assert there.games.get(there.replays.import_file(file)).owner is Owner.UNKNOWN


@pytest.mark.parametrize(
    ("game", "mode", "variant"),
    [
        (game_of("40_lines", seed=7), "40_lines", ""),
        (game_of("custom", seed=7, options={"pieces": 5}), "custom", "pieces=5"),
        (game_of("marathon", seed=7, rules={"das_ns": 90_000_000}), "marathon", ""),
        (Game(MODES["cheese"].rules, 7), "cheese", ""),
    ],
)
def test_import_finds_the_mode(store: Store, tmp_path: Path, game: Game, mode: str, variant: str) -> None:
    game.update(game.view.time_ns, {Button.HARD_DROP})
    kept = store.games.get(store.replays.import_file(file_of(game, tmp_path)))

    assert (kept.mode, kept.variant) == (mode, variant)
    assert kept.preset


def test_rules_of_no_mode_are_own_rules(store: Store, tmp_path: Path) -> None:
    game = Game(Rules(width=7), 7)
    game.update(0)
    kept = store.games.get(store.replays.import_file(file_of(game, tmp_path)))

    assert kept.mode_title.startswith("Own rules #")
    assert kept.preset == "Own rules"
    assert "" not in {rules.name for rules in store.games.rule_sets()}
    assert "" not in store.games.modes()
