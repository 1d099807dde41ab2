"""Addresses of servers, as a player writes them."""

import pytest

from piecement_net.address import Address
from piecement_net.errors import OnlineError
from tests.sampling import together


@together(
    ("text", "address", "written"),
    [
        ("play.example.org", Address("tcp", "play.example.org", 1985), "play.example.org:1985"),
        (" 10.0.0.7:2000 ", Address("tcp", "10.0.0.7", 2000), "10.0.0.7:2000"),
        ("[::1]:2000", Address("tcp", "::1", 2000), "[::1]:2000"),
        ("[::1]", Address("tcp", "::1", 1985), "[::1]:1985"),
        ("unix:/run/game.sock", Address("unix", path="/run/game.sock"), "unix:/run/game.sock"),
        ("ws://host", Address("ws", "host", 80, "/"), "ws://host:80/"),
        ("ws://host:1986/game", Address("ws", "host", 1986, "/game"), "ws://host:1986/game"),
        ("WSS://Host", Address("wss", "host", 443, "/"), "wss://host:443/"),
    ],
)
def test_an_address_is_read_and_written(text: str, address: Address, written: str) -> None:
    assert Address.parse(text) == address
    assert str(address) == written
    assert Address.parse(written) == address


@together(
    "text",
    [
        "", " ", ":1985", "host:", "host:0", "host:65536", "host:-1", "host:x", "::1", "[::1", "a b", "host/path",
        "http://host", "ssh://host", "user@host", "unix:", "ws://", "ws://host:x", "ws://user:secret@host", "ho\x1bst",
        "host?x", "host#x", "wss://host/game?room=1", "ws://host#x",
    ],
)  # fmt: skip
def test_junk_address_is_refused_with_one_sentence(text: str) -> None:
    with pytest.raises(OnlineError, match=r" is not an address: ") as caught:
        Address.parse(text)

    assert caught.value.code in {"address", "address_path", "address_port"}
    assert caught.value.english.isprintable()


@together(
    ("here", "there", "allowed"),
    [
        ("games.example", "other.example:1986", True),
        ("games.example", "ws://other.example/", True),
        ("wss://games.example", "wss://other.example", True),
        ("wss://games.example", "ws://other.example", False),
        ("wss://games.example", "other.example", False),
        ("games.example", "unix:/run/some.socket", False),
        ("games.example", "127.0.0.1:22", False),
        ("games.example", "[::1]:22", False),
        ("games.example", "localhost", False),
        ("127.0.0.1", "127.0.0.1:1986", True),
        ("unix:/run/game.socket", "127.0.0.1:1986", True),
        ("unix:/run/game.socket", "unix:/run/other.socket", False),
    ],
)
def test_redirect_may_not_lower_safety_or_reach_own_machine(here: str, there: str, allowed: bool) -> None:
    assert Address.parse(here).may_send_to(Address.parse(there)) is allowed


@together(
    ("here", "told", "allowed"),
    [
        ("127.0.0.1:1986", "localhost:1985", True),
        ("unix:/run/game.socket", "[::1]:1985", True),
        ("games.example:1986", "games.example:1985", True),
        ("wss://games.example/two", "wss://games.example/one", True),
        ("wss://games.example", "games.example:1985", True),
        ("games.example:1985", "wss://games.example", False),
        ("other.example:1985", "games.example:1985", False),
        ("127.0.0.1:1985", "games.example:1985", False),
        ("games.example:1985", "no address", False),
    ],
)
def test_told_address_may_only_reach_the_same_machine(here: str, told: str, allowed: bool) -> None:
    assert Address.parse(here).may_receive_token_of(told) is allowed
