"""Goals about how one plays, golf and grades: by counts made by hand, and by the published tables."""

from dataclasses import replace
from typing import Any

import pytest

from piecement_engine import MODES, Button, Game, Recording, RuleError, Rules
from piecement_engine.bots import Position
from piecement_engine.events import Announced, End, Spin
from piecement_engine.modes.custom import GivenQueue
from piecement_engine.modes.golf import ROWS
from piecement_engine.modes.grades import GRADES, Grades
from piecement_engine.modes.puzzle import PuzzlePack
from piecement_engine.modes.puzzle_stages import PuzzleStage
from piecement_engine.modes.standards import Standards
from piecement_engine.modes.zen import NoTopOut
from piecement_engine.rules.scoring import Lock, tgm1_award
from tests.sampling import together

WELL = (".#########",) * 8
SECOND = 10**9


def tap(game: Game, *buttons: Button) -> None:
    """Press buttons one by one, and wait until the next piece is in play."""
    for button in buttons:
        game.update(game.view.time_ns + SECOND // 100, {button})
        game.update(game.view.time_ns + SECOND // 100, set())
    if game.view.end is None:
        game.update(game.view.time_ns + SECOND)


def in_well(standards: Standards, pieces: str = "IIII", rows: tuple[str, ...] = WELL, **rules_of: Any) -> Game:
    """Return a game in which an I into the left column is a quad."""
    rules = Rules(start_level=1, rotation_system="srs", modifiers=(GivenQueue(pieces), standards), **rules_of)
    game = Game(rules, 1, board=rows)
    game.update(SECOND)
    return game


def quad(game: Game) -> None:
    tap(game, Button.ROTATE_LEFT, *[Button.MOVE_LEFT] * 5, Button.HARD_DROP)


def test_attack_wins_by_the_table() -> None:
    """A quad sends four rows, and the next one five, as it is back-to-back."""
    game = in_well(Standards(attack=9), rows=(*WELL, "........#."))
    quad(game)
    first = game.view.attack, game.view.end
    quad(game)

    assert first == (4, None)
    assert (game.view.attack, game.view.end) == (9, End.COMPLETED)


def test_the_attack_table_counts() -> None:
    counts: list[int | None] = []
    for name in ("guideline", "netris"):
        game = in_well(Standards(attack=50, attack_rule=name), rows=(*WELL, "........#."))
        quad(game)
        counts.append(game.view.attack)

    assert counts == [4, 3]


def test_quads_only_loses_by_a_single() -> None:
    game = in_well(Standards(quads_only=True), rows=(".#########", *["..########"] * 3))
    quad(game)

    assert game.view.end is End.LIMIT_REACHED


def test_efficiency_is_judged_from_ten_lines_on() -> None:
    """Three quads send 4, 5 and 6 rows by the guideline, with its first combo: 15 on 12 lines."""
    ends = []
    for percent in (100, 200):
        game = in_well(Standards(efficiency=percent), "IIIII", (*WELL, *[".#########"] * 4, "........#."))
        quad(game)
        quad(game)
        before = game.view.end
        quad(game)
        ends.append((before, game.view.end))

    assert ends == [(None, None), (None, End.LIMIT_REACHED)]


@pytest.mark.parametrize(("allowed", "end"), [(-1, None), (0, End.LIMIT_REACHED), (1, End.LIMIT_REACHED), (2, None)])
def test_finesse_faults_lose(allowed: int, end: End | None) -> None:
    """Left and right are two presses too many."""
    game = in_well(Standards(faults=allowed), rows=())
    tap(game, Button.MOVE_LEFT, Button.MOVE_RIGHT, Button.HARD_DROP)

    assert game.view.end is end


@together("faulty", ["attack=-1", "efficiency=2000", "faults=-2", "quads_only=1", "attack_rule='none'"])
def test_a_wrong_standard_is_one_sentence(faulty: str) -> None:
    name, value = faulty.split("=")
    with pytest.raises(RuleError, match=name):
        Standards(**{name: value.strip("'") if "'" in value else int(value)})  # type: ignore[arg-type]


def test_custom_sets_standards_and_leaves_empty_ones_out() -> None:
    custom = MODES["custom"]

    assert Standards(attack=10, quads_only=True) in custom.rules_with({}, {"attack": 10, "quads_only": True}).modifiers
    assert custom.rules_with({}, {"attack": 0, "faults": -1}).modifiers == ()


def test_an_attack_puzzle_is_won_by_its_count() -> None:
    stage = PuzzleStage("", "I", (".#########",) * 4 + ("##........",)[:0], "attack", 14)
    won = {}
    for count in (14, 15):
        pack = PuzzlePack((stage._replace(lines=count),), attempts=1)
        game = Game(Rules(start_level=3, hold="off", rotation_system="srs", modifiers=(pack,)), 0)
        game.update(SECOND)
        quad(game)
        won[count] = game.view.outcomes

    assert won == {14: (True,), 15: (False,)}  # four, and ten for the perfect clear


@together("seed", range(0, 100, 5))
def test_golf_is_solvable_with_par_and_not_with_fewer(seed: int) -> None:
    game = Game(MODES["golf"].rules, seed)
    game.update(SECOND)
    gaps = [row.count(0) for row in game.view.rows]

    assert len(gaps) == ROWS
    assert all(gaps)
    assert sum(gaps) == 4 * (game.view.par or 0)  # no piece fills more than four
    assert max(gaps) < 10 - 3


def test_golf_refuses_a_field_lower_than_its_rows() -> None:
    with pytest.raises(RuleError, match="height is 5: golf takes at least 6"):
        Game(replace(MODES["golf"].rules, skyline=4, height=5))


def test_golf_is_the_same_for_all_by_its_seed() -> None:
    boards = []
    for seed in (5, 5, 6):
        game = Game(MODES["golf"].rules, seed)
        game.update(SECOND)
        boards.append((game.view.rows, game.view.known))

    assert boards[0] == boards[1] != boards[2]


@together(
    ("lock", "points", "combo"),
    [
        *(((1, 0, 1, 0), 1, 1), ((4, 100, 1, 0), 4 * 26 * 7, 7), ((2, 7, 3, 0), 2 * 3 * 5, 5), ((0, 7, 3, 9), 0, 0)),
        *(((1, 0, 0, 18), 19, 1), ((3, 299, 1, 17), 3 * (76 + 17) * 5, 5), ((4, 998, 13, 20), 4 * (251 + 20) * 19, 19)),
    ],
)
@together("bravo", [1, 4])
def test_points_of_grades(lock: tuple[int, int, int, int], points: int, combo: int, bravo: int) -> None:
    """(Level and lines / 4, rounded up, + soft) x lines x combo x bravo, as tetris.wiki has it."""
    lines, level, before, soft = lock
    award = tgm1_award(Lock(lines, Spin.NONE, bravo == 4, level, before, 0, soft))

    assert (award.points, award.combo) == (points * bravo, combo)


def test_soft_drop_counts_in_the_clear_of_its_piece() -> None:
    """Two presses of soft drop count, while the piece that falls by itself scores the clear alone."""
    scores: list[tuple[int, Game]] = []
    for buttons in ({Button.SOFT_DROP}, set[Button]()):
        game = in_well(Standards(attack=50), rows=(*[".#########"] * 4, "........#."), scoring="tgm1", level_up=False)
        tap(game, Button.ROTATE_LEFT, *[Button.MOVE_LEFT] * 5)
        before = game.view.piece
        game.update(game.view.time_ns + SECOND // 5, buttons)
        game.update(game.view.time_ns + SECOND // 5, set())
        game.update(game.view.time_ns + SECOND // 5, buttons)
        after = game.view.piece
        assert before is not None
        assert after is not None
        scores.append((before.y - after.y if buttons else 0, game))
        tap(game, Button.HARD_DROP)

    (rows, soft), (_, plain) = scores
    assert rows > 3
    assert soft.view.score - plain.view.score == rows * 4 * 7


def test_levels_stop_before_a_section_until_a_line() -> None:
    game = Game(replace(MODES["grades"].rules, modifiers=(Grades(), NoTopOut())), 1)
    levels: list[int] = []
    for _ in range(150):
        game.update(game.view.time_ns + 4 * SECOND, {Button.SOFT_DROP})
        game.update(game.view.time_ns + SECOND // 10, set())
        levels.append(game.view.level)

    assert levels == sorted(levels)
    assert levels[-20:] == [99] * 20


def test_the_grade_follows_the_points() -> None:
    assert [name for _, name in GRADES] == [*"987654321", *(f"S{number}" for number in range(1, 10))]
    assert [points for points, _ in GRADES] == sorted(points for points, _ in GRADES)


def test_grades_show_one_next_piece_whatever_the_player_has() -> None:
    rules = MODES["grades"].rules_with({"preview_count": 5, "hold": "once", "rotation_system": "srs"})

    assert (rules.preview_count, rules.hold, rules.rotation_system) == (1, "off", "ars")


def test_graded_games_replay() -> None:
    game = Game(MODES["grades"].rules, 7)
    while game.view.end is None and game.view.pieces < 30:
        tap(game, Button.HARD_DROP)
    recording = Recording.from_text(Recording.of(game).to_text())

    assert recording.verify() is None
    assert recording.replay().view.level == game.view.level > 5


def test_an_announcement_can_be_translated() -> None:
    game = Game(MODES["puzzle"].rules, 1)
    events = game.update(SECOND)
    text = next(event.text for event in events if isinstance(event, Announced))

    assert text == "Stage 1 of 24: I-spin"
    assert getattr(text, "template", None) == "Stage {number} of {count}: {name}"


def solves(position: Position, left: int, rows: int) -> bool:
    """Return whether so many pieces can fill all gaps of so many rows, none of them above."""
    for placement in position.placements:
        after = position.push(placement)
        height = rows - placement.lines
        if len(after.rows) <= height and (not height if left == 1 else solves(after, left - 1, height)):
            return True
    return False


@pytest.mark.parametrize("seed", range(12))
def test_golf_is_proved_by_a_search(seed: int) -> None:
    game = Game(MODES["golf"].rules, seed)
    game.update(SECOND)
    view = game.view
    assert view.par is not None
    assert view.piece is not None
    board = "\n".join("".join("#" if cell else "." for cell in row) for row in reversed(view.rows))
    pieces = [view.piece.shape.name, *(shape.name for shape in view.known)][: view.par]

    assert solves(Position.from_text(board, pieces, MODES["golf"].rules), view.par, ROWS)
