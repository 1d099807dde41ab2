"""Errors and refusals between client and server: a code for programs, and one sentence for players.

A message holds the code, the values of its sentence, and the sentence in English for logs and other programs. The
receiver translates by the code; an unknown code keeps the text of the message.
"""

from collections.abc import Mapping
from functools import partial
from typing import Final

from piecement_base.language import N_, _, error_text
from piecement_base.printable import one_line
from piecement_net.clean_texts import LONGEST_SENTENCE, LONGEST_VALUE, MIXED, mixed_alphabets

SENTENCES: Final = {
    # Format
    "too_long": N_("the message is too long: it has at least {length} bytes, and {most} are allowed"),
    "not_json": N_("the message is not a JSON object: {why}"),
    "unknown_type": N_("unknown message type {type}"),
    "bad_field": N_("invalid {field} in message {type}: {why}"),
    # Order
    "hello_first": N_("expected hello as the first message but got {type}"),
    "hello_twice": N_("hello was sent twice: send it once, as the first message"),
    "welcome_first": N_("expected welcome or refused as the first message but got {type}"),
    "welcome_twice": N_("the server sent welcome twice"),
    "protocol": N_("the server uses protocol version {ours} and your program {theirs}: update the older one"),
    "wrong_number": N_("expected message {expected} but got {number}"),
    "wrong_acknowledgement": N_("cannot acknowledge message {number}: only {first} to {last} are pending"),
    "nothing_to_resume": N_("the server resumed a session that this program did not request"),
    "replaced": N_("you connected again from elsewhere, so this connection was closed"),
    "bad_round": N_("the server sent a round that cannot be played: {why}"),
    "other_rules": N_("the server and your program use different versions of the rules: update the older one"),
    # Amount
    "too_many_attacks": N_("the server sent more than the {most} attacks a round can have"),
    "too_many_messages": N_("too many messages: at most {rate} per second are read"),
    "too_many_bytes": N_("too much data: at most {rate} bytes per second are read"),
    "too_many_inputs": N_("too many key changes: at most {rate} per second are played"),
    "too_much_chat": N_("too many chat lines: the limit is {rate} per second"),
    "too_many_requests": N_("too many requests: the limit is {rate} per second"),
    "too_many_connections": N_("too many connections from your address: at most {most} are allowed"),
    "too_many_tries": N_("too many new connections from your address: at most {rate} per second are allowed"),
    "full": N_("the server is full, with {most} connections: try again later"),
    "too_many_sessions": N_("the server is full, with {most} players: try again later"),
    # Operator
    "banned": N_("you are banned from this server until {until} UTC: {reason}"),
    "kicked_by_operator": N_("the operator of this server has ended your connection"),
    "closed_by_operator": N_("the operator of this server has closed this room"),
    "operator_says": N_("the operator of this server says: {text}"),
    "no_command": N_("unknown command {name}: choose from {known}"),
    "command_usage": N_("wrong arguments: the usage is {usage}"),
    "nobody_here": N_("nobody here is called {name}"),
    "several_here": N_("{count} people here are called {name}: use a number, such as {number}"),
    "no_account_called": N_("no account is called {name}: ban a guest by address or number"),
    "no_ban": N_("{name} is not banned"),
    "bad_time": N_("{text} is not a future time: use 30m, 12h, 7d, 4w or a date such as 2026-12-24T18:00"),
    "no_limits_file": N_("this server has no file of limits: start it with --limits FILE"),
    # Time
    "slow_hello": N_("no hello received within {seconds} s"),
    "silent": N_("no data received for {seconds} s"),
    "slow_reader": N_("the connection is too slow: {bytes} bytes are waiting to be read"),
    "unacknowledged": N_("{count} messages were not acknowledged"),
    # Addresses
    "moved": N_("the server redirected you to {address}, which is not allowed"),
    "address": N_("{text} is not an address: use HOST, HOST:PORT, unix:PATH, ws://HOST or wss://HOST"),
    "address_path": N_("{text} is not an address: add a path after unix:"),
    "address_port": N_("{text} is not an address: use a port from 1 to 65535"),
    "guest": N_("online play is turned off for guests on this machine"),
    "unreachable": N_("cannot reach a server at {address}: {why}"),
    "nothing_listens": N_("no server is running at {address}: check the address and port"),
    "no_such_host": N_("cannot find {address}: check the host name"),
    "no_way": N_("cannot reach {address}: check your network connection"),
    "no_answer": N_("no reply from {address} for {seconds} s: check the address or try again later"),
    "no_tcp": N_("no reply over TCP from {address}: perhaps it expects ws:// or wss://"),
    "no_websocket": N_("{address} is not a WebSocket server: perhaps it uses TCP, or ws:// must be wss://"),
    "untrusted": N_("the certificate of {address} is not trusted: {why}"),
    "cannot_listen": N_("cannot listen on {address}: {why}"),
    "listens_already": N_("cannot listen on {address}: it is already in use, so choose another"),
    "foreign_address": N_("cannot listen on {address}: it is not an address of this machine"),
    "may_not_listen": N_("cannot listen on {address}: permission denied"),
    "no_websockets": N_("{address} needs the package websockets: run pip install 'piecement[online]'"),
    "no_unix_sockets": N_("{address} cannot be used: this system has no Unix sockets"),
    "certificate": N_("the certificate cannot be used: {why}"),
    "no_certificate": N_("{address} needs a certificate: add --certificate and --key"),
    # Rooms
    "no_room": N_("room {room} was not found: it may have been closed"),
    "in_no_room": N_("you are not in a room: open or join one first"),
    "too_many_rooms": N_("the limit of {most} rooms is reached: join an existing one"),
    "too_many_own_rooms": N_("too many rooms were opened from your address or account: leave one of them"),
    "opens_no_more": N_("the server is shutting down and accepts no new rooms"),
    "closing": N_("the server is shutting down"),
    "broken": N_("the server closed this room after an internal error: open another one"),
    "away": N_("you were away for too long"),
    "wrong_key": N_("wrong key for this private room: ask its host for the key"),
    "too_many_keys": N_("too many keys were tried from your address: try again in a minute"),
    "seats_taken": N_("this room is full: you can watch instead"),
    "too_many_players": N_("a room has at most {most} players, except for tournaments"),
    "long_tournament": N_("a match of a tournament is best of 1, 3, 5 or 7"),
    "equal_tournament": N_("handicaps cannot be used in a tournament"),
    "plays_tournament": N_("during a tournament only watchers and absent players can be removed"),
    "team_tournament": N_("a tournament has no teams"),
    "old_program": N_("your program is too old for tournaments: update it"),
    "too_many_watchers": N_("this room already has {most} watchers, the most allowed"),
    "no_bots": N_("bots can only watch in this room"),
    "not_seated": N_("only players with a seat can do that"),
    "empty_seat": N_("seat {seat} is empty"),
    "not_host": N_("only the host can change other players' handicaps"),
    "only_host": N_("only the host can do that"),
    "raises_not": N_("only the host can set a handicap above {percent} %"),
    "nobody": N_("nobody in this room is called {name}"),
    "own_room": N_("you are the host: leave the room yourself"),
    "kicked": N_("the host has removed you from this room"),
    "barred": N_("the host has removed you from this room, and you cannot come back"),
    "muted": N_("the host has muted you: nobody sees your messages"),
    "not_your_turn": N_("your match is not next"),
    "no_match": N_("no match is being played"),
    "stopped": N_("the host has ended the match: it does not count"),
    "restarted": N_("the host has restarted the match"),
    "idle_soon": N_("nobody has been ready for {minutes} min: this room closes in {left} min unless somebody is"),
    "idle": N_("nobody was ready for {minutes} min, and the room was closed"),
    "playing": N_("a round is being played: try again when it is over"),
    "handicap_in_round": N_("a round is being played: change handicaps between rounds"),
    "no_teams": N_("this room has no teams"),
    "no_team": N_("this room has teams 1 to {most}"),
    "other_team": N_("only the host puts other players into a team"),
    "team_in_match": N_("a match is being played: change teams when it is over"),
    "no_choice": N_("in this room the rules choose whom you attack"),
    "no_target": N_("you can attack only players of this round who are not in your team"),
    "no_round": N_("no round is being played"),
    "no_place": N_("unexpected message {type}"),
    # Accounts
    "no_accounts": N_("this server has no accounts"),
    "accounts_away": N_("accounts are temporarily unavailable: try again later"),
    "no_account": N_("you are playing as a guest: make an account first"),
    "has_account": N_("you already have an account here: {name}"),
    "name_taken": N_("the name {name} is taken or too similar to one that is: choose another"),
    "name_for_guests": N_("the name {name} is reserved for guests: choose another"),
    "bad_code": N_("the code is wrong or expired: make a new one on the machine that has your account"),
    "too_many_codes": N_("too many codes tried from your address: try again later"),
    "too_many_questions": N_("too many requests from your address: try again in a minute"),
    "too_many_accounts": N_("too many accounts created from your address: try again later"),
    "account_in_match": N_("your account cannot change during a match: try again when it is over"),
    "account_gone": N_("this account has been deleted"),
    "other_name": N_("that is not the name of your account, so nothing was deleted"),
    # Queue
    "queue_closed": N_("the server is shutting down, so the queue is closed"),
    "same_address": N_("this match is not rated: you and your opponent share an address"),
    "bots_wait_not": N_("bots cannot queue or challenge: join a room that allows bots"),
    "rated": N_("this cannot be changed during a rated match"),
    # Challenges
    "not_here": N_("{name} is no longer here"),
    "plays": N_("{name} is playing: try again after the match"),
    "you_play": N_("you are playing: challenge others after your match"),
    "one_challenge": N_("only one challenge at a time: answer or withdraw the open one"),
    "has_challenge": N_("{name} has another challenge to answer: try again in a minute"),
    "challenged_before": N_("{name} did not accept your last challenge: try again in {minutes} min"),
    "too_many_challenges": N_("too many challenges from your address or account: try again in a minute"),
    "met_often": N_("you two have played many rated matches in a row: play an unrated one, or somebody else"),
    "accepted": N_("{name} accepts: the match begins"),
    "declined": N_("{name} declines"),
    "unanswered": N_("{name} did not answer your challenge"),
    "challenge_over": N_("the challenge is no longer open"),
    # Rules
    "mixed_alphabets": N_("the name mixes {alphabets}: use letters of one alphabet"),
    "no_preset": N_("unknown preset {name}: choose from {known}"),
    "no_attack": N_("unknown attack table {name}: choose from {known}"),
    "no_option": N_("unknown option {name}: choose from {known}"),
    "rules": N_("these rules cannot be used in a room: {why}"),
    "hand": N_("invalid handling settings: {why}"),
    # Rounds
    "clock": N_("your game is ahead of the server clock: its moves are delayed"),
    "out_clock": N_("your game ran ahead of the server clock again, so you are out of the round"),
    "out_absent": N_("no data received from your game for {seconds} s, so you lost the round"),
    "out_slow": N_("your moves arrived too late, so you are out of the round"),
    "out_lag": N_("your game ran more than {seconds} s behind the clock, and you are out of the rated round"),
    "out_cut": N_("you were cut off for {seconds} s in all, and are out of the rated round"),
    "out_overdue": N_("your program accepted garbage rows too late, so you are out of the round"),
    "out_late": N_("garbage rose at a different time in your game than on the server, so you are out of the round"),
    "out_order": N_("your program sent an impossible move, so you are out of the round: {why}"),
    "out_taken": N_("your program accepted garbage rows that nobody sent, so you are out of the round: {why}"),
    # Leaderboards
    "needs_account": N_("leaderboards need an account: make one under Account and ranking"),
    "no_board": N_("there is no leaderboard for the mode {mode}"),
    "no_entry": N_("that game is no longer on the leaderboard"),
    "upload_too_long": N_("the recording is too long: at most {most} characters are accepted"),
    "wrong_upload": N_("the parts of a recording must be sent in order, starting with the first"),
    "no_recording": N_("the server cannot read this recording: {why}"),
    "unfinished": N_("the recorded game is not finished: submit it when it has ended"),
    "unranked_game": N_("this game is unranked: leaderboards accept only ranked games"),
    "unranked_rules": N_("leaderboards rank only the rules of these styles: {which}"),
    "not_of_mode": N_("the game did not use the standard rules of {mode}, as its leaderboard requires"),
    "laid_out": N_("leaderboards need an empty starting board, and this game had a prepared one"),
    "differs": N_("replaying the recording gives a different result: {why}"),
    "too_long_to_verify": N_("checking the recording took more than {seconds} s, so it was rejected"),
    "too_much_stored": N_("too much was stored from your address or account: try again in a few days"),
    "verifier_busy": N_("too many recordings are waiting to be checked: try again in a minute"),
    "known_game": N_("this game is already on a leaderboard"),
    "no_such_day": N_("the mode {mode} has no daily"),
    "not_open_yet": N_("games with today's pieces can be watched from tomorrow"),
    "solo_lag": N_("your game stalled, so it no longer counts as verified"),
    "solo_ahead": N_("your game ran ahead of the server clock, so it no longer counts as verified"),
    "solo_away": N_("you were away for more than {seconds} s, so your game no longer counts as verified"),
    "solo_late": N_("your game did not start within {seconds} s, so it will not count as verified"),
    "solo_work": N_("your game sent too much at once, so it no longer counts as verified"),
    "solo_order": N_("your program sent an impossible move, so your game no longer counts as verified: {why}"),
    "damaged_past": N_("the server sent a damaged record of the round so far"),
    "game_ahead": N_("the server placed your game ahead of its own clock"),
}
"""Part of a sentence in English for each error or refusal, by code, with a placeholder in braces for each value."""
RESUMABLE: Final = frozenset({
    "silent", "slow_reader", "unacknowledged", "unreachable", "nothing_listens", "no_such_host", "no_way", "no_answer",
    "no_tcp", "no_websocket",
})  # fmt: skip
"""Codes of errors after which a client may resume its session by itself."""

NOTICES: Final = frozenset({"idle_soon", "operator_says", "restarted", "same_address", "stopped"})
"""Codes of notices, which are sent like refusals and refuse nothing."""


def error_sentence(code: str, values: Mapping[str, object], text: str = "") -> str:
    """Return the sentence of an error for players, in the language of the run.

    It is the `text` of the message if the code is unknown, or a value of its sentence is missing.
    """
    template = _(SENTENCES[code]) if code in SENTENCES else ""
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
    """Error with a code of `SENTENCES`."""

    def __init__(self, code: str, **named: object) -> None:
        """Create an error from a code and the values of its sentence."""
        self.code: Final = code
        self.template: Final = SENTENCES[code]
        self.values: Final = {name: _bounded(value) for name, value in named.items()}
        """Values of the sentence, as messages may hold them."""
        self.english: Final = one_line(self.template.format(**self.values), LONGEST_SENTENCE)
        """Sentence in English, as messages hold it."""
        self._causes: Final = {name: value for name, value in named.items() if isinstance(value, Exception)}
        super().__init__(self.english)

    def __reduce__(self) -> tuple[object, ...]:  # errors cross between processes
        return partial(type(self), self.code, **self.values), ()

    @property
    def sentence(self) -> str:
        """Sentence for players."""
        causes = {name: one_line(error_text(cause)) for name, cause in self._causes.items()}
        return error_sentence(self.code, {**self.values, **causes})


class OnlineError(CodedError):
    """Error that ends a connection, or an attempt at one."""


class RoomError(CodedError):
    """Refused request; nothing has changed."""


def _bounded(value: object) -> int | str:
    """Return a value as messages may hold it."""
    if isinstance(value, int) and abs(value) < 1 << 53:
        return value
    return one_line(value, LONGEST_VALUE)


def alphabet_problem(name: str) -> str:
    """Return the error for a name that mixes alphabets, or an empty string."""
    mixed = mixed_alphabets(name)
    return error_sentence(MIXED, {"alphabets": mixed}) if mixed else ""
