"""What is said of a match: who plays, how it stands, and the record against an opponent."""

from typing import TYPE_CHECKING

from piecement.language import _
from piecement.session.match_session import YOU
from piecement.settings.computer import FRIEND, Computer

if TYPE_CHECKING:
    from piecement.session.match_series import MatchSeries
    from piecement.storage.match_records import WinsAndLosses


def rival_name(settings: Computer) -> str:
    """Return what the opponent is called."""
    return settings.friend_name if settings.opponent == FRIEND else settings.opponent.capitalize()


def record_text(opponent: str, record: "WinsAndLosses") -> str:
    if not record.won + record.lost:
        return _("Your first match against {name}.").format(name=opponent)
    return _("Against {name}: {won} won, {lost} lost.").format(name=opponent, won=record.won, lost=record.lost)


def headline(series: "MatchSeries") -> str:
    """Return who has won a match, and by how many games of several."""
    winner = series.winner or YOU
    names = [player.name for player in series.last.players]
    said = _("You win") if winner == YOU and names[YOU] == _("You") else _("{name} wins").format(name=names[winner])
    games = series.wins[winner], series.wins[1 - winner]
    return f"{said} {games[0]}–{games[1]}" if series.best_of > 1 else said
