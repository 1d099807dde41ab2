"""Positions as values, and games without a clock: they agree with the games that buttons play."""

import copy
import pickle
from importlib import import_module
from random import Random
from typing import Any

import pytest

from piecement_engine import (
    MODES,
    BoardTextError,
    Button,
    EngineError,
    FumenError,
    Game,
    Limits,
    PlacementError,
    Recording,
    RuleError,
    Rules,
    Spin,
)
from piecement_engine.board.pieces import Piece
from piecement_engine.bots import PerfectClears
from piecement_engine.bots import Position as SeenPosition
from piecement_engine.events import PieceLocked
from piecement_engine.play import Placement, Position, Way, game_of, place, rules_of, tap
from piecement_engine.rules.limits import Limit
from tests.sampling import together

TSD = "###.......\n##...#####\n###.######"
PLAYED = ("marathon", "guideline", "20g", "cascade", "polyomino", "jminos", "classic", "game_boy", "pytetris")


def as_any(value: Any) -> Any:
    return value


def as_evaluated(position: Position) -> object:
    names: dict[str, Any] = {"Position": Position, "Rules": Rules, "Limits": Limits, "Limit": Limit}
    return eval(repr(position), names)


@pytest.mark.parametrize("mode", PLAYED)
def test_a_pushed_position_is_that_of_the_game(mode: str) -> None:
    random = Random(mode)
    game = game_of(mode, seed=5, rules={} if "preview_count" in MODES[mode].fixed() else {"preview_count": 3})
    for _ in range(12):
        before = Position.of(game)
        placement = random.choice([*before.placements])
        events = place(game, placement)
        if game.view.end:
            break
        after = before.push(placement)
        now = Position.of(game)
        assert [event.piece.cells for event in events if isinstance(event, PieceLocked)] == [placement.piece.cells]
        assert after.rows == now.rows
        assert (after.hold, after.combo) == (now.hold, now.combo)
        assert after.piece in {now.piece, None}
        assert sum(event.kind == "lines_cleared" for event in events) <= placement.lines
    assert Recording.of(game).replay().view.rows == game.view.rows


@pytest.mark.parametrize("mode", ["guideline", "20g", "jminos"])
def test_the_keys_play_a_placement(mode: str) -> None:
    random = Random(mode)
    game = game_of(mode, seed=8)
    for _ in range(12):
        position = Position.of(game)
        placement = random.choice([*position.placements])
        events = [event for key in position.keys(placement) for event in tap(game, key)]
        locked = [event.piece.cells for event in events if isinstance(event, PieceLocked)]
        assert locked == [placement.piece.cells], (position, placement)


def test_a_placement_says_how_it_is_reached() -> None:
    position = Position.from_text(TSD, "T", "guideline")
    twist = next(one for one in position.placements if one.lines == 2)
    under = Position.from_text("####......\n..........", "I", "guideline").placements

    assert repr(twist) == "T-S@2,0 twist full"
    assert (twist.way, twist.spin) == (Way.TWIST, Spin.FULL)
    assert {one.piece.x: one.way for one in under if one.piece.orientation == 0 and one.piece.y == 0} == {
        **dict.fromkeys(range(4), Way.TUCK),
        **dict.fromkeys(range(4, 7), Way.DROP),
    }


def way_by_steps(position: Position, start: Piece) -> Way:
    """Return the way to a placement, found by moves of the piece back up until nothing is above it."""
    board = position.board
    spots = {start}
    for piece in (queue := [start]):
        above = [(x, y) for x, low in piece.cells for y in range(low + 1, board.height)]
        if not any(board.is_filled(x, y) for x, y in above if (x, y) not in piece.cells):
            return Way.DROP if piece == start else Way.TUCK
        _, _, x, y = piece
        moved = [piece._replace(x=x - 1), piece._replace(x=x + 1), piece._replace(y=y + 1)]
        new = [one for one in moved if one not in spots and board.fits(one)]
        spots.update(new)
        queue += new
    return Way.TWIST


@pytest.mark.parametrize("mode", ["guideline", "20g", "jminos"])
def test_ways_are_those_of_single_steps(mode: str) -> None:
    random = Random(mode)
    found: set[Way] = set()
    for seed in range(3):
        game = game_of(mode, seed=seed)
        for _ in range(10):
            placements = [*Position.of(game).placements]
            for one in placements:
                assert one.way is way_by_steps(Position.of(game), one.piece), (game, one)
            found |= {one.way for one in placements}
            place(game, random.choice([one for one in placements if one.piece.y < 10] or placements))

    assert found == {*Way}


def test_a_shape_on_another_side_is_read_back() -> None:
    """Netris spawns some shapes on another side than ours of that name, so that their orientations differ."""
    position = Position.from_text("", ["6-036"], Rules(pieces="6 netris"))

    assert [position.placement(str(one)) for one in position.placements] == [*position.placements]


def test_a_placement_is_read_back_from_its_text() -> None:
    position = Position.from_text(TSD, "TO", "guideline", hold="I")
    for placement in position.placements:
        read = Placement.parse(repr(placement))
        found = position.placement(repr(placement))
        assert read == placement == found
        assert hash(read) == hash(placement)
        assert (found.lines, found.way) == (placement.lines, placement.way)
        assert position.push(repr(placement)) == position.push(placement)
    assert position.push("T-S@2,0") == position.push("T-S@2,0 twist full")
    assert position.keys("T-S@2,0")[-1] is Button.HARD_DROP
    assert Placement.parse("hold P5-E@3,0").piece.shape.name == "P5"


def test_a_wrong_text_of_a_placement_is_named() -> None:
    position = Position.from_text(TSD, "T", "guideline")
    with pytest.raises(PlacementError, match="'T@2,0' is no placement: it is like 'T-S@2,0'"):
        position.push("T@2,0")
    with pytest.raises(PlacementError, match="T-S@2,5 is none of the 37 placements of the position, such as T-N"):
        position.push("T-S@2,5")
    with pytest.raises(PlacementError, match="T-S@2,0 belongs to no position"):
        assert Placement.parse("T-S@2,0").lines


def test_pop_gives_the_position_before() -> None:
    position = Position.from_text(TSD, "TOI", "guideline")
    after = position.push("T-S@2,0")

    assert after.pop() is position
    assert after.push(after.placements[0]).pop().pop() is position
    for first in (position, copy.copy(after)):
        with pytest.raises(PlacementError, match="there is none before it"):
            first.pop()


def test_placements_are_a_sequence() -> None:
    position = Position.from_text(TSD, "T", "guideline")
    placements = position.placements

    assert len(placements) == len([*placements]) == 37
    assert placements[-1] == [*placements][-1] in placements
    assert placements[:2] == tuple(placements)[:2]
    assert placements == Position.from_text(TSD, "T", "guideline").placements == tuple(placements)
    assert pickle.loads(pickle.dumps(placements[3])).lines == placements[3].lines
    assert not Position.from_text(TSD).placements


def test_colours_make_no_other_position() -> None:
    grey = Position.from_text("##.#......", "T")

    assert Position.from_text("TJ.L......", "T") == grey
    assert Position(grey.arena, grey.bits, grey.piece, may_hold=True).rows == grey.rows


def test_former_names_work_for_one_release() -> None:
    position = Position.from_text(TSD, "TO", "guideline")
    best = position.placement("T-S@2,0")
    after = position.push(best)

    with pytest.warns(DeprecationWarning, match="is placements now"):
        assert position.choices() == [*position.placements]
    with pytest.warns(DeprecationWarning, match="each has its lines"):
        assert (best, 2) in [*position.choices_and_lines()]
    with pytest.warns(DeprecationWarning, match="bits, and lines"):
        assert position.after(best) == (after.bits, 2)
    with pytest.warns(DeprecationWarning, match="piece may be None"):
        assert (position.played(best), after.played(after.placements[0])) == (after, None)
    with pytest.warns(DeprecationWarning, match="of any arena"):
        PerfectClears(position.arena)
    with pytest.warns(DeprecationWarning, match="bots.position now"):
        assert import_module("piecement_engine.play.position").Position is Position
    assert SeenPosition is Position


def test_the_hash_of_rules_is_kept() -> None:
    rules, other = Rules(preview_count=3), Rules(preview_count=3)

    assert hash(rules) == hash(other) == hash(pickle.loads(pickle.dumps(rules))) == hash(copy.copy(rules))
    assert {rules: 1}[other] == 1
    assert rules.to_dict() == {"preview_count": 3}


def test_positions_are_values() -> None:
    position = Position.from_text(TSD, "TIO", "guideline", hold="S")
    other = Position.from_text(TSD, "TIO", "guideline", hold="S")

    assert position == other
    assert len({position, other, position.push(position.placements[0])}) == 2
    assert copy.deepcopy(position) == copy.copy(position) == pickle.loads(pickle.dumps(position)) == position


@pytest.mark.parametrize(
    "position",
    [
        Position.from_text(),
        Position.from_text(TSD, "TIO", "guideline", hold="S", may_hold=False, level=3, combo=2, back_to_back=1),
        Position.from_text("TT........", "LJ", Rules(height=24, preview_count=2)).at("S", 4, 9),
        Position.from_text("", "T", fall_delay_ns=0, barred=["hold"]),
    ],
)
def test_a_repr_makes_the_position_anew(position: Position) -> None:
    assert as_evaluated(position) == position


def test_a_fumen_gives_the_position_again() -> None:
    position = Position.from_text(TSD, "TIO", hold="S")

    assert Position.from_fumen(position.fumen()) == position
    assert Position.from_fumen(position.fumen(position.placements[0])) == position
    with pytest.raises(FumenError, match="no page 3: it has 1"):
        Position.from_fumen(position.fumen(), 3)
    with pytest.raises(FumenError, match="only tetrominoes"):
        Position.from_text("", ["P5"], Rules(pieces="5")).fumen()


def test_drawings_show_the_board_and_a_placement() -> None:
    position = Position.from_text(TSD, "T", "guideline")
    twist = next(one for one in position.placements if one.lines == 2)

    assert position.unicode(twist).splitlines()[:2] == ["│██████              │", "│████▒▒▒▒▒▒██████████│"]
    assert position.unicode("T-S@2,0") == position.unicode(twist)
    assert position.svg(twist).count("<rect") == 1 + 19 + 4
    assert position.svg() == position._repr_svg_()


def test_position_without_room_is_over() -> None:
    full = "\n".join(["#########."] * 20)
    position = Position.from_text(full, "OT", hold="I")

    assert not position.is_over
    assert not Position.from_text(full).is_over
    assert Position.from_text("\n".join([".#########"] * 22), "O").is_over


@together(
    ("make", "error", "says"),
    [
        (lambda: Position.from_text("###"), BoardTextError, "'###' has 3 cells: a row has 10"),
        (lambda: Position.from_text("", "X"), RuleError, "unknown piece 'X'"),
        (lambda: Position.from_text("", "T", "guidelines"), RuleError, "did you mean 'guideline'?"),
        (lambda: Position.from_text("", "T").at("N", 500, -3), PlacementError, "T cannot be at 500,-3"),
        (lambda: Position.from_text("").at("N", 0, 0), PlacementError, "no piece is in play"),
        (lambda: Position.of(Game(seed=1)), EngineError, "no piece is in play"),
        (lambda: Game(as_any("marathon")), RuleError, "piecement_engine.play.game_of takes a mode or its name"),
        (lambda: rules_of("marathon", rules={"width": 12}), RuleError, "width is fixed by the mode 'marathon'"),
        (lambda: rules_of(Rules(), options={"lines": 4}), RuleError, "options are those of a mode"),
    ],
)
def test_mistakes_are_refused_where_made(make: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        make()
    assert says in str(caught.value)


def test_a_placement_from_elsewhere_is_refused() -> None:
    position = Position.from_text("", "TO")
    floating = Placement(position.placements[0].piece._replace(y=5))
    foreign = Position.from_text("", "I").placements[0]
    game = game_of(Rules(), seed=1)
    before = pickle.dumps(game)

    for placement in (floating, foreign):
        with pytest.raises(PlacementError):
            position.push(placement)
        with pytest.raises(PlacementError):
            position.keys(placement)
        with pytest.raises(PlacementError):
            place(game, placement)
    assert pickle.dumps(game) == before


def test_a_drop_by_a_tap_locks_the_piece() -> None:
    game = game_of(Rules(hard_drop_guard_ns=50_000_000, double_tap_ns=100_000_000), seed=1)
    tap(game, Button.HARD_DROP)
    start = Position.of(game).piece
    for _ in range(2):
        tap(game, Button.MOVE_LEFT)
    moved = Position.of(game).piece

    assert game.view.pieces == 1
    assert start is not None
    assert moved is not None
    assert moved.x == start.x - 2
