"""A bot plays real games by buttons, every piece locks where it wanted, and the games are ordinary recordings."""

from collections.abc import Iterator

import pytest

from piecement_engine import LOCKINGS, MODES, ROTATION_SYSTEMS, Button, End, Game, Recording, Rules
from piecement_engine.bots import (
    BOTS,
    Bot,
    Opponent,
    Pace,
    Placement,
    Player,
    Position,
    Search,
    SearchingBot,
    register_bot,
)
from piecement_engine.bots.bot import Habits
from tests.engine.play import begun_game

FRAME_NS = 50_000_000
MOST_NS = 30_000_000_000
QUICK = Habits(search=Search("survive", 2, 2))


def played(rules: Rules, bot: Bot, pieces: int, pace: Pace | None = None, seed: int = 1) -> tuple[Game, Player]:
    """Play by a bot until a number of pieces have locked or the game ends, for half a minute at most."""
    game = Game(rules, seed)
    player = Player(game, bot, pace or Pace())
    time_ns = 0
    while game.view.end is None and game.view.pieces < pieces and time_ns < MOST_NS:
        time_ns += FRAME_NS
        player.advance(time_ns)
    return game, player


def assert_plays(rules: Rules, pieces: int, habits: Habits = QUICK, pace: Pace | None = None, seed: int = 1) -> None:
    """Assert that a bot plays a number of pieces, and that each locks where it was planned."""
    game, player = played(rules, SearchingBot(habits), pieces, pace, seed)

    assert game.view.pieces >= pieces
    assert player.astray == 0


@pytest.mark.wide
@pytest.mark.parametrize("system", list(ROTATION_SYSTEMS))
@pytest.mark.parametrize("level", [1, 20])
def test_every_piece_locks_where_the_bot_wanted(system: str, level: int) -> None:
    assert_plays(Rules(rotation_system=system, start_level=level), 30)


@pytest.mark.wide
@pytest.mark.parametrize("level", [1, 13, 15, 17, 19, 20, 30])
@pytest.mark.parametrize("teleports", [True, False])
def test_at_a_human_pace_too_while_pieces_fall(level: int, teleports: bool) -> None:
    pace = Pace(pieces_per_second=3, tap_ns=30_000_000, teleports=teleports)
    assert_plays(Rules(start_level=level), 30, pace=pace, seed=3)


@pytest.mark.parametrize("pieces_per_second", [1, 2, 5])
def test_the_pace_is_kept(pieces_per_second: float) -> None:
    pace = Pace(pieces_per_second=pieces_per_second, tap_ns=20_000_000)
    game, _ = played(Rules(line_clear_delay_ns=0), SearchingBot(QUICK), 20, pace)

    assert abs(game.view.pieces * 1e9 / game.view.time_ns - pieces_per_second) < 0.1 * pieces_per_second


@pytest.mark.wide
@pytest.mark.parametrize(
    "changes",
    [
        {"pieces": "5", "width": 12, "rotation_system": "auto"},
        {"cascade": True},
        {"scoring": "guideline", "spin_rule": "t_three_corner", "rotation_system": "srs", "preview_count": 3},
        {"spin_rule": "immobile", "rotation_system": "auto"},
        {"hard_drop_guard_ns": 300_000_000},
        {"double_tap_ns": 200_000_000},
        {"soft_drop_factor": 1e9},
        {"hold": "off"},
        {"hold": "unlimited"},
        {"preview_count": 0},
        {"locking": "classic", "line_clear_delay_ns": 0, "appearance_delay_ns": 0},
    ],
    ids=str,
)
def test_it_plays_by_all_kinds_of_rules(changes: dict[str, object]) -> None:
    assert_plays(Rules.from_dict(changes), 25, Habits(search=Search("score", 2, 2)), seed=5)


@pytest.mark.wide
@pytest.mark.parametrize("locking", list(LOCKINGS))
@pytest.mark.parametrize("level", [1, 20])
def test_it_plays_under_every_lock_down_policy(locking: str, level: int) -> None:
    pace = Pace(pieces_per_second=4, tap_ns=20_000_000)
    assert_plays(Rules(locking=locking, start_level=level), 20, pace=pace, seed=4)


@pytest.mark.wide
@pytest.mark.parametrize("mode", list(MODES))
def test_every_mode_can_be_watched(mode: str) -> None:
    game, player = played(MODES[mode].rules_with(), SearchingBot(QUICK), 20, seed=2)

    assert game.view.pieces > 0 or mode == "ascent"
    assert player.astray == 0


class Foreseeing:
    """Keeps every position that it is shown, and what it chooses."""

    def __init__(self) -> None:
        self.positions: list[Position] = []
        self.choices: list[Placement | None] = []

    def think(self, position: Position) -> Iterator[Placement | None]:
        *_, choice = QUICK.search.think(position)
        self.positions.append(position)
        self.choices.append(choice)
        yield choice


@pytest.mark.wide
@pytest.mark.parametrize("cascade", [False, True])
@pytest.mark.parametrize("pieces", ["tetrominoes", "3-5"])
def test_the_board_after_each_piece_is_as_foreseen(cascade: bool, pieces: str) -> None:
    bot = Foreseeing()
    rows = ["##.#.#.##.", "#.##.#.#.#", "##.###.###"] * 3
    game = Game(Rules(cascade=cascade, pieces=pieces), 6, board=rows)
    Player(game, bot).advance(15_000_000_000)

    assert game.view.lines > 5
    for before, choice, after in zip(bot.positions, bot.choices, bot.positions[1:], strict=False):
        assert choice is not None
        played = before.push(choice)
        assert played.bits == after.bits
        assert played.piece is None or (played.bits, played.hold, played.piece) == (after.bits, after.hold, after.piece)


def test_its_games_are_ordinary_recordings() -> None:
    game, _ = played(Rules(preview_count=3), SearchingBot(QUICK), 20)
    replayed = Recording.of(game).replay()

    assert replayed.view.rows == game.view.rows
    assert replayed.view.score == game.view.score
    assert replayed.inputs == game.inputs


@pytest.mark.wide
@pytest.mark.parametrize("name", list(BOTS))
def test_named_bots_play_the_same_game_for_the_same_seed(name: str) -> None:
    games = [played(Rules(preview_count=2), BOTS[name].make(9), 8)[0] for _ in range(2)]

    assert games[0].inputs == games[1].inputs
    assert games[0].view.pieces >= 8


def test_opponents_come_in_the_order_of_their_strength() -> None:
    levels = [opponent.level for opponent in BOTS.values() if opponent.level]

    assert levels == list(range(1, len(levels) + 1))
    speeds = [opponent.pieces_per_second for opponent in BOTS.values() if opponent.level]
    assert speeds == sorted(speeds)


def test_erring_bot_plays_worse_and_differs_by_seed() -> None:
    habits = Habits(search=Search("survive", 1, 1), error_rate=0.5)
    games = [played(Rules(), SearchingBot(habits, seed), 20)[0] for seed in (1, 2)]

    assert games[0].inputs != games[1].inputs


def test_thinking_can_be_kept_from_any_time() -> None:
    game = Game(Rules(preview_count=5), 1)
    player = Player(game, BOTS["score"].make(1), Pace(pieces_per_second=5))
    for frame in range(60):
        player.advance(frame * 16_000_000, may_think=lambda: False)

    assert game.view.pieces >= 3
    assert player.astray == 0


class LateBot:
    """Answers only once it is told to."""

    def __init__(self) -> None:
        self.answers = False

    def think(self, position: Position) -> Iterator[Placement | None]:
        """Yield None until then."""
        while not self.answers:
            yield None
        yield from SearchingBot(Habits()).think(position)


def test_slow_bot_is_waited_for_but_the_game_goes_on() -> None:
    game = Game(Rules(), 1)
    bot = LateBot()
    player = Player(game, bot, Pace(pieces_per_second=5))
    player.advance(20_000_000_000, may_think=lambda: False)
    locked = game.view.pieces
    bot.answers = True
    player.advance(21_000_000_000, may_think=lambda: False)

    assert locked == 1
    assert game.view.time_ns == 21_000_000_000
    assert game.view.pieces > 2


def test_it_takes_over_a_piece_that_a_person_has_moved() -> None:
    game = begun_game(Rules(), 1)
    game.update(10_000_000, {Button.MOVE_LEFT, Button.ROTATE_RIGHT})
    game.update(1_500_000_000, {Button.MOVE_LEFT})
    player = Player(game, SearchingBot(QUICK))
    player.advance(4_000_000_000)

    assert game.view.held == frozenset()
    assert game.view.pieces > 3
    assert player.astray == 0


def test_it_shows_its_plan_before_it_plays() -> None:
    game = Game(Rules(), 1)
    player = Player(game, SearchingBot(QUICK), Pace(pieces_per_second=1))
    player.advance(1_000_000_000)

    assert player.choice is not None
    assert game.view.piece is not None


def test_a_hopeless_game_is_played_to_its_end() -> None:
    rows = ["#########."] * 19
    game = Game(Rules(hold="off"), 1, board=rows)
    player = Player(game, SearchingBot(QUICK))
    player.advance(60_000_000_000)

    assert game.view.end in {End.BLOCK_OUT, End.LOCK_OUT, None}


class Leftmost:
    """Paths every piece as far to the left as it goes."""

    def think(self, position: Position) -> Iterator[Placement | None]:
        yield min(position.placements, key=lambda choice: (choice.piece.x, choice.piece.y), default=None)


def test_a_bot_of_ones_own_plays_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def leftmost(_: int) -> Leftmost:
        return Leftmost()

    opponent = Opponent(name="leftmost", sentence="Goes left.", make=leftmost)
    monkeypatch.setitem(BOTS, "leftmost", opponent)
    register_bot(opponent)
    game, player = played(Rules(), BOTS["leftmost"].make(0), 4)

    assert player.astray == 0
    assert all(not row[9] for row in game.view.rows)


def test_rules_without_delays_do_not_stop_time_for_a_bot() -> None:
    rules = Rules(appearance_delay_ns=0, line_clear_delay_ns=0, hard_drop_delay_ns=0)
    game = Game(rules, 1)
    Player(game, SearchingBot(QUICK)).advance(10_000_000)
    assert 5 < game.view.pieces < 12
