"""Limits: buckets, and the ledger of costs."""

from dataclasses import replace

import pytest

from piecement_engine.rules.timing import SECOND
from piecement_net.errors import RESUMABLE, SENTENCES, OnlineError
from piecement_net.limits import Rate, ServerLimits, TokenBucket
from piecement_net.rate_limits import CostLedger
from tests.sampling import together

TWO = replace(ServerLimits(), connections=4, connections_an_address=2, tries_an_address=Rate(a_second=1, at_once=3))


def test_bucket_gives_a_burst_then_a_steady_rate() -> None:
    bucket = TokenBucket(Rate(a_second=2, at_once=5), 0)

    at_once = [bucket.take(1, 0) for _ in range(6)]
    later = [bucket.take(1, SECOND) for _ in range(3)]

    assert at_once == [True] * 5 + [False]
    assert later == [True, True, False]
    assert not bucket.take(6, 100 * SECOND)
    assert bucket.take(5, 100 * SECOND)


def test_grants_exceed_the_burst_of_a_bucket() -> None:
    bucket = TokenBucket(Rate(a_second=2, at_once=5), 0)
    bucket.grant(10 * SECOND)
    bucket.grant(10 * SECOND)

    assert bucket.take(25, 0)
    assert not bucket.take(1, 0)


def test_connections_are_counted_by_address() -> None:
    ledger = CostLedger(TWO)
    ledger.enter("10.0.0.1", 0)
    ledger.enter("10.0.0.1", 0)

    with pytest.raises(OnlineError, match="at most 2 are allowed"):
        ledger.enter("10.0.0.1", SECOND)
    ledger.enter("10.0.0.2", 0)
    ledger.enter("10.0.0.2", 0)
    ledger.leave("10.0.0.1")
    ledger.enter("10.0.0.1", 9 * SECOND)
    with pytest.raises(OnlineError, match="with 4 connections"):
        ledger.enter("10.0.0.3", 0)


def test_connections_are_not_opened_without_end() -> None:
    ledger = CostLedger(TWO)
    for _ in range(3):
        ledger.enter("10.0.0.1", 0)
        ledger.leave("10.0.0.1")

    with pytest.raises(OnlineError, match="at most 1 per second are allowed"):
        ledger.enter("10.0.0.1", 0)
    ledger.enter("10.0.0.1", SECOND)


@together(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("not an address", "another", False),
    ],
)
def test_one_subscriber_has_many_addresses(one: str, other: str, same: bool) -> None:
    ledger = CostLedger(replace(TWO, connections_an_address=1))
    ledger.enter(one, 0)

    if same:
        with pytest.raises(OnlineError, match="from your address"):
            ledger.enter(other, 0)
    else:
        ledger.enter(other, 0)


def test_a_unix_socket_has_no_address() -> None:
    ledger = CostLedger(TWO)
    for _ in range(4):
        ledger.enter("", 0)

    with pytest.raises(OnlineError, match="the server is full"):
        ledger.enter("", 0)


def test_many_addresses_leave_no_trace() -> None:
    ledger = CostLedger(TWO)
    for at in range(1000):
        ledger.enter(f"10.0.{at // 250}.{at % 250}", at * SECOND)
        ledger.leave(f"10.0.{at // 250}.{at % 250}")

    assert len(ledger._held) + len(ledger._spent_until) < 70


def test_every_error_has_one_sentence() -> None:
    for code, sentence in SENTENCES.items():
        assert sentence[0].islower() or sentence[0] == "{", code
        assert not sentence.endswith("."), code
    assert "silent" in RESUMABLE
    assert "what a newer server says" not in RESUMABLE
