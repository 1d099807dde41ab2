"""The signs before a game's place: what sets it apart from others, in a character."""

from typing import Final

from piecement.language import _
from piecement.session.records import StoredGame

BEST_SIGN: Final = "★"
"""Before the best game of its mode."""

MARK_NAMES: Final = {
    "bot": _("bot"),
    "practice": _("practice"),
    "unranked": _("unranked"),
    "imported": _("imported"),
}
"""What keeps a game from competing, in a word."""

MARK_SIGNS: Final = {"bot": "B", "practice": "P", "unranked": "U", "imported": "I"}
"""Before a game that does not compete, by what keeps it from that; the first one that holds is shown."""

LEGEND: Final = "  ".join(
    (_("{sign} best").format(sign=BEST_SIGN), *(f"{sign} {MARK_NAMES[name]}" for name, sign in MARK_SIGNS.items())),
)
"""What the signs stand for."""


def sign_of(game: StoredGame, *, is_best: bool) -> str:
    """Return the sign of a game, empty for none."""
    if is_best:
        return BEST_SIGN
    names = game.unranked.names()
    return next((sign for name, sign in MARK_SIGNS.items() if name in names), "")
