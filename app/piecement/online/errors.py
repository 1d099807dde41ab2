"""What goes wrong between a client and a server: a code for programs, and one sentence for people."""

from typing import Final, NamedTuple

from piecement.terminal.outside_text import one_line


class _Kind(NamedTuple):
    sentence: str
    resumable: bool = False
    """Whether the client may come back to its session by itself."""


KINDS: Final = {
    # What is said
    "too_long": _Kind("a message has {length} bytes or more: {most} are allowed"),
    "not_json": _Kind("a message is no object of JSON: {why}"),
    "too_deep": _Kind("a message is nested deeper than {most} levels"),
    "unknown_type": _Kind("no message of the type {type} is known here"),
    "bad_field": _Kind("the message {type} has a wrong {field}: {why}"),
    # In what order
    "hello_first": _Kind("the first message is hello, and this was {type}"),
    "hello_twice": _Kind("hello is said once, as the first message"),
    "welcome_first": _Kind("a server says welcome or refused first, and this was {type}"),
    "welcome_twice": _Kind("a server says welcome once, as the first message"),
    "protocol": _Kind("this server speaks version {ours} of the protocol, and the program speaks {theirs}"),
    "wrong_number": _Kind("message {expected} was to come, and {number} came"),
    "wrong_acknowledgement": _Kind("message {number} is acknowledged, and only {first} to {last} can be"),
    "nothing_to_resume": _Kind("the server goes on with a session that was not asked for"),
    "replaced": _Kind("the same player has come back over another connection"),
    "bad_round": _Kind("the server says what cannot be played: {why}"),
    "other_rules": _Kind("the server plays by other rules than this program knows: the older one needs an update"),
    # How much
    "too_many_attacks": _Kind("a round has {most} attacks at most, and the server tells of more"),
    "too_many_messages": _Kind("more than {rate} messages a second are not read"),
    "too_many_bytes": _Kind("more than {rate} bytes a second are not read"),
    "too_many_inputs": _Kind("more than {rate} changes of buttons a second are not played"),
    "too_much_chat": _Kind("chat takes {rate} line a second: this one is dropped"),
    "too_many_requests": _Kind("rooms can be asked for, opened, joined and left {rate} times a second: try again"),
    "too_many_connections": _Kind("{most} connections from one address are open, and no more are allowed"),
    "too_many_tries": _Kind("connections from one address are opened too fast: {rate} a second are allowed"),
    "full": _Kind("the server is full: it has {most} connections"),
    "too_many_sessions": _Kind("the server is full: it keeps {most} seats"),
    # How long
    "slow_hello": _Kind("hello did not come within {seconds} s"),
    "silent": _Kind("nothing was heard for {seconds} s", resumable=True),
    "slow_reader": _Kind("what is sent is read too slowly: {bytes} bytes wait", resumable=True),
    "unacknowledged": _Kind("{count} messages were not acknowledged", resumable=True),
    # Where
    "address": _Kind("{text} is no address: {why}"),
    "guest": _Kind("guests of this machine open no connections"),
    "unreachable": _Kind("there is no server at {address}: {why}", resumable=True),
    "untrusted": _Kind("the server at {address} is not trusted: {why}"),
    "cannot_listen": _Kind("no server can listen at {address}: {why}"),
    "no_websockets": _Kind("{address} needs the package websockets: pip install 'piecement[online]'"),
    "no_unix_sockets": _Kind("{address} cannot be used: this system has no unix sockets"),
    "certificate": _Kind("the certificate cannot be used: {why}"),
    "no_certificate": _Kind("{address} needs a certificate and its key"),
}
"""All errors of this layer, by code."""


def is_resumable(code: str) -> bool:
    """Return whether a client may come back by itself after an error that a server named."""
    return code in KINDS and KINDS[code].resumable


class OnlineError(Exception):
    """Something that ends a connection, or an attempt at one."""

    def __init__(self, code: str, **named: object) -> None:
        """Take a code of `KINDS`, and what its sentence names."""
        self.code: Final = code
        self.resumable: Final = KINDS[code].resumable
        self.sentence: Final = KINDS[code].sentence.format(**{name: one_line(value) for name, value in named.items()})
        super().__init__(self.sentence)
