"""Tournaments of a room: who plays when, walkovers, reconnection, and restart of the server."""

from random import Random

import pytest

from piecement_engine.game.inputs import FORFEIT
from piecement_engine.rules.timing import SECOND
from piecement_net.messages.bracket import Bracket
from piecement_net.messages.from_client import AskRooms, Handicap, Join, Leave, Open, Ready, Say, SendOut, Stop
from piecement_net.messages.from_server import Left, MatchEnd, Past, Rooms, RoomState, RoundStart, Said
from piecement_net.messages.rooms import RoomRules
from piecement_server.rooms.lobby import Lobby
from piecement_server.rooms.match_flow import PAIR_PAUSE_NS, PAUSE_NS, WALKOVER_NS
from piecement_server.rooms.room import SEAT_TIMEOUT_NS
from tests.app.server.test_lobby import Table

RULES = RoomRules(preset="guideline", first_to=1, players=16, tournament=True)
NAMES = ("anna", "bert", "cleo", "dirk", "emma", "finn", "gina", "hugo")
UP = 1


class Tournament:
    """A tournament that has just begun."""

    def __init__(self, players: int, first_to: int = 1) -> None:
        self.table = Table()
        self.members = [self.table.lobby.enter(name, version=2, identity=name) for name in NAMES[:players]]
        rules = RULES.model_copy(update={"first_to": first_to})
        self.table.say(self.members[0], Open(name="Cup", rules=rules))
        self.room = self.table.lobby.rooms[0].id
        for member in self.members[1:]:
            self.table.say(member, Join(room=self.room))
        self.ready()

    def ready(self) -> None:
        self.table.ready(*self.members)
        self.table.wait(SECOND)

    @property
    def bracket(self) -> Bracket:
        bracket = self.table.state(self.members[0]).bracket
        assert bracket is not None
        return bracket

    @property
    def pair(self) -> list[int]:
        """Members of the current pair."""
        assert self.bracket.pair is not None
        return [self.members[NAMES.index(entrant.name)] for entrant in self.bracket.pair]

    def begin(self) -> None:
        """Wait for the round of the current pair."""
        self.table.wait(PAIR_PAUSE_NS + 3 * SECOND)

    def win(self, side: int = 0) -> None:
        """Play a round, which one side of the pair wins."""
        pair, ns = self.pair, 2 * SECOND
        self.table.wait(ns)
        self.table.play(pair[side], ns, ((ns // 2, UP), (ns // 4, 0)))
        self.table.play(pair[1 - side], ns, ((ns - 1, FORFEIT),))
        self.table.wait(SECOND)

    def names(self) -> list[str]:
        """Return the winners so far."""
        bracket = self.bracket
        return [bracket.entrants[pairing.winner].name for pairing in bracket.pairings if pairing.winner is not None]


def test_pairs_play_one_after_another_up_to_a_champion() -> None:
    cup = Tournament(4)
    first = [cup.bracket.entrants.index(entrant) for entrant in cup.bracket.pair or ()]
    for _ in range(3):
        cup.begin()
        cup.win()
    state = cup.table.state(cup.members[0])

    assert first == [0, 3]  # guests are seeded by the order of joining
    assert cup.names() == ["anna", "bert", "anna"]
    assert (state.state, cup.bracket.pair) == ("waiting", None)
    assert [len(cup.table.told(member, MatchEnd)) for member in cup.members] == [3] * 4
    records = [stored.record for stored in cup.table.stored if stored.record.round]
    assert [[seat.name for seat in record.seats] for record in records] == [
        ["anna", "dirk"],
        ["bert", "cleo"],
        ["anna", "bert"],
    ]
    assert len({record.id for record in records}) == 3


def test_a_match_is_best_of_three_with_two_wins() -> None:
    cup = Tournament(2, first_to=2)
    cup.begin()
    cup.win(0)
    cup.table.wait(PAUSE_NS + 2 * SECOND)
    assert cup.bracket.pairings[0].wins == (1, 0)
    cup.win(1)
    cup.table.wait(PAUSE_NS + 2 * SECOND)
    cup.win(1)

    assert cup.bracket.pairings[0].wins == (1, 2)
    assert cup.names() == ["bert"]


def test_only_the_pair_plays_and_all_others_watch() -> None:
    cup = Tournament(3)
    watcher = cup.members[0]  # a bye
    assert cup.table.refused(watcher, Ready()) == "not_your_turn"
    cup.begin()
    (start,) = cup.table.told(watcher, RoundStart)
    cup.table.say(watcher, Say(text="use the hold"))

    assert [player.name for player in start.players] == ["bert", "cleo"]
    assert [len(cup.table.told(member, Said)) for member in cup.members] == [1, 0, 0]


def test_the_next_round_begins_once_the_pair_is_ready() -> None:
    cup = Tournament(4)
    cup.table.ready(*cup.pair)

    assert len(cup.table.told(cup.members[1], RoundStart)) == 1


def test_accounts_are_seeded_by_rating_before_guests() -> None:
    table = Table()
    members = [table.lobby.enter(name, version=2, identity=name) for name in NAMES[:4]]
    for number, rating in ((1, 1400.0), (3, 1800.0)):
        table.lobby.members[members[number]].account = f"account {number}"
        table.lobby.members[members[number]].rating = rating
    table.say(members[0], Open(name="Cup", rules=RULES))
    for member in members[1:]:
        table.say(member, Join(room=table.lobby.rooms[0].id))
    for member in members:
        table.say(member, Ready())
    table.wait(SECOND)
    bracket = table.state(members[0]).bracket

    assert bracket is not None
    assert [entrant.name for entrant in bracket.entrants] == ["dirk", "bert", "anna", "cleo"]


@pytest.mark.parametrize("when", ["pause", "countdown", "round"])
def test_a_player_who_leaves_loses_by_a_walkover(when: str) -> None:
    cup = Tournament(4)
    if when != "pause":
        cup.table.wait(PAIR_PAUSE_NS)
    if when == "round":
        cup.table.wait(4 * SECOND)
    stays, leaver = cup.pair
    cup.table.say(leaver, Leave())
    if when == "round":
        cup.table.play(stays, SECOND)
    cup.table.wait(2 * SECOND)

    assert cup.names()[0] == "anna"
    assert cup.bracket.pairings[0].walkover or when == "round"  # a round is lost by leaving it
    assert cup.bracket.pair is not None
    assert cup.bracket.pair[0].name == "bert"


def test_a_waiting_player_who_leaves_loses_the_next_match() -> None:
    cup = Tournament(4)
    cup.table.say(cup.members[1], Leave())
    cup.begin()
    cup.win()

    assert cup.names() == ["anna", "cleo"]
    assert cup.bracket.pairings[1].walkover
    newcomer = cup.table.lobby.enter("eve", version=2)
    cup.table.say(newcomer, Join(room=cup.room))
    cup.table.wait(SECOND)
    assert cup.table.state(newcomer).you == 4  # the seat of a player who left stays vacant
    assert cup.table.state(newcomer).bracket == cup.bracket


def test_an_absent_player_has_a_minute() -> None:
    cup = Tournament(3)
    absent = cup.pair[0]
    cup.table.go_away(absent)
    cup.table.wait(SEAT_TIMEOUT_NS - 2 * SECOND)
    assert cup.names() == ["anna"]
    cup.table.come_back(absent)
    cup.table.wait(2 * SECOND)
    assert len(cup.table.told(absent, RoundStart)) == 1
    cup.table.wait(3 * SECOND)
    cup.win()
    cup.table.go_away(cup.pair[0])
    cup.table.wait(SEAT_TIMEOUT_NS + SECOND)

    assert cup.table.state(cup.members[1]).bracket is not None
    bracket = cup.table.state(cup.members[1]).bracket
    assert bracket is not None
    assert bracket.champion is not None
    assert bracket.champion.name == "bert"
    assert bracket.pairings[-1].walkover


@pytest.mark.parametrize(("ready", "winner"), [((), "anna"), ((0,), "anna"), ((1,), "bert")])
def test_players_away_from_the_keyboard_lose(ready: tuple[int, ...], winner: str) -> None:
    cup = Tournament(2)
    cup.begin()
    pair, ns = cup.pair, 0
    while cup.table.state(pair[0]).state != "pause":  # both top out by gravity alone
        ns += 2 * SECOND
        cup.table.wait(2 * SECOND)
        for member in pair:
            cup.table.play(member, ns)
    for side in ready:
        cup.table.say(pair[side], Ready())
    cup.table.wait(WALKOVER_NS + SECOND)

    assert cup.names() == [winner]
    assert cup.bracket.pairings[0].walkover


def test_a_returning_player_sees_the_bracket_and_the_round() -> None:
    cup = Tournament(4)
    cup.begin()
    player = cup.pair[0]
    cup.table.go_away(player)
    told = cup.table.come_back(player, anew=True)

    assert [type(message) for message in told][:2] == [RoomState, RoundStart]
    assert isinstance(told[0], RoomState)
    assert told[0].bracket == cup.bracket


def test_all_leave_and_the_room_closes() -> None:
    cup = Tournament(5)
    cup.begin()
    for member in cup.members:
        cup.table.say(member, Leave())
        cup.table.wait(SECOND)

    assert cup.table.lobby.rooms == []
    assert cup.table.reports == []


def test_the_host_ends_a_tournament_or_draws_it_anew() -> None:
    cup = Tournament(4)
    cup.begin()
    cup.win()
    cup.table.say(cup.members[0], Stop(again=True))
    cup.table.wait(SECOND)
    assert cup.names() == []
    cup.table.say(cup.members[0], Stop())
    cup.table.wait(SECOND)

    state = cup.table.state(cup.members[0])
    assert (state.state, state.bracket) == ("waiting", None)
    cup.ready()
    assert cup.bracket.pair is not None


def test_a_tournament_survives_a_restart_of_the_server() -> None:
    cup = Tournament(4)
    cup.begin()
    cup.win()
    records = [stored.record for stored in cup.table.stored]
    table = Table(Lobby(Random(2)))
    table.now_ns = cup.table.now_ns
    table.lobby.restore(records[-1], table.now_ns)
    members = [*filter(None, map(table.lobby.find_absent, NAMES[:4]))]
    for member in members:
        table.come_back(member, anew=True)
    state = table.state(members[-1])
    table.wait(SECOND)
    starts = [start for member in members for start in table.told(member, RoundStart)]

    assert not records[-1].ended
    assert state.bracket == cup.bracket
    assert [player.name for player in state.players] == list(NAMES[:4])
    assert not any(table.told(member, Past, Left) for member in members)
    assert {player.name for start in starts for player in start.players} == {"bert", "cleo"}


class TestOlderPrograms:
    def test_they_are_not_told_of_tournaments(self) -> None:
        cup = Tournament(2)
        old = cup.table.enter("eve")
        (rooms,) = cup.table.say(old, AskRooms())
        code = cup.table.refused(old, Join(room=cup.room, role="watch"))

        assert rooms == Rooms(rooms=())
        assert code == "old_program"

    @pytest.mark.parametrize(
        ("rules", "code"),
        [
            ({"tournament": False}, "too_many_players"),
            ({"first_to": 5}, "long_tournament"),
            ({"teams": 2}, "team_tournament"),
        ],
    )
    def test_rules_of_no_room_are_refused(self, rules: dict[str, object], code: str) -> None:
        table = Table()

        assert table.refused(table.enter("anna"), Open(name="x", rules=RULES.model_copy(update=rules))) == code


def test_all_send_the_same_in_a_tournament() -> None:
    """A host that plays could give itself four times the garbage."""
    cup = Tournament(4)

    assert cup.table.refused(cup.members[0], Handicap(p=0, percent=200)) == "equal_tournament"
    assert {player.percent for player in cup.table.state(cup.members[0]).players} == {100}


def test_the_host_sends_no_player_out_of_a_tournament() -> None:
    cup = Tournament(4)
    watcher = cup.table.lobby.enter("zoe", version=2, identity="zoe")
    cup.table.say(watcher, Join(room=cup.room, role="watch"))
    host, *others = cup.members
    refused = cup.table.refused(host, SendOut(name="bert"))
    cup.table.go_away(others[1])
    for name in ("cleo", "zoe"):
        cup.table.say(host, SendOut(name=name))

    assert refused == "plays_tournament"
    assert [len(cup.table.told(one, Left)) for one in (*others, watcher)] == [0, 1, 0, 1]
