"""Daily seeds of a server: equal for all accounts, and one first try for each."""

from datetime import date

import pytest

from piecement_server.store.accounts import Account
from piecement_server.store.daily_seeds import derive_seed
from piecement_server.store.database import ServerDatabase
from piecement_server.store.stores import Stores
from tests.app.server.store.manual_time import DAY_MS, Clock


@pytest.fixture
def stores(database: ServerDatabase, clock: Clock) -> Stores:
    return Stores(database, clock)


def test_daily_pieces_are_equal_for_all_and_first_try_is_noted(
    stores: Stores, anna: Account, bert: Account, clock: Clock
) -> None:
    given = [stores.daily_seeds.release(player.id, "40_lines") for player in (anna, anna, bert)]
    clock.now_ms += DAY_MS
    tomorrow = stores.daily_seeds.release(anna.id, "40_lines")

    assert [is_first for _, _, is_first in given] == [True, False, True]
    assert len({seed for _, seed, _ in given}) == 1
    assert tomorrow[2]
    assert tomorrow[1] != given[0][1]


def test_a_seed_follows_from_the_secret_the_date_and_the_mode() -> None:
    day = date(2026, 11, 23)
    seeds = {derive_seed(secret, day, mode) for secret in ("00" * 32, "01" * 32) for mode in ("40_lines", "cheese")}

    assert len(seeds) == 4
    assert all(0 <= seed < 1 << 64 for seed in seeds)
