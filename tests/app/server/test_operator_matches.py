"""What becomes of a rated match when the operator takes a hand in it."""

from collections.abc import Callable
from contextlib import closing

import pytest

from piecement_net.errors import OnlineError, RoomError
from piecement_server.store.bans import Ban
from piecement_server.store.stores import UNFINISHED_MS
from tests.app.server.test_match_ends import World

Act = Callable[["Operated"], None]


class Operated(World):
    """A match in which the operator does one thing, in the first round."""

    def __init__(self, act: Act) -> None:
        self.acts = [act]
        super().__init__(1)

    def happen(self) -> None:
        if self.model.round_ns is not None and self.now_ns > self.model.round_ns and self.acts:
            self.acts.pop()(self)
            self.settle()

    def expel(self) -> None:
        """Let the first player meet the end of the connection."""
        player = self.players[0]
        assert player.far is not None
        self.model.leave(player.side)
        with pytest.raises(OnlineError):
            self.dispatcher.check(player.far, self.now_ns)
        player.is_gone, player.wants_network = True, False
        player.cut()


def member_of(world: Operated, side: int) -> int:
    far = world.players[side].far
    assert far is not None
    assert far.session is not None
    assert far.session.member is not None
    return far.session.member


def kick(world: Operated) -> None:
    world.dispatcher.dismiss(member_of(world, 0), OnlineError("kicked_by_operator"), world.now_ns)
    world.expel()


def ban(world: Operated) -> None:
    account = world.lobby.members[member_of(world, 0)].account
    world.dispatcher.enforce({account: Ban(account, "anna", 1, "floods")}, world.now_ns)
    world.expel()


def ban_while_cut(world: Operated) -> None:
    account = world.lobby.members[member_of(world, 0)].account
    world.cut(world.players[:1])
    world.dispatcher.enforce({account: Ban(account, "anna", 1, "floods")}, world.now_ns)
    world.model.leave(0)


def close(world: Operated) -> None:
    world.lobby.end_room(world.lobby.rooms[0].id, RoomError("closed_by_operator"), world.now_ns)
    world.dispatcher.settle(world.now_ns)


def drain(world: Operated) -> None:
    """Drain the server: the match goes on until the first player leaves."""
    world.dispatcher.match_maker.close()
    world.lobby.drain(world.now_ns)
    world.dispatcher.settle(world.now_ns)
    assert [room.takes_part(room.players[0]) for room in world.lobby.rooms] == [True]
    kick(world)


@pytest.mark.parametrize(
    ("act", "scores"),
    [
        *((act, {"anna": 0.0, "bert": 1.0}) for act in (kick, ban, ban_while_cut, drain)),
        (close, {}),
    ],
)
def test_a_match_has_the_result_that_is_documented(act: Act, scores: dict[str, float]) -> None:
    world = Operated(act)
    with closing(world.stores.database):
        world.run()

        assert not world.acts
        assert world.scores() == scores
        assert [match for match in world.stores.matches.unfinished(UNFINISHED_MS, 0) if not match.ended] == []
