"""Salvage of a damaged database: what SQLite still reads comes back as it was."""

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from piecement.session.bots.mistakes import Mistakes
from piecement.session.records import StoredGame
from piecement.storage.game_query import GameQuery
from piecement.storage.salvage import salvage, set_aside
from piecement.storage.store import Store
from piecement_base.errors import MissingError
from piecement_engine import Recording, RecordingError
from tests.app.database_file import change_file
from tests.app.kept_games import START, recorded, short_game, store_in

GAMES = 40
PAGE = 4096


class Whole:
    """A database of games with recordings of many lengths, and what is where in it."""

    def __init__(self, folder: Path) -> None:
        random, store = Random(7), store_in(folder)
        self.texts: dict[str, str] = {}
        for seed in range(GAMES):
            record = recorded(seed=seed)
            assert record.recording is not None
            padding = random.randbytes(random.choice([0, 200, 1_400, 1_600, 2_000, 4_100, 9_000])).hex()
            recording = replace(record.recording, about={**record.recording.about, "padding": padding})
            store.games.finish(replace(record, recording=recording))
            self.texts[record.origin.token] = recording.to_text()
        store.save_slots.save("mine", short_game(), recorded().origin)
        store.close()
        self.content = (folder / "games.sqlite").read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return Whole(tmp_path_factory.mktemp("whole"))


def salvaged(folder: Path, content: bytes) -> tuple[Store, list[StoredGame], dict[str, str]]:
    """Return a store of some bytes, its games, and those recordings that are whole, by the tokens of their games."""
    (folder / "games.sqlite").write_bytes(content)
    store = store_in(folder)
    games: list[StoredGame] = []
    texts: list[str] = []
    for _ in range(2):  # the first time may find the damage, and so mend it
        games = store.games.read(list(store.games.listing(GameQuery())))
        texts.clear()
        for game in games:
            with suppress(MissingError):
                texts.append(store.games.recording_text(game.id))
    whole: dict[str, str] = {}
    for text in texts:
        with suppress(RecordingError):  # SQLite does not notice the damage of every page
            whole[Recording.outline_of(text)[1]["token"]] = text
    return store, games, whole


def page_of(whole: Whole, page: int) -> bytes:
    return whole.content[page * PAGE : (page + 1) * PAGE]


def noisy_pages(count: int) -> Callable[[Whole, Random], bytes]:
    def damage(whole: Whole, random: Random) -> bytes:
        content = bytearray(whole.content)
        for page in random.sample(range(len(content) // PAGE), count):
            content[page * PAGE : (page + 1) * PAGE] = random.randbytes(PAGE)
        return bytes(content)

    return damage


def spoilt_stretches(whole: Whole, random: Random) -> bytes:
    content = bytearray(whole.content)
    for _ in range(12):
        at = random.randrange(len(content) - 64)
        content[at : at + 64] = random.randbytes(64)
    return bytes(content)


def cut_off(whole: Whole, random: Random) -> bytes:
    return whole.content[: random.randrange(len(whole.content) // 4, len(whole.content))]


DAMAGES: dict[str, Callable[[Whole, Random], bytes]] = {
    "pages": noisy_pages(8),
    "half": noisy_pages(40),
    "stretches": spoilt_stretches,
    "cut off": cut_off,
    "header": lambda whole, _: bytes(100) + whole.content[100:],
    "first page": lambda whole, _: bytes(PAGE) + whole.content[PAGE:],
}


@pytest.mark.parametrize(
    "seed",
    [
        0,
        pytest.param(1, marks=pytest.mark.wide),
        *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 60)),
    ],
)
@pytest.mark.parametrize("kind", DAMAGES)
def test_what_comes_back_is_as_it_was(tmp_path: Path, whole: Whole, kind: str, seed: int) -> None:
    content = DAMAGES[kind](whole, Random(seed))
    store, _, texts = salvaged(tmp_path, content)
    warnings = store.pop_warnings()
    store.close()

    assert {token: whole.texts[token] for token in texts} == texts
    if warnings:
        (warning,) = warnings
        (aside,) = tmp_path.glob("games.sqlite.damaged-*[0-9]")
        assert "could be saved from it" in warning
        assert aside.read_bytes() == content


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 100))])
@pytest.mark.parametrize("fill", [bytes, Random(1).randbytes], ids=["zeros", "noise"])
def test_a_lost_page_costs_no_game(tmp_path: Path, whole: Whole, seed: int, fill: Callable[[int], bytes]) -> None:
    """A game is in the list of games, and its recording tells of it too; only pages of the schema lead to both."""
    pages = [page for page in range(1, len(whole.content) // PAGE) if b"CREATE TABLE" not in page_of(whole, page)]
    page = pages[seed % len(pages)]
    content = whole.content[: page * PAGE] + fill(PAGE) + whole.content[(page + 1) * PAGE :]
    store, games, _ = salvaged(tmp_path, content)
    store.close()

    assert len(games) == GAMES


def test_a_game_of_which_the_recording_is_left_is_as_it_was(tmp_path: Path, whole: Whole) -> None:
    (tmp_path / "games.sqlite").write_bytes(whole.content)
    store = store_in(tmp_path)
    before = store.games.read(list(store.games.listing(GameQuery(sort="ended"))))
    store.close()
    change_file(tmp_path, "DELETE FROM games")
    path = tmp_path / "games.sqlite"
    salvage(path, set_aside(path, START))
    store = store_in(tmp_path)
    after = store.games.read(list(store.games.listing(GameQuery(sort="ended"))))
    store.close()

    assert after == before


def test_the_review_of_a_lost_game_is_not_that_of_the_next(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.game_reviews.add(store.games.finish(recorded(seed=1)), Mistakes())
    store.close()
    for table in ("recordings", "games"):
        change_file(tmp_path, f"DELETE FROM {table}")
    path = tmp_path / "games.sqlite"
    salvage(path, set_aside(path, START))
    store = store_in(tmp_path)
    game = store.games.finish(recorded(seed=2))

    assert store.game_reviews.missing() == (game,)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
def test_a_private_file_stays_private(tmp_path: Path, whole: Whole) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(whole.content[: len(whole.content) // 2])
    path.chmod(0o600)
    salvage(path, set_aside(path, START))

    assert path.stat().st_mode & 0o777 == 0o600
