"""Teams and chosen targets in rooms: who sits where, who wins, and whom attacks hit."""

from collections.abc import Sequence

from piecement_engine.rules.timing import MILLISECOND, SECOND
from piecement_net.messages.base import Numbered
from piecement_net.messages.from_client import Handicap, Join, Leave, Open, Ready, Target, Team, Watch
from piecement_net.messages.from_server import Error, MatchEnd, Over, Past, RoundEnd, RoundStart, Tick
from piecement_net.messages.rooms import RoomRules
from piecement_net.messages.rounds import Place, WireChoice
from piecement_server.rooms.members import Seat
from tests.app.server.test_lobby import Table, give_up, opened, started
from tests.sampling import together

TEAMS = RoomRules(preset="guideline", first_to=2, teams=2, choose=True)


def teams(table: Table, member: int) -> list[int]:
    table.wait(SECOND)
    return [player.team for player in table.state(member).players]


def test_players_join_the_smallest_team() -> None:
    table, members = opened(4, TEAMS)

    assert teams(table, members[0]) == [1, 2, 1, 2]
    table.say(members[1], Leave())
    table.say(table.enter("edda", bot=True), Join(room=table.lobby.rooms[0].id))
    assert teams(table, members[0]) == [1, 2, 1, 2]


def test_players_choose_their_teams_and_the_host_those_of_all() -> None:
    table, (anna, bert, cleo, _) = opened(4, TEAMS)
    table.say(bert, Ready())
    table.say(cleo, Team(p=2, team=2))
    table.say(anna, Team(p=1, team=1))

    assert teams(table, anna) == [1, 1, 2, 2]
    assert not table.state(anna).players[1].ready


@together(
    ("rules", "message", "code"),
    [
        (TEAMS, Team(p=0, team=2), "other_team"),
        (TEAMS, Team(p=1, team=3), "no_team"),
        (TEAMS, Team(p=1, team=0), "no_team"),
        (TEAMS, Team(p=7, team=1), "empty_seat"),
        (RoomRules(preset="guideline"), Team(p=1, team=1), "no_teams"),
        (RoomRules(preset="guideline"), Target(at=0, to="back"), "no_choice"),
    ],
)
def test_impossible_teams_are_refused(rules: RoomRules, message: Numbered, code: str) -> None:
    table, (_, bert, _) = opened(3, rules)

    assert table.refused(bert, message) == code


def test_no_round_begins_with_one_team() -> None:
    table, (anna, bert) = opened(2, TEAMS)
    table.say(bert, Team(p=1, team=1))
    table.ready(anna, bert)
    table.wait(SECOND)
    assert table.told(anna, RoundStart) == []

    table.say(bert, Team(p=1, team=2))
    table.ready(anna, bert)
    assert len(table.told(anna, RoundStart)) == 1


def test_the_last_team_wins_round_and_match() -> None:
    table, members = started(4, TEAMS)
    anna, bert, cleo, dirk = members
    assert table.refused(anna, Team(p=0, team=2)) == "team_in_match"
    give_up(table, bert)
    table.wait(SECOND)
    assert [(over.p, over.place) for over in table.told(cleo, Over)] == [(1, 4)]
    assert table.told(anna, RoundEnd) == []

    give_up(table, anna, 3 * SECOND)
    table.play(dirk, 4 * SECOND, ((4 * SECOND - 1, -1),))
    table.wait(SECOND)
    table.play(cleo, 5 * SECOND)
    table.wait(SECOND)
    assert table.told(anna, RoundEnd)[-1].places == (Place(0, 1), Place(1, 2), Place(2, 1), Place(3, 2))
    assert [player.wins for player in table.state(anna).players] == [1, 0, 1, 0]

    table.ready(anna, bert, cleo, dirk)
    table.wait(3 * SECOND)
    for member in (bert, dirk):
        table.say(member, Leave())
    table.wait(SECOND)
    for member in (anna, cleo):
        table.play(member, SECOND)
    table.wait(SECOND)
    match = table.told(anna, MatchEnd)[-1]
    assert match.wins == ((0, 2), (2, 2))
    assert {place.place for place in match.places} == {1}


def test_who_joins_a_team_in_a_match_has_its_wins() -> None:
    table, (anna, bert, cleo) = opened(3, TEAMS.model_copy(update={"players": 4}))
    table.ready(anna, bert, cleo)
    table.wait(3 * SECOND)
    give_up(table, bert)
    for member in (anna, cleo):
        table.play(member, 2 * SECOND)
    table.wait(SECOND)
    assert [seat.wins for seat in seats(table)] == [1, 0, 1]
    table.say(cleo, Leave())
    edda = table.enter("edda")
    table.say(edda, Join(room=table.lobby.rooms[0].id))

    assert [(seat.team, seat.wins) for seat in seats(table)] == [(1, 1), (2, 0), (1, 1)]


def seats(table: Table) -> Sequence[Seat]:
    return table.lobby.rooms[0]._members.seats


def test_choices_of_targets_reach_all_and_are_stored() -> None:
    table, (anna, bert, cleo, dirk) = started(4, TEAMS)
    table.wait(SECOND)
    watcher = table.watch("edda")
    table.say(anna, Target(at=500 * MILLISECOND, to=3))
    table.say(bert, Target(at=SECOND, to="stack"))
    table.wait(SECOND)
    choices = (WireChoice(0, 500 * MILLISECOND, 3), WireChoice(1, SECOND, "stack"))

    for member in (anna, bert, cleo, watcher):
        assert tuple(choice for tick in table.told(member, Tick) for choice in tick.c) == choices
    past = [message for message in table.say(dirk, Watch()) if isinstance(message, Past)]
    assert [message.c for message in past] == [choices]
    for member in (bert, dirk):
        table.say(member, Leave())
    for member in (anna, cleo):
        table.play(member, 2 * SECOND)
    table.wait(SECOND)
    (record,) = [effect.record.round for effect in table.stored if effect.record.round is not None]
    assert record.choices == choices
    assert record.recording().about["choices"] == [list(choice) for choice in choices]


@together(
    ("message", "code"),
    [
        (Target(at=0, to=0), "no_target"),
        (Target(at=0, to=2), "no_target"),
        (Target(at=0, to=7), "no_target"),
        (Target(at=99 * SECOND, to=1), ""),
        (Target(r=2, at=0, to=1), ""),
    ],
)
def test_impossible_targets_change_nothing(message: Target, code: str) -> None:
    table, (anna, *_) = started(4, TEAMS)
    table.wait(SECOND)
    codes = [answer.code for answer in table.say(anna, message) if isinstance(answer, Error)]
    table.wait(SECOND)

    assert "".join(codes) == code
    assert [tick.c for tick in table.told(anna, Tick) if tick.c] == []


def test_choices_of_a_player_are_limited() -> None:
    table, (anna, *_) = started(4, TEAMS)
    table.wait(SECOND)
    for at in range(600):
        table.say(anna, Target(at=at, to=1))
    table.wait(SECOND)

    assert sum(len(tick.c) for tick in table.told(anna, Tick)) == 500


def test_a_room_without_teams_has_none() -> None:
    table, (anna, _) = opened(2)
    table.say(anna, Handicap(p=0, percent=50))
    table.say(table.enter("edda"), Open(name="Attic", rules=RoomRules(preset="nes")))

    assert teams(table, anna) == [0, 0]
