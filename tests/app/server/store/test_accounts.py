"""Accounts in both databases: tokens, names that nobody mistakes, codes, and all of it taken away."""

import json
from collections.abc import Callable

import pytest

from piecement_base.database import table_names
from piecement_net.errors import RoomError
from piecement_server.rooms.match_record import MatchRecord
from piecement_server.store.accounts import CODE_MS, MOST_TOKENS, Account
from piecement_server.store.database import MIGRATIONS
from piecement_server.store.stores import Stores
from tests.app.server.store.manual_time import Now
from tests.app.server.stored_matches import stored_match

DAY_MS = 86_400_000
LINE = "piecement-settings-5:eNqrVi_-"


def token_of(name: str) -> str:
    return name * 8


def sign_up(stores: Stores, name: str) -> Account:
    return stores.accounts.sign_up(name, token_of(name))


def everything_in(stores: Stores, *tables: str) -> str:
    """Return all that is stored in tables, as one text."""
    rows = (row for table in tables for row in stores.database.rows(f"SELECT * FROM {table}"))
    return str([[row[name] for name in row.keys()] for row in rows])  # noqa: SIM118 - a row is no mapping


@pytest.mark.wide
def test_a_machine_is_known_by_its_token_alone(stores: Stores) -> None:
    anna = sign_up(stores, "anna")

    assert stores.accounts.by_token(token_of("anna")) == anna
    assert stores.accounts.by_token(token_of("bert")) is None
    assert sign_up(stores, "anna") == anna
    assert stores.accounts.sign_up("another", token_of("anna")) == anna


def test_neither_tokens_nor_codes_are_in_the_database(stores: Stores) -> None:
    code = stores.accounts.make_code(sign_up(stores, "anna"))
    stored = everything_in(stores, "accounts", "tokens", "codes")

    assert "anna" in stored
    assert token_of("anna") not in stored
    assert code not in stored
    assert code.replace("-", "") not in stored


@pytest.mark.parametrize("other", ["anna", "Anna", "ANNA", "a.n-n a", "Ånna", "аnnа", "αnnα"])
def test_a_name_similar_to_a_taken_one_is_refused(stores: Stores, other: str) -> None:
    anna, bert = sign_up(stores, "anna"), sign_up(stores, "bert")
    with pytest.raises(RoomError, match="is taken"):
        stores.accounts.sign_up(other, "t" * 32)
    with pytest.raises(RoomError, match="is taken"):
        stores.accounts.rename(bert, other)

    assert stores.accounts.is_taken(other)
    assert stores.accounts.get(bert.id) == bert
    assert stores.accounts.rename(anna, "Anna") == Account(anna.id, "Anna")


def test_a_name_of_a_guest_is_nobodys(stores: Stores) -> None:
    with pytest.raises(RoomError, match="is reserved for guests"):
        sign_up(stores, "anna guest")


def test_a_code_gives_the_account_to_one_machine_once(stores: Stores) -> None:
    anna = sign_up(stores, "anna")
    first, code = (stores.accounts.make_code(anna) for _ in range(2))
    with pytest.raises(RoomError, match="is wrong or expired"):
        stores.accounts.use_code(first, "laptop-token-is-long")

    assert stores.accounts.use_code(f" {code.upper()} ", "laptop-token-is-long") == anna
    assert stores.accounts.by_token("laptop-token-is-long") == anna
    assert stores.accounts.by_token(token_of("anna")) == anna
    with pytest.raises(RoomError, match="is wrong or expired"):
        stores.accounts.use_code(code, "third-token-is-long")


@pytest.mark.parametrize("later_ms", [CODE_MS, CODE_MS + 1])
def test_a_code_is_void_after_minutes(stores: Stores, now: Now, later_ms: int) -> None:
    anna = sign_up(stores, "anna")
    code = stores.accounts.make_code(anna)
    now.ms += later_ms
    if later_ms > CODE_MS:
        with pytest.raises(RoomError, match="is wrong or expired"):
            stores.accounts.use_code(code, "laptop-token-is-long")
    else:
        assert stores.accounts.use_code(code, "laptop-token-is-long") == anna


@pytest.mark.parametrize("code", ["", "-", "' OR 1=1 --", "%", "bcdfg-hjkmn", "🦀"])
def test_junk_code_opens_nothing(stores: Stores, code: str) -> None:
    stores.accounts.make_code(sign_up(stores, "anna"))
    with pytest.raises(RoomError, match="is wrong or expired"):
        stores.accounts.use_code(code, "laptop-token-is-long")


def test_account_keeps_a_few_machines_and_forgets_the_oldest(stores: Stores, now: Now) -> None:
    anna = sign_up(stores, "anna")
    for number in range(MOST_TOKENS):
        now.ms += 1
        stores.accounts.use_code(stores.accounts.make_code(anna), f"machine-{number:016}")

    assert stores.accounts.by_token(token_of("anna")) is None
    assert stores.accounts.by_token(f"machine-{0:016}") == anna


def test_unplayed_accounts_are_forgotten_after_a_while(stores: Stores, now: Now) -> None:
    old, player = sign_up(stores, "old"), sign_up(stores, "player")
    stores.put(a_match("m", player, sign_up(stores, "rival")))
    now.ms += 400 * DAY_MS
    sign_up(stores, "new")

    assert sum(stores.accounts.forget_unused(365)) == 1
    assert stores.accounts.get(player.id) == player
    with pytest.raises(RoomError):
        stores.accounts.get(old.id)


def a_match(name: str, *players: Account) -> MatchRecord:
    """Return a match that the first one has won."""
    record = stored_match()[-1]
    seats = tuple(
        seat.model_copy(update={"account": player.id, "name": player.name, "wins": 2 * (seat.seat == 0)})
        for seat, player in zip(record.seats, players, strict=True)
    )
    return record.model_copy(update={"id": name, "seats": seats, "rated": True, "ended": True})


def test_all_of_it_is_taken_away(stores: Stores) -> None:
    anna, bert = sign_up(stores, "anna"), sign_up(stores, "bert")
    for record in stored_match():
        seats = tuple(
            seat.model_copy(update={"account": player.id, "name": player.name})
            for seat, player in zip(record.seats, (anna, bert), strict=True)
        )
        stores.put(record.model_copy(update={"seats": seats, "rated": True}))
    kept = json.loads("".join(stores.accounts.export(anna)))
    stores.delete_account(anna)
    everything = everything_in(stores, *table_names(MIGRATIONS))

    assert kept["account"][0]["name"] == "anna"
    assert len(kept["ratings"]) == len(kept["results"]) == 1
    assert json.loads(json.dumps(kept)) == kept
    assert "anna" not in everything.lower()
    assert anna.id not in everything
    assert [result.opponent for result in stores.ratings.history(bert.id)] == [""]
    assert stores.accounts.by_token(token_of("anna")) is None
    assert sign_up(stores, "anna") != anna


def test_settings_of_an_account_are_replaced_and_deleted(stores: Stores, now: Now) -> None:
    anna, bert = sign_up(stores, "anna"), sign_up(stores, "bert")
    before = stores.accounts.settings(anna)
    first = stores.accounts.keep_settings(anna, LINE)
    now.ms -= 1000  # the clock was put back
    second = stores.accounts.keep_settings(anna, f"{LINE}B")
    kept = stores.accounts.settings(anna)

    assert (before.at_ms, before.text) == (0, "")
    assert (first, second) == (now.ms + 1000, now.ms + 1001)
    assert (kept.at_ms, kept.text) == (second, f"{LINE}B")
    assert stores.accounts.settings(bert) == before
    assert stores.accounts.keep_settings(anna, "") == 0
    assert stores.accounts.settings(anna) == before


def test_settings_are_exported_and_deleted_with_the_account(stores: Stores) -> None:
    anna = sign_up(stores, "anna")
    stores.accounts.keep_settings(anna, LINE)
    exported = json.loads("".join(stores.accounts.export(anna)))
    stores.delete_account(anna)

    assert [row["settings"] for row in exported["account_settings"]] == [LINE]
    assert stores.database.rows("SELECT * FROM account_settings") == []


def test_a_deleted_accounts_requests_are_refused(stores: Stores) -> None:
    anna = sign_up(stores, "anna")
    stores.delete_account(anna)
    asked: list[Callable[[], object]] = [
        lambda: stores.accounts.rename(anna, "other"),
        lambda: stores.accounts.make_code(anna),
    ]
    for ask in asked:
        with pytest.raises(RoomError, match="has been deleted"):
            ask()


def test_names_of_an_older_version_are_taken(stores: Stores) -> None:
    for number, name in enumerate(("paul", "p\u0251ul", "bert")):
        values = {"id": f"id{number}", "name": name, "key": f"key{number}"}
        add = "INSERT INTO accounts (id, name, name_key, made_ms, seen_ms) VALUES (:id, :name, :key, 1, 1)"
        stores.database.change(add, values)
    before = stores.accounts.is_taken("Paul")
    stores.accounts.reserve_old_names()

    assert (before, stores.accounts.is_taken("Paul")) == (False, True)
    with pytest.raises(RoomError, match="is taken"):
        sign_up(stores, "p.a.u.l")
    stores.accounts.rename(Account("id1", "p\u0251ul"), "ada")


def test_a_database_has_one_id(stores: Stores) -> None:
    first = stores.server_id()

    assert len(first) == 32
    assert stores.server_id() == first


def test_no_account_is_deleted_while_it_plays(stores: Stores, now: Now) -> None:
    """At another server of the fleet, of which this one knows by the database alone."""
    anna = sign_up(stores, "anna")
    begun, *_, ended = stored_match()
    seats = tuple(seat.model_copy(update={"account": anna.id}) if seat.name == "Anna" else seat for seat in begun.seats)
    stores.put(begun.model_copy(update={"seats": seats}))
    with pytest.raises(RoomError, match="during a match"):
        stores.delete_account(anna)

    stores.put(ended.model_copy(update={"round": None}))
    stores.delete_account(anna)
    stores.put(begun.model_copy(update={"seats": seats}))
    now.ms += 11 * 60_000  # a server that does not come back ends no match
    stores.delete_account(anna)
