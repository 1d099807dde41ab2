"""Recordings of a round over a network, their inputs as messages hold them, and files of the first format.

The history of a running round has packed inputs. That is twice as long as in a recording, but quick: inputs of two
players in five minutes take 10 ms to write or read, and 150 ms or more in a recording, whose inputs are range coded.
"""

import zlib
from base64 import b85decode, b85encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic import ConfigDict, TypeAdapter, ValidationError

from piecement_base.language import _
from piecement_base.modes import MATCH_MODE
from piecement_engine import Recording, RecordingError
from piecement_engine.match import Attack, BatchEntry, RecordedMatch, RoundRecording, Taken
from piecement_engine.match.ledger import LostRows
from piecement_net.errors import OnlineError
from piecement_net.messages.base import Message
from piecement_net.messages.from_server import RoundStart
from piecement_net.messages.rounds import Entry, PlayedGame, WireAttack, WireChoice

Lost = tuple[int, int]
"""Seat of a player whose rows had no target, and the time of the clear."""

MOST_BYTES: Final = 8 * 1024 * 1024
"""Maximum size of unpacked entries (bytes): an hour at the maximum rate of inputs."""
_ENTRIES: Final[TypeAdapter[tuple[Entry, ...]]] = TypeAdapter(tuple[Entry, ...], config=ConfigDict(strict=True))


# Inputs in messages


def to_entries(inputs: Iterable[BatchEntry], after_ns: int = 0) -> Iterator[Entry]:
    """Yield inputs as entries; the first time counts from `after_ns`."""
    for time_ns, change in inputs:
        passed_ns, after_ns = time_ns - after_ns, time_ns
        yield (passed_ns, "k", change.number) if isinstance(change, Taken) else (passed_ns, change)


def from_entries(entries: Iterable[Entry], after_ns: int = 0) -> Iterator[BatchEntry]:
    """Yield the inputs of entries, as `to_entries` takes them."""
    for entry in entries:
        after_ns += entry[0]
        yield after_ns, Taken(entry[2]) if len(entry) == 3 else entry[1]


def pack_entries(entries: Iterable[Entry]) -> str:
    return b85encode(zlib.compress(_ENTRIES.dump_json(tuple(entries)))).decode()


def unpack_entries(text: str) -> tuple[Entry, ...]:
    """Unpack entries from outside. Raises `OnlineError` if they are damaged or too long."""
    unpacker = zlib.decompressobj()
    try:
        unpacked = unpacker.decompress(b85decode(text), MOST_BYTES)
        if not unpacker.eof:
            raise OnlineError("damaged_past")
        return _ENTRIES.validate_json(unpacked)
    except (ValueError, zlib.error):  # a `ValidationError` is a `ValueError`
        raise OnlineError("damaged_past") from None


# Recordings


def to_recording(
    start: RoundStart,
    games: Mapping[int, Recording],
    attacks: Iterable[WireAttack] | None,
    lost: Iterable[Lost] = (),
    choices: Sequence[WireChoice] = (),
) -> RoundRecording:
    """Return a round as a recording, with the game of each seat, and the attacks in order of time.

    The choices of targets only serve the marks that viewers see: each attack has its target.
    """
    sides = {player.p: side for side, player in enumerate(start.players)}
    about: dict[str, Any] = {  # values of any JSON type
        "names": [player.name for player in start.players],
        "start": start.model_dump(mode="json", exclude={"t", "n", "a"}),
    }
    if choices:
        about["choices"] = [list(choice) for choice in choices]
    settled = None if attacks is None else tuple(_settled(attack, sides) for attack in attacks)
    rows = tuple(LostRows(sides[seat], time_ns) for seat, time_ns in lost)
    return RoundRecording(tuple(games[player.p] for player in start.players), settled, rows, about)


def about_game(name: str) -> dict[str, object]:
    """Return the metadata of one player's recording."""
    return {"mode": MATCH_MODE.name, "name": name}


def to_match(rounds: Sequence[RoundRecording], started: str = "", room: str = "") -> RecordedMatch:
    """Return rounds as a match; `started` is a time as text."""
    about: dict[str, Any] = {"mode": MATCH_MODE.name, "names": rounds[0].about["names"]}  # values of any JSON type
    known = {"started": started, "room": room}
    return RecordedMatch(tuple(rounds), about | {name: value for name, value in known.items() if value})


def _settled(attack: WireAttack, sides: Mapping[int, int]) -> Attack:
    target, number, at_ns, sender, holes = attack
    return Attack(number, at_ns, sides[sender], sides[target], holes)


# Files of the first format


class FirstFormatGames(Message, t="past"):
    """Games of a round in the first file format."""

    games: tuple[PlayedGame, ...]
    taken: tuple[WireAttack, ...] = ()


def read_round_file(data: bytes) -> RecordedMatch:
    """Read a round from a file of the first format: two messages of a server, without the senders of attacks.

    Raises `RecordingError` if the file is not one.
    """
    start_line, __, past_line = data.partition(b"\n")
    try:
        start, past = RoundStart.model_validate_json(start_line), FirstFormatGames.model_validate_json(past_line)
    except ValidationError:
        raise RecordingError(_("this is not a recorded round")) from None
    games = {game.seat: Recording.from_text(game.recording) for game in past.games}
    if games.keys() != {player.p for player in start.players}:
        raise RecordingError(_("the games in this recorded round do not match its players"))
    return to_match([to_recording(start, games, past.taken or None)])
