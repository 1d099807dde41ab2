"""Facts of matches at one keyboard: those stored with a match, and attacks of its last game."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Self, cast

from piecement.session.match_series import RIVAL, YOU, MatchSeries
from piecement_base.modes import MATCH_MODE
from piecement_engine.match import RecordedMatch, RoundRecording

_COLUMNS: Final = 7
"""Number of columns of rows sent in a game."""

_TOGETHER_NS: Final = 6_000_000_000
"""Time within which attacks of one side are one swing (ns)."""

_LEAST_SWING: Final = 4
"""Number of rows below which a swing decides nothing."""


class Swing(NamedTuple):
    """Most rows that one side sent within a few seconds."""

    sender: int
    at_ns: int
    rows: int


def turning_point(recording: RoundRecording) -> Swing | None:
    """Return the largest swing of a game, the last of equal ones; None if no side sent much at once."""
    found: Swing | None = None
    attacks = recording.attacks or ()
    for number, first in enumerate(attacks):
        same_side = (attack for attack in attacks[number:] if attack.sender == first.sender)
        rows = sum(attack.rows for attack in same_side if attack.at_ns - first.at_ns <= _TOGETHER_NS)
        if rows >= max(_LEAST_SWING, found.rows if found else 0):
            found = Swing(first.sender, first.at_ns, rows)
    return found


def rows_sent(recording: RoundRecording, side: int) -> list[int]:
    """Return the rows that a side had sent at each of some equal parts of a game."""
    attacks = [attack for attack in recording.attacks or () if attack.sender == side]
    ends = (recording.time_ns * (part + 1) / _COLUMNS for part in range(_COLUMNS))
    return [sum(attack.rows for attack in attacks if attack.at_ns <= end) for end in ends]


class LastMatch(NamedTuple):
    """Facts of a stored match."""

    last: RoundRecording
    """Its last game."""
    wins: tuple[int, int]
    paces: tuple[tuple[float, float], ...]
    """Pieces per second and attack per minute of each side."""
    boards: tuple[tuple[tuple[int, ...], ...], ...]
    """Rows of each side's board at the end, the lowest first."""

    @classmethod
    def of(cls, match: RecordedMatch) -> Self:
        """Return the facts of a match. Raises `ValueError` if it lacks those that `about_match` writes."""
        about: Mapping[str, Any] = match.about  # values of any JSON type
        try:
            own, other = about["wins"]
            paces = tuple((float(pieces), float(attack)) for pieces, attack in about["paces"])
            boards = tuple(tuple(tuple(map(int, row)) for row in board) for board in about["boards"])
        except (KeyError, TypeError) as error:
            raise ValueError(f"no facts of a match: {error}") from None
        widths = {len(row) for board in boards for row in board}
        if not len(paces) == len(boards) == 2 or widths - {MATCH_MODE.rules.width}:
            raise ValueError("no facts of a match: its paces and boards are not those of two sides")
        return cls(match.rounds[-1], (int(own), int(other)), paces, boards)


def about_match(series: MatchSeries, started: str) -> dict[str, Any]:
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


def player_names(about: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names in the facts of a match, unvalidated."""
    names = about.get("names")
    return tuple(map(str, cast("Sequence[object]", names))) if isinstance(names, list | tuple) else ()
