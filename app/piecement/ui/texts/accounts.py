"""Texts of accounts: ratings, rankings and past matches."""

import re
from datetime import datetime
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from piecement.client.state import ClientState
from piecement.render.cells import pad
from piecement_base.formatting import grouped
from piecement_base.language import _
from piecement_net.clean_texts import CODE_PATTERN, LONGEST_NAME, clean_name
from piecement_net.errors import alphabet_problem
from piecement_net.messages.accounts import PastMatch, Profile, RatingLine

_CODE_LENGTH: Final = 10
"""Number of letters and digits in a code."""


def name_problem(text: str) -> str:
    """Return the reason why an account cannot have a name, or an empty text."""
    name = clean_name(text)
    if not 0 < len(name) <= LONGEST_NAME:
        return _("A name has 1 to {most} characters.").format(most=LONGEST_NAME)
    return alphabet_problem(name)


def code_problem(code: str) -> str:
    """Return the reason why a text is no code for another machine, or an empty text."""
    plain = code.replace("-", "").replace(" ", "")
    if re.match(CODE_PATTERN, code.strip()) and len(plain) == _CODE_LENGTH:
        return ""
    return _("A code has ten letters and digits, such as bcdfg-hjkmn.")


def rating_text(profile: Profile | None) -> str:
    """Return the rating of a player."""
    if profile is None or not profile.name:
        return _("none (guest)")
    known = f"{grouped(round(profile.rating))} ± {round(profile.deviation)}"
    return _("{rating}, provisional").format(rating=known) if profile.provisional else known


def change_text(profile: Profile | None) -> str:
    """Return the change of the rating by the last match; empty if there was none."""
    if profile is None or profile.change is None:
        return ""
    before, after = round(profile.rating - profile.change), round(profile.rating)
    text = _("Rating {before} → {after} ({change:+})")
    return text.format(before=grouped(before), after=grouped(after), change=after - before)


def games_text(profile: Profile | RatingLine) -> str:
    """Return the matches won and played in a season."""
    return _("{won}/{games} won").format(won=grouped(profile.wins), games=grouped(profile.games))


def line_text(line: RatingLine) -> str:
    """Return the figures of a player on the list."""
    return f"{grouped(round(line.rating))}   {games_text(line)}"


def match_text(match: PastMatch) -> tuple[str, str]:
    """Return the day and the opponent of a match, and its outcome: rounds, and the change of the rating."""
    when = datetime.fromtimestamp(match.ended_ms / 1000).astimezone()
    won, lost = _("won"), _("lost")
    width = max(cell_len(won), cell_len(lost))  # draws are rare, and their word is long in some languages
    outcome = pad(won if match.score == 1 else lost if match.score == 0 else _("drawn"), width)
    rounds = f"{outcome} {match.rounds_won}:{match.rounds_lost}"
    met = f"{when:%m-%d}  {match.opponent or _('deleted')}"
    if match.before is None or match.after is None:
        return met, rounds
    return met, f"{rounds}  {round(match.after) - round(match.before):>+3}"


def past_text(state: ClientState, most: int) -> Content:
    """Return the last matches and the best of the season, at most `most` lines of each."""
    matches = state.history.matches[:most] if state.history else ()
    lines = state.ratings.lines[:most] if state.ratings else ()
    parts = [
        (_("Your last matches"), [match_text(match) for match in matches]),
        (_("Season ranking"), [(f"{place}  {line.name}", line_text(line)) for place, line in enumerate(lines, 1)]),
    ]
    texts: list[Content] = []
    for title, rows in parts:
        if rows:
            width = max(cell_len(label) for label, _value in rows) + 3
            told = (Content(f"{set_cell_size(label, width)}{value}") for label, value in rows)
            texts.append(Content("\n").join([Content.styled(title.upper(), "$muted"), *told]))
    return Content("\n\n").join(texts)
