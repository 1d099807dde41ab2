"""Bans in both databases: until their time, changed by a second one, and gone with their account."""

import json

from piecement_server.store.bans import Ban
from piecement_server.store.stores import Stores
from tests.app.server.store.manual_time import NOW_MS, Now

HOUR_MS = 3_600_000


def test_bans_are_listed_until_they_end(stores: Stores, now: Now) -> None:
    anna = stores.accounts.sign_up("anna", "x" * 20)
    stores.bans.add("192.0.2.1", NOW_MS + 2 * HOUR_MS, "floods", is_account=False)
    stores.bans.add(anna.id, NOW_MS + HOUR_MS, "two accounts in one match", is_account=True)
    both = [*stores.bans.listed().values()]
    now.ms += HOUR_MS
    later = [*stores.bans.listed()]

    assert both == [
        Ban(anna.id, "anna", NOW_MS + HOUR_MS, "two accounts in one match"),
        Ban("192.0.2.1", "192.0.2.1", NOW_MS + 2 * HOUR_MS, "floods"),
    ]
    assert later == ["192.0.2.1"]
    assert list(stores.bans.forget_ended()) == [1]


def test_a_second_ban_replaces_the_first(stores: Stores) -> None:
    stores.bans.add("192.0.2.1", NOW_MS + 2 * HOUR_MS, "floods", is_account=False)
    stores.bans.add("192.0.2.1", NOW_MS + HOUR_MS, "less of it", is_account=False)
    (ban,) = stores.bans.listed().values()
    stores.bans.remove("192.0.2.1")

    assert (ban.until_ms, ban.reason) == (NOW_MS + HOUR_MS, "less of it")
    assert stores.bans.listed() == {}


def test_a_ban_is_exported_and_deleted_with_its_account(stores: Stores) -> None:
    anna = stores.accounts.sign_up("anna", "x" * 20)
    stores.bans.add(anna.id, NOW_MS + HOUR_MS, "floods", is_account=True)
    (exported,) = json.loads("".join(stores.accounts.export(anna)))["bans"]
    stores.delete_account(anna)

    assert (exported["until_ms"], exported["reason"]) == (NOW_MS + HOUR_MS, "floods")
    assert stores.bans.listed() == {}


def test_an_account_is_found_by_a_name_like_its_own(stores: Stores) -> None:
    anna = stores.accounts.sign_up("Anna", "x" * 20)

    assert [stores.accounts.by_name(name) for name in ("Anna", "anna", "bert")] == [anna, anna, None]


def test_the_refusal_has_the_time_and_the_reason() -> None:
    refusal = Ban("192.0.2.1", "192.0.2.1", NOW_MS, "floods").refusal

    assert refusal.sentence == "You are banned from this server until 2026-09-21 14:13 UTC: floods."
