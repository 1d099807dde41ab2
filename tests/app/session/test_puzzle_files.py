"""Puzzles as files: packs are read, each of the game's is proved, and a fault is a sentence with its line."""

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from piecement.session.puzzle_files import ENDING, puzzle_text, read_puzzle
from piecement.session.puzzle_packs import BUILT_IN, TETRS, read_pack, read_packs, stages_of
from piecement.session.puzzle_solver import fewest_pieces, solutions
from piecement.session.toml_files import TomlFileError
from piecement_engine import MODES, Game, Rules
from piecement_engine.modes.puzzle_stages import STAGES, PuzzleStage
from tests.sampling import together

ROOT = Path(__file__).parents[3]
PACKS = ("downstacking", "golf_course", "perfect_clears", "t_spins")
(GOOD,) = re.findall(r"```toml\n(.*?)```", (ROOT / "documentation/pages/play/puzzles.md").read_text("utf-8"), re.DOTALL)
SRS = Rules(start_level=3, hold="off", rotation_system="srs")


def count(stage: PuzzleStage, rules: Rules = SRS) -> int:
    return sum(solutions(stage, rules, len(stage.pieces)))


def test_the_puzzle_of_the_page_can_be_solved_in_one_way() -> None:
    puzzle = read_puzzle(GOOD)

    assert puzzle.stage.rows == ("##........", "#...######", "##.#######")
    assert puzzle.stage.hints == ("The T rotates under the roof.", "Come in from the right.")
    assert count(puzzle.stage, puzzle.rules) == 1


@pytest.mark.parametrize("name", PACKS)
def test_each_puzzle_of_the_game_is_proved(name: str) -> None:
    mode = read_pack(BUILT_IN / name).mode
    stages = stages_of(mode)

    assert len(stages) == 10
    assert len({stage.rows for stage in stages}) == 10
    assert [stage.name for stage in stages if sum(fewest_pieces(stage, mode.rules)) != stage.par] == []
    assert mode.ranking == ("-level", "pieces", "time")
    Game(mode.rules, 1)


def test_the_stages_of_tetrs_are_proved_and_of_the_mode() -> None:
    mode = read_pack(BUILT_IN / TETRS).mode

    assert mode is MODES["puzzle"]
    assert stages_of(mode) == STAGES
    assert [any(solutions(stage, mode.rules, len(stage.pieces))) for stage in STAGES] == [True] * 24


@together(
    ("stage", "expected"),
    [
        (PuzzleStage("", "I", ("######....",)), 1),
        (PuzzleStage("", "O", ("######....",)), 0),
        (PuzzleStage("", "II", ("######....", "######....")), 1),
        (PuzzleStage("", "T", ("######....",)), 0),
        (PuzzleStage("", "I", (".#########",) * 4, "lines", 4), 1),
        (PuzzleStage("", "O", (".#########",) * 4, "lines", 1), 0),
        (PuzzleStage("", "T", ("##........", "#...######", "##.#######"), "spin", 2), 1),
        (PuzzleStage("", "T", ("..........", "#...######", "##.#######"), "spin", 2), 0),
        (PuzzleStage("", "J", ("##........", "#...######", "##.#######"), "spin", 2), 0),
        (PuzzleStage("", "OI", (*("########..",) * 2, *("#.#.#.#.##",) * 3), "lines", 2), 17),
        (PuzzleStage("", "OI", (*("########..",) * 2, *("#.#.#.#.##",) * 3), "lines", 1), 17),
    ],
)
def test_the_ways_are_counted(stage: PuzzleStage, expected: int) -> None:
    assert count(stage) == expected


@together(
    ("stage", "least"),
    [
        (PuzzleStage("", "OIT", ("######....",)), 0),
        (PuzzleStage("", "IOT", ("######....",)), 1),
        (PuzzleStage("", "OOOOOI", (), "lines", 2), 5),
        (PuzzleStage("", "OOOO", (), "lines", 2), 0),
        (PuzzleStage("", "IT", ("##........", "#...######", "##.#######"), "spin", 2), 2),
        (PuzzleStage("", "OOI", ("######....",) * 2, "attack", 10), 2),
        (PuzzleStage("", "II", ("#########.", "..........", "#########."), "perfect_clear"), 0),
    ],
)
def test_the_fewest_pieces_are_found(stage: PuzzleStage, least: int) -> None:
    assert sum(fewest_pieces(stage, SRS)) == least


def test_with_hold_the_fewest_pieces_may_be_later_ones() -> None:
    stage = PuzzleStage("", "OI", ("######....",), "lines", 1)

    assert sum(fewest_pieces(stage, SRS)) == 2
    assert sum(fewest_pieces(stage, replace(SRS, hold="once"))) == 1


@pytest.mark.parametrize("seed", range(5))
def test_the_par_of_golf_is_that_of_the_solver(seed: int) -> None:
    game = Game(MODES["golf"].rules, seed)
    view = game.view
    game.update(10**9)
    assert view.piece is not None
    rows = tuple("".join("#" if cell else "." for cell in row) for row in reversed(view.rows))
    pieces = view.piece.shape.name + "".join(shape.name for shape in view.known)
    hole = PuzzleStage("", pieces, rows, "lines", len(rows))

    assert sum(fewest_pieces(hole, view.rules)) == view.par


def test_many_ways_come_one_by_one() -> None:
    stage = PuzzleStage("", "OOOOI", (), "lines", 1)

    assert sum(islice(filter(None, solutions(stage, SRS, len(stage.pieces))), 3)) == 3


def test_a_pack_has_its_stages_in_the_order_of_its_files(tmp_path: Path) -> None:
    for number, title in ((2, "Second"), (1, "First")):
        (tmp_path / f"{number}{ENDING}").write_text(GOOD.replace("First slot", title))
    mode = read_pack(tmp_path).mode

    assert [stage.name for stage in stages_of(mode)] == ["First", "Second"]
    assert (mode.ranking, mode.options[0].name) == (("-level", "time"), "stage")
    assert mode.rules.limits.level is not None
    assert mode.rules.limits.level.value == 2
    assert read_pack(tmp_path / f"2{ENDING}").stages[0].name == "Second"


def test_a_mode_without_puzzles_has_no_stages() -> None:
    assert stages_of(MODES["40_lines"]) == ()


def test_a_board_comes_back_from_its_text() -> None:
    puzzle = read_puzzle(puzzle_text('My "board"', ("##.#######", "T...######"), "TO"))

    assert puzzle.stage == PuzzleStage('My "board"', "TO", ("#...######", "##.#######"))


@together(
    ("changed", "line", "sentence"),
    [
        (("title", "name"), 1, "there is no 'title'"),
        (('"First slot"', r'"\u0007"'), 1, "at least 1"),
        (('board = """\n##........\n#...######\n##.#######\n"""', 'board = """\n##.\n"""'), 4, "width is 3"),
        (('"T"', '"Q"'), 9, "pieces of a stage are 'Q'"),
        (('"T"', '""'), 9, "1 to 56"),
        (('"T"', "3"), 9, "valid string"),
        (("##.####", "##.#"), 4, "equally wide"),
        (("##.####", "####?##"), 4, "of # and ."),
        (('"srs"', '"srx"'), 10, "srx"),
        (('"spin"', '"win"'), 11, "'perfect_clear'"),
        (("= 2", "= 9"), 11, "goal of a stage is 9 spin"),
        (("= 2", '= "two"'), 12, "valid integer"),
        (("count = 2", "count = 2\npar = 2"), 13, "par of a stage is 2: it must be 1 to 1"),
        (('hints = ["Come', 'hint = ["Come'), 13, "'hint' is not one of title"),
    ],
)
def test_a_fault_is_told_with_its_line(changed: tuple[str, str], line: int, sentence: str) -> None:
    with pytest.raises(TomlFileError, match=rf"^line {line}: ") as fault:
        read_puzzle(GOOD.replace(*changed))

    assert sentence in str(fault.value)


def test_faults_of_a_folder_name_the_file(tmp_path: Path) -> None:
    (tmp_path / "good").mkdir()
    (tmp_path / "good" / f"a{ENDING}").write_text(GOOD)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / f"a{ENDING}").write_text(GOOD)
    (tmp_path / "other" / f"b{ENDING}").write_text(GOOD.replace('"srs"', '"ocular"'))
    (tmp_path / "empty").mkdir()
    (tmp_path / f"bad{ENDING}").write_bytes(b"\xff")
    (tmp_path / f"huge{ENDING}").write_text("#" * 30_000)
    found = list(read_packs(tmp_path))
    faults = " ".join(one for one in found if isinstance(one, str))

    assert [one.mode.title for one in found if not isinstance(one, str)] == ["Good"]
    assert all(name in faults for name in ("b.puzzle.toml: hold, rotation", "empty", "bad.puzzle", "larger than 20 kB"))
    assert list(read_packs(tmp_path / "nowhere")) == []


@together("seed", range(300))
def test_any_text_gives_a_puzzle_or_one_sentence(seed: int) -> None:
    random = Random(seed)
    text = list(GOOD)
    for _ in range(random.randrange(1, 6)):
        at = random.randrange(len(text))
        text[at : at + random.randrange(4)] = random.choice(("", "\n", "[", "=", '"', "9" * 20, "-", "é", "\0", "{"))
    sentence = "line"
    try:
        read_puzzle("".join(text))
    except TomlFileError as fault:
        sentence = str(fault)

    assert re.search(r"\bline\b|end of document", sentence)
    assert len(sentence.splitlines()) == 1
