"""Events of a session beside those of the engine: a lead in a race, a best game, the end of a match."""

from piecement_engine import Event
from piecement_engine.frozen import frozen


@frozen
class LeadTaken(Event):
    """The player took the lead over the rival game."""

    kind = "lead_taken"


@frozen
class BestBeaten(Event):
    """A game that is over is the best of its leaderboard."""

    kind = "best_beaten"


@frozen
class MatchEnded(Event):
    """The match of this game and others is over."""

    kind = "match_ended"

    won: bool
