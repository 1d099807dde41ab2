"""Properties of every game, under any rules and any input."""

from random import Random

import pytest

from piecement_engine import EngineError, Game, GameEndedError, PastUpdateError, Recording, Rules, UnknownButtonError
from piecement_engine.events import Accolade, Event, LinesCleared, PieceLocked
from piecement_engine.game.inputs import mask_to_buttons
from tests.engine.play import MS, begun_game, check_invariants, random_inputs, random_rules, state_of, with_lock_checks


def play_at_random(seed: int, inputs: int) -> Game:
    """Play random inputs by random rules, starting anew after each end, and check the game after each input."""
    random = Random(seed)
    rules = random_rules(random)
    game = Game(rules, seed=seed)
    base = 0
    for time, mask in random_inputs(random, inputs):
        if game.view.end is not None:
            game, base = Game(rules, seed=random.getrandbits(32)), time
        game.update(time - base, mask_to_buttons(mask))
        check_invariants(game)
    return game


def refuse_at_random(game: Game, random: Random) -> None:
    """Make calls that must be refused; each raises an error of the engine."""
    calls = [lambda: game.update(game.view.time_ns - 1), lambda: game.update(game.view.time_ns, ["jump"])]
    with pytest.raises((PastUpdateError, UnknownButtonError, GameEndedError)):
        random.choice(calls)()


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(60))
def test_random_games_break_no_invariant_and_replay_identically(seed: int) -> None:
    game = play_at_random(seed, 400)
    refuse_at_random(game, Random(seed))
    recording = Recording.from_text(with_lock_checks(game).to_text())

    assert recording.verify() is None
    assert state_of(recording.replay()) == state_of(game)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 1500, 25))
def test_million_random_inputs_raise_only_refusals(first: int) -> None:
    for seed in range(first, first + 25):
        play_at_random(seed, 2000)


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(40))
def test_updates_in_between_change_nothing(seed: int) -> None:
    random = Random(seed)
    rules = random_rules(random)
    inputs = list(random_inputs(random, 300))
    told: list[list[Event]] = []
    for most in (0, 3):
        game = Game(rules, seed=seed)
        told.append([])
        for time, mask in inputs:
            between = sorted(random.randint(game.view.time_ns, time) for _ in range(random.randint(0, most)))
            for change_time, held in (*((early, None) for early in between), (time, mask_to_buttons(mask))):
                if game.view.end is None:
                    told[-1] += game.update(change_time, held)

    assert told[0] == told[1]


@pytest.mark.parametrize("seed", range(20))
def test_lines_and_cells_are_conserved(seed: int) -> None:
    """Cells locked, less those of cleared lines, are the cells on the board; the counts are those of the events."""
    random = Random(seed)
    game = Game(Rules(start_level=15, line_clear_delay_ns=0), seed=seed)
    events = game.update(0)
    for time, mask in random_inputs(random, 3000):
        if game.view.end is not None:
            break
        events += game.update(time, mask_to_buttons(mask))
    locked = sum(isinstance(event, PieceLocked) for event in events)
    cleared = sum(len(event.rows) for event in events if isinstance(event, LinesCleared))
    points = sum(event.points for event in events if isinstance(event, Accolade))
    cells = sum(1 for row in game.view.rows for tile in row if tile)

    assert (cells, game.view.lines, game.view.score) == (4 * locked - 10 * cleared, cleared, points)


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("level", [1, 10, 19, 22])
def test_piece_rests_at_one_height_no_longer_than_its_budget(level: int, seed: int) -> None:
    """With ground-time locking and 20G or not, continuous contact at one height ends within the ground time."""
    random = Random(seed)
    rules = Rules(start_level=level, ground_time_max_ns=900 * MS)
    game = begun_game(rules, seed=seed)
    since: int | None = None
    height = -1
    for step in range(1, 4000):
        if game.view.end is not None:
            break
        game.update(step * 5 * MS, mask_to_buttons(random.choice([0, 1, 2, 4, 8, 0])))
        piece = game.view.piece
        if piece is None or not game.view.board.grounded(piece) or piece.y != height:
            since, height = (step * 5 * MS, piece.y) if piece is not None else (None, -1)
        elif since is not None:
            assert step * 5 * MS - since <= rules.ground_time_max_ns + 5 * MS


def test_a_game_without_delays_comes_to_an_end() -> None:
    """Also where a mode makes room for every piece."""
    at_once = {f"{name}_delay_ns": 0 for name in ("fall", "lock", "appearance", "line_clear", "hard_drop")}
    rules = Rules.from_dict({**at_once, "modifiers": [{"kind": "no_top_out"}]})
    game = Game(rules, seed=1)
    game.update(1)

    assert game.view.end is not None


def test_refusals_share_one_base() -> None:
    assert all(issubclass(error, EngineError) for error in (PastUpdateError, GameEndedError, UnknownButtonError))
