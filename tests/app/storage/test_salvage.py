"""Salvage of a damaged database: all games with whole recordings come back."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from piecement.session.records import StoredGame
from piecement.storage.errors import MissingError
from piecement.storage.game_query import GameQuery
from piecement.storage.salvage import raw_recordings
from piecement_engine import Recording, RecordingError
from tests.app.kept_games import record_of, recorded, short_game, store_in

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
        self.pages = {token: self._pages_of(text.encode()) for token, text in self.texts.items()}

    def _pages_of(self, text: bytes) -> set[int]:
        """Return the pages that a text lies on, by looking for each short piece of it that lies on one."""
        places = (self.content.find(text[at : at + 40]) for at in range(0, len(text) - 40, 20))
        return {place // PAGE for place in places if place >= 0}

    def left(self, content: bytes) -> set[str]:
        """Return the tokens of the games whose recordings lie on pages without damage."""
        same = {
            page
            for page in range(len(self.content) // PAGE)
            if self.content[page * PAGE : (page + 1) * PAGE] == content[page * PAGE : (page + 1) * PAGE]
        }
        return {token for token, pages in self.pages.items() if pages <= same}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return Whole(tmp_path_factory.mktemp("whole"))


def salvaged(folder: Path, content: bytes) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the texts of the recordings that come back by the tokens of their games, and the warnings."""
    (folder / "games.sqlite").write_bytes(content)
    store = store_in(folder)
    texts: list[str] = []
    for _ in range(2):  # the first time may find the damage, and so mend it
        games = store.games.read(list(store.games.listing(GameQuery())))
        texts.clear()
        for game in games:
            with suppress(MissingError):
                texts.append(store.games.recording_text(game.id))
    warnings = store.pop_warnings()
    store.close()
    back: dict[str, str] = {}
    for text in texts:
        with suppress(RecordingError):  # SQLite does not notice the damage of every page
            back[Recording.outline_of(text)[1]["token"]] = text
    return back, warnings


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


def without_all_else(whole: Whole, _: Random) -> bytes:
    """Leave nothing but the pages of recordings: neither the head, nor the tables and all that leads to them."""
    content, kept = bytearray(len(whole.content)), set[int]().union(*whole.pages.values())
    for page in kept:
        content[page * PAGE : (page + 1) * PAGE] = whole.content[page * PAGE : (page + 1) * PAGE]
    return bytes(content)


UNNOTICED = (21, 43, 48)
"""Seeds of stretches with which SQLite takes the pages for a sound tree of fewer games."""

DAMAGES: dict[str, Callable[[Whole, Random], bytes]] = {
    "a page": noisy_pages(1),
    "pages": noisy_pages(8),
    "half": noisy_pages(40),
    "stretches": spoilt_stretches,
    "cut off": cut_off,
    "header": lambda whole, _: bytes(100) + whole.content[100:],
    "first page": lambda whole, _: bytes(PAGE) + whole.content[PAGE:],
    "tables": without_all_else,
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
def test_all_whole_recordings_come_back(tmp_path: Path, whole: Whole, kind: str, seed: int) -> None:
    content = DAMAGES[kind](whole, Random(seed))
    back, warnings = salvaged(tmp_path, content)

    if kind != "stretches" or seed not in UNNOTICED:
        assert whole.left(content) <= back.keys()
    assert {token: whole.texts[token] for token in back} == back
    if kind in {"header", "first page", "tables"}:
        assert len(back) == GAMES
    if warnings:
        assert len(warnings) == 1
        assert "could be saved from it" in warnings[0]


def test_recordings_come_back_from_pages_without_a_head(tmp_path: Path, whole: Whole) -> None:
    path, content = tmp_path / "headless.sqlite", bytearray(whole.content)
    inside = {token for token, text in whole.texts.items() if _lies_in_a_page(whole.content, text.encode())}
    for page in set[int]().union(*(whole.pages[token] for token in inside)):
        content[page * PAGE : page * PAGE + 8] = bytes(8)
    path.write_bytes(bytes(content))
    back = {Recording.outline_of(found.text)[1]["token"] for found in raw_recordings(path)}

    assert len(inside) > 5
    assert inside <= back


def _lies_in_a_page(content: bytes, text: bytes) -> bool:
    place = content.find(text)
    return place >= 0 and place // PAGE == (place + len(text) - 1) // PAGE


def test_a_salvaged_game_is_as_it_was(tmp_path: Path, whole: Whole) -> None:
    found: list[list[StoredGame]] = []
    for name, content in (("old", whole.content), ("new", without_all_else(whole, Random(0)))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "games.sqlite").write_bytes(content)
        store = store_in(tmp_path / name)
        found.append(store.games.read(list(store.games.listing(GameQuery(sort="ended")))))
        store.close()
    old, new = found

    assert new == old


def test_a_lost_first_page_loses_nothing(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.games.finish(record_of())
    store.boards.put("mine", "v115@vhAAgH")
    store.close()
    content = (tmp_path / "games.sqlite").read_bytes()
    (tmp_path / "games.sqlite").write_bytes(bytes(PAGE) + content[PAGE:])
    store = store_in(tmp_path)

    assert len(store.games.listing(GameQuery())) == 1
    assert [board.name for board in store.boards.all()] == ["mine"]
    store.close()


def test_a_deleted_game_does_not_come_back(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    for seed in range(6):
        store.games.finish(recorded(seed=seed))
    for game in (2, 3):
        store.games.delete(game)
    store.close()
    content = (tmp_path / "games.sqlite").read_bytes()
    back, _ = salvaged(tmp_path, bytes(100) + content[100:])

    assert len(back) == 4


def test_recordings_are_found_in_the_log_of_a_database(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.games.finish(recorded(seed=1))
    store.games.finish(recorded(seed=2))
    path = tmp_path / "games.sqlite"

    assert (tmp_path / "games.sqlite-wal").stat().st_size > PAGE
    assert sorted(found.game or 0 for found in raw_recordings(path)) == [1, 2]
    store.close()


@pytest.mark.parametrize("seed", range(3))
def test_any_bytes_are_looked_through(tmp_path: Path, whole: Whole, seed: int) -> None:
    random, path = Random(seed), tmp_path / "noise"
    for _ in range(10):
        piece = whole.content[random.randrange(len(whole.content)) :]
        path.write_bytes(random.randbytes(random.randrange(9_000)) + piece + b"piecement recording 1\n" * 3)
        for found in raw_recordings(path):
            assert found.text.startswith("piecement recording")
