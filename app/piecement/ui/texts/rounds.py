"""Texts of rounds over a network: their ends, and the figures of their players."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from piecement.render.cells import pad, pad_left
from piecement.ui.texts.rooms import team_text
from piecement_base.formatting import ordinal, team_sign
from piecement_base.language import N_, _, pgettext

if TYPE_CHECKING:
    from piecement.client.state import ClientState
    from piecement_net.messages.rounds import RoundAccount

CONNECTION_LOST: Final = N_("connection lost")
"""Text over the board while the server of a round is out of reach; `contact_text` has those of the lobby."""

_COLUMN: Final = 7
"""Minimum columns of a figure."""


def round_line(state: "ClientState") -> str:
    """Return the end of the last round; empty if there was none."""
    end = state.round_end
    if end is None:
        return ""
    winners = [place.seat for place in end.places if place.place == 1]
    if team := _only_team(state, winners):
        is_own = state.you is not None and state.you.team == team
        won = _("Your team wins round {number}.") if is_own else _("{team} wins round {number}.")
        return won.format(team=team_text(team), number=end.round)
    if len(winners) != 1:
        return _("Round {number} is a draw.").format(number=end.round)
    if state.you is not None and winners[0] == state.you.p:
        return _("You win round {number}.").format(number=end.round)
    return _("{name} wins round {number}.").format(name=_name_in_round(state, winners[0]), number=end.round)


def score_line(state: "ClientState") -> str:
    """Return the number of rounds each player has won, such as `Ann 2, Bob 1`."""
    players = sorted(state.room.players if state.room else (), key=lambda one: -one.wins)
    scores = ((team_text(player.team) if player.team else player.name, player.wins) for player in players)
    return ", ".join(f"{name} {wins}" for name, wins in dict.fromkeys(scores))


def match_headline(state: "ClientState") -> tuple[str, bool]:
    """Return the winner of the match, and whether that is the player."""
    end = state.match_end
    winners: Sequence[int] = [place.seat for place in end.places if place.place == 1] if end else ()
    if team := _only_team(state, winners):
        if state.you is not None and state.you.team == team:
            return _("Your team wins the match"), True
        return _("{team} wins the match").format(team=team_text(team)), False
    if len(winners) != 1:
        return _("The match is a draw"), False
    if state.you is not None and winners[0] == state.you.p:
        return _("You win the match"), True
    return _("{name} wins the match").format(name=_name_in_round(state, winners[0])), False


def accounts_text(state: "ClientState", columns: int) -> Content:
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


def _figures(state: "ClientState", account: "RoundAccount") -> Iterator[str]:
    player = state.player(account.p)
    wins = dict(state.match_end.wins).get(account.p) if state.match_end else None
    yield str(wins if wins is not None else player.wins if player else 0)
    yield from map(str, (account.sent, account.received, account.lines, account.pieces))
    seconds = account.time / 1e9
    yield f"{account.pieces / seconds:.2f}" if seconds else "-"
    yield f"{account.made * 60 / seconds:.1f}" if seconds else "-"


def _only_team(state: "ClientState", seats: Sequence[int]) -> int:
    """Return the team that all of some seats belong to, or 0."""
    teams = {_team_in_round(state, seat) for seat in seats}
    return teams.pop() if len(teams) == 1 else 0


def _team_in_round(state: "ClientState", seat: int) -> int:
    """Return the team of who played the last round at a seat, or 0."""
    player = state.round.players.get(seat) if state.round is not None else None
    now = player or state.player(seat)
    return now.team if now is not None else 0


def _name_in_round(state: "ClientState", seat: int) -> str:
    """Return the player of the last round at a seat, which another may have by now."""
    player = state.round.players.get(seat) if state.round is not None else None
    return player.name if player is not None else state.name_of(seat)
