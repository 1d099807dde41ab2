"""The puzzle: its stages can be solved, its verdicts fall where they must, and nothing helps but the given pieces."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from piecement_engine import MODES, Button, End, Event, Game, Limits, Recording, RuleError, Rules
from piecement_engine.board.pieces import Orientation
from piecement_engine.bots import Position
from piecement_engine.events import Accolade, Announced, PieceLocked
from piecement_engine.modes.puzzle import Puzzle, PuzzlePack
from piecement_engine.modes.puzzle_stages import STAGES, PuzzleStage
from tests.engine.play import begun_game
from tests.sampling import together

MS = 1_000_000
PUZZLE = MODES["puzzle"].rules

_SOLUTIONS: dict[str, list[list[Any]]] = json.loads(  # each entry has a shape, an orientation, a place and moves
    (Path(__file__).parents[2] / "data" / "puzzle_solutions.json").read_text("utf-8")
)
"""For each stage, where its pieces go and how they get there."""

_BUTTONS = {
    "l": Button.MOVE_LEFT,
    "r": Button.MOVE_RIGHT,
    "d": Button.SOFT_DROP,
    "rotL": Button.ROTATE_LEFT,
    "rotR": Button.ROTATE_RIGHT,
}


def presses(moves: str) -> Iterator[Button]:
    """Yield the presses of moves like `dx14 rotR l`."""
    for move in moves.split():
        name, _, times = move.partition("x")
        yield from [_BUTTONS[name]] * int(times or 1)


class Solver:
    """Plays a puzzle with real buttons, a millisecond for each press and each release."""

    def __init__(self, rules: Rules = PUZZLE) -> None:
        self.game = Game(rules, 0)
        self.events: list[Event] = self.game.update(0)

    def tap(self, button: Button) -> None:
        time = self.game.view.time_ns
        self.events += self.game.update(time + MS, {button})
        if self.game.view.end is None:
            self.events += self.game.update(time + 2 * MS, set())

    def settle(self) -> None:
        """Advance the game over the lock, the clear and the next spawn."""
        self.events += self.game.update(self.game.view.time_ns + 300 * MS)

    def solve(self, stage: int) -> None:
        for _, _, _, _, moves in _SOLUTIONS[str(stage)]:
            for button in presses(moves):
                self.tap(button)
            self.tap(Button.HARD_DROP)
            self.settle()

    def fail(self) -> None:
        """Drop all the pieces of the stage where they are."""
        for _ in range(1 + len(self.game.view.next)):
            self.tap(Button.HARD_DROP)
            self.settle()

    def fill_hole(self) -> None:
        """Drop a piece at the right wall."""
        for button in (*[Button.MOVE_RIGHT] * 3, Button.HARD_DROP):
            self.tap(button)
        self.settle()

    def messages(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Announced)]


@pytest.fixture(scope="module")
def solved() -> Solver:
    """The whole puzzle, solved."""
    solver = Solver()
    for stage in range(1, 25):
        assert solver.game.view.level == stage, f"stage {stage} begins"
        solver.solve(stage)
    return solver


def test_all_24_stages_are_solved_with_real_buttons(solved: Solver) -> None:
    view = solved.game.view

    assert view.end is End.COMPLETED
    assert view.level == 25
    assert not view.rows


def test_every_piece_of_the_solutions_locks_where_they_say(solved: Solver) -> None:
    locked = [event.piece for event in solved.events if isinstance(event, PieceLocked)]
    expected = [tuple(entry[:4]) for stage in range(1, 25) for entry in _SOLUTIONS[str(stage)]]

    assert [(p.shape.name, Orientation(p.orientation).name, p.x, p.y) for p in locked] == expected


def test_each_stage_is_announced_by_name(solved: Solver) -> None:
    assert solved.messages() == [f"Stage {i} of 24: {stage.name}" for i, stage in enumerate(STAGES, 1)]


def test_points_count_but_are_not_told(solved: Solver) -> None:
    assert solved.game.view.score > 0
    assert not [event for event in solved.events if isinstance(event, Accolade)]


def test_a_solved_puzzle_replays(solved: Solver) -> None:
    replayed = Recording.from_text(Recording.of(solved.game).to_text()).replay()

    assert replayed.view.end is End.COMPLETED
    assert (replayed.view.time_ns, replayed.view.score) == (solved.game.view.time_ns, solved.game.view.score)


def test_a_copy_of_a_puzzle_goes_its_own_way() -> None:
    solver = Solver()
    solver.solve(1)
    copy = solver.game.copy()
    solver.fail()

    assert solver.messages()[-1] == "I-spin: 4 tries left"
    assert copy.view.level == 2
    assert len(copy.view.next) == 1, "the copy still has its second piece to come"


def test_the_fifth_failure_loses() -> None:
    solver = Solver()
    for _ in range(5):
        assert solver.game.view.end is None
        solver.fail()

    assert solver.game.view.end is End.LIMIT_REACHED
    assert solver.messages() == [
        "Stage 1 of 24: I-spin",
        *(f"I-spin: {left} tries left" for left in (4, 3, 2)),
        "I-spin: 1 try left",
    ]


def test_a_solved_stage_gives_five_new_attempts() -> None:
    solver = Solver()
    for _ in range(4):
        solver.fail()
    solver.solve(1)
    for _ in range(4):
        solver.fail()

    assert solver.game.view.end is None
    assert solver.game.view.level == 2


def test_the_verdict_falls_before_the_next_spawn() -> None:
    solver = Solver()
    for _ in range(4):
        solver.fail()
    solver.tap(Button.HARD_DROP)
    solver.settle()
    solver.tap(Button.HARD_DROP)
    solver.settle()

    kinds = [event.kind for event in solver.events]
    assert kinds[-2:] == ["piece_locked", "game_ended"]


def test_a_failed_stage_is_laid_out_again_with_all_its_pieces() -> None:
    solver = Solver()
    before = solver.game.view.board.to_text()
    solver.fail()

    assert solver.game.view.board.to_text() == before
    assert [shape.name for shape in solver.game.view.next] == ["I"]


def test_the_preview_shows_the_rest_of_a_stage() -> None:
    solver = Solver()
    for stage in range(1, 24):
        solver.solve(stage)

    assert "".join(shape.name for shape in solver.game.view.next) == "LOSIJZ"


def test_hold_does_nothing() -> None:
    solver = Solver()
    piece = solver.game.view.piece
    solver.tap(Button.HOLD)

    assert solver.game.view.hold is None
    assert solver.game.view.piece == piece


def test_pieces_fall_as_at_level_3_at_every_stage() -> None:
    solver = Solver()
    for stage in range(1, 6):
        solver.solve(stage)

    assert solver.game.view.level == 6
    assert solver.game.view.fall_delay_ns == 617_796_000


def test_each_of_24_stages_has_four_free_cells_for_each_piece() -> None:
    assert len(STAGES) == len(_SOLUTIONS) == 24
    for stage in STAGES:
        assert sum(row.count(".") for row in stage.rows) == 4 * len(stage.pieces), stage.name
        assert {len(row) for row in stage.rows} == {10}, stage.name


def test_the_puzzle_keeps_the_turns_that_it_is_made_for() -> None:
    rules = MODES["puzzle"].rules_with({"rotation_system": "srs", "hold": "once", "das_ns": 100 * MS})

    assert (rules.rotation_system, rules.hold, rules.das_ns) == ("ocular", "off", 100 * MS)


def test_a_puzzle_on_another_board_is_refused() -> None:
    with pytest.raises(RuleError, match="width is 12: the puzzle is 10 wide"):
        Game(Rules.from_dict({"width": 12}, PUZZLE))


def test_a_later_stage_can_be_the_first_one() -> None:
    game = begun_game(MODES["puzzle"].rules_with(options={"stage": 7}), seed=0)

    assert game.view.level == 7
    assert [row.count(0) for row in game.view.rows] == [row.count(".") for row in reversed(STAGES[6].rows)]


def test_a_game_from_a_later_stage_is_for_practice() -> None:
    assert MODES["puzzle"].is_practice({"stage": 2})
    assert not MODES["puzzle"].is_practice({"stage": 1})
    assert not MODES["puzzle"].is_practice({})


@pytest.mark.parametrize("stage", [0, len(STAGES) + 1, "2"])
def test_a_stage_that_there_is_not_is_refused(stage: Any) -> None:
    with pytest.raises(RuleError, match="stage"):
        Puzzle(stage=stage)


def packed(*stages: PuzzleStage, **fields: Any) -> Rules:
    return replace(PUZZLE, limits=Limits(), modifiers=(PuzzlePack(stages, **fields),))


def test_the_24_stages_as_a_pack_play_as_the_mode_does(solved: Solver) -> None:
    pack = Solver(replace(PUZZLE, modifiers=(PuzzlePack(),)))
    for stage in range(1, 25):
        pack.solve(stage)
    mine = [event for event in pack.events if not isinstance(event, Accolade)]

    assert mine == solved.events
    assert pack.game.inputs == solved.game.inputs


def test_a_pack_comes_back_from_its_recording() -> None:
    rules = packed(PuzzleStage("One", "T", ("###....###",), "lines", 1, ("A hint",)), STAGES[3])
    solver = Solver(rules)
    solver.fail()
    recording = Recording.from_text(Recording.of(solver.game).to_text())

    assert recording.setup.rules == rules
    assert recording.verify() is None
    assert solver.messages() == ["Stage 1 of 2: One", "Goal: 1 line", "One: 4 tries left", "A hint"]


SLOT = ("##........", "#...######", "##.#######")


@together(
    ("goal", "count", "is_won"),
    [("spin", 1, True), ("spin", 2, True), ("spin", 3, False), ("lines", 2, True), ("lines", 3, False)],
)
@together("spins", [True, False])
def test_each_goal_is_judged(goal: str, count: int, is_won: bool, spins: bool) -> None:
    stage = PuzzleStage("Slot", "T", SLOT, goal, count)
    solver = Solver(replace(packed(stage, attempts=1), rotation_system="srs"))
    position = Position.from_text("\n".join(SLOT), "T", Rules(start_level=3, rotation_system="srs", hold="off"))
    for button in position.keys("T-S@1,0 full")[:-1] if spins else ():
        solver.tap(button)
    solver.tap(Button.HARD_DROP)
    solver.settle()

    assert solver.game.view.end is (End.COMPLETED if is_won and spins else End.LIMIT_REACHED)


def test_a_par_ends_a_stage_as_soon_as_its_goal_is_reached() -> None:
    """The pieces left over are gone, and the par of the game is that of all its stages."""
    hole = PuzzleStage("Hole", "IOT", ("######....",), "lines", 1, (), 1)
    empty = PuzzleStage("Empty", "III", (), par=2)
    solver = Solver(packed(hole, empty, attempts=2))
    solver.fail()
    solver.fill_hole()
    view = solver.game.view
    recording = Recording.from_text(Recording.of(solver.game).to_text())

    assert view.par == 3
    assert view.outcomes == (False, True)
    assert (view.pieces, view.level, len(view.known)) == (4, 2, 2)
    assert [*solver.messages()][:4] == ["Stage 1 of 2: Hole", "Goal: 1 line", "Par 1", "Hole: 1 try left"]
    assert recording.setup.rules == view.rules
    assert recording.verify() is None


def test_without_a_par_the_last_piece_decides() -> None:
    solver = Solver(packed(PuzzleStage("Hole", "IO", ("######....",)), attempts=1))
    solver.fill_hole()
    solver.fail()

    assert solver.game.view.outcomes == (False,)
    assert solver.game.view.par is None


def test_a_spin_before_the_last_try_does_not_count() -> None:
    """However many locks one update holds."""
    stage = PuzzleStage("Slot", "TO", SLOT, "spin", 3)
    rules = replace(packed(stage, stage), rotation_system="srs")
    solver = Solver(rules)
    solver.fail()
    recording = Recording.of(solver.game)

    assert recording.verify() is None
    assert recording.replay(10**10).view.level == solver.game.view.level == 1


@together(
    "change",
    [
        *({"pieces": ""}, {"pieces": "Q"}, {"name": "A\x1b"}, {"goal": "win"}, {"count": 0}, {"count": 5}),
        *({"rows": rows} for rows in (["##"], ["#.", "#"], ["#."] * 17, [3])),
        *({"par": par} for par in (-1, 2, True, "1")),
    ],
)
def test_an_impossible_stage_is_refused(change: dict[str, object]) -> None:
    stage = {"name": "A", "pieces": "T", "rows": ["#."], "goal": "lines", "count": 1, "hints": [], "par": 0}
    pack = {"kind": "puzzle_pack", "stages": [[*stage.values()]]}
    assert Rules.from_dict({"modifiers": [pack]})

    for wrong in ([*(stage | change).values()], [], "x"):
        with pytest.raises(RuleError):
            Rules.from_dict({"modifiers": [{**pack, "stages": [wrong]}]})


def test_a_pack_of_another_width_is_refused() -> None:
    with pytest.raises(RuleError, match="the puzzle is 6 wide"):
        Game(packed(PuzzleStage("Narrow", "T", ("##..##",))), 0)


def test_a_field_lower_than_a_stage_is_refused() -> None:
    high = packed(PuzzleStage("High", "T", ("####.#####",) * 6))

    with pytest.raises(RuleError, match="height is 5: the puzzle is 6 high"):
        Game(replace(high, skyline=4, height=5), 0)
    assert len(Game(replace(high, skyline=4, height=6), 0).view.rows) == 6


def test_the_width_that_is_refused_is_not_that_of_the_board() -> None:
    pack = packed(PuzzleStage("Narrow", "T", ("####..##",)), PuzzleStage("Wide", "T", ("####..####",)))

    with pytest.raises(RuleError, match="width is 10: the puzzle is 8 wide"):
        Game(pack, 0)
