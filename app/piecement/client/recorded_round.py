"""Playback of recorded rounds, with all boards in step."""

import json
from typing import Final

from pydantic import TypeAdapter, ValidationError

from piecement.client.playback import DELAY_NS
from piecement.client.round import ClientRound
from piecement.session.match_facts import player_names
from piecement.session.session import Clock
from piecement_base.language import _, error_text
from piecement_engine import EngineError, RecordingError
from piecement_engine.match import RoundRecording
from piecement_net.clean_texts import LONGEST_NAME, clean_name
from piecement_net.errors import OnlineError, RoomError
from piecement_net.messages.from_server import Over, Past, RoundStart
from piecement_net.messages.rooms import Hand, RoomRules
from piecement_net.messages.rounds import StartPlayer, WireAttack, WireChoice
from piecement_net.room_rules import PRESETS

_CHOICES: Final = TypeAdapter(tuple[WireChoice, ...])


def to_client_round(recording: RoundRecording, clock: Clock) -> ClientRound:
    """Return a recorded round for playback from its start. Raises `RecordingError` if it cannot be shown."""
    setups = [game.setup for game in recording.games]
    try:
        start = _start_of(recording)
        client_round = ClientRound(start, None, clock, clock() - recording.time_ns - 1 - DELAY_NS, setups)
        choices = _CHOICES.validate_python(recording.about.get("choices", ()))
        attacks = _attacks(start, recording)
        client_round.apply(Past(round=start.round, games=(), taken=attacks, c=choices, w=recording.time_ns))
        for player, game in zip(start.players, recording.games, strict=True):
            client_round.learn(player.p, game.time_ns + 1, game.inputs)
        for over in _ends(start, recording):
            client_round.apply(over)
    except (EngineError, RoomError, OnlineError, ValidationError, ValueError) as error:
        raise RecordingError(_("cannot show this round: {why}").format(why=error_text(error))) from None
    client_round.finish()
    if client_round.playback is not None:
        client_round.playback.go_to(0)
    return client_round


def _start_of(recording: RoundRecording) -> RoundStart:
    """Return the start of a network round; for a local one, a start with the same names."""
    stored = recording.about.get("start")
    if stored is not None:
        return RoundStart.model_validate_json(json.dumps(stored))
    names = player_names(recording.about)
    players = tuple(
        StartPlayer(p=side, name=_name_of(side, names), hand=Hand(), seed=game.setup.seed % (1 << 64))
        for side, game in enumerate(recording.games)
    )
    return RoundStart(round=1, at=0, rules=RoomRules(preset=next(iter(PRESETS))), digest="0" * 8, players=players)


def _name_of(side: int, names: tuple[str, ...]) -> str:
    name = names[side] if side < len(names) else ""
    return clean_name(name)[:LONGEST_NAME] or _("Player {number}").format(number=side + 1)


def _attacks(start: RoundStart, recording: RoundRecording) -> tuple[WireAttack, ...]:
    """Return the attacks as messages hold them."""
    seats = [player.p for player in start.players]
    return tuple(
        WireAttack(seats[attack.target], attack.number, attack.at_ns, seats[attack.sender], attack.holes)
        for attack in recording.attacks or ()
    )


def _ends(start: RoundStart, recording: RoundRecording) -> list[Over]:
    """Return the messages about the ended games."""
    ends_ns = [None if game.result.end is None else game.time_ns for game in recording.games]
    return [
        Over(
            p=player.p,
            at=end_ns,
            end=str(game.result.end),
            place=1 + sum(other is None or other > end_ns for other in ends_ns),
        )
        for player, game, end_ns in zip(start.players, recording.games, ends_ns, strict=True)
        if end_ns is not None
    ]
