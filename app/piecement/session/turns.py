"""Turns of a session whose clock stands: a placement, or hold, at once."""

from piecement.session.session import Session
from piecement_engine import Button, Event
from piecement_engine.play import Placement, Position, place, tap


def placements_of(session: Session) -> list[Placement]:
    """Return the placements of the piece in play, by column and turn."""
    own = [placement for placement in Position.of(session.view).placements if not placement.hold]
    return sorted(own, key=lambda placement: (placement.piece.x, placement.piece.orientation, placement.piece.y))


def play_placement(session: Session, placement: Placement) -> list[Event]:
    """Place the piece in play. Raises `PlacementError` if it cannot get there."""
    trial = session.game.copy()
    place(trial, placement)
    return session.follow(trial)


def swap_hold(session: Session) -> list[Event]:
    trial = session.game.copy()
    tap(trial, Button.HOLD)
    return session.follow(trial)
