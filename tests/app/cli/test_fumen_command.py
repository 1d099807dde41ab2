"""`piecement fumen` turns boards and games into fumens, and fumens into boards."""

import json
from pathlib import Path

import pytest

from piecement.cli.board_file import read_board
from piecement.storage.replays import to_fumen
from piecement_base.errors import StorageError
from piecement_engine import FumenError, Game, Recording, Rules
from piecement_engine.fumen import Page, decode, encode
from tests.app.kept_games import recorded, short_game, store_in
from tests.programs import Said

OPENING = "v115@vhGRQYHAvItJEJmhCAUmBKpBvsBTtBGhBFqQPAUEzP?EJG98AQmqhECDdCA"


def test_a_fumen_is_printed_as_boards(said: Said) -> None:
    status, out, _ = said("fumen", "show", OPENING, "--page", 2)

    assert status == 0
    assert out == "Page 2 · Opening\n...zz.....\n....zz....\n...IIII...\n\n".replace(
        "....zz....\n...IIII", "...IzzI", 0
    )


@pytest.mark.parametrize("given", [OPENING.replace("@", "%40"), OPENING.replace("v", "V", 1)])
def test_fumen_in_another_spelling_is_no_file(given: str, said: Said) -> None:
    assert said("fumen", "show", given) == said("fumen", "show", OPENING)


def test_file_with_a_sign_of_fumens_in_its_name(tmp_path: Path, said: Said) -> None:
    (tmp_path / "me@home.txt").write_text(OPENING)

    assert said("fumen", "show", tmp_path / "me@home.txt") == said("fumen", "show", OPENING)


def test_a_fumen_is_printed_as_json(said: Said) -> None:
    _, out, _ = said("fumen", "show", f"http://fumen.zui.jp/?{OPENING}", "--json")
    pages = json.loads(out)

    assert len(pages) == 7
    assert pages[1]["field"] == ["...IIII..."]
    assert pages[6]["piece"] == {"shape": "T", "orientation": "S", "x": 1, "y": 0}


def test_a_board_becomes_a_fumen_and_a_fumen_a_board(tmp_path: Path, said: Said) -> None:
    (tmp_path / "board.txt").write_text("T\nIIII##")
    _, out, _ = said("fumen", "board", tmp_path / "board.txt", "--comment", "a well")
    (tmp_path / "fumen.txt").write_text(out)

    assert decode(out) == (Page(("IIIIXX....", "T........."), comment="a well"),)
    assert read_board(tmp_path / "fumen.txt") == read_board(tmp_path / "board.txt")


def test_a_fumen_is_read_from_a_file(tmp_path: Path, said: Said) -> None:
    (tmp_path / "x.fumen").write_text(OPENING)

    assert said("fumen", "show", tmp_path / "x.fumen")[1].count("Page") == 7


def test_a_game_a_slot_and_an_exported_replay_are_the_same_fumen(tmp_path: Path, said: Said) -> None:
    store = store_in(tmp_path)
    game = store.games.finish(recorded())
    store.save_slots.save("2", short_game(), recorded().origin)
    store.close()
    _, of_game, _ = said("fumen", "game", game, "--data-dir", tmp_path)
    _, of_slot, _ = said("fumen", "slot", 2, "--data-dir", tmp_path)
    exported = tmp_path / "game.fumen"
    said("replay", "export", game, "--format", "fumen", "--output", exported, "--data-dir", tmp_path)

    assert exported.read_text() == of_game
    assert [page.piece for page in decode(of_slot)] == [page.piece for page in decode(of_game)]


def test_a_page_of_a_game_leads_to_the_next() -> None:
    pages = decode(to_fumen(Recording.of(short_game())))

    assert len(pages) == 4
    assert [page.following().field for page in pages[:-1]] == [page.field for page in pages[1:]]
    assert pages[-1].comment == "0:01.55, 0 lines, 3 pieces, 0 points"


def test_a_game_that_a_fumen_cannot_show_is_refused() -> None:
    with pytest.raises(StorageError, match="the game is 12 wide: a fumen is 10"):
        to_fumen(Recording.of(Game(Rules(width=12), seed=1)))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["show", "v115@vhAA"], "the fumen is cut off: its last page breaks off."),
        (["show", "v115@vhAAgH", "--page", "2"], "there is no page 2: the fumen has pages 1 to 1."),
        (["show", "no/file"], "no/file cannot be read (No such file or directory)."),
        (["game", "77"], "There is no game 77."),
        (["slot", "3"], "There is no game in save slot '3'."),
    ],
)
def test_junk_fumen_gets_one_sentence(tmp_path: Path, said: Said, arguments: list[str], complaint: str) -> None:
    folder = ["--data-dir", str(tmp_path)] if arguments[0] in ("game", "slot") else []
    status, out, err = said("fumen", *arguments, *folder)

    assert (status, out) == (2, "")
    assert err == f"piecement: {complaint}\n"


def test_a_damaged_fumen_is_no_board(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("v115@vh")

    with pytest.raises(FumenError, match="the fumen is cut off"):
        read_board(tmp_path / "board.txt")


def test_a_fumen_with_a_row_of_grey_starts_a_game(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(encode([Page(("XXXXXXXXX.",))]))

    assert read_board(tmp_path / "board.txt") == ("#########.",)
