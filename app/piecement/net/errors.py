"""Errors and refusals between client and server: a code for programs, and one sentence for players.

A message holds the code, the values of its sentence, and the sentence in English for logs and other programs. The
receiver translates by the code; an unknown code keeps the text of the message.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from piecement.language import N_, _, error_text
from piecement.net.clean_texts import LONGEST_SENTENCE, LONGEST_VALUE, MIXED, mixed_alphabets
from piecement.terminal.printable import one_line


class _Kind(NamedTuple):
    sentence: str
    """Part of a sentence in English, with a placeholder in braces for each value."""
    resumable: bool = False
    """Whether the client may resume its session by itself."""


KINDS: Final = {
    # Format
    "too_long": _Kind(N_("a message has {length} bytes or more: {most} are allowed")),
    "not_json": _Kind(N_("a message is no object of JSON: {why}")),
    "too_deep": _Kind(N_("a message is nested deeper than {most} levels")),
    "unknown_type": _Kind(N_("no message of the type {type} is known here")),
    "bad_field": _Kind(N_("the message {type} has a wrong {field}: {why}")),
    # Order
    "hello_first": _Kind(N_("the first message is hello, and this was {type}")),
    "hello_twice": _Kind(N_("hello is said once, as the first message")),
    "welcome_first": _Kind(N_("a server says welcome or refused first, and this was {type}")),
    "welcome_twice": _Kind(N_("a server says welcome once, as the first message")),
    "protocol": _Kind(N_("this server speaks version {ours} of the protocol, and the program speaks {theirs}")),
    "wrong_number": _Kind(N_("message {expected} was to come, and {number} came")),
    "wrong_acknowledgement": _Kind(N_("message {number} is acknowledged, and only {first} to {last} can be")),
    "nothing_to_resume": _Kind(N_("the server goes on with a session that was not asked for")),
    "replaced": _Kind(N_("the same player has come back over another connection")),
    "bad_round": _Kind(N_("the server says what cannot be played: {why}")),
    "other_rules": _Kind(N_("the server plays by other rules than this program knows: the older one needs an update")),
    # Amount
    "too_many_attacks": _Kind(N_("a round has {most} attacks at most, and the server tells of more")),
    "too_many_messages": _Kind(N_("more than {rate} messages a second are not read")),
    "too_many_bytes": _Kind(N_("more than {rate} bytes a second are not read")),
    "too_many_inputs": _Kind(N_("more than {rate} changes of buttons a second are not played")),
    "too_much_chat": _Kind(N_("chat takes {rate} line a second: this one is dropped")),
    "too_many_requests": _Kind(
        N_("rooms and boards can be asked for, opened and left {rate} times a second: try again")
    ),
    "too_many_connections": _Kind(N_("{most} connections from one address are open, and no more are allowed")),
    "too_many_tries": _Kind(N_("connections from one address are opened too fast: {rate} a second are allowed")),
    "full": _Kind(N_("the server is full: it has {most} connections")),
    "too_many_sessions": _Kind(N_("the server is full: it keeps {most} seats")),
    # Time
    "slow_hello": _Kind(N_("hello did not come within {seconds} s")),
    "silent": _Kind(N_("nothing was heard for {seconds} s"), resumable=True),
    "slow_reader": _Kind(N_("what is sent is read too slowly: {bytes} bytes wait"), resumable=True),
    "unacknowledged": _Kind(N_("{count} messages were not acknowledged"), resumable=True),
    # Addresses
    "moved": _Kind(N_("the server sends you to {address}, where this program does not go")),
    "address": _Kind(N_("{text} is no address: it is HOST, HOST:PORT, unix:PATH, ws://HOST or wss://HOST")),
    "address_path": _Kind(N_("{text} is no address: it names no path")),
    "address_port": _Kind(N_("{text} is no address: its port is a whole number from 1 to 65535")),
    "guest": _Kind(N_("guests of this machine open no connections")),
    "unreachable": _Kind(N_("there is no server at {address}: {why}"), resumable=True),
    "nothing_listens": _Kind(N_("there is no server at {address}: nothing listens there"), resumable=True),
    "no_such_host": _Kind(N_("there is no server at {address}: no computer of that name is found"), resumable=True),
    "no_way": _Kind(N_("there is no server at {address}: the network does not lead there"), resumable=True),
    "no_answer": _Kind(N_("there is no server at {address}: nothing answered for {seconds} s"), resumable=True),
    "no_tcp": _Kind(
        N_("what answers at {address} says nothing over TCP: perhaps it is for ws:// or wss://"), resumable=True
    ),
    "no_websocket": _Kind(
        N_("what answers at {address} is no WebSocket of that kind: perhaps it is for TCP, or ws:// is wss://"),
        resumable=True,
    ),
    "untrusted": _Kind(N_("the server at {address} is not trusted: {why}")),
    "cannot_listen": _Kind(N_("no server can listen at {address}: {why}")),
    "listens_already": _Kind(N_("no server can listen at {address}: another one listens there")),
    "foreign_address": _Kind(N_("no server can listen at {address}: that is no address of this computer")),
    "may_not_listen": _Kind(N_("no server can listen at {address}: the system does not allow it")),
    "no_websockets": _Kind(N_("{address} needs the package websockets: pip install 'piecement[online]'")),
    "no_unix_sockets": _Kind(N_("{address} cannot be used: this system has no unix sockets")),
    "certificate": _Kind(N_("the certificate cannot be used: {why}")),
    "no_certificate": _Kind(N_("{address} needs a certificate and its key")),
    # Rooms
    "no_room": _Kind(N_("there is no room {room}: perhaps it has been closed")),
    "in_no_room": _Kind(N_("you are in no room: open or join one first")),
    "too_many_rooms": _Kind(N_("there are {most} rooms, which is as many as may be: join one of them")),
    "too_many_own_rooms": _Kind(N_("too many rooms were opened from your address or account: leave one of them")),
    "opens_no_more": _Kind(N_("the server is closing, and opens no more rooms")),
    "closing": _Kind(N_("the server is closing")),
    "broken": _Kind(N_("something went wrong in this room, and the server has closed it: you can open another one")),
    "away": _Kind(N_("you were away for too long")),
    "wrong_key": _Kind(N_("this room is private, and that is not its key")),
    "too_many_keys": _Kind(N_("too many keys were tried from your address: try again in a minute")),
    "seats_taken": _Kind(N_("all seats of this room are taken: you can watch")),
    "too_many_watchers": _Kind(N_("{most} are watching this room already, which is as many as may")),
    "no_bots": _Kind(N_("bots may not play in this room: they may watch")),
    "not_seated": _Kind(N_("only who has a seat can do that")),
    "empty_seat": _Kind(N_("nobody sits on seat {seat}")),
    "not_host": _Kind(N_("only the host sets the handicap of others")),
    "only_host": _Kind(N_("only the host can do that")),
    "raises_not": _Kind(N_("only the host gives anybody more than {percent} %")),
    "nobody": _Kind(N_("nobody in this room is called {name}")),
    "own_room": _Kind(N_("you are the host: leave the room yourself")),
    "kicked": _Kind(N_("the host has sent you out of this room")),
    "barred": _Kind(N_("the host has sent you out of this room, and you cannot come back")),
    "muted": _Kind(N_("the host has muted you: nobody hears what you say")),
    "no_match": _Kind(N_("no match is being played")),
    "stopped": _Kind(N_("the host has ended the match: it counts for nothing")),
    "restarted": _Kind(N_("the host begins the match anew")),
    "idle_soon": _Kind(
        N_("nobody has been ready for {minutes} min: this room closes in {left} min unless somebody is")
    ),
    "idle": _Kind(N_("nobody was ready for {minutes} min, and the room was closed")),
    "playing": _Kind(N_("a round is being played: say that when it is over")),
    "handicap_in_round": _Kind(N_("a round is being played: handicaps are set between rounds")),
    "no_round": _Kind(N_("no round is being played")),
    "no_place": _Kind(N_("a message {type} has no place here")),
    # Accounts
    "no_accounts": _Kind(N_("this server keeps no accounts")),
    "accounts_away": _Kind(N_("the server cannot reach its accounts now: try again in a while")),
    "no_account": _Kind(N_("you play as a guest here: make an account first")),
    "has_account": _Kind(N_("you have an account here already: {name}")),
    "name_taken": _Kind(N_("the name {name} is taken, or looks like one that is")),
    "name_for_guests": _Kind(N_("the name {name} is one of a guest: choose another one")),
    "bad_code": _Kind(N_("that code is not valid, or not any more: make a new one where you have your account")),
    "too_many_codes": _Kind(N_("too many codes were tried from your address: try again later")),
    "too_many_questions": _Kind(N_("too much is asked of this server from your address: try again in a minute")),
    "too_many_accounts": _Kind(N_("too many accounts were made from your address: try again later")),
    "account_in_match": _Kind(N_("your account stays as it is until your match is over")),
    "account_gone": _Kind(N_("this account is deleted")),
    "other_name": _Kind(N_("your account has another name: nothing is deleted")),
    # Queue
    "queue_closed": _Kind(N_("the server is closing: nobody waits for a match any more")),
    "bots_wait_not": _Kind(N_("the queue is for people: bots play in rooms that allow them")),
    "rated": _Kind(N_("a rated match is being played: that cannot be changed in it")),
    # Rules
    "mixed_alphabets": _Kind(N_("a name is written in one alphabet, and this mixes {alphabets}")),
    "no_preset": _Kind(N_("there is no preset {name}: presets are {known}")),
    "no_attack": _Kind(N_("there is no attack table {name}: tables are {known}")),
    "no_option": _Kind(N_("there is no option {name}: options are {known}")),
    "rules": _Kind(N_("no room can have such rules: {why}")),
    "hand": _Kind(N_("nobody can play by such handling: {why}")),
    # Rounds
    "clock": _Kind(N_("your game is ahead of the clock: it is played when its time has come")),
    "out_clock": _Kind(N_("your game was ahead of the clock again, and you are out of the round")),
    "out_absent": _Kind(N_("nothing was heard of your game for {seconds} s, and you have lost the round")),
    "out_slow": _Kind(N_("your game came too late, and you are out of the round")),
    "out_lag": _Kind(N_("your game ran more than {seconds} s behind the clock, and you are out of the rated round")),
    "out_cut": _Kind(N_("you were cut off for {seconds} s in all, and are out of the rated round")),
    "out_overdue": _Kind(N_("your program took rows later than it may, and you are out of the round")),
    "out_late": _Kind(N_("rows rose at another time in your game than at the server, and you are out of the round")),
    "out_order": _Kind(N_("your program plays what cannot be, and you are out of the round: {why}")),
    "out_taken": _Kind(N_("your program takes rows that were not sent, and you are out of the round: {why}")),
    # Boards
    "needs_account": _Kind(N_("boards are for those with an account: make one under Account")),
    "no_board": _Kind(N_("there is no board of the mode {mode}")),
    "no_entry": _Kind(N_("that game is not on the board any more")),
    "upload_too_long": _Kind(N_("a recording that is handed in has {most} characters at most")),
    "wrong_upload": _Kind(N_("the parts of a recording come one after another, from the first")),
    "no_recording": _Kind(N_("that is no recording that this server can read: {why}")),
    "unfinished": _Kind(N_("the recording is of a game that has not ended")),
    "unranked_game": _Kind(N_("the game is unranked, and boards take ranked ones only")),
    "unranked_rules": _Kind(N_("boards take ranked games only, and these settings are not as by default: {which}")),
    "not_of_mode": _Kind(N_("the game was not played by the rules of the mode {mode}, as its board has them")),
    "laid_out": _Kind(N_("boards take games from an empty start, and something was laid out before this one")),
    "differs": _Kind(N_("the recording does not lead to its result: {why}")),
    "too_long_to_verify": _Kind(N_("the recording took more than {seconds} s of computing, and was given up")),
    "verifier_busy": _Kind(N_("too many recordings wait to be simulated: try again in a minute")),
    "known_game": _Kind(N_("this very game is on a board already")),
    "no_such_day": _Kind(N_("there are no pieces of the day for the mode {mode}")),
    "not_open_yet": _Kind(N_("games with the pieces of today can be watched from tomorrow on")),
    "solo_lag": _Kind(N_("your game stood still, and is not witnessed any more")),
    "solo_ahead": _Kind(N_("your game was ahead of the clock, and is not witnessed any more")),
    "solo_away": _Kind(N_("you were away for more than {seconds} s, and your game is not witnessed any more")),
    "solo_late": _Kind(N_("your game did not begin within {seconds} s, and is not witnessed")),
    "solo_work": _Kind(N_("your game does too much at once, and is not witnessed any more")),
    "solo_order": _Kind(N_("your program plays what cannot be, and your game is not witnessed any more: {why}")),
    "damaged_past": _Kind(N_("what the server tells of the round so far is damaged")),
    "game_ahead": _Kind(N_("your own game is told to have come further than the clock")),
}
"""All errors and refusals, by code."""


def is_resumable(code: str) -> bool:
    """Whether a client may resume its session after an error of a server."""
    return code in KINDS and KINDS[code].resumable


def error_sentence(code: str, values: Mapping[str, object], text: str = "") -> str:
    """Return the sentence of an error for players, in the language of the run.

    It is the `text` of the message if the code is unknown, or a value of its sentence is missing.
    """
    template = _(KINDS[code].sentence) if code in KINDS else ""
    try:
        sentence = template.format(**values).rstrip(".")
    except KeyError:
        sentence = ""
    if not sentence:
        return text
    if not template.startswith("{"):
        sentence = f"{sentence[0].upper()}{sentence[1:]}"
    return f"{one_line(sentence, LONGEST_SENTENCE)}."


class CodedError(Exception):
    """Error with a code of `KINDS`."""

    def __init__(self, code: str, **named: object) -> None:
        """Create an error from a code and the values of its sentence."""
        self.code: Final = code
        self.template: Final = KINDS[code].sentence
        self.values: Final = {name: _bounded(value) for name, value in named.items()}
        """Values of the sentence, as messages may hold them."""
        self.english: Final = one_line(self.template.format(**self.values), LONGEST_SENTENCE)
        """Sentence in English, as messages hold it."""
        self._causes: Final = {name: value for name, value in named.items() if isinstance(value, Exception)}
        super().__init__(self.english)

    @property
    def sentence(self) -> str:
        """Sentence for players."""
        causes = {name: one_line(error_text(cause)) for name, cause in self._causes.items()}
        return error_sentence(self.code, {**self.values, **causes})


class OnlineError(CodedError):
    """Error that ends a connection, or an attempt at one."""

    @property
    def resumable(self) -> bool:
        """Whether the client may resume its session by itself."""
        return is_resumable(self.code)


class RoomError(CodedError):
    """Refused request; nothing has changed."""


def _bounded(value: object) -> int | str:
    """Return a value as messages may hold it."""
    if isinstance(value, int) and abs(value) < 1 << 53:
        return value
    return one_line(value, LONGEST_VALUE)


def alphabet_problem(name: str) -> str:
    """Return why a player or a room cannot have a name, for its letters; an empty text where it can."""
    mixed = mixed_alphabets(name)
    return error_sentence(MIXED, {"alphabets": mixed}) if mixed else ""
