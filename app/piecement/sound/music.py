"""Names of the music."""

from enum import StrEnum


class Music(StrEnum):
    """Background music."""

    NONE = "none"
    GENERATED = "generated"
    MINUET = "minuet"
    PRELUDE = "prelude"
    ODE = "ode"
    MOUNTAIN_KING = "mountain_king"
