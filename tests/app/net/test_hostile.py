"""Messages of hostile clients and servers: refused with one sentence, without effect or cost of memory."""

import gc
import random
import tracemalloc
from collections.abc import Callable, Iterable

import pytest

from piecement_net.client_link import ClientLink
from piecement_net.errors import SENTENCES, OnlineError
from piecement_net.limits import ServerLimits
from piecement_net.messages.base import Message
from piecement_net.messages.leaderboards import EntryPart, Submit
from piecement_net.wire import encode
from piecement_server.connections import ServerConnection, Sessions
from tests.app.net.mutations import Json, shuffled
from tests.app.net.samples import FROM_CLIENTS, FROM_SERVERS
from tests.app.server.virtual import HELLO

CLIENT_LINES = list(map(encode, FROM_CLIENTS))
SERVER_LINES = list(map(encode, FROM_SERVERS))
LONGEST_SENTENCE = 400


def texts_in(value: Json) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for held in value.values():
            yield from texts_in(held)
    elif isinstance(value, list):
        for held in value:
            yield from texts_in(held)


def check_texts(message: Message) -> None:
    """A recording alone has several lines; it is read as one, and never shown."""
    exclude = {"text"} if isinstance(message, (Submit, EntryPart)) else {"games"}
    for text in texts_in(message.model_dump(mode="json", exclude=exclude)):
        assert text.isprintable(), message


def check_refusal(error: OnlineError) -> None:
    assert error.code in SENTENCES
    assert error.english.isprintable()
    assert len(error.english) <= LONGEST_SENTENCE


def attack_server(chance: random.Random, sessions: Sessions, now: int) -> int:
    """Send forbidden messages over one connection; return the number read until it was refused."""
    read = 0
    connection = ServerConnection(sessions, now)
    lines = shuffled(CLIENT_LINES, chance)
    if chance.random() < 0.8:
        lines.insert(0, CLIENT_LINES[0])
    try:
        for line in lines:
            read += 1
            for message in connection.receive(line, now):
                check_texts(message)
    except OnlineError as error:
        check_refusal(error)
        assert b'"t":"refused"' in connection.data_to_send().splitlines()[-1]
    connection.data_to_send()
    connection.lost(now)
    sessions.expired(now)
    return read


def attack_client(chance: random.Random, now: int) -> int:
    """Send a client forbidden messages; return the number read until it left the server."""
    read = 0
    link = ClientLink(HELLO, now)
    link.connect(now)
    lines = shuffled(SERVER_LINES, chance)
    if chance.random() < 0.8:
        lines.insert(0, SERVER_LINES[0].replace(b',"a":12', b""))
    try:
        for line in lines:
            read += 1
            for message in link.receive(line, now):
                check_texts(message)
    except OnlineError as error:
        check_refusal(error)
        assert link.ended
    link.data_to_send()
    return read


def check_server(messages: int) -> None:
    chance, sessions, said = random.Random(11), Sessions(ServerLimits(), "test 1"), 0
    while said < messages:
        said += attack_server(chance, sessions, said)

    assert sessions.by_name == {}


def check_client(messages: int) -> None:
    chance, said = random.Random(12), 0
    while said < messages:
        said += attack_client(chance, said)


def test_mutated_messages_are_refused_by_the_server() -> None:
    check_server(400)


def test_mutated_messages_are_refused_by_the_client() -> None:
    check_client(400)


@pytest.mark.long
def test_server_refuses_100000_mutated_messages_cleanly() -> None:
    check_server(2000)
    before = traced(lambda: check_server(100_000))

    assert before < 200_000


@pytest.mark.long
def test_client_refuses_100000_mutated_messages_cleanly() -> None:
    check_client(2000)
    before = traced(lambda: check_client(100_000))

    assert before < 200_000


def traced(act: Callable[[], None]) -> int:
    """Return the growth of memory over a call (bytes)."""
    tracemalloc.start()
    act()
    gc.collect()
    left, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return left


def test_the_mutations_are_of_all_kinds_and_some_pass() -> None:
    """Else the tests above would prove little."""
    chance = random.Random(13)
    codes: set[str] = set()
    passed = 0
    for _ in range(600):
        connection = ServerConnection(Sessions(ServerLimits(), "test 1"), 0)
        try:
            passed += len(list(connection.receive(b"".join([CLIENT_LINES[0], *shuffled(CLIENT_LINES, chance)]), 0))) > 1
        except OnlineError as error:
            codes.add(error.code)

    assert codes >= {"bad_field", "not_json", "unknown_type", "wrong_number", "hello_twice", "wrong_acknowledgement"}
    assert passed > 2
