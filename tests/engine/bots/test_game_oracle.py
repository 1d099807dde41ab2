"""Reckonings of the bots equal the game: the oracle is a breadth-first search by the buttons of a real game."""

from collections import deque
from random import Random
from typing import Final

import pytest

from piecement_engine import ROTATION_SYSTEMS, Button, Game, Rules
from piecement_engine.board.pieces import Cells, Piece
from piecement_engine.bots import Position
from piecement_engine.events import PieceLocked
from tests.engine.play import begun_game
from tests.sampling import sampled

PRESSES: Final = (
    Button.MOVE_LEFT,
    Button.MOVE_RIGHT,
    Button.ROTATE_RIGHT,
    Button.ROTATE_LEFT,
    Button.ROTATE_180,
    Button.SOFT_DROP,
)
STEP_NS: Final = 50_000_000
SMALL: Final = {"width": 8, "height": 18, "skyline": 12, "hold": "off"}
KINDS: Final[dict[str, dict[str, object]]] = {
    "plain": {},
    "20G": {"start_level": 20},
    "cascade": {"cascade": True},
    "cascade at 20G": {"cascade": True, "start_level": 20},
    "sizes 1 to 5": {"pieces": "1-5"},
    "pentominoes at 20G": {"pieces": "5", "start_level": 20},
}


def begun(rules: Rules, rng: Random) -> Game:
    """Return a game on a board full of overhangs, with its first piece in play."""
    density = rng.choice((0.4, 0.55, 0.7))
    rows = [[rng.random() < density for _ in range(rules.width)] for _ in range(rng.randint(0, rules.skyline - 5))]
    for row in rows:
        row[rng.randrange(rules.width)] = False
    game = begun_game(rules, rng.randrange(1000), board=["".join(".#"[cell] for cell in row) for row in rows])
    while game.view.piece is None:
        game.update(game.view.time_ns + STEP_NS)
    return game


def pressed(game: Game, button: Button) -> Game | None:
    """Return the state after a press and its release, or None if the piece is no longer in play."""
    after = game.copy()
    after.update(game.view.time_ns, {button})
    after.update(game.view.time_ns, ())
    return None if after.view.piece is None or after.view.dropped else after


def everywhere(game: Game) -> dict[Piece, Game]:
    """Return every place to which presses bring the piece in play, with the game as it is then."""
    piece = game.view.piece
    assert piece
    seen = {piece: game}
    waiting = deque([game])
    while waiting:
        here = waiting.popleft()
        for button in PRESSES:
            there = pressed(here, button)
            place = there and there.view.piece
            if there and place and place not in seen:
                seen[place] = there
                waiting.append(there)
    return seen


def locked(game: Game) -> tuple[Cells, int | None]:
    """Drop the piece in play; return where it locks, and the board when the next comes, or None where none does."""
    after = game.copy()
    events = after.update(game.view.time_ns, {Button.HARD_DROP})
    while after.view.end is None and (after.view.piece is None or after.view.dropped):
        events += after.update(after.view.time_ns + STEP_NS, ())
    (piece,) = (event.piece for event in events if isinstance(event, PieceLocked))
    return piece.cells, None if after.view.end else after.view.board.bits


def check_against_the_game(system: str, kind: dict[str, object], boards: int, seed: int) -> None:
    rng = Random(seed)
    for _ in range(boards):
        rules = Rules.from_dict({"rotation_system": system, **SMALL, **kind})
        game = begun(rules, rng)
        position = Position.of(game.view)
        reckoned = {choice.piece.cells: position.push(choice).bits for choice in position.placements}
        played = dict(map(locked, everywhere(game).values()))
        below = {cells for cells in played if min(y for _, y in cells) < rules.skyline}

        assert set(reckoned) == below
        assert {cells: reckoned[cells] for cells in below if played[cells]} == {
            cells: played[cells] for cells in below if played[cells]
        }


@pytest.mark.wide
@pytest.mark.parametrize(("system", "name"), sampled(ROTATION_SYSTEMS, KINDS))
def test_placements_are_exactly_those_the_buttons_reach(system: str, name: str) -> None:
    check_against_the_game(system, KINDS[name], 4, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("system", list(ROTATION_SYSTEMS))
def test_so_it_is_on_many_boards(system: str, kind: dict[str, object]) -> None:
    check_against_the_game(system, kind, 850, seed=2)
