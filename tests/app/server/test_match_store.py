"""The store of matches: what was put is there after the process ends, each round once."""

from pathlib import Path

import pytest

from piecement.online.fields import Place
from piecement.online.match_record import MatchRecord, RoundRecord, SeatRecord
from piecement.online.messages import RoomRules
from piecement.server.match_store import MatchStore
from piecement.storage.errors import StorageError

RULES = RoomRules(preset="guideline")
SEATS = (SeatRecord(seat=0, name="anna", identity="a" * 64), SeatRecord(seat=1, name="bert", wins=1))


def a_match(rounds: int = 0, *, ended: bool = False, ends_round: bool = True) -> MatchRecord:
    played = RoundRecord(
        round=rounds,
        rules=RULES,
        players=(),
        games=(),
        attacks=(),
        garbage_seed=1,
        places=(Place(0, 2), Place(1, 1)),
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


def store_in(folder: Path, now_ms: int = 1_000_000) -> MatchStore:
    return MatchStore(folder / "matches.sqlite", lambda: now_ms)


def test_a_match_and_its_rounds_are_there_when_it_is_opened_again(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    names = [store.put(a_match(rounds)) for rounds in (0, 1, 2)]
    store.close()
    store = store_in(tmp_path)

    assert names == [None, "0123456789abcdef-1", "0123456789abcdef-2"]
    assert store.unfinished(60_000) == [a_match(2, ends_round=False)]
    assert [record.round for record in store.rounds("0123456789abcdef")] == [1, 2]


def test_a_round_cannot_be_stored_twice(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.put(a_match(1))
    with pytest.raises(StorageError):
        store.put(a_match(1))

    assert len(store.rounds("0123456789abcdef")) == 1


@pytest.mark.parametrize(("ended", "later_ms"), [(True, 0), (False, 61_000)])
def test_a_match_that_ended_or_stood_still_is_not_gone_on_with(tmp_path: Path, ended: bool, later_ms: int) -> None:
    store = store_in(tmp_path)
    store.put(a_match(1, ended=ended))
    store.close()

    assert store_in(tmp_path, 1_000_000 + later_ms).unfinished(60_000) == []


def test_old_matches_are_forgotten_with_their_rounds(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.put(a_match(1))
    store.close()
    store = store_in(tmp_path, 1_000_000 + 31 * 86_400_000)

    assert store.forget_before(days=30) == 1
    assert store.rounds("0123456789abcdef") == []


def test_the_database_of_games_is_not_taken_for_it(tmp_path: Path) -> None:
    from piecement.storage.database import Database  # noqa: PLC0415

    Database.open(tmp_path / "matches.sqlite").close()
    with pytest.raises(StorageError, match="another program"):
        store_in(tmp_path)
