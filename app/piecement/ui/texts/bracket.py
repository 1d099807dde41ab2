"""The bracket of a tournament as text: a tree from left to right, or a list of matches where that does not fit."""

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from piecement.client.state import ClientState
from piecement.render.cells import cut, pad_left
from piecement.ui.texts.plain_hints import plain_hint
from piecement_base.language import N_, _
from piecement_net.messages.bracket import Bracket, Entrant, Pairing

_ROUNDS: Final = (N_("Final"), N_("Semi-final"), N_("Quarter-final"), N_("Round of 16"))
"""Titles of the rounds, the last one first."""
_LINK: Final = 4
"""Columns of the lines between two rounds."""
_LEAST: Final = 12
"""Minimum columns of a name with its score."""
_WIDEST: Final = 22
"""Maximum columns of a name with its score."""
_SCORE: Final = 4
_WALKOVER: Final = "w/o"
"""The score of a side that did not play, as tables of tournaments write it in every language."""
_ASCII: Final = str.maketrans("─╮╯│├┴╰", "-.'|+''")


def tournament_headline(state: ClientState) -> tuple[str, str]:
    """Return a title and a line: the current round and its pair, or the winner, or why there is no bracket yet."""
    bracket = state.room.bracket if state.room is not None else None
    if bracket is None:
        return _("Tournament"), _("The bracket is drawn when all are ready.")
    if bracket.champion is not None:
        return _("Tournament"), champion_line(state, bracket.champion)
    return round_title(bracket), pair_line(state, bracket)


def champion_line(state: ClientState, champion: Entrant) -> str:
    """Return the winner of a tournament in a sentence."""
    if _is_you(state, champion):
        return _("You win the tournament.")
    return _("{name} wins the tournament.").format(name=champion.name)


def pair_line(state: ClientState, bracket: Bracket) -> str:
    """Return the pair that plays now or next."""
    if bracket.pair is None:
        return ""
    upper, lower = (entrant.name for entrant in bracket.pair)
    is_next = state.round is None or state.round.is_over
    text = _("next: {upper} - {lower}") if is_next else _("now: {upper} - {lower}")
    return text.format(upper=upper, lower=lower)


def round_title(bracket: Bracket) -> str:
    """Return the title of the round of the current pairing."""
    rounds = bracket.rounds
    number = next((number for number, pairings in enumerate(rounds) if bracket.current in pairings), len(rounds) - 1)
    return _(_ROUNDS[len(rounds) - 1 - number])


def bracket_text(state: ClientState, columns: int, *, ascii_only: bool) -> Content:
    """Return the bracket in at most `columns`: as a tree, or as a list of matches where names would be too short."""
    bracket = state.room.bracket if state.room is not None else None
    if bracket is None:
        return Content("")
    count = len(bracket.rounds)
    width = min(_WIDEST, (columns - _LINK * (count - 1)) // count)
    if width < _LEAST:
        return Content("\n").join(_match_list(state, bracket, columns, ascii_only=ascii_only))
    return Content("\n").join(_tree(state, bracket, width, ascii_only=ascii_only))


def _tree(state: ClientState, bracket: Bracket, width: int, *, ascii_only: bool) -> Iterator[Content]:
    """Yield the lines of the tree: titles of the rounds, columns of names, and lines from pairs to the next round."""
    rounds = bracket.rounds
    names: dict[tuple[int, int], Content] = {}
    links: dict[tuple[int, int], str] = {}
    for column, pairings in enumerate(rounds):
        for number, pairing in enumerate(pairings):
            upper, lower = _row(column, 2 * number), _row(column, 2 * number + 1)
            for side, row in enumerate((upper, lower)):
                names[row, column] = _name(state, bracket, pairing, side, width, ascii_only=ascii_only)
            if column == len(rounds) - 1:
                continue
            is_bye = column == 0 and pairing.lower is None
            links |= dict.fromkeys(((row, column) for row in range(upper + 1, lower)), " │  ")
            links[upper, column], links[lower, column] = "─╮  ", "─╯  "
            links[_row(column + 1, number), column] = " ╰─ " if is_bye else "─┴─ " if column == 0 else " ├─ "
    titles = [_(title) for title in reversed(_ROUNDS[: len(rounds)])]
    heads = (set_cell_size(cut(title, width + _LINK - 1), width + _LINK) for title in titles[:-1])
    yield Content.styled("".join((*heads, cut(titles[-1], width))), "$muted")
    for row in range(2 * len(rounds[0])):
        parts: list[Content] = []
        for column in range(len(rounds)):
            link = links.get((row, column), " " * _LINK)
            parts.append(names.get((row, column), Content(" " * width)))
            parts.append(Content.styled(link.translate(_ASCII) if ascii_only else link, "$muted"))
        yield Content("").join(parts)


def _row(column: int, slot: int) -> int:
    """Return the row of a slot of a round, counted from 0: halfway between the two slots whose winner plays there."""
    return (slot << column) + (1 << column >> 1)


def _name(
    state: ClientState, bracket: Bracket, pairing: Pairing, side: int, width: int, *, ascii_only: bool
) -> Content:
    """Return the name of one side of a pairing with its score."""
    name, style = _entrant(state, bracket, pairing, side)
    text = set_cell_size(name, width - _SCORE) + f"{_score(bracket, pairing, side):>{_SCORE}}"
    return Content.styled(plain_hint(text, ascii_only=ascii_only), style)


def _entrant(state: ClientState, bracket: Bracket, pairing: Pairing, side: int) -> tuple[str, str]:
    """Return the name of one side of a pairing, empty if not yet known, and its style."""
    number = (pairing.upper, pairing.lower)[side]
    if number is None:
        return _("bye") if pairing.winner is not None else "", "$muted"
    entrant = bracket.entrants[number]
    name = _("You") if _is_you(state, entrant) else entrant.name
    if pairing.winner == number:
        return name, "bold $success" if pairing is bracket.pairings[-1] else "bold"
    if pairing.winner is not None or entrant.gone:
        return name, "$muted"
    return name, "bold $key" if pairing is bracket.current else ""


def _score(bracket: Bracket, pairing: Pairing, side: int) -> str:
    """Return the rounds that a side has won; empty before the pairing is played."""
    if pairing.walkover and pairing.winner != (pairing.upper, pairing.lower)[side]:
        return _WALKOVER
    is_played = pairing.lower is not None and (pairing.winner is not None or pairing is bracket.current)
    return str(pairing.wins[side]) if is_played else ""


def _match_list(state: ClientState, bracket: Bracket, columns: int, *, ascii_only: bool) -> Iterator[Content]:
    """Yield a line for each match, such as "Ann 1 : 0 Ben", below the title of its round; unknown rounds are left out.

    The last column stays free for a scroll bar.
    """
    rounds = bracket.rounds
    longest = max(cell_len(entrant.name) for entrant in bracket.entrants)
    for number, pairings in enumerate(rounds):
        known = [pairing for pairing in pairings if pairing.upper is not None or pairing.lower is not None]
        if known and number:
            yield Content("")
        if known:
            yield Content.styled(_(_ROUNDS[len(rounds) - 1 - number]), "$muted")
        for pairing in known:
            (upper, style), (lower, lower_style) = (_entrant(state, bracket, pairing, side) for side in (0, 1))
            scores = [_score(bracket, pairing, side) for side in (0, 1)]
            width = (columns - 1 - len(" : ".join(scores)) - 2) // 2
            upper, lower = (plain_hint(cut(name or "?", width), ascii_only=ascii_only) for name in (upper, lower))
            left = pad_left(f"{upper} {scores[0]}".rstrip(), min(width, longest) + 2)
            right, between = f"{scores[1]} {lower}".lstrip(), " : " if any(scores) else " - "
            yield Content.assemble((left, style), (between, "$muted"), (right, lower_style))


def _is_you(state: ClientState, entrant: Entrant) -> bool:
    return state.you is not None and state.you.p == entrant.p and not entrant.gone
