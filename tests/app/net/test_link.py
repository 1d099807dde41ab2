"""Links: each message once and in order over cut connections, pings, silence, and all that is too much."""

from dataclasses import replace

import pytest

from piecement_engine.rules.timing import SECOND
from piecement_net.client_link import ClientLink
from piecement_net.errors import RESUMABLE, OnlineError
from piecement_net.limits import Rate, ServerLimits
from piecement_net.messages.accounts import AskHistory, Queue
from piecement_net.messages.base import Bye, Message, Numbered, Ping, Pong
from piecement_net.messages.challenges import Answer
from piecement_net.messages.from_client import AskRooms, Inputs, Leave, Resume, Say
from piecement_net.messages.from_server import Error, Refused, Said, Tick, Welcome
from piecement_net.wire import FROM_CLIENT, FROM_SERVER, Decoder, encode
from piecement_server.connections import ServerConnection, Sessions
from tests.app.server.virtual import HELLO, MS, SERVER_AHEAD_NS, VirtualClient, VirtualNet, VirtualServer
from tests.sampling import together

SECRET = "s" * 32
HELLO_LINE = encode(HELLO)


def numbered(messages: list[Message]) -> list[Message]:
    return [message for message in messages if isinstance(message, Numbered)]


def online(seed: int = 1, limits: ServerLimits | None = None) -> tuple[VirtualNet, VirtualServer, VirtualClient]:
    """Return a client that is connected, at two seconds."""
    net = VirtualNet(seed)
    server = VirtualServer(net, limits)
    client = VirtualClient(net, server)
    net.run(2 * SECOND)
    return net, server, client


# Coming back


def check_random_cuts(seed: int) -> None:
    net = VirtualNet(seed, delay_ms=(1, 150))
    server = VirtualServer(net)
    client = VirtualClient(net, server)
    sent_up: list[int] = []
    sent_down: list[int] = []
    lasting = 20 * SECOND

    def play() -> None:
        sent_up.append(len(sent_up))
        client.send(Inputs(to=sent_up[-1]))
        if server.sessions.by_name:
            sent_down.append(len(sent_down))
            server.session.send(Tick(w=sent_down[-1]), server.now)
        if net.now < lasting:
            net.after(net.chance.randint(10, 80) * MS, play)

    def cut() -> None:
        if client.wire is not None:
            client.wire.cut()
        if net.now < lasting:
            net.after(net.chance.randint(50, 4000) * MS, cut)

    net.run(2 * SECOND)
    play()
    cut()
    net.run(40 * SECOND)

    assert server.errors == []
    assert set(server.arrivals[1:]) == {"resumed"}
    assert [message.to for message in server.received[server.session.name] if isinstance(message, Inputs)] == sent_up
    assert [message.w for message in client.received if isinstance(message, Tick)] == sent_down


@pytest.mark.parametrize("seed", range(6))
def test_random_cuts_lose_and_double_nothing(seed: int) -> None:
    check_random_cuts(seed)


@pytest.mark.long
def test_many_random_cuts_lose_and_double_nothing() -> None:
    for seed in range(1000):
        check_random_cuts(seed)


def test_a_client_comes_back_within_ten_seconds_without_loss() -> None:
    net, server, client = online()
    assert client.wire is not None
    client.wire.cut()
    client.link.retry_ns = net.now + 10 * SECOND

    for to in range(250):
        client.send(Inputs(to=to, e=((1, 1), (1, 0), (1, 1))))
        server.session.send(Tick(w=to), server.now)
        net.run(net.now + 40 * MS)
    net.run(net.now + SECOND)

    assert (server.arrivals, server.errors) == (["new", "resumed"], [])
    assert len(numbered(client.received)) == len(numbered(server.received[server.session.name])) == 250


def test_client_away_too_long_finds_its_seat_and_begins_anew() -> None:
    net, server, client = online()
    session = server.session.name
    assert client.wire is not None
    client.wire.cut()
    client.link.retry_ns = net.now + 30 * SECOND

    for to in range(3000):
        server.session.send(Tick(w=to), server.now)
    net.run(net.now + 31 * SECOND)
    server.session.send(Tick(w=7), server.now)
    net.run(net.now + SECOND)

    assert (server.session.name, server.arrivals, server.errors) == (session, ["new", "anew"], [])
    assert [message.w for message in client.received if isinstance(message, Tick)] == [7]


def test_another_run_of_the_program_comes_back_to_the_session() -> None:
    net, server, client = online()
    session = server.session.name
    server.session.send(Tick(w=1), server.now)
    net.run(net.now + SECOND)
    resume = client.link.resume
    assert client.wire is not None
    client.wire.cut()
    client.link.ended = True

    again = VirtualClient(net, server, resume)
    net.run(net.now + SECOND)
    server.session.send(Tick(w=2), server.now)
    again.send(Inputs(to=9))
    net.run(net.now + SECOND)

    assert (server.session.name, server.arrivals[-1]) == (session, "anew")
    assert [message.w for message in again.received if isinstance(message, Tick)] == [2]
    assert server.received[session] == [Inputs(n=1, to=9)]


def test_return_over_a_new_connection_replaces_the_former() -> None:
    net, server, client = online()
    again = VirtualClient(net, server, client.link.resume)
    net.run(net.now + SECOND)

    assert server.errors == ["replaced"]
    assert [message.code for message in client.received if isinstance(message, Refused)] == ["replaced"]
    assert (client.link.ended, again.link.ended) == (True, False)


@pytest.mark.parametrize("resume", [Resume(session=SECRET, key=SECRET, a=0), Resume(session=SECRET, key=SECRET)])
def test_nobody_comes_back_to_the_session_of_another(resume: Resume) -> None:
    sessions = Sessions(ServerLimits(), "test 1")
    first = ServerConnection(sessions, 0)
    list(first.receive(HELLO_LINE, 0))
    assert first.session is not None
    first.session.seat_payer = ""
    thief = ServerConnection(sessions, 0)
    for session in (SECRET, first.session.name):
        named = resume.model_copy(update={"session": session})
        list(thief.receive(encode(HELLO.model_copy(update={"resume": named})), 0))
        assert thief.arrival == "new"
        assert thief.session is not None
        assert thief.session.name != first.session.name
        thief = ServerConnection(sessions, 0)

    list(first.receive(encode(Ping(c=1)), 1))


def test_a_session_is_kept_for_a_minute_where_it_has_a_seat() -> None:
    sessions = Sessions(ServerLimits(), "test 1")
    connections = [ServerConnection(sessions, 0) for _ in range(2)]
    for connection in connections:
        list(connection.receive(HELLO_LINE, 0))
        connection.lost(0)
    seated, guest = (connection.session for connection in connections)
    assert seated is not None
    seated.seat_payer = ""

    assert sessions.expired(60 * SECOND) == [guest]
    assert sessions.expired(60 * SECOND + 1) == [seated]
    assert sessions.by_name == {}


def test_waiting_times_between_tries_grow_to_two_seconds() -> None:
    link = ClientLink(HELLO, 0)
    waits: list[float] = []
    for _ in range(7):
        link.lost(0)
        waits.append(link.retry_ns / SECOND)

    assert waits == [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0]


# Pings


def test_the_clock_of_the_server_is_known_after_a_second() -> None:
    _, _, client = online()

    assert client.link.clock.ready
    assert client.link.clock.offset_ns == SERVER_AHEAD_NS
    assert client.link.rtt_ns == 40 * MS


def test_the_clock_of_the_server_is_known_with_the_welcome() -> None:
    """A player who returns into a round gets it before a ping is answered."""
    link = connected()

    list(link.receive(encode(Welcome(session=SECRET, key=SECRET, server="test 1", now=5_000_000_000)), 60 * MS))

    assert link.clock.server_ns(60 * MS) == 5_000_000_000 + 30 * MS


def test_nothing_is_cut_while_both_are_there_and_say_nothing() -> None:
    net, server, client = online()
    net.run(net.now + 300 * SECOND)
    client.link.set_in_round(True, net.now)
    server.session.set_in_round(True, server.now)
    net.run(net.now + 300 * SECOND)

    assert (server.arrivals, server.errors) == (["new"], [])


def test_listening_client_acknowledges() -> None:
    net, server, client = online()
    for w in range(5000):
        server.session.send(Tick(w=w), server.now)
        if w % 10 == 0:
            net.run(net.now + 50 * MS)
            assert client.wire is not None
            client.wire.flush()
    net.run(net.now + SECOND)

    assert [message.w for message in client.received if isinstance(message, Tick)] == list(range(5000))
    assert (server.arrivals, server.errors) == (["new"], [])


@pytest.mark.parametrize(("in_round", "seconds"), [(False, 30), (True, 6)])
def test_silence_ends_a_connection(in_round: bool, seconds: int) -> None:
    connection = greeted()
    assert connection.session is not None
    connection.session.set_in_round(in_round, 0)

    for now in range(seconds * 10 + 1):
        connection.timers(now * 100 * MS)
    with pytest.raises(OnlineError, match=f"no data received for {seconds} s"):
        connection.timers(seconds * SECOND + 1)

    assert refusal(connection).code == "silent"
    assert not connection.session.ended


# Too much, too late, out of order


def greeted(limits: ServerLimits | None = None) -> ServerConnection:
    """Return a server's connection after hello."""
    connection = ServerConnection(Sessions(limits or ServerLimits(), "test 1"), 0)
    list(connection.receive(HELLO_LINE, 0))
    connection.data_to_send()
    return connection


def pings(count: int) -> bytes:
    return b"".join(encode(Ping(c=c)) for c in range(count))


def refusal(connection: ServerConnection) -> Refused:
    """Return the last message to the client."""
    last = list(Decoder(FROM_SERVER).feed(connection.data_to_send()))[-1]
    assert isinstance(last, Refused)
    return last


def refused_for(connection: ServerConnection, data: bytes, now_ns: int = 0) -> OnlineError:
    """Return why the connection is ended, after a check that the client is told the same."""
    with pytest.raises(OnlineError) as caught:
        list(connection.receive(data, now_ns))
    told = refusal(connection)
    assert (told.code, told.text) == (caught.value.code, caught.value.english)
    return caught.value


@together(
    ("data", "sentence"),
    [
        (encode(Ping(c=1)), "expected hello as the first message but got ping"),
        (
            encode(HELLO.model_copy(update={"v": (7, 8)})),
            "the server uses protocol version 2 and your program 7, 8: update the older one",
        ),
        (HELLO_LINE + HELLO_LINE, "hello was sent twice: send it once, as the first message"),
        (HELLO_LINE + encode(Say(n=2, text="x")), "expected message 1 but got 2"),
        (HELLO_LINE + encode(Say(n=0, text="x")), "expected message 1 but got 0"),
        (HELLO_LINE + 2 * encode(Say(n=1, text="x")), "expected message 2 but got 1"),
        (HELLO_LINE + encode(Say(n=1, a=1, text="x")), "cannot acknowledge message 1: only 0 to 0 are pending"),
        (HELLO_LINE + encode(Ping(c=1, a=5)), "cannot acknowledge message 5: only 0 to 0 are pending"),
    ],
)
def test_client_out_of_order_hears_why_and_stays_away(data: bytes, sentence: str) -> None:
    connection = ServerConnection(Sessions(ServerLimits(), "test 1"), 0)

    error = refused_for(connection, data)

    assert (error.english, error.code in RESUMABLE) == (sentence, False)
    assert connection.session is None or connection.session.ended


def test_hello_comes_within_five_seconds() -> None:
    connection = ServerConnection(Sessions(ServerLimits(), "test 1"), 0)
    for at in range(len(HELLO_LINE) - 1):
        list(connection.receive(HELLO_LINE[at : at + 1], at))
    connection.timers(5 * SECOND)

    with pytest.raises(OnlineError, match="no hello received within 5 s"):
        connection.timers(5 * SECOND + 1)


@together(
    ("rate", "data", "sentence"),
    [
        (None, pings(300), "too many messages: at most 40 per second are read"),
        (Rate(a_second=2, at_once=3), pings(4), "too many messages: at most 2 per second are read"),
        (
            None,
            encode(Inputs(n=1, to=1, e=tuple((1, at % 2) for at in range(721)))),
            "too many key changes: at most 120 per second are played",
        ),
    ],
)
def test_more_than_a_player_sends_ends_the_connection(rate: Rate | None, data: bytes, sentence: str) -> None:
    limits = ServerLimits() if rate is None else replace(ServerLimits(), messages=rate)

    assert refused_for(greeted(limits), data).english == sentence


def test_forty_messages_a_second_go_on_for_ever() -> None:
    connection = greeted()
    for n in range(1, 4000):
        list(connection.receive(encode(Inputs(n=n, to=n, e=((1, 1), (1, 0), (1, 1)))), n * SECOND // 40))


def test_messages_held_up_by_a_stall_are_no_flood() -> None:
    connection = greeted()
    stalled = b"".join(encode(Inputs(n=n, to=n, e=((1, 1), (1, 0)))) for n in range(1, 26 * 6))

    assert len(list(connection.receive(stalled, SECOND))) == 26 * 6 - 1


@together(
    ("message", "sentence"),
    [
        (Say(text="line"), "too many chat lines: the limit is 1 per second"),
        (AskRooms(), "too many requests: the limit is 1 per second"),
    ],
)
def test_too_much_is_dropped_and_the_connection_stays(message: Numbered, sentence: str) -> None:
    connection = greeted()
    lines = [encode(message.model_copy(update={"n": n})) for n in range(1, 9)]
    read = [received for line in lines[:7] for received in connection.receive(line, 0)]
    errors = list(Decoder(FROM_SERVER).feed(connection.data_to_send()))

    assert len(read) == 5
    assert [error.text for error in errors if isinstance(error, Error)] == [sentence] * 2
    assert len(list(connection.receive(lines[7], SECOND))) == 1


@pytest.mark.parametrize("withdrawal", [Leave(), Queue(on=False), Answer(id=2)], ids=("leave", "queue", "challenge"))
def test_what_ends_a_request_is_never_refused(withdrawal: Numbered) -> None:
    connection = greeted()
    for n in range(6):
        list(connection.receive(encode(AskRooms(n=2 * n + 1)) + encode(AskHistory(n=2 * n + 2)), 0))
    connection.data_to_send()
    ending = withdrawal.model_copy(update={"n": 13})

    assert list(connection.receive(encode(ending), 0)) == [ending]
    assert connection.data_to_send() == b""


def test_never_acknowledging_client_is_cut_off_and_may_return() -> None:
    connection = greeted()
    assert connection.session is not None
    for w in range(3000):
        connection.session.send(Tick(w=w), 0)
    connection.data_to_send()

    with pytest.raises(OnlineError, match="3000 messages were not acknowledged") as caught:
        connection.timers(0)

    assert caught.value.code in RESUMABLE


def test_a_full_server_says_so_and_when_to_try_again() -> None:
    sessions = Sessions(replace(ServerLimits(), sessions=2), "test 1")
    for _ in range(2):
        list(ServerConnection(sessions, 0).receive(HELLO_LINE, 0))
    third = ServerConnection(sessions, 0)

    with pytest.raises(OnlineError, match="with 2 players"):
        list(third.receive(HELLO_LINE, 0))

    assert refusal(third).retry_after == 10


def test_a_program_that_says_goodbye_does_not_come_back() -> None:
    connection = greeted()

    assert list(connection.receive(encode(Bye()), 0)) == [Bye()]
    assert connection.session is not None
    assert connection.session.ended


# A hostile server


def connected() -> ClientLink:
    link = ClientLink(HELLO, 0)
    link.connect(0)
    link.data_to_send()
    return link


WELCOME = encode(Welcome(session=SECRET, key=SECRET, server="test 1", now=0))


@together(
    ("data", "sentence"),
    [
        (encode(Tick(n=1, w=0)), "expected welcome or refused as the first message but got tick"),
        (WELCOME + WELCOME, "the server sent welcome twice"),
        (
            encode(Welcome(session=SECRET, key=SECRET, server="test 1", now=0, resumed=True)),
            "the server resumed a session that this program did not request",
        ),
        (
            encode(Welcome(session=SECRET, key=SECRET, server="test 1", now=0, a=3)),
            "cannot acknowledge message 3: only 0 to 0 are pending",
        ),
        (WELCOME + encode(Tick(n=2, w=0)), "expected message 1 but got 2"),
        (WELCOME + encode(Tick(n=1, a=4, w=0)), "cannot acknowledge message 4: only 0 to 0 are pending"),
        (WELCOME + HELLO_LINE, "unknown message type 'hello'"),
        (
            WELCOME + pings(5000),
            "too many messages: at most 200 per second are read",
        ),
        (WELCOME + b"x" * 9_000_000, "too much data: at most 524288 bytes per second are read"),
    ],
)
def test_a_client_leaves_a_server_with_forbidden_messages(data: bytes, sentence: str) -> None:
    link = connected()

    with pytest.raises(OnlineError) as caught:
        list(link.receive(data, 0))
    last = list(Decoder(FROM_CLIENT).feed(link.data_to_send()))[-1]

    assert caught.value.english == sentence
    assert isinstance(last, Bye)
    assert last.text == sentence
    assert link.ended


def test_texts_of_a_hostile_server_have_no_escape_sequences() -> None:
    link = connected()
    red = "\\u001b[31mred\\u0007\\u202e \\r\\n\\u0000x"
    said = f'{{"t":"say","n":1,"name":"{red}","text":"{red}"}}\n{{"t":"error","n":2,"code":"x","text":"{red}"}}\n'

    messages = list(link.receive(WELCOME + said.encode(), 0))

    texts = [text for message in messages for text in message.model_dump().values() if isinstance(text, str)]
    assert all(map(str.isprintable, texts))
    assert any(isinstance(message, Said) and message.text == "red x" for message in messages)


def test_nothing_is_acknowledged_before_a_session_resumes() -> None:
    """A ping would acknowledge messages of a session that a server which was started anew knows nothing of."""
    link = connected()
    list(link.receive(WELCOME + encode(Tick(n=1, w=0)), 0))
    link.lost(0)
    link.connect(20 * SECOND)
    hello = link.data_to_send()

    link.timers(21 * SECOND)
    link.set_in_round(True, 21 * SECOND)

    assert hello.count(b"\n") == 1
    assert link.data_to_send() == b""


def test_a_refusal_ends_the_link_but_for_those_that_pass() -> None:
    for code, ends in (("full", False), ("silent", False), ("protocol", True), ("nobody-knows-this", True)):
        link = connected()
        retry = 10 if code == "full" else None

        list(link.receive(encode(Refused(code=code, text="", retry_after=retry)), 0))

        assert link.ended is ends, code


def test_a_flood_of_pings_is_answered_no_further_than_it_is_read() -> None:
    connection = greeted()

    with pytest.raises(OnlineError):
        list(connection.receive(pings(800), 0))

    answers = list(Decoder(FROM_SERVER).feed(connection.data_to_send()))
    assert sum(isinstance(answer, Pong) for answer in answers) <= 240
