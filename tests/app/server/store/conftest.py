"""Fixtures of the tests of the stores: both kinds of databases at a time of the test's own."""

import pytest

from piecement_server.store.accounts import Account
from piecement_server.store.database import ServerDatabase
from piecement_server.store.stores import Stores
from tests.app.server.store.manual_time import Clock, Now


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
def stores(database: ServerDatabase, now: Now) -> Stores:
    return Stores(database, now)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def anna(stores: Stores) -> Account:
    return stores.accounts.sign_up("Anna", "a" * 32)


@pytest.fixture
def bert(stores: Stores) -> Account:
    return stores.accounts.sign_up("Bert", "b" * 32)
