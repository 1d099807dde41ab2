"""Texts of rounds over a network: their ends, and the figures of their players."""

from collections.abc import Iterable, Iterator
from itertools import accumulate, islice
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from piecement.client.state import ClientState
from piecement.render.cells import pad, pad_left
from piecement.ui.texts.rooms import team_text
from piecement_base.formatting import ordinal, team_sign
from piecement_base.language import N_, _, pgettext
from piecement_net.messages.rounds import Place, RoundAccount

CONNECTION_LOST: Final = N_("connection lost")
"""Text over the board while the server of a round is out of reach; `contact_text` has those of the lobby."""

_COLUMN: Final = 7
"""Minimum columns of a figure."""


class _Winner(NamedTuple):
    """The team or the player that has won; neither in a draw."""

    team: str = ""
    name: str = ""
    is_you: bool = False


def round_line(state: ClientState) -> str:
    """Return the end of the last round; empty if there was none."""
    end = state.round_end
    if end is None:
        return ""
    winner = _winner(state, end.places)
    if winner.team:
        text = _("Your team wins round {number}.") if winner.is_you else _("{team} wins round {number}.")
    elif winner.name:
        text = _("You win round {number}.") if winner.is_you else _("{name} wins round {number}.")
    else:
        text = _("Round {number} is a draw.")
    return text.format(team=winner.team, name=winner.name, number=end.round)


def score_line(state: ClientState) -> str:
    """Return the number of rounds each player has won, such as `Ann 2, Bob 1`."""
    players = sorted(state.room.players if state.room else (), key=lambda one: -one.wins)
    scores = ((team_text(player.team) if player.team else player.name, player.wins) for player in players)
    return ", ".join(f"{name} {wins}" for name, wins in dict.fromkeys(scores))


def match_headline(state: ClientState) -> tuple[str, bool]:
    """Return the winner of the match, and whether that is the player."""
    end = state.match_end
    winner = _winner(state, end.places if end else ())
    if winner.team:
        text = _("Your team wins the match") if winner.is_you else _("{team} wins the match")
    elif winner.name:
        text = _("You win the match") if winner.is_you else _("{name} wins the match")
    else:
        text = _("The match is a draw")
    return text.format(team=winner.team, name=winner.name), winner.is_you


def accounts_text(state: ClientState, columns: int) -> Content:
    """Return the figures of all players in the last round, the winner first: as many as there is room for."""
    end = state.round_end
    if end is None:
        return Content("")
    places = {place.seat: place.place for place in end.places}
    accounts = sorted(end.accounts, key=lambda account: places.get(account.p, 99))
    seats = [account.p for account in accounts]
    names = [f"{team_sign(_team_in_round(state, seat))} {_name_in_round(state, seat)}".lstrip() for seat in seats]
    width = max((cell_len(name) for name in names), default=0) + 6
    rows = pgettext("column", "won"), pgettext("column", "sent"), pgettext("column", "got")
    heads = (*rows, _("lines"), _("pieces"), _("pieces/s"), _("attack/min"))
    wide = [max(_COLUMN, cell_len(text) + 2) for text in heads]
    count = max(1, sum(total <= columns - width for total in accumulate(wide)))
    head = " " * width + "".join(pad_left(text, column) for text, column in zip(heads[:count], wide, strict=False))
    lines = [Content.styled(head, "$muted")]
    for name, account in zip(names, accounts, strict=True):
        place = places.get(account.p)
        label = set_cell_size(f"{pad(ordinal(place) if place else '', 5)}{name}", width)
        shown = zip(islice(_figures(state, account), count), wide, strict=False)
        figures = "".join(pad_left(text, column) for text, column in shown)
        lines.append(Content.assemble((label, "bold" if place == 1 else ""), (figures, "")))
    return Content("\n").join(lines)


def _figures(state: ClientState, account: RoundAccount) -> Iterator[str]:
    player = state.player(account.p)
    wins = dict(state.match_end.wins).get(account.p) if state.match_end else None
    yield str(wins if wins is not None else player.wins if player else 0)
    yield from map(str, (account.sent, account.received, account.lines, account.pieces))
    seconds = account.time / 1e9
    yield f"{account.pieces / seconds:.2f}" if seconds else "-"
    yield f"{account.made * 60 / seconds:.1f}" if seconds else "-"


def _winner(state: ClientState, places: Iterable[Place]) -> _Winner:
    """Return the team that all seats in the first place belong to, or else the player of the only one."""
    seats, you = [place.seat for place in places if place.place == 1], state.you
    teams = {_team_in_round(state, seat) for seat in seats}
    if len(teams) == 1 and (team := teams.pop()):
        return _Winner(team=team_text(team), is_you=you is not None and you.team == team)
    if len(seats) != 1:
        return _Winner()
    return _Winner(name=_name_in_round(state, seats[0]), is_you=you is not None and you.p == seats[0])


def _team_in_round(state: ClientState, seat: int) -> int:
    """Return the team of the player who had this seat in the last round, or 0."""
    player = state.round.players.get(seat) if state.round is not None else None
    now = player or state.player(seat)
    return now.team if now is not None else 0


def _name_in_round(state: ClientState, seat: int) -> str:
    """Return the name of the player who had this seat in the last round; another may have it by now."""
    player = state.round.players.get(seat) if state.round is not None else None
    return player.name if player is not None else state.name_of(seat)
