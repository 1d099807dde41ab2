"""Packed entries: what a player did in a round so far, as a message has it."""

import zlib
from base64 import b85encode

import pytest

from piecement_net.errors import OnlineError
from piecement_net.messages.from_server import Past
from piecement_net.messages.rounds import Entry, PastGame
from piecement_net.round_recordings import MOST_BYTES, pack_entries, unpack_entries
from piecement_net.wire import FROM_SERVER, decode, encode
from tests.sampling import together

ENTRIES: tuple[Entry, ...] = ((0, 1), (33_000_000, 0), (5, "k", 1), (0, 4095), (9, -1))


def packed(text: bytes) -> str:
    return b85encode(zlib.compress(text)).decode()


def test_they_go_into_a_message_and_come_out_as_they_were() -> None:
    past = Past(round=1, games=(PastGame(0, 10**9, pack_entries(ENTRIES)), PastGame(1, 10**9, pack_entries(()))), w=0)
    received = decode(encode(past).strip(), FROM_SERVER)

    assert isinstance(received, Past)
    assert [unpack_entries(game.entries) for game in received.games] == [ENTRIES, ()]


def test_five_minutes_of_play_take_a_few_kilobytes() -> None:
    entries: list[Entry] = [(at * 7919 % 97 * 2_000_000, at * 31 % 64) for at in range(4500)]

    assert len(pack_entries(entries)) < 20_000


@together(
    "text",
    [
        "", "x", "~" * 9, pack_entries(ENTRIES)[:-6], packed(b""), packed(b"[[1]]"), packed(b"[[1,4096]]"),
        packed(b'[[1,"k",0]]'), packed(b"[[-1,0]]"), packed(b"[[1.5,0]]"), packed(b"[" * 100_000),
    ],
)  # fmt: skip
def test_junk_entries_are_refused(text: str) -> None:
    with pytest.raises(OnlineError, match="damaged"):
        unpack_entries(text)


def test_memory_filling_entries_are_refused() -> None:
    with pytest.raises(OnlineError, match="damaged"):
        unpack_entries(packed(b" " * (MOST_BYTES + 1)))
