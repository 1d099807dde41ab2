"""The texts of ratings, of the list and of past matches."""

from datetime import datetime

from piecement.language import _, ngettext
from piecement.online.messages import PastMatch, Profile, RatingLine


def rating_text(profile: Profile | None) -> str:
    """Return how strong a player is."""
    if profile is None or not profile.name:
        return _("none, as a guest")
    known = f"{round(profile.rating)} ± {round(profile.deviation)}"
    return _("{rating}, provisional").format(rating=known) if profile.provisional else known


def change_text(profile: Profile | None) -> str:
    """Return what the last match has changed; empty where nothing."""
    if profile is None or profile.change is None:
        return ""
    return _("Rating {before} → {after} ({change:+})").format(
        before=round(profile.rating - profile.change), after=round(profile.rating), change=round(profile.change)
    )


def games_text(profile: Profile) -> str:
    """Return how many matches of a season were played and won."""
    played = ngettext("{count} match", "{count} matches", profile.games).format(count=profile.games)
    return _("{matches}, {won} won").format(matches=played, won=profile.wins)


def line_text(line: RatingLine) -> str:
    """Return the figures of a player on the list."""
    return _("{rating}   {won} of {games} won").format(rating=round(line.rating), won=line.wins, games=line.games)


def match_text(match: PastMatch) -> tuple[str, str]:
    """Return who was met when, and what came of it."""
    when = datetime.fromtimestamp(match.ended_ms / 1000).astimezone()
    outcome = _("won") if match.score == 1 else _("lost") if match.score == 0 else _("drawn")
    rounds = f"{outcome} {match.rounds_won}:{match.rounds_lost}"
    if match.before is None or match.after is None:
        return f"{when:%Y-%m-%d %H:%M}  {opponent_text(match)}", rounds
    return f"{when:%Y-%m-%d %H:%M}  {opponent_text(match)}", f"{rounds}  {round(match.after - match.before):+}"


def opponent_text(match: PastMatch) -> str:
    return match.opponent or _("deleted")
