"""Printed facts about a match."""

from collections.abc import Iterator

from piecement.language import _
from piecement.session import timestamps
from piecement.session.clock_text import clock_text
from piecement.session.counted import count_text
from piecement.session.match_names import player_names
from piecement.terminal.outside_text import plain_name
from piecement_engine.match import MatchRecording, RecordedMatch


def match_facts(match: RecordedMatch) -> Iterator[tuple[str, object]]:
    """Yield names and values of the facts about a match, and of each round."""
    started = timestamps.from_text(match.about.get("started"))
    yield _("Players"), ", ".join(map(plain_name, player_names(match.about)))
    if started != timestamps.EPOCH:
        yield _("Played"), timestamps.to_local_text(started)
    yield _("Rounds"), len(match.rounds)
    yield _("Time"), clock_text(match.time_ns)
    for number, recording in enumerate(match.rounds, start=1):
        yield _("Round {number}").format(number=number), _round_text(recording)


def _round_text(recording: MatchRecording) -> str:
    games = ", ".join(
        _("{end} after {lines}").format(
            end=game.result.end or _("goes on"), lines=count_text("lines", game.result.lines)
        )
        for game in recording.games
    )
    attacks = _("attacks unknown") if recording.attacks is None else len(recording.attacks)
    return _("{time}, attacks: {attacks}; {games}").format(
        time=clock_text(recording.time_ns), attacks=attacks, games=games
    )
