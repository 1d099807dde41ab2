"""Comparison of the stored rounds with the games of the clients, and with a judge that knows everything."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from piecement_engine import Game, Recording
from piecement_engine.game.inputs import Input, unpack_attack
from piecement_engine.match import Batch, Judge, Taken
from piecement_net.messages.rounds import WireAttack
from piecement_net.room_rules import TARGETS, round_setups
from piecement_server.rooms.match_record import RoundRecord
from tests.app.server.virtual_server import NotedGame, VirtualClient


@lru_cache(maxsize=64)
def parsed(text: str) -> Recording:
    return Recording.from_text(text)


def check_recordings(record: RoundRecord) -> None:
    """Check that each recording plays as is recorded, from what the rules of the round say."""
    setups = round_setups(record.rules, record.players)
    for setup, game in zip(setups, record.games, strict=True):
        assert parsed(game.recording).setup == setup
    assert record.recording().verify() is None


def check_client(record: RoundRecord, client: VirtualClient) -> None:
    """Check that a client played, and saw the others play, as is recorded, as far as both know."""
    own = client.round
    assert own is not None
    for side, game in enumerate(record.games):
        recording = parsed(game.recording)
        if side == own.side and own.is_out:  # the judge took an attack for him that his game took at another time
            continue
        known_ns, inputs = known_of(client, None if side == own.side else game.seat)
        known_ns = min(known_ns, recording.time_ns)

        assert before(inputs, known_ns) == before(recording.inputs, known_ns)
        assert own.setups[side] == recording.setup


def known_of(client: VirtualClient, seat: int | None) -> tuple[int, Sequence[Input]]:
    """Return up to when a client knows a game, and its inputs; None is the client's own one."""
    assert client.round is not None
    game: Game | None
    if seat is None:
        game = client.round.game
    else:
        other = client.followed[seat]
        if isinstance(other, NotedGame):
            return other.known_ns, other.inputs
        game = other.game
    assert game is not None
    return game.view.time_ns, game.inputs


def check_judged_again(record: RoundRecord) -> None:
    """Check that a judge to whom nobody is late comes to the same attacks, counts and places."""
    setups = round_setups(record.rules, record.players)
    teams = [player.team for player in record.players] if record.rules.teams else ()
    judge = Judge(setups, garbage_seed=record.garbage_seed, targeting=TARGETS[record.rules.targets], teams=teams)
    seats = [player.p for player in record.players]
    recordings = [parsed(game.recording) for game in record.games]
    moments = {time_ns for recording in recordings for time_ns, change in recording.inputs if unpack_attack(change)}
    numbers = [0] * len(setups)
    since_ns = 0
    for to_ns in (*sorted(moments - {0}), max(recording.time_ns for recording in recordings) + 1):
        for seat, at_ns, to in record.choices:
            if since_ns <= at_ns < to_ns:
                judge.choose(seats.index(seat), at_ns, TARGETS[to] if isinstance(to, str) else seats.index(to))
        for side, recording in enumerate(recordings):
            entries: list[tuple[int, int | Taken]] = []
            for time_ns, change in recording.inputs:
                if since_ns <= time_ns < to_ns:
                    numbers[side] += change < -1
                    entries.append((time_ns, Taken(numbers[side]) if change < -1 else change))
            judge.inputs(side, Batch(to_ns, tuple(entries)))
        judge.settle()
        since_ns = to_ns
    attacks = (attack for side in range(judge.sides) for attack in judge.announced(side))
    told = [WireAttack(seats[a.target], a.number, a.at_ns, seats[a.sender], a.holes) for a in attacks]

    assert sorted(told, key=lambda attack: (attack.at, attack.sender)) == list(record.attacks)
    assert judge.standings == tuple(place.place for place in record.places)
    for side, account in enumerate(record.accounts):
        counts = judge.counts(side)
        assert (counts.made, counts.sent, counts.cancelled, counts.received) == (
            *(account.made, account.sent, account.cancelled, account.received),
        )


def before(inputs: Iterable[Input], time_ns: int) -> list[Input]:
    return [entry for entry in inputs if entry[0] < time_ns]
