"""The game of another player: however much of it becomes known at once, the board is the one that was played."""

from piecement.client.round_sessions import RemoteSession
from piecement_base.modes import MATCH_MODE
from piecement_base.plan import Plan
from piecement_engine import Event, Game, Rules, Setup
from piecement_engine.bots import BOTS, Pace, Player
from piecement_engine.match import FollowedGame
from piecement_engine.rules.timing import SECOND
from tests.app.stand_ins import ManualClock

LENGTH_NS = 40 * SECOND
SETUP = Setup(rules=Rules(), seed=5)


def played() -> Game:
    """Return a game of a bot."""
    game = Game.from_setup(SETUP)
    Player(game, BOTS["gale"].make(1), Pace(pieces_per_second=2.0)).advance(LENGTH_NS)
    return game


def test_latecomer_catches_up_in_parts_to_an_equal_board() -> None:
    game = played()
    remote = RemoteSession(Plan(MATCH_MODE, 5), SETUP, ManualClock(), lambda: LENGTH_NS - 1, 15 * SECOND)
    remote.receive(LENGTH_NS, game.inputs)
    seen = [(len(remote.advance()) > 0, remote.view.time_ns, remote.jumps) for _ in range(4)]
    same = FollowedGame(SETUP)
    same.follow(LENGTH_NS, game.inputs)

    assert [time_ns for _, time_ns, _ in seen] == [15 * SECOND, 30 * SECOND, LENGTH_NS - 1, LENGTH_NS - 1]
    assert [happened for happened, _, _ in seen] == [False, False, False, False]
    assert [jumps for _, _, jumps in seen] == [1, 2, 3, 3]
    assert (remote.view.board.tiles, remote.view.score) == (same.view.board.tiles, same.view.score)
    assert remote.statistics.lock_checks.last == same.check


def test_a_punctual_client_sees_everything() -> None:
    clock = ManualClock(0)
    remote = RemoteSession(Plan(MATCH_MODE, 5), SETUP, clock, clock, 15 * SECOND)
    remote.receive(LENGTH_NS, played().inputs)
    events: list[Event] = []
    for _ in range(20):
        clock.pass_ms(1000)
        events += remote.advance()
    same = FollowedGame(SETUP)

    assert events == same.follow(20 * SECOND + 1, [entry for entry in played().inputs if entry[0] <= 20 * SECOND])
