"""A round of all sides as a file: two messages of a server, from which it is shown again, and proven.

The first says what all games started from, the second has a recording of each.
"""

from piecement.language import _
from piecement.online.client_round import Round
from piecement.online.errors import OnlineError
from piecement.online.messages import Past, Start
from piecement.online.presets import round_setups
from piecement.online.room_error import RoomError
from piecement.online.showing import DELAY_NS
from piecement.online.wire import FROM_SERVER, Decoder, encode
from piecement.session.session import Clock
from piecement_engine import EngineError, Recording


class RoundFileError(ValueError):
    """The file is none of a round, or its games cannot be replayed; the text is one sentence."""


def to_bytes(start: Start, past: Past) -> bytes:
    return encode(start) + encode(past)


def messages_of(data: bytes) -> tuple[Start, Past]:
    """Return the messages of a file. Raises `RoundFileError`."""
    try:
        messages = list(Decoder(FROM_SERVER).feed(data))
    except OnlineError as error:
        raise RoundFileError(_("This is no recorded round: {why}.").format(why=error.sentence)) from None
    match messages:
        case [Start() as start, Past() as past]:
            return start, past
        case _:
            raise RoundFileError(_("This is no recorded round."))


def round_of(data: bytes, clock: Clock) -> Round:
    """Return the round of a file, to be shown from its start. Raises `RoundFileError`."""
    start, past = messages_of(data)
    length_ns = max((game.to for game in past.games), default=0)
    try:
        shown = Round(start, None, clock, clock() - length_ns - DELAY_NS)
        shown.apply(past)
    except (EngineError, RoomError) as error:
        raise RoundFileError(_("This round cannot be replayed: {why}.").format(why=error)) from None
    shown.finish()
    if shown.showing is not None:
        shown.showing.go_to(0)
    return shown


def prove(data: bytes) -> int:
    """Replay the game of each side, and return how many there are. Raises `RoundFileError` where one does not hold."""
    start, past = messages_of(data)
    try:
        setups = dict(zip(start.players, round_setups(start.rules, start.players), strict=True))
        recordings = {game.seat: Recording.from_text(game.recording) for game in past.games}
    except (EngineError, RoomError) as error:
        raise RoundFileError(_("This round cannot be replayed: {why}.").format(why=error)) from None
    for player, setup in setups.items():
        recording = recordings.get(player.p)
        if recording is None or recording.setup != setup or recording.verify(budget=recording.fair_budget()):
            raise RoundFileError(_("The game of {name} is not proven.").format(name=player.name))
    return len(setups)
