"""Figures and texts of matches at one keyboard, for the ladder and the end of a match."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from piecement.session.match_session import RIVAL, YOU
from piecement_base.formatting import seconds_text
from piecement_base.language import _, ngettext
from piecement_engine import End
from piecement_engine.bots import BOTS

if TYPE_CHECKING:
    from piecement.session.match_session import MatchSeries
    from piecement.storage.match_records import WinsAndLosses
    from piecement_base.origin import UnrankedReasons
    from piecement_engine.match import MatchRecording, RecordedMatch

_COLUMNS: Final = 7
"""Number of columns of rows sent in a game."""

_TOGETHER_NS: Final = 6_000_000_000
"""Time within which attacks of one side are one swing (ns)."""

_LEAST_SWING: Final = 4
"""Number of rows below which a swing decides nothing."""


def record(results: "WinsAndLosses") -> str:
    """Return matches won and lost, or a dash if there are none."""
    return f"{results.won}-{results.lost}" if results.won + results.lost else "-"


class Swing(NamedTuple):
    """Most rows that one side sent within a few seconds."""

    sender: int
    at_ns: int
    rows: int


def turning_point(recording: "MatchRecording") -> Swing | None:
    """Return the largest swing of a game, the last of equal ones; None if no side sent much at once."""
    found: Swing | None = None
    attacks = recording.attacks or ()
    for number, first in enumerate(attacks):
        its = (attack for attack in attacks[number:] if attack.sender == first.sender)
        rows = sum(attack.rows for attack in its if attack.at_ns - first.at_ns <= _TOGETHER_NS)
        if rows >= max(_LEAST_SWING, found.rows if found else 0):
            found = Swing(first.sender, first.at_ns, rows)
    return found


def rows_sent(recording: "MatchRecording", side: int) -> list[int]:
    """Return the rows that a side had sent at each of some equal parts of a game."""
    attacks = [attack for attack in recording.attacks or () if attack.sender == side]
    ends = (recording.time_ns * (part + 1) / _COLUMNS for part in range(_COLUMNS))
    return [sum(attack.rows for attack in attacks if attack.at_ns <= end) for end in ends]


class LastMatch(NamedTuple):
    """Facts of a stored match."""

    last: "MatchRecording"
    """Its last game."""
    wins: tuple[int, int]
    paces: tuple[tuple[float, float], ...]
    """Pieces per second and attack per minute of each side."""
    boards: tuple[tuple[tuple[int, ...], ...], ...]
    """Rows of each side's board at the end, the lowest first."""

    @classmethod
    def of(cls, match: "RecordedMatch") -> Self:
        """Return the facts of a match. Raises `ValueError` if it lacks those that `about_match` writes."""
        about: Mapping[str, Any] = match.about  # values of any JSON type
        try:
            mine, its = about["wins"]
            paces = tuple((float(pieces), float(attack)) for pieces, attack in about["paces"])
            boards = tuple(tuple(tuple(map(int, row)) for row in board) for board in about["boards"])
        except (KeyError, TypeError) as error:
            raise ValueError(f"no facts of a match: {error}") from None
        return cls(match.rounds[-1], (int(mine), int(its)), paces, boards)


def about_match(series: "MatchSeries", started: str) -> dict[str, Any]:
    """Return the facts to store with a match, of any JSON type."""
    players = series.players
    return {
        "started": started,
        "names": [player.name for player in players],
        "wins": list(series.wins),
        "paces": [
            [round(player.pieces_per_second, 2), round(player.pace.attack_per_minute, 1)]
            for player in (players[YOU], players[RIVAL])
        ],
        "boards": [[list(row) for row in board] for board in series.last.boards],
    }


def cause(series: "MatchSeries") -> str:
    """Return one sentence about what decided the last game."""
    result = series.last
    winner, names = result.winner, [player.name for player in result.players]
    if result.end is End.FORFEIT:
        return _("You gave up.") if winner == RIVAL else _("{name} gave up.").format(name=names[RIVAL])
    swing = turning_point(result.recording)
    if swing is not None and swing.sender == winner:
        moment = seconds_text(swing.at_ns)
        if winner == RIVAL:
            sentence = ngettext(
                "{count} row came at {moment}. Clear lines before the bar fills up.",
                "{count} rows came at {moment}. Clear lines before the bar fills up.",
                swing.rows,
            )
        else:
            sentence = ngettext(
                "Your {count} row at {moment} decided it.", "Your {count} rows at {moment} decided it.", swing.rows
            )
        return sentence.format(count=swing.rows, moment=moment)
    speeds = [player.pieces_per_second for player in result.players]
    if speeds[winner] > speeds[1 - winner]:
        faster = _("You were faster: {fast} against {slow} pieces/s.")
        slower = _("You were slower: {slow} against {fast} pieces/s.")
        sentence = faster if winner == YOU else slower
        return sentence.format(fast=f"{speeds[winner]:.2f}", slow=f"{speeds[1 - winner]:.2f}")
    return _("You kept your stack lower.") if winner == YOU else _("Your stack grew too high.")


def headline(series: "MatchSeries") -> str:
    """Return the winner of a match, and the score in games if there were several."""
    winner = series.winner or YOU
    names = [player.name for player in series.last.players]
    said = _("You win") if winner == YOU and names[YOU] == _("You") else _("{name} wins").format(name=names[winner])
    games = series.wins[winner], series.wins[1 - winner]
    return f"{said} {games[0]}-{games[1]}" if series.best_of > 1 else said


def next_opponent(name: str) -> str:
    """Return the name of the bot one level above another; empty for the strongest, and for players."""
    names = [bot.name.capitalize() for bot in BOTS.values() if bot.level]
    return names[names.index(name) + 1] if name in names[:-1] else ""


def unranked_reasons(reasons: "UnrankedReasons") -> Iterator[str]:
    """Yield a sentence for each kind of help in a match."""
    if reasons.bot:
        yield _("A bot played for you.")
    if reasons.practice:
        yield _("You used hints.")
