"""The wire: messages to bytes and back, in any pieces, and what is no message."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from piecement_net.errors import OnlineError
from piecement_net.messages import FromClient, FromServer
from piecement_net.messages.accounts import KeepSettings
from piecement_net.messages.base import BY_CLIENT, BY_SERVER, Addition, Message, Part, Ping
from piecement_net.messages.fields import LONGEST_SETTINGS
from piecement_net.messages.from_client import Open, Say
from piecement_net.messages.leaderboards import AskLeaderboard
from piecement_net.messages.rooms import RoomRules
from piecement_net.wire import (
    FROM_CLIENT,
    FROM_SERVER,
    LONGEST_FROM_CLIENT,
    LONGEST_FROM_SERVER,
    LONGEST_HISTORY,
    Decoder,
    WireSide,
    encode,
    prepare,
)
from tests.app.net.samples import FROM_CLIENTS, FROM_SERVERS, LINES
from tests.sampling import together

EITHER: Final = [(FROM_CLIENT, message) for message in FROM_CLIENTS] + [
    (FROM_SERVER, message) for message in FROM_SERVERS
]


def refused(side: WireSide, line: bytes) -> OnlineError:
    with pytest.raises(OnlineError) as caught:
        list(Decoder(side).feed(line + b"\n"))
    return caught.value


@together(("side", "message"), EITHER)
def test_a_message_is_one_line_of_json_and_comes_back_as_it_was(side: WireSide, message: Message) -> None:
    line = encode(message)

    assert list(Decoder(side).feed(line)) == [message]
    assert (line.count(b"\n"), line[-1:]) == (1, b"\n")
    assert next(iter(json.loads(line))) == "t"


@pytest.mark.parametrize(
    ("table", "samples"), [(FromClient, FROM_CLIENTS), (FromServer, FROM_SERVERS)], ids=["client", "server"]
)
def test_there_is_a_sample_of_every_message(table: object, samples: list[Message]) -> None:
    """A message without a line in `tests/data/wire_messages.txt` is neither mutated nor sent by any test."""
    kinds = set(get_args(get_args(table)[0]))

    assert {type(sample) for sample in samples} == kinds


def test_prepared_message_is_sent_with_several_numbers() -> None:
    prepared = prepare(Say(text="hi"))

    lines = prepared.line(1, 0) + prepared.line(7, 5)

    assert list(Decoder(FROM_CLIENT).feed(lines)) == [Say(n=1, text="hi"), Say(n=7, a=5, text="hi")]


@pytest.mark.parametrize("side", [FROM_CLIENT, FROM_SERVER], ids=["client", "server"])
def test_pieces_of_any_size_give_the_same_messages(side: WireSide) -> None:
    messages = [message for one, message in EITHER if one is side]
    data = b"".join(map(encode, messages))
    chance = random.Random(7)

    for most in (1, 3, 50, len(data)):
        decoder, got, at = Decoder(side), list[Message](), 0
        while at < len(data):
            size = chance.randint(1, most)
            got += decoder.feed(data[at : at + size])
            at += size

        assert got == messages


def test_messages_before_a_bad_one_are_received() -> None:
    received = Decoder(FROM_CLIENT).feed(encode(Ping(c=1)) + b"nonsense\n" + encode(Ping(c=2)))

    assert next(received) == Ping(c=1)
    with pytest.raises(OnlineError):
        next(received)


@together(
    ("line", "code", "words"),
    [
        (b"", "not_json", "not a JSON object"),
        (b"hello", "not_json", "not a JSON object"),
        (b"[]", "not_json", "not a JSON object"),
        (b'{"t":"say","text":"\xff"}', "not_json", "not a JSON object"),
        (b'{"t":"say","text":"\\ud800"}', "not_json", "not a JSON object"),
        (b"{}", "unknown_type", "unknown message type"),
        (b'{"t":"nonsense"}', "unknown_type", "'nonsense'"),
        (b'{"t":"\\u001b[31mred"}', "unknown_type", "type '\\x1b[31mred'"),
        (b'{"t":"in","to":NaN}', "bad_field", "invalid to in message in"),
        (b'{"t":"in","to":Infinity}', "bad_field", "invalid to in message in"),
        (b'{"t":"in","to":1e400}', "bad_field", "invalid to in message in"),
        (b'{"t":"in","to":%b}' % (b"9" * 4000), "bad_field", "invalid to in message in"),
        (b'{"t":"in","to":%b}' % (b"9" * 9000), "not_json", "number out of range"),
        (b'{"t":"in","to":1,"e":[[1,99999]]}', "bad_field", "invalid e.0.1 in message in: Input should be less than"),
        (b'{"t":"in","to":1,"\\u001b]0;x":1}', "bad_field", "Extra inputs are not permitted"),
        (b'{"t":"ping","c":1,"c":-1}', "bad_field", "invalid c in message ping: Input should be greater"),
        (b'{"t":"say","text":' + b"[" * 7 + b"]" * 7 + b"}", "bad_field", "valid string"),
        (b"[" * 16_000, "not_json", "recursion limit"),
        (b"[" * 8000 + b"]" * 8000, "not_json", "recursion limit"),
        (b'{"t":"say","text":"' + b"x" * 16_384 + b'"}', "too_long", "16384 are allowed"),
    ],
)
def test_junk_message_is_refused_with_one_sentence(line: bytes, code: str, words: str) -> None:
    error = refused(FROM_CLIENT, line)

    assert error.code == code
    assert words in error.english
    assert error.english.isprintable()
    assert len(error.english) < 300


def test_brackets_in_texts_are_no_depth() -> None:
    text = '[[[[[[[[{{{{{{{{ "]'

    assert list(Decoder(FROM_CLIENT).feed(encode(Say(text=text)))) == [Say(text=text)]


def test_a_line_without_an_end_is_not_collected() -> None:
    decoder = Decoder(FROM_CLIENT)
    for _ in range(16):
        assert list(decoder.feed(b"x" * 1000)) == []

    with pytest.raises(OnlineError, match="16384 are allowed"):
        list(decoder.feed(b"x" * 1000))


def test_a_server_may_say_more_at_once_and_most_of_the_past() -> None:
    rooms = b'{"t":"rooms","x":"%b","rooms":[]}\n' % (b"x" * (LONGEST_FROM_SERVER - 100))
    past = b'{"t":"past","x":"%b","round":1,"games":[],"w":0}\n' % (b"x" * (LONGEST_HISTORY - 100))

    assert len(rooms) > LONGEST_FROM_CLIENT
    assert len(list(Decoder(FROM_SERVER).feed(rooms + past))) == 2
    assert refused(FROM_SERVER, rooms.replace(b"}", b" " * 200 + b"}")).code == "too_long"
    assert refused(FROM_SERVER, past.replace(b"}", b" " * 200 + b"}")).code == "too_long"


def test_extras_of_a_newer_server_pass_but_not_of_a_client() -> None:
    assert list(Decoder(FROM_SERVER).feed(b'{"t":"ping","c":1,"new":{"a":[1]}}\n')) == [Ping(c=1)]
    assert refused(FROM_CLIENT, b'{"t":"ping","c":1,"new":{"a":[1]}}').code == "bad_field"


@together(("message", "line"), list(zip([*FROM_CLIENTS, *FROM_SERVERS], LINES, strict=True)))
def test_a_message_keeps_its_line(message: Message, line: bytes) -> None:
    assert encode(message) == line[2:] + b"\n"


RECORDED: Final = (Path(__file__).parents[2] / "data/wire_of_1_0.txt").read_bytes().splitlines()
"""A message of each kind as version 1.0 wrote it, of clients after `>` and of servers after `<`."""


@pytest.mark.parametrize(
    "text",
    ["piecement-settings-5:" + "A" * LONGEST_SETTINGS, "piecement-settings-0:AA", "das = 5", "piecement-settings-5:é"],
)
def test_settings_are_a_short_line_of_their_form(text: str) -> None:
    for side, kind in ((FROM_CLIENT, "keep_settings"), (FROM_SERVER, "settings")):
        assert refused(side, json.dumps({"t": kind, "n": 1, "text": text}).encode()).code == "bad_field"
    assert len(encode(KeepSettings(text=f"piecement-settings-5:{'A' * (LONGEST_SETTINGS - 21)}"))) < LONGEST_FROM_CLIENT


@together("line", RECORDED)
def test_a_message_of_version_1_0_means_the_same(line: bytes) -> None:
    side = FROM_CLIENT if line.startswith(b">") else FROM_SERVER
    (message,) = Decoder(side).feed(line[2:] + b"\n")

    assert encode(message) == line[2:] + b"\n"


@pytest.mark.parametrize(("kinds", "side"), [(BY_CLIENT, b">"), (BY_SERVER, b"<")], ids=["client", "server"])
def test_messages_after_version_1_0_are_additions(kinds: list[type[Message]], side: bytes) -> None:
    """A program of version 1.0 refuses messages that it does not know; a client ignores new fields."""
    known = {json.loads(line[2:])["t"] for line in RECORDED if line.startswith(side)}

    assert {kind.model_fields["t"].default for kind in kinds if not kind.since} == known


def parts_of(value: object) -> Iterator[Part]:
    """Yield a message and the values in it that have fields."""
    if isinstance(value, Part):
        yield value
        for _, inner in value:
            yield from parts_of(inner)


def kinds_of(kind: Any) -> Iterator[type[Part]]:
    """Yield the class of a message, or of a field, and the classes in it."""
    inner = get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Part):
        yield kind
        inner = tuple(field.annotation for field in kind.model_fields.values())
    for one in inner:
        yield from kinds_of(one)


OF_PROTOCOL_2: Final = {(RoomRules, "tournament")}
"""Fields that only a server with the second version of the protocol is sent."""


def test_client_fields_after_version_1_0_are_additions() -> None:
    """A server of version 1.0 refuses fields that it does not know."""
    lines = (line[2:] + b"\n" for line in RECORDED if line.startswith(b">"))
    known = {
        (type(part), name)
        for line in lines
        for message in Decoder(FROM_CLIENT).feed(line)
        for part in parts_of(message)
        for name in part.model_fields_set
    }
    unmarked = {
        (kind, name)
        for message in BY_CLIENT
        if not message.since
        for kind in kinds_of(message)
        for name, field in kind.model_fields.items()
        if not any(isinstance(mark, Addition) for mark in field.metadata)
    }

    assert unmarked - OF_PROTOCOL_2 == known


def test_an_older_server_is_sent_no_field_that_it_refuses() -> None:
    rules = RoomRules(preset="duel", teams=2, choose=True)
    messages = (AskLeaderboard(mode="40_lines", rules="tetrs"), Open(name="A room", rules=rules))
    board, opened = messages

    assert [message.known_to(Addition.TEAMS) for message in messages] == [*messages]
    assert opened.known_to(Addition.SETTINGS) == opened.model_copy(update={"rules": RoomRules(preset="duel")})
    assert board.known_to(Addition.SETTINGS) == board
    assert board.known_to(0) == AskLeaderboard(mode="40_lines")
