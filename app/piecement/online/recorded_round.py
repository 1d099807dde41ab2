"""A recorded round, to be shown again with all boards in step; and the files of rounds in their first form."""

import json

from pydantic import ValidationError

from piecement.language import _
from piecement.online.client_round import Round
from piecement.online.errors import OnlineError
from piecement.online.fields import Attack, PlayedGame
from piecement.online.messages import Hand, Over, Past, RoomRules, Start, StartPlayer
from piecement.online.presets import PRESETS
from piecement.online.room_error import RoomError
from piecement.online.round_recordings import match_of, recording_of
from piecement.online.showing import DELAY_NS
from piecement.online.texts import LONGEST_NAME, clean_name
from piecement.online.wire import FROM_SERVER, Decoder
from piecement.session.session import Clock
from piecement_engine import EngineError, Recording, RecordingError
from piecement_engine.match import MatchRecording, RecordedMatch


def round_of(recording: MatchRecording, clock: Clock) -> Round:
    """Return a recorded round, to be shown from its start. Raises `RecordingError` where it cannot be."""
    setups = [game.setup for game in recording.games]
    try:
        start = _start_of(recording)
        shown = Round(start, None, clock, clock() - recording.time_ns - 1 - DELAY_NS, setups)
        shown.apply(_past(start, recording))
        for over in _ends(start, recording):
            shown.apply(over)
    except (EngineError, RoomError, OnlineError, ValidationError, ValueError) as error:
        raise RecordingError(_("this round cannot be shown: {why}").format(why=error)) from None
    shown.finish()
    if shown.showing is not None:
        shown.showing.go_to(0)
    return shown


def read_round_file(data: bytes) -> RecordedMatch:
    """Return the round of a file in the first form: two messages of a server.

    It does not say who made the attacks. Raises `RecordingError`.
    """
    try:
        messages = list(Decoder(FROM_SERVER).feed(data))
    except OnlineError as error:
        raise RecordingError(_("this is no recorded round: {why}").format(why=error.sentence)) from None
    match messages:
        case [Start() as start, Past() as past]:
            games = {game.seat: Recording.from_text(game.recording) for game in past.games}
            if games.keys() != {player.p for player in start.players}:
                raise RecordingError(_("this recorded round has other games than its players"))
            return match_of([recording_of(start, games, past.taken or None)])
        case _:
            raise RecordingError(_("this is no recorded round"))


def _start_of(recording: MatchRecording) -> Start:
    """Return what a round over a network began with; for one on a single screen, the same with its names."""
    kept = recording.about.get("start")
    if kept is not None:
        return Start.model_validate_json(json.dumps(kept))
    names = recording.about.get("names", ())
    players = tuple(
        StartPlayer(p=side, name=_name_of(side, names), hand=Hand(), seed=game.setup.seed % (1 << 64))
        for side, game in enumerate(recording.games)
    )
    return Start(round=1, at=0, rules=RoomRules(preset=next(iter(PRESETS))), digest="0" * 8, players=players)


def _name_of(side: int, names: object) -> str:
    name = str(names[side]) if isinstance(names, list | tuple) and side < len(names) else ""
    return clean_name(name)[:LONGEST_NAME] or _("Player {number}").format(number=side + 1)


def _past(start: Start, recording: MatchRecording) -> Past:
    seats = [player.p for player in start.players]
    games = tuple(
        PlayedGame(seat, game.time_ns + 1, game.to_text()) for seat, game in zip(seats, recording.games, strict=True)
    )
    attacks = tuple(
        Attack(seats[attack.target], attack.number, attack.at_ns, seats[attack.sender], attack.holes)
        for attack in recording.attacks or ()
    )
    return Past(round=start.round, games=games, taken=attacks, w=recording.time_ns)


def _ends(start: Start, recording: MatchRecording) -> list[Over]:
    """Return what a server says of the games that ended."""
    ends_ns = [None if game.result.end is None else game.time_ns for game in recording.games]
    return [
        Over(p=player.p, at=end_ns, end=str(game.result.end), place=_place(end_ns, ends_ns))
        for player, game, end_ns in zip(start.players, recording.games, ends_ns, strict=True)
        if end_ns is not None
    ]


def _place(end_ns: int, ends_ns: list[int | None]) -> int:
    return 1 + sum(other is None or other > end_ns for other in ends_ns)
