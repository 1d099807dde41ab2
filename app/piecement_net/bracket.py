"""Bracket of a tournament: single elimination of seeded entrants, with byes. Functions without a clock or chance.

Each function returns another bracket. The values themselves cross the network (see `messages.bracket`).
"""

from collections.abc import Mapping, Sequence

from piecement_net.messages.bracket import Bracket, Entrant, Pairing


def draw_bracket(entrants: Sequence[Entrant]) -> Bracket:
    """Draw a bracket of seeds, best first: the first two meet in the final at the earliest, and byes go to the best.

    The number of pairings is one less than a power of two. Raises `ValueError` for fewer than two entrants.
    """
    order = [0]  # each round doubles it: every seed meets the one that makes their sum the same
    while len(order) < len(entrants):
        order = [seed for better in order for seed in (better, 2 * len(order) - 1 - better)]
    size = len(order)
    drawn = Bracket(entrants=tuple(entrants), pairings=(Pairing(),) * (size - 1))
    for index in range(size // 2):
        upper, lower = order[2 * index], order[2 * index + 1]
        is_bye = lower >= len(entrants)
        drawn = _change(drawn, index, upper=upper, lower=None if is_bye else lower)
        if is_bye:
            drawn = _advance(drawn, index, upper)
    return drawn


def count_wins(bracket: Bracket, wins: Mapping[int, int]) -> Bracket:
    """Return the bracket with the rounds that the current pair has won, by seat."""
    if bracket.current is None or bracket.pair is None:
        return bracket
    before = zip(bracket.pair, bracket.current.wins, strict=True)
    upper, lower = (wins.get(entrant.p, known) for entrant, known in before)
    return _change(bracket, bracket.pairings.index(bracket.current), wins=(upper, lower))


def decide_match(bracket: Bracket, winner: int, *, walkover: bool = False) -> Bracket:
    """Return the bracket after the current match, won by the player of a seat, and the walkovers that follow."""
    current = bracket.current
    if current is None or current.open_sides is None:
        return bracket
    index, (upper, lower) = bracket.pairings.index(current), current.open_sides
    number = lower if bracket.entrants[lower].p == winner else upper
    return decide_walkovers(_advance(_change(bracket, index, walkover=walkover), index, number))


def remove_player(bracket: Bracket, seat: int) -> Bracket:
    """Return the bracket after a player left; `decide_walkovers` decides the matches of that player."""
    entrants = (
        entrant.model_copy(update={"gone": True}) if entrant.p == seat else entrant for entrant in bracket.entrants
    )
    return bracket.model_copy(update={"entrants": tuple(entrants)})


def decide_walkovers(bracket: Bracket) -> Bracket:
    """Decide each pairing that a player has left: for the opponent, or for the upper entrant if both have left."""
    for index, pairing in enumerate(bracket.pairings):
        if pairing.open_sides:
            upper, lower = pairing.open_sides
            if bracket.entrants[upper].gone or bracket.entrants[lower].gone:
                winner = upper if bracket.entrants[lower].gone else lower
                return decide_walkovers(_advance(_change(bracket, index, walkover=True), index, winner))
    return bracket


def _advance(bracket: Bracket, index: int, winner: int) -> Bracket:
    """Return the bracket with the winner of a pairing, who advances to the next one."""
    after = _change(bracket, index, winner=winner)
    target = (len(bracket.pairings) + 1 + index) // 2
    if target == len(bracket.pairings):
        return after
    return _change(after, target, **{"lower" if index % 2 else "upper": winner})


def _change(bracket: Bracket, index: int, **changes: object) -> Bracket:
    """Return the bracket with changes of one pairing."""
    pairings = list(bracket.pairings)
    pairings[index] = pairings[index].model_copy(update=changes)
    return bracket.model_copy(update={"pairings": tuple(pairings)})
