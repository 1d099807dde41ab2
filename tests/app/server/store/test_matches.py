"""The store of matches: what was put is there after the process ends, each round once."""

from collections.abc import Callable

import pytest

from piecement_base.errors import StorageError
from piecement_net.bracket import draw_bracket
from piecement_net.messages.bracket import Entrant
from piecement_net.messages.rooms import Hand, RoomRules
from piecement_net.messages.rounds import Place, StartPlayer
from piecement_server.rooms.match_record import MatchRecord, RoundRecord, SeatRecord
from piecement_server.store.database import ServerDatabase
from piecement_server.store.matches import DELETED, MatchStore

RULES = RoomRules(preset="guideline")
SEATS = (SeatRecord(seat=0, name="anna", identity="a" * 64), SeatRecord(seat=1, name="bert", wins=1))


def a_match(rounds: int = 0, *, ended: bool = False, ends_round: bool = True) -> MatchRecord:
    played = RoundRecord(
        round=rounds, rules=RULES, players=(), games=(), attacks=(), garbage_seed=1, places=(Place(0, 2), Place(1, 1))
    )
    return MatchRecord(
        id="0123456789abcdef",
        room="bcdfg",
        name="Cellar",
        rules=RULES,
        seats=SEATS,
        rounds=rounds,
        round=played if rounds and ends_round else None,
        ended=ended,
    )


def store_on(database: ServerDatabase, now_ms: int = 1_000_000) -> MatchStore:
    return MatchStore(database, lambda: now_ms)


def test_match_and_rounds_are_there_after_reopening(open_again: Callable[[], ServerDatabase]) -> None:
    database = open_again()
    names = [store_on(database).put(a_match(rounds)) for rounds in (0, 1, 2)]
    database.close()
    store = store_on(open_again())

    assert names == [None, "0123456789abcdef-1", "0123456789abcdef-2"]
    assert store.unfinished(60_000, 0) == [a_match(2)]
    assert [record.round for record in store.rounds("0123456789abcdef")] == [1, 2]
    assert [match.name for _, match in store.stored()] == ["Cellar"]


def test_round_stored_again_is_kept_once_and_not_replaced(database: ServerDatabase) -> None:
    store = store_on(database)
    store.put(a_match(1))
    store.put(a_match(1))
    other = a_match(1)
    assert other.round is not None
    with pytest.raises(StorageError, match="is stored already"):
        store.put(other.model_copy(update={"round": other.round.model_copy(update={"garbage_seed": 2})}))

    assert [record.garbage_seed for record in store.rounds("0123456789abcdef")] == [1]


@pytest.mark.parametrize(("ended", "later_ms"), [(True, 21_000), (False, 61_000)])
def test_a_match_that_ended_or_stood_still_is_not_gone_on_with(
    database: ServerDatabase, ended: bool, later_ms: int
) -> None:
    store_on(database).put(a_match(1, ended=ended))

    assert store_on(database, 1_000_000 + later_ms).unfinished(60_000, 20_000) == []


def test_a_match_that_has_just_ended_is_told_again(database: ServerDatabase) -> None:
    store_on(database).put(a_match(1))
    store_on(database).put(a_match(1, ends_round=False, ended=True))

    assert store_on(database, 1_015_000).unfinished(60_000, 20_000) == [a_match(1, ended=True)]


def test_deleted_player_is_nameless_in_every_match(database: ServerDatabase) -> None:
    """Also in matches without a result: unfinished, of three players, or watched in a tournament."""
    anna = SeatRecord(seat=0, name="anna", identity="a" * 64, account="1")
    bert, cleo = (SeatRecord(seat=seat, name=name, account=name) for seat, name in ((0, "bert"), (1, "cleo")))
    bracket = draw_bracket([Entrant(p=seat.seat, name=seat.name) for seat in (anna, cleo)])
    kept = a_match(1).model_copy(
        update={"seats": (bert, cleo), "left": (anna,), "waiting": (anna,), "bracket": bracket, "round": None}
    )
    round_ = a_match(1).round
    assert round_ is not None
    starts = tuple(StartPlayer(p=seat.seat, name=seat.name, hand=Hand(), seed=1) for seat in (anna, bert, cleo))
    store = store_on(database)
    store.put(kept.model_copy(update={"round": round_.model_copy(update={"players": starts})}))
    for _piece in store.forget_player("1"):
        pass
    (match,) = store.unfinished(60_000, 0)

    assert match.round is not None
    assert [player.name for player in match.round.players] == [DELETED, "bert", "cleo"]
    assert match.model_copy(update={"round": None}) == kept.model_copy(
        update={
            "left": (anna.model_copy(update={"name": DELETED, "account": "", "identity": ""}),),
            "waiting": (anna.model_copy(update={"name": DELETED, "account": "", "identity": ""}),),
            "bracket": draw_bracket([Entrant(p=0, name=DELETED), Entrant(p=1, name="cleo")]),
        }
    )


def test_old_matches_are_forgotten_with_their_rounds(database: ServerDatabase) -> None:
    store_on(database).put(a_match(1))
    store = store_on(database, 1_000_000 + 31 * 86_400_000)

    assert sum(store.forget_before(days=30)) == 1
    assert store.rounds("0123456789abcdef") == []
