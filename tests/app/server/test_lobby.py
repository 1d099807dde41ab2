"""The lobby and its rooms: who may do what, and who is told what, message by message."""

import json
from itertools import takewhile
from random import Random
from typing import TypeVar

import pytest

from piecement_engine.game.inputs import BUTTON_BITS, FORFEIT
from piecement_engine.match.judge import Judge
from piecement_engine.match.ledger import Attack
from piecement_engine.rules.timing import MILLISECOND, SECOND
from piecement_net.clean_texts import LONGEST_NAME
from piecement_net.errors import RoomError
from piecement_net.limits import ServerLimits
from piecement_net.messages.base import Message, Numbered
from piecement_net.messages.from_client import (
    AskRooms,
    Handicap,
    Inputs,
    Join,
    Leave,
    Mute,
    Open,
    OwnGame,
    Ready,
    Say,
    SendOut,
    Stop,
    Watch,
)
from piecement_net.messages.from_server import (
    Error,
    Forced,
    Left,
    MatchEnd,
    Over,
    Past,
    Rooms,
    RoomState,
    RoundEnd,
    RoundStart,
    Said,
    Tick,
)
from piecement_net.messages.rooms import Hand, RoomRules
from piecement_net.messages.rounds import Entry, Place, PlayedLock
from piecement_net.rate_limits import CostLedger
from piecement_server.rooms.effects import FindPlace, Report, Send, StoreMatch
from piecement_server.rooms.lobby import Lobby
from piecement_server.rooms.match_record import MatchRecord
from piecement_server.rooms.members import MOST_WATCHERS_OF_ROOM, Member, Members
from piecement_server.rooms.room import IDLE_NS, REQUESTS, SEAT_TIMEOUT_NS, WARNED_NS, Room

RULES = RoomRules(preset="guideline", first_to=2)
M = TypeVar("M", bound=Message)


class Table:
    """A lobby with its clock, and what everybody was told."""

    peer = ""
    """Address of new members."""
    is_slow = False
    """Whether rounds are stored only by `finish`."""

    def __init__(self, lobby: Lobby | None = None) -> None:
        self.lobby = lobby or Lobby(Random(1))
        self.now_ns: int = 100 * SECOND
        self.stored: list[StoreMatch] = []
        self.reports: list[Report] = []
        self._told: dict[int, list[Message]] = {}

    def enter(self, name: str, *, bot: bool = False, account: str = "") -> int:
        return self.lobby.enter(name, bot=bot, identity=name, account=account, peer=self.peer)

    def say(self, member: int, message: Numbered) -> list[Message]:
        """Say something, and return what the same one is told at once."""
        told = len(self.told(member, Message))
        try:
            self.receive(member, message)
        except RoomError as error:
            self.lobby.effects.refuse(member, error)
        self._do()
        return self.told(member, Message)[told:]

    def receive(self, member: int, message: Numbered) -> None:
        self.lobby.receive(member, message, self.now_ns)

    def play(self, member: int, to_ns: int, entries: tuple[Entry, ...] = ()) -> list[Message]:
        """Play in the round that began last, and return what the same one is told at once."""
        return self.say(member, Inputs(r=self.told(member, RoundStart)[-1].round, to=to_ns, e=entries))

    def refused(self, member: int, message: Numbered) -> str:
        """Return the code of the error that a message is answered with."""
        (answer,) = self.say(member, message)
        assert isinstance(answer, Error)
        return answer.code

    def told(self, member: int, *kinds: type[M]) -> list[M]:
        """Return the messages of these kinds that a client received so far."""
        return [message for message in self._told.get(member, []) if isinstance(message, kinds)]

    def wait(self, span_ns: int) -> None:
        """Advance the clock; whatever is due is done in time."""
        end_ns = self.now_ns + span_ns
        while (due_ns := self.lobby.due_ns) <= end_ns:
            self.now_ns = max(self.now_ns, due_ns)
            self.lobby.advance(self.now_ns)
            self._do()
        self.now_ns = end_ns

    def watch(self, name: str) -> int:
        """Return a new member who watches the first room."""
        member = self.enter(name)
        self.say(member, Join(room=self.lobby.rooms[0].id, role="watch"))
        return member

    def ready(self, *members: int) -> None:
        for member in members:
            self.say(member, Ready())

    def go_away(self, member: int) -> None:
        self.lobby.run(member, Room.disconnected, self.now_ns)
        self._do()

    def come_back(self, member: int, *, anew: bool = False) -> list[Message]:
        told = len(self.told(member, Message))
        self.lobby.run(member, Room.reconnected, self.now_ns, anew=anew)
        self._do()
        return self.told(member, Message)[told:]

    def drain(self) -> None:
        self.lobby.drain(self.now_ns)
        self._do()

    def state(self, member: int) -> RoomState:
        """Return the last state of the room that somebody was told."""
        return self.told(member, RoomState)[-1]

    def finish(self) -> None:
        """Finish storing the last round."""
        self.is_slow = False
        self._finish(next(effect for effect in reversed(self.stored) if effect.record.round is not None))

    def _finish(self, effect: StoreMatch) -> None:
        self.lobby.stored(effect.room, f"r{len(self.stored)}", self.now_ns)
        self._do()

    def _do(self) -> None:
        for effect in self.lobby.effects.pop():
            match effect:
                case Send():
                    self._told.setdefault(effect.member, []).append(effect.message)
                case Report():
                    self.reports.append(effect)
                case StoreMatch():
                    self.stored.append(effect)
                    if effect.record.round is not None and not self.is_slow:
                        self._finish(effect)
                case FindPlace():
                    raise AssertionError("a server of its own looks for no other")


def opened(
    players: int = 2, rules: RoomRules = RULES, *, private: bool = False, key: str | None = None
) -> tuple[Table, list[int]]:
    """Return a room that the first of some members has opened, and the others have joined."""
    table = Table()
    members = [table.enter(name) for name in ("anna", "bert", "cleo", "dirk")[:players]]
    rules = rules.model_copy(update={"players": players})
    table.say(members[0], Open(name="Cellar", rules=rules, private=private, key=key))
    for member in members[1:]:
        table.say(member, Join(room=table.lobby.rooms[0].id, key=key))
    return table, members


def started(players: int = 2, rules: RoomRules = RULES) -> tuple[Table, list[int]]:
    """Return a round that begins just now."""
    table, members = opened(players, rules)
    table.ready(*members)
    table.wait(3 * SECOND)
    return table, members


def give_up(table: Table, member: int, after_ns: int = SECOND) -> None:
    """Wait for a while without input, and give up."""
    table.wait(after_ns)
    table.play(member, after_ns, ((after_ns - 1, FORFEIT),))


def lose_to(table: Table, loser: int, winner: int) -> None:
    """End a round of two a second after its start."""
    give_up(table, loser)
    table.play(winner, SECOND + 1)


class TestTheList:
    def test_it_comes_at_most_once_a_second(self) -> None:
        table = Table()
        anna = table.enter("anna")
        for _ in range(3):
            table.say(anna, AskRooms())
        table.wait(SECOND // 2)

        assert len(table.told(anna, Rooms)) == 1
        table.wait(SECOND)
        assert len(table.told(anna, Rooms)) == 2

    def test_a_room_without_players_is_closed(self) -> None:
        table, (anna, bert) = opened()
        table.say(anna, Leave())
        assert len(table.lobby.rooms) == 1
        table.say(bert, Leave())

        assert table.lobby.rooms == []

    @pytest.mark.parametrize(("key", "listed"), [(None, False), ("sesame", True)])
    def test_a_private_room_is_listed_where_a_key_guards_it(self, key: str | None, listed: bool) -> None:
        table, _ = opened(private=True, key=key)
        eve = table.enter("eve")
        table.say(eve, AskRooms())

        assert [len(rooms.rooms) for rooms in table.told(eve, Rooms)] == [listed]


class TestComingIn:
    def test_opener_of_a_room_sits_in_it_as_its_host(self) -> None:
        table, (anna, _) = opened()

        assert (table.state(anna).you, table.state(anna).host, table.state(anna).state) == (0, 0, "waiting")

    def test_names_that_look_alike_are_told_apart(self) -> None:
        table, _ = opened(3)
        bert = table.watch("Bert")

        assert table.state(bert).watchers == ("Bert (2)",)

    def test_numbers_of_names_end_with_the_room(self) -> None:
        table, _ = opened(3)
        bert, carl = table.watch("Bert"), table.enter("carl")
        table.say(carl, Open(name="Attic", rules=RULES))
        attic = table.state(carl).id

        table.say(bert, Join(room=attic, role="watch"))
        alone = table.state(bert).watchers
        table.say(table.enter("bert"), Join(room=attic, role="watch"))
        table.say(bert, Join(room=attic, role="watch"))

        assert (alone, table.state(bert).watchers) == (("Bert",), ("bert (2)", "Bert"))

    @pytest.mark.parametrize(
        ("message", "code"),
        [
            (Join(room="there"), "seats_taken"),
            (Join(room="there", hand=Hand(initial_hold="maybe")), "hand"),
            (Open(name="Attic", rules=RULES, hand=Hand(initial_hold="maybe")), "hand"),
        ],
        ids=["full", "hand", "new room"],
    )
    def test_refused_move_leaves_the_member_where_it_is(self, message: Join | Open, code: str) -> None:
        table, (anna, _) = opened()
        cleo = table.enter("cleo")
        table.say(cleo, Open(name="Shed", rules=RULES))
        if isinstance(message, Join):
            message = message.model_copy(update={"room": table.state(anna).id})
        refused = table.refused(cleo, message)

        assert (refused, table.told(cleo, Left)) == (code, [])
        assert sorted(room.opened.name for room in table.lobby.rooms) == ["Cellar", "Shed"]

    def test_watcher_refused_a_seat_watches_on(self) -> None:
        table, _ = opened()
        cleo = table.watch("cleo")
        refused = table.refused(cleo, Join(room=table.lobby.rooms[0].id))

        assert (refused, table.told(cleo, Left)) == ("seats_taken", [])

    def test_player_takes_a_seat_again_in_a_full_room(self) -> None:
        table, (anna, bert) = opened()
        table.say(bert, Join(room=table.state(anna).id))

        assert table.state(bert).you == 1

    def test_numbered_names_stay_within_their_length(self) -> None:
        members = Members(2)
        watchers = [Member(id=number, name="Bartholomew XIII") for number in range(MOST_WATCHERS_OF_ROOM)]
        for watcher in watchers:
            members.add_watcher(watcher)

        assert max(len(watcher.name) for watcher in watchers) == LONGEST_NAME
        assert watchers[-1].name == "Bartholome (100)"

    @pytest.mark.parametrize(
        ("message", "code"),
        [
            (Join(room="nowhere"), "no_room"),
            (Join(room="there"), "seats_taken"),
            (Open(name="x", rules=RoomRules(preset="kind")), "no_preset"),
            (Open(name="x", rules=RoomRules(preset="nes", attack="none")), "no_attack"),
            (Open(name="x", rules=RoomRules(preset="nes", options={"gravity": 1})), "no_option"),
            (Open(name="x", rules=RoomRules(preset="nes", options={"start_level": 21})), "rules"),
            (Open(name="x", rules=RoomRules(preset="tetrs"), hand=Hand(initial_hold="maybe")), "hand"),
            (Leave(), "in_no_room"),
            (Ready(), "in_no_room"),
            (Say(text="hello"), "in_no_room"),
        ],
        ids=["no room", "full", "preset", "attack", "option", "range", "hand", "leave", "ready", "say"],
    )
    def test_impossible_requests_are_refused_with_a_code(self, message: Numbered, code: str) -> None:
        table, _ = opened()
        eve = table.enter("eve")
        if isinstance(message, Join) and code == "seats_taken":
            message = Join(room=table.lobby.rooms[0].id)

        assert table.refused(eve, message) == code
        assert table.lobby.members[eve].room is None

    def test_a_refused_room_leaves_one_where_one_is(self) -> None:
        table, (anna, _) = opened()

        assert table.refused(anna, Open(name="x", rules=RoomRules(preset="kind"))) == "no_preset"
        assert table.lobby.members[anna].room is not None

    def test_a_key_opens_a_private_room(self) -> None:
        table, _ = opened(2, private=True, key="sesame")
        room = table.lobby.rooms[0].id
        eve = table.enter("eve")

        assert table.refused(eve, Join(room=room, role="watch")) == "wrong_key"
        assert table.refused(eve, Join(room=room, role="watch", key="sesam")) == "wrong_key"
        table.say(eve, Join(room=room, role="watch", key="sesame"))
        assert table.state(eve).you is None

    def test_bots_sit_where_the_rules_say_so(self) -> None:
        table, _ = opened(3, RULES.model_copy(update={"bots": False}))
        table.say(2, Leave())
        bot = table.enter("robot", bot=True)

        assert table.refused(bot, Join(room=table.lobby.rooms[0].id)) == "no_bots"

    def test_there_are_only_so_many_rooms(self) -> None:
        table = Table(Lobby(Random(1), CostLedger(ServerLimits(rooms=1))))
        table.say(table.enter("anna"), Open(name="x", rules=RULES))

        assert table.refused(table.enter("bert"), Open(name="y", rules=RULES)) == "too_many_rooms"


class TestBeforeARound:
    def test_it_is_told_three_seconds_ahead_when_all_are_ready(self) -> None:
        table, (anna, bert) = opened()
        table.say(anna, Ready())
        assert table.told(anna, RoundStart) == []
        table.say(bert, Ready())
        (start,) = table.told(anna, RoundStart)

        assert start.at == table.now_ns + 3 * SECOND
        assert {player.seed for player in start.players} == {start.players[0].seed}

    def test_each_has_pieces_of_his_own_where_the_room_says_so(self) -> None:
        table, (anna, _) = started(rules=RULES.model_copy(update={"same_pieces": False}))
        (start,) = table.told(anna, RoundStart)

        assert len({player.seed for player in start.players}) == 2

    def test_it_is_called_off_where_one_is_left(self) -> None:
        table, (anna, bert) = opened()
        table.ready(anna, bert)
        table.say(bert, Leave())
        table.wait(SECOND)

        assert table.state(anna).state == "waiting"
        assert table.told(anna, RoundEnd, MatchEnd) == []

    def test_the_state_of_a_room_comes_four_times_a_second_at_most(self) -> None:
        table, (anna, bert) = opened()
        told = len(table.told(bert, RoomState))
        for on in [True, False] * 10:
            table.say(anna, Ready(on=on))
        table.wait(SECOND)

        assert len(table.told(bert, RoomState)) - told <= 2
        assert [player.ready for player in table.state(bert).players] == [False, False]

    def test_the_host_raises_handicaps_and_others_lower_their_own(self) -> None:
        """A guest set his own to 400 % between two rounds."""
        table, (anna, bert, cleo) = opened(3)
        table.say(anna, Handicap(p=1, percent=150))
        table.say(bert, Handicap(p=1, percent=40))
        table.say(cleo, Handicap(p=2, percent=50))

        assert table.refused(bert, Handicap(p=0, percent=50)) == "not_host"
        assert table.refused(anna, Handicap(p=5, percent=50)) == "empty_seat"
        assert table.refused(cleo, Handicap(p=2, percent=101)) == "raises_not"
        assert table.refused(bert, Handicap(p=1, percent=151)) == "raises_not"
        table.wait(SECOND)
        assert [player.percent for player in table.state(bert).players] == [100, 40, 50]
        table.say(bert, Handicap(p=1, percent=150))  # a player may undo a handicap of his own
        table.wait(SECOND)
        assert [player.percent for player in table.state(bert).players] == [100, 150, 50]

    def test_a_new_hand_counts_from_the_next_round(self) -> None:
        table, (anna, bert) = opened()
        table.say(anna, Ready(hand=Hand(das_ns=80 * MILLISECOND)))
        table.say(bert, Ready())
        (start,) = table.told(bert, RoundStart)

        assert [player.hand.das_ns for player in start.players] == [80 * MILLISECOND, Hand().das_ns]
        assert table.refused(anna, Ready(hand=Hand())) == "playing"


class TestARound:
    def test_inputs_go_to_the_others_at_once(self) -> None:
        table, (anna, bert) = started()
        table.wait(100 * MILLISECOND)
        table.play(anna, 90 * MILLISECOND, ((5, 1), (5, 0)))
        (tick,) = table.told(bert, Tick)

        assert tick.s == ((0, 90 * MILLISECOND, ((5, 1), (5, 0))),)
        assert table.told(anna, Tick) == []

    def test_giving_up_loses_the_round_and_a_pause_follows(self) -> None:
        table, (anna, bert) = started()
        lose_to(table, bert, anna)
        table.wait(SECOND)
        (over,) = table.told(anna, Over)
        (end,) = table.told(anna, RoundEnd)

        assert (over.p, over.end, over.place) == (1, "forfeit", 2)
        assert end.places == (Place(0, 1), Place(1, 2))
        assert [player.wins for player in table.state(anna).players] == [1, 0]
        assert table.state(anna).state == "pause"

    def test_a_round_is_told_when_it_is_stored(self) -> None:
        table, (anna, bert) = started()
        lose_to(table, bert, anna)
        (end,) = table.told(anna, RoundEnd)
        kept = [store.record.round for store in table.stored if store.record.round is not None]

        assert end.record == f"r{len(table.stored)}"
        assert [(record.round, record.places) for record in kept] == [(1, end.places)]

    def test_first_to_enough_rounds_wins_and_a_rematch_starts_anew(self) -> None:
        table, (anna, bert) = started()
        for _ in range(2):
            lose_to(table, bert, anna)
            table.wait(9 * SECOND)
        (ended,) = table.told(bert, MatchEnd)

        assert ended.wins == ((0, 2), (1, 0))
        assert len(table.told(anna, RoundStart)) == 2
        assert table.stored[-1].record.ended
        table.ready(anna, bert)
        table.wait(SECOND)
        assert [player.wins for player in table.state(anna).players] == [0, 0]
        assert table.stored[-1].record.id != table.stored[0].record.id

    def test_input_for_an_ended_round_is_not_played_in_the_next(self) -> None:
        """A batch of the round before may arrive late, after a cut."""
        table, (anna, bert) = started()
        lose_to(table, bert, anna)
        table.wait(9 * SECOND)
        start = table.told(anna, RoundStart)[-1]
        assert start.round == 2
        table.wait(SECOND)

        table.say(bert, Inputs(to=9 * SECOND, e=((9 * SECOND - 1, FORFEIT),)))
        table.play(bert, SECOND // 2)
        assert table.told(bert, Error) == []
        assert len(table.told(anna, Over)) == 1
        table.play(bert, SECOND, ((SECOND // 4, FORFEIT),))
        table.play(anna, SECOND)
        assert len(table.told(anna, Over)) == 2

    def test_two_ending_at_one_instant_share_the_place(self) -> None:
        table, (anna, bert) = started()
        table.wait(SECOND)
        for member in (anna, bert):
            table.play(member, SECOND, ((SECOND - 1, FORFEIT),))
        (end,) = table.told(anna, RoundEnd)

        assert end.places == (Place(0, 1), Place(1, 1))
        table.wait(SECOND)
        assert [player.wins for player in table.state(anna).players] == [0, 0]

    def test_idle_round_makes_the_room_wait_until_all_are_ready(self) -> None:
        """Two who had left their keyboards played draws for ever."""
        table, players = started()
        for to_s in takewhile(lambda _: not table.told(players[0], RoundEnd), range(5, 1000, 5)):
            table.wait(5 * SECOND)
            for member in players:
                table.play(member, to_s * SECOND, ((0, 0),))
        (end,) = table.told(players[0], RoundEnd)
        table.wait(60 * SECOND)

        assert [place.place for place in end.places] == [1, 1]
        assert (table.state(players[0]).state, len(table.told(players[0], RoundStart))) == ("pause", 1)
        table.ready(*players)
        assert len(table.told(players[0], RoundStart)) == 2

    def test_leaving_loses_the_round_and_one_alone_wins_the_match(self) -> None:
        table, (anna, bert) = started()
        table.wait(SECOND)
        table.say(bert, Leave())
        table.play(anna, SECOND)
        table.wait(SECOND)

        assert [type(message) for message in table.told(anna, RoundEnd, MatchEnd)] == [RoundEnd, MatchEnd]

    def test_newcomer_plays_from_the_next_round_on(self) -> None:
        table, (anna, bert, cleo) = started(3)
        table.say(cleo, Leave())
        dirk = table.enter("dirk")
        table.wait(SECOND)
        table.say(dirk, Join(room=table.lobby.rooms[0].id))

        assert len(table.told(dirk, Error)) == 1  # the seat that is free belongs to the round
        assert table.refused(dirk, Ready(hand=Hand())) == "in_no_room"
        give_up(table, bert)
        table.play(anna, 2 * SECOND)
        table.say(dirk, Join(room=table.lobby.rooms[0].id))
        table.wait(7 * SECOND)
        start = table.told(dirk, RoundStart)[-1]
        assert [player.name for player in start.players] == ["anna", "bert", "dirk"]

    @pytest.mark.parametrize(
        ("message", "code"),
        [
            (Inputs(to=100 * MILLISECOND, e=((200 * MILLISECOND, 1),)), "out_order"),
            (Inputs(to=100 * MILLISECOND, e=((0, "k", 1),)), "out_taken"),
        ],
        ids=["a time after the batch", "an attack that nobody made"],
    )
    def test_impossible_input_ends_the_game(self, message: Inputs, code: str) -> None:
        table, (anna, bert) = started()
        table.wait(200 * MILLISECOND)
        table.say(bert, message)
        table.play(anna, 200 * MILLISECOND)
        table.wait(SECOND)

        assert table.told(bert, Error)[0].code == code
        assert len(table.told(anna, RoundEnd)) == 1

    def test_player_ahead_of_the_clock_waits_then_is_out(self) -> None:
        table, (anna, bert) = started()
        table.wait(100 * MILLISECOND)
        table.play(bert, SECOND)
        table.wait(SECOND)

        assert [error.code for error in table.told(bert, Error)] == ["clock"]
        assert table.told(anna, Tick) != []
        table.play(bert, 5 * SECOND)
        table.play(anna, SECOND + 90 * MILLISECOND)
        assert len(table.told(anna, RoundEnd)) == 1

    def test_ten_silent_seconds_lose_the_round(self) -> None:
        table, (anna, bert) = started()
        for second in range(1, 11):
            table.wait(SECOND)
            table.play(anna, second * SECOND)
        assert table.told(anna, RoundEnd) == []
        assert table.state(anna).players[1].lag_ms > 5000
        table.wait(SECOND)

        assert len(table.told(anna, RoundEnd)) == 1
        assert "out_absent" in [error.code for error in table.told(bert, Error)]

    def test_another_board_than_the_servers_is_told_and_reported(self) -> None:
        table, (anna, bert) = started()
        table.wait(900 * MILLISECOND)
        told = table.say(bert, Inputs(to=900 * MILLISECOND, h=(3, 12345)))

        assert [type(message).__name__ for message in told] == ["Desynced"]
        table.wait(SECOND)
        assert table.told(anna, RoundEnd) == []


class TestARatedRound:
    def begun(self, *, rated: bool = True) -> tuple[Table, list[int]]:
        """Return a match of the queue whose first round begins just now."""
        table = Table()
        members = [table.enter("anna", account="a"), table.enter("bert", account="b")]
        pair = [(member, Hand()) for member in members]
        table.lobby.open_match("Queue", RULES, pair, table.now_ns, rated=rated)
        table._do()
        table.wait(9 * SECOND)
        return table, members

    @pytest.mark.parametrize(("rated", "out"), [(True, ["out_lag"]), (False, [])])
    def test_slow_motion_player_is_out(self, rated: bool, out: list[str]) -> None:
        """A game could be 9.9 s behind in each round, without a sanction."""
        table, (anna, bert) = self.begun(rated=rated)
        for tenth in range(1, 200):
            table.wait(SECOND // 10)
            table.play(anna, tenth * SECOND // 10)
            table.play(bert, max(tenth * SECOND // 20, tenth * SECOND // 10 - 9 * SECOND))

        assert [error.code for error in table.told(bert, Error)] == out
        assert len(table.told(anna, RoundEnd)) == len(out)

    @pytest.mark.parametrize("cut", [True, False], ids=["the connection breaks", "nothing comes"])
    def test_cut_off_player_is_not_out(self, cut: bool) -> None:
        table, (anna, bert) = self.begun()
        for tenth in range(1, 400):
            table.wait(SECOND // 10)
            table.play(anna, tenth * SECOND // 10)
            if tenth in {100, 250} and cut:
                table.go_away(bert)
            if tenth in {190, 340} and cut:
                table.come_back(bert)
            if not 100 <= tenth < 190 and not 250 <= tenth < 340:
                table.play(bert, tenth * SECOND // 10)

        assert table.told(bert, Error) == []

    def test_repeatedly_cut_off_player_is_out(self) -> None:
        """Each time there are nine seconds to think."""
        table, (anna, bert) = self.begun()
        for tenth in range(1, 600):
            table.wait(SECOND // 10)
            table.play(anna, tenth * SECOND // 10)
            if tenth % 100 == 0:
                table.go_away(bert)
            if tenth % 100 == 90:
                table.come_back(bert)
                table.play(bert, tenth * SECOND // 10)

        assert [error.code for error in table.told(bert, Error)] == ["out_cut"]


class TestADispute:
    """A program plays another game than the server has."""

    PLAYED = PlayedLock(1, 5, "T", 0, 3, 0)

    def begun(self) -> tuple[Table, int]:
        """Return a round in which the server has one lock of bert's, and his program says that it is another."""
        table, (__, bert) = started()
        table.wait(SECOND)
        table.say(bert, Inputs(to=SECOND, e=((SECOND // 2, BUTTON_BITS["hard_drop"]),), h=(1, 12345)))
        assert table.reports == []
        return table, bert

    def test_both_games_are_reported_with_the_first_differing_lock(self) -> None:
        table, bert = self.begun()
        table.say(bert, OwnGame(part=1, parts=2, locks=(self.PLAYED,), recording=("one", "tw")))
        assert table.reports == []
        table.say(bert, OwnGame(part=2, parts=2, recording=("o", "")))
        (report,) = table.reports
        facts = json.loads(report.text)

        assert (report.kind, facts["seat"], facts["agreed"]) == ("desync", 1, 0)
        assert facts["played"]["recording"] == "one\ntwo\n"
        assert [game[0] for game in facts["round"]["games"]] == [0, 1]
        assert facts["first"]["lock"] == 1
        assert facts["first"]["played"] == list(self.PLAYED)
        assert SECOND // 2 <= facts["first"]["judged"][1] < SECOND
        assert "differs at lock 1" in report.summary
        assert "T turned 0 at 3, 0 after 0.000000 s there" in report.summary

    @pytest.mark.parametrize("says", [(), (OwnGame(part=2, parts=2, recording=()),)], ids=["nothing", "no beginning"])
    def test_differing_game_is_reported_when_its_player_leaves(self, says: tuple[OwnGame, ...]) -> None:
        table, bert = self.begun()
        for message in (*says, Leave()):
            table.say(bert, message)
        (report,) = table.reports

        assert "its program does not say how" in report.summary
        assert json.loads(report.text)["first"] is None

    def test_no_more_than_two_wait_in_a_room(self) -> None:
        table, members = started(4)
        table.wait(SECOND)
        for member in members:
            table.say(member, Inputs(to=SECOND, h=(1, 12345)))

        assert [json.loads(report.text)["seat"] for report in table.reports] == [0, 1]

    def test_nobody_is_asked_for_a_game_that_agrees(self) -> None:
        table, (__, bert) = started()
        table.say(bert, OwnGame(part=1, parts=1, recording=("what nobody wants",)))

        assert table.reports == []


class TestComingBack:
    def test_no_seat_is_kept_before_a_match(self) -> None:
        table, (anna, bert) = opened()
        table.go_away(bert)
        alone = [player.name for player in table.state(anna).players]
        table.go_away(anna)

        assert alone == ["anna"]
        assert table.lobby.rooms == []

    def test_a_seat_in_a_match_is_kept_for_a_minute(self) -> None:
        table, (anna, bert) = started()
        lose_to(table, bert, anna)
        table.go_away(bert)
        table.wait(59 * SECOND)
        assert [player.present for player in table.state(anna).players] == [True, False]
        table.wait(2 * SECOND)

        assert [player.name for player in table.state(anna).players] == ["anna"]

    def test_a_program_that_was_killed_gets_the_round_so_far(self) -> None:
        table, (anna, bert) = started()
        table.wait(SECOND)
        table.play(anna, SECOND, ((5, 1), (5, 0)))
        table.go_away(bert)
        told = table.come_back(bert, anew=True)

        assert [type(message) for message in told[:3]] == [RoomState, RoundStart, Past]
        assert [game.to for game in table.told(bert, Past)[0].games] == [SECOND, 0]

    def test_the_next_round_waits_for_an_absent_player(self) -> None:
        table, (anna, bert) = started()
        lose_to(table, bert, anna)
        table.go_away(bert)
        table.wait(20 * SECOND)
        assert len(table.told(anna, RoundStart)) == 1
        table.come_back(bert)
        table.wait(SECOND)

        assert len(table.told(anna, RoundStart)) == 2

    def test_absent_watchers_are_removed_once(self) -> None:
        table, (anna, _) = opened()
        watchers = [table.watch(name) for name in ("cleo", "dirk", "emil")]
        table.ready(anna)
        for watcher in watchers:
            table.go_away(watcher)
        table.wait(SEAT_TIMEOUT_NS + SECOND)

        assert [len(table.told(watcher, Left)) for watcher in watchers] == [1, 1, 1]
        assert table.state(anna).watchers == ()


class TestChat:
    def test_everybody_in_the_room_hears_it(self) -> None:
        table, (anna, bert) = opened()
        eve = table.watch("eve")
        table.say(eve, Say(text="hello"))

        for member in (anna, bert, eve):
            assert table.told(member, Said) == [Said(name="eve", p=None, text="hello")]

    def test_watchers_talk_apart_during_a_round(self) -> None:
        table, (anna, bert) = started()
        eve, finn = table.watch("eve"), table.watch("finn")
        table.say(eve, Say(text="use the hold"))
        table.say(anna, Say(text="hard"))
        lose_to(table, bert, anna)
        table.say(eve, Say(text="well played"))

        hint, hard = Said(name="eve", text="use the hold", apart=True), Said(name="anna", p=0, text="hard")
        praise = Said(name="eve", text="well played")
        assert [table.told(member, Said) for member in (anna, bert)] == [[hard, praise]] * 2
        assert [table.told(member, Said) for member in (eve, finn)] == [[hint, hard, praise]] * 2

    def test_a_seat_taken_during_a_round_watches(self) -> None:
        table, members = started(3)
        table.say(members[2], Leave())
        table.say(members[2], Join(room=table.lobby.rooms[0].id, role="watch"))
        table.say(members[2], Say(text="a hint"))

        assert table.told(members[0], Said) == []

    def test_history_longer_than_clients_accept_ends_no_round(self, monkeypatch: pytest.MonkeyPatch) -> None:
        table, (anna, _) = started()
        table.wait(SECOND)
        attacks = tuple(Attack(number, number, 1, 0, (0,)) for number in range(1, 10_002))

        def many(_: Judge, side: int) -> tuple[Attack, ...]:
            return attacks

        monkeypatch.setattr(Judge, "announced", many)
        eve = table.watch("eve")

        assert len(table.told(eve, Past)[0].k) > 10_000
        assert table.reports == []
        assert table.state(anna).state == "playing"

    def test_a_muted_watcher_is_not_read_by_watchers(self) -> None:
        table, (anna, _) = started()
        eve = table.watch("eve")
        table.say(anna, Mute(name="eve"))

        assert table.refused(eve, Say(text="a hint")) == "muted"


class TestTheHost:
    def test_expelled_player_does_not_come_back(self) -> None:
        table, (anna, bert) = opened()
        table.say(anna, SendOut(name="bert"))
        (left,) = table.told(bert, Left)
        room = table.lobby.rooms[0].id

        assert left.code == "kicked"
        assert table.refused(bert, Join(room=room)) == "barred"
        assert table.refused(table.enter("BERT"), Join(room=room, role="watch")) == "barred"
        table.say(table.enter("cleo"), Join(room=room))
        table.wait(SECOND)
        assert [player.name for player in table.state(anna).players] == ["anna", "cleo"]

    @pytest.mark.parametrize(
        ("kicked", "comes", "peers", "code"),
        [
            (("bert", "b1"), ("other", "b1"), ("1.2.3.4", "5.6.7.8"), "barred"),
            (("bert", "b1"), ("other", ""), ("1.2.3.4", "1.2.3.4"), "barred"),
            (("bert", ""), ("other", ""), ("1.2.3.4", "1.2.3.4"), "barred"),
            (("bert", ""), ("cleo", "c1"), ("1.2.3.4", "1.2.3.4"), None),
            (("bert", ""), ("bert", ""), ("1.2.3.4", "5.6.7.8"), None),
            (("bert", ""), ("cleo", ""), ("9.9.9.9", "9.9.9.9"), None),
            (("bert", ""), ("bert", ""), ("9.9.9.9", "9.9.9.9"), "barred"),
        ],
        ids=["account", "a guest then", "address", "another account", "another bert", "of the host", "name there"],
    )
    def test_returning_player_is_known_again(
        self, kicked: tuple[str, str], comes: tuple[str, str], peers: tuple[str, str], code: str | None
    ) -> None:
        table = Table()
        table.peer = "9.9.9.9"
        anna = table.enter("anna")
        table.say(anna, Open(name="Cellar", rules=RULES))
        room = table.lobby.rooms[0].id
        table.peer = peers[0]
        table.say(table.enter(kicked[0], account=kicked[1]), Join(room=room))
        table.say(anna, SendOut(name="bert"))
        table.peer = peers[1]
        again = table.enter(comes[0], account=comes[1])

        if code is None:
            table.say(again, Join(room=room))
            assert table.lobby.members[again].room == room
        else:
            assert table.refused(again, Join(room=room)) == code

    def test_expelled_player_has_lost_the_round(self) -> None:
        table, (anna, _, cleo) = started(3)
        table.wait(SECOND)
        table.say(anna, SendOut(name="bert"))
        for member in (anna, cleo):
            table.play(member, SECOND)
        table.wait(SECOND)

        assert [over.p for over in table.told(anna, Over)] == [1]
        assert table.state(anna).state == "playing"

    def test_muted_player_is_not_heard(self) -> None:
        table, (anna, bert, cleo) = opened(3)
        table.say(anna, Mute(name="bert"))
        assert table.refused(bert, Say(text="spam")) == "muted"
        table.say(cleo, Say(text="hello"))
        room = table.lobby.rooms[0].id
        table.say(bert, Leave())
        table.say(bert, Join(room=room))
        assert table.refused(bert, Say(text="spam")) == "muted"
        table.wait(SECOND)
        assert table.state(cleo).muted == ("bert",)
        table.say(anna, Mute(name="bert", on=False))
        table.say(bert, Say(text="sorry"))
        table.wait(SECOND)

        assert table.state(cleo).muted == ()
        assert [said.text for said in table.told(cleo, Said)] == ["hello", "sorry"]

    def test_muting_keeps_others_at_address_of_host_muted(self) -> None:
        table = Table()
        table.peer = "9.9.9.9"
        anna, bert, cleo = (table.enter(name) for name in ("anna", "bert", "cleo"))
        table.say(anna, Open(name="Cellar", rules=RULES.model_copy(update={"players": 3})))
        for member in (bert, cleo):
            table.say(member, Join(room=table.lobby.rooms[0].id))
        for name in ("bert", "cleo"):
            table.say(anna, Mute(name=name))

        assert [table.refused(member, Say(text="spam")) for member in (bert, cleo)] == ["muted", "muted"]

    def test_host_can_unmute_every_muted_member(self) -> None:
        """The state of a room names twenty: the host's program would take others for not muted."""
        table, (anna, _) = opened()
        names = [f"eve {number}" for number in range(30, 52)]
        for name in names:
            table.watch(name)
        for name in names[:20]:
            table.say(anna, Mute(name=name))

        assert table.refused(anna, Mute(name=names[20])) == "too_many_muted"
        table.say(anna, Mute(name=names[3]))
        table.say(anna, Mute(name=names[3], on=False))
        table.say(anna, Mute(name=names[20]))
        table.wait(SECOND)
        assert set(table.state(anna).muted) == {*names[:3], *names[4:21]}

    def test_a_match_that_the_host_ends_counts_for_nothing(self) -> None:
        table, (anna, bert) = started()
        lose_to(table, anna, bert)
        table.wait(10 * SECOND)
        assert table.state(anna).state == "playing"
        table.say(anna, Stop())
        table.wait(SECOND)

        assert table.state(bert).state == "waiting"
        assert [message.code for message in table.told(bert, Error)] == ["stopped"]
        assert table.told(bert, MatchEnd) == []
        assert (table.stored[-1].record.ended, table.stored[-1].record.stopped) == (True, True)
        table.wait(60 * SECOND)
        assert table.state(bert).state == "waiting"

    def test_the_host_begins_a_match_anew(self) -> None:
        table, (anna, bert) = started()
        lose_to(table, anna, bert)
        table.wait(9 * SECOND)
        table.say(anna, Stop(again=True))
        start = table.told(bert, RoundStart)[-1]
        table.wait(SECOND)

        assert (start.round, start.at) == (1, table.now_ns + 2 * SECOND)
        assert [player.wins for player in table.state(bert).players] == [0, 0]
        assert table.stored[-1].record.id != table.stored[-2].record.id

    @pytest.mark.parametrize("message", [SendOut(name="anna"), Mute(name="anna"), Stop()])
    def test_nobody_else_can_do_that(self, message: Numbered) -> None:
        table, (_, bert) = started()

        assert table.refused(bert, message) == "only_host"

    @pytest.mark.parametrize(
        ("message", "code"), [(SendOut(name="eve"), "nobody"), (SendOut(name="anna"), "own_room"), (Stop(), "no_match")]
    )
    def test_the_host_cannot_do(self, message: Numbered, code: str) -> None:
        table, (anna, _) = opened()

        assert table.refused(anna, message) == code

    def test_nobody_is_the_host_of_a_rated_match(self) -> None:
        table = Table()
        anna, bert = table.enter("anna"), table.enter("bert")
        pair = [(anna, Hand()), (bert, Hand())]
        table.lobby.open_match("Queue", RULES, pair, table.now_ns, rated=True)
        table._do()

        for message in (SendOut(name="bert"), Mute(name="bert"), Stop(), Stop(again=True)):
            assert table.refused(anna, message) == "rated"


class TestARoomThatNobodyReadies:
    def test_it_is_closed_after_that_was_said(self) -> None:
        table, (anna, bert) = opened()
        table.wait(IDLE_NS - WARNED_NS - SECOND)
        assert table.told(anna, Error, Left) == []
        table.wait(2 * SECOND)
        assert [message.code for message in table.told(bert, Error)] == ["idle_soon"]
        table.wait(WARNED_NS)

        assert [left.code for left in table.told(bert, Left)] == ["idle"]
        assert table.lobby.rooms == []

    def test_being_ready_keeps_it_open(self) -> None:
        table, (anna, bert) = opened()
        for _ in range(5):
            table.wait(IDLE_NS - SECOND)
            table.say(anna, Ready())
            table.say(anna, Ready(on=False))

        assert table.told(bert, Left) == []

    def test_a_ready_player_waits_without_a_limit(self) -> None:
        """A bot waits in its room for an opponent."""
        table, (anna, bert) = opened()
        table.say(anna, Ready())
        table.wait(5 * IDLE_NS)
        assert table.told(bert, Left, Error) == []
        table.say(anna, Handicap(p=0, percent=90))  # this ends that anna is ready
        table.wait(SECOND)
        table.say(bert, Say(text="hello"))
        assert table.told(bert, Left) == []
        table.wait(IDLE_NS + SECOND)

        assert [left.code for left in table.told(bert, Left)] == ["idle"]

    def test_a_match_is_no_idleness(self) -> None:
        table, (anna, bert) = started()
        for second in range(5, IDLE_NS // SECOND + 60, 5):
            table.wait(5 * SECOND)
            table.play(anna, second * SECOND)
            table.play(bert, second * SECOND)

        assert table.told(bert, Left) == []


class TestDraining:
    def test_idle_rooms_close_at_once_and_others_after_their_match(self) -> None:
        table, (anna, bert) = started()
        idle = table.enter("cleo")
        table.say(idle, Open(name="x", rules=RULES))
        table.drain()

        assert [message.code for message in table.told(idle, Left)] == ["closing"]
        assert table.refused(idle, Open(name="y", rules=RULES)) == "opens_no_more"
        for _ in range(2):
            lose_to(table, bert, anna)
            table.wait(9 * SECOND)
        assert len(table.told(anna, MatchEnd)) == 1
        assert table.lobby.rooms == []


class TestWatching:
    def test_ticks_for_watchers_come_four_times_a_second(self) -> None:
        table, (anna, _) = started()
        eve = table.watch("eve")
        for step in range(1, 21):
            table.wait(50 * MILLISECOND)
            table.play(anna, step * 50 * MILLISECOND)
        ticks = table.told(eve, Tick)

        assert 3 <= len(ticks) <= 5

    def test_request_brings_the_round_from_its_start(self) -> None:
        table, (anna, _) = started()
        table.wait(SECOND)
        told = table.say(anna, Watch())

        assert [type(message) for message in told] == [Past]
        assert table.told(anna, Forced) == []


# What goes wrong


def restored(record: MatchRecord) -> tuple[Table, list[int]]:
    """Return a server that goes on with a match of one before it, to which all players have come back."""
    table = Table()
    table.lobby.restore(record, table.now_ns)
    members = [table.lobby.find_absent(seat.identity) for seat in record.seats]
    for member in members:
        assert member is not None
        table.come_back(member, anew=True)
    return table, [member for member in members if member is not None]


class TestAServerThatWasStartedAgain:
    """Nobody may have heard what was stored last before it was killed."""

    @pytest.fixture
    def match(self) -> list[MatchRecord]:
        """Stored records of a match that anna won 2:0, step by step."""
        table, (anna, bert) = started()
        lose_to(table, bert, anna)
        table.ready(anna, bert)
        table.wait(3 * SECOND)
        lose_to(table, bert, anna)
        return [stored.record for stored in table.stored]

    def test_the_last_round_is_told_again(self, match: list[MatchRecord]) -> None:
        record = next(record for record in match if record.round)
        table, members = restored(record)

        for member in members:
            (end,) = table.told(member, RoundEnd)
            assert (end.round, end.places, end.record) == (1, (Place(0, 1), Place(1, 2)), f"{record.id}-1")
            assert [start.round for start in table.told(member, RoundStart)] == [2]

    def test_just_ended_match_is_announced_and_can_be_replayed(self, match: list[MatchRecord]) -> None:
        record = match[-1].model_copy(update={"round": match[-2].round})
        table, members = restored(record)

        for member in members:
            (end,) = table.told(member, MatchEnd)
            assert (end.places, end.wins) == ((Place(0, 1), Place(1, 2)), ((0, 2), (1, 0)))
            assert table.state(member).state == "waiting"
            assert table.told(member, RoundStart) == []
        table.ready(*members)
        assert [start.round for start in table.told(members[0], RoundStart)] == [1]
        assert table.stored[-1].record.id != record.id
        assert not table.stored[-1].record.ended


def test_a_defect_in_one_room_closes_that_one_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    table, (anna, bert) = opened()
    cleo = table.enter("cleo")
    table.say(cleo, Open(name="Attic", rules=RULES))
    cellar, attic = table.lobby.rooms
    advance = Room.advance

    def advance_in_the_attic(room: Room, now_ns: int) -> None:
        if room is cellar:
            raise ZeroDivisionError
        advance(room, now_ns)

    monkeypatch.setattr(Room, "advance", advance_in_the_attic)
    table.say(anna, Say(text="hello"))
    table.wait(SECOND)

    for member in (anna, bert):
        assert [left.code for left in table.told(member, Left)] == ["broken"]
    assert table.told(cleo, Left) == []
    assert table.lobby.rooms == [attic]
    assert [(report.kind, cellar.id in report.summary) for report in table.reports] == [("room", True)]
    assert "ZeroDivisionError" in table.reports[0].text
    assert table.refused(anna, Ready()) == "in_no_room"


def test_unanswerable_input_closes_the_room_too(monkeypatch: pytest.MonkeyPatch) -> None:
    table, (anna, _) = opened()

    def chat(*_: object) -> None:
        raise RuntimeError("a defect")

    said: type[Message] = Say
    monkeypatch.setitem(REQUESTS, said, chat)

    assert table.say(anna, Say(text="hello")) == table.told(anna, Left)
    assert table.told(anna, Left)[0].code == "broken"
    assert table.lobby.rooms == []
    table.wait(100 * SECOND)


class TestTheEndOfAMatch:
    """Who has won has won; who leaves loses; who is cut off together with all others does not."""

    def begun(self, wins: int = 0) -> tuple[Table, list[int]]:
        """Return a rated match whose next round begins just now, with rounds that anna has won."""
        table, members = TestARatedRound().begun()
        for _ in range(wins):
            self.lose(table, members)
            table.wait(9 * SECOND)
        return table, members

    @staticmethod
    def lose(table: Table, members: list[int]) -> None:
        table.wait(SECOND)
        table.play(members[0], SECOND, ((1000, 1),))
        table.play(members[1], SECOND, ((SECOND - 1, FORFEIT),))
        table.wait(SECOND // 2)

    def test_the_winner_may_leave_while_the_result_is_stored(self) -> None:
        table, members = self.begun(wins=1)
        table.is_slow = True
        self.lose(table, members)
        table.say(members[0], Leave())
        table.finish()
        last = table.stored[-1].record
        (ended,) = table.told(members[1], MatchEnd)

        assert (last.ended, last.by_score, [seat.wins for seat in last.left]) == (True, True, [2])
        assert sorted(ended.places) == [Place(0, 1), Place(1, 2)]

    @pytest.mark.parametrize(("apart_s", "by_score"), [(0, True), (5, True), (6, False)])
    @pytest.mark.parametrize("wins", [0, 1])
    def test_all_connections_lost_at_once_are_one_event(self, apart_s: int, by_score: bool, wins: int) -> None:
        table, (anna, bert) = self.begun(wins)
        table.go_away(anna)
        table.wait(apart_s * SECOND)
        table.go_away(bert)
        table.wait(70 * SECOND)
        last = table.stored[-1].record

        assert (last.ended, last.by_score, last.left[0].name) == (True, by_score, "anna")
        assert last.left[0].wins == wins
        assert last.rounds == wins + (not by_score)

    def test_a_round_that_all_have_lost_is_played_again(self) -> None:
        table, members = self.begun()
        for member in members:
            table.go_away(member)
        table.wait(12 * SECOND)
        for member in members:
            table.come_back(member)
        table.wait(10 * SECOND)

        assert [len(table.told(member, RoundStart)) for member in members] == [2, 2]
        assert table.told(members[0], RoundEnd) == []

    def test_a_cut_is_shown_after_the_time_of_one_event(self) -> None:
        table, (anna, bert) = self.begun()
        table.go_away(bert)
        table.wait(4 * SECOND)
        before = table.state(anna).players[1].present
        table.wait(2 * SECOND)

        assert (before, table.state(anna).players[1].present) == (True, False)
