"""Tips about features that many players never find, each shown once on the title after a game where it helps.

A player can follow a tip at once: it changes a setting, or starts a game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from piecement.session.records import FinishedGame
from piecement.settings.presets import with_change, with_next_preset
from piecement.settings.settings import Settings
from piecement_base.language import _
from piecement_base.plan import Plan
from piecement_base.tables import read_table
from piecement_engine import MODES

_FEW_PIECES: Final = 10
_MANY_PRESSES: Final = 4
"""Presses per piece above which it helps to see them."""

_ROWS: Final = {row["name"]: row for row in read_table(__file__, "tips.csv")}
"""The table of tips, in the order in which they are shown."""


def _board(name: str) -> tuple[str, ...]:
    """Return the picture of a tip as a board to play on."""
    return tuple(_ROWS[name]["board"].split()[::-1])


CASCADE: Final = Plan(MODES["cascade"], seed=3, board=_board("cascade"), is_practice=True)
"""The first piece is an I: in the well on the right it starts a chain of three clears, which empties the board."""


@dataclass(frozen=True, slots=True)
class Tip:
    """A feature to try."""

    name: str
    title: str
    sentence: str
    done: str
    """Confirmation shown after the action, if there is one."""
    board: str
    """Picture: the rows of a board as text, the highest first; small letters are outlined."""
    is_due: Callable[[FinishedGame], bool]
    """Returns whether it helps after a game."""
    action: Callable[[Settings], Settings] | Plan
    """Change of the settings, or game to play, that follows the tip at once."""


def _won_first(game: FinishedGame) -> bool:
    placing = game.placing
    before = None if placing is None else placing.best_before
    return game.end.won and placing is not None and (before is None or not before.end.won)


def _was_played(game: FinishedGame) -> bool:
    return game.result.pieces >= _FEW_PIECES


def _pressed_much(game: FinishedGame) -> bool:
    return _was_played(game) and game.statistics.counts.presses > _MANY_PRESSES * game.result.pieces


def _tip(name: str, is_due: Callable[[FinishedGame], bool], action: Callable[[Settings], Settings] | Plan) -> Tip:
    return Tip(**_ROWS[name], is_due=is_due, action=action)


TIPS: Final = (
    _tip("race", _won_first, partial(with_change, section="graphics", name="show_rival", value=True)),
    _tip("hints", lambda game: _was_played(game) and not game.end.won, Plan(MODES["marathon"], is_practice=True)),
    _tip("pressed_keys", _pressed_much, partial(with_change, section="graphics", name="pressed_keys", value=True)),
    _tip("looks", _was_played, partial(with_next_preset, section="graphics", steps=1)),
    _tip("board", _was_played, Plan(MODES["marathon"], board=_board("board"))),
    _tip("cascade", lambda game: game.plan.mode.name == "cascade", CASCADE),
)


def due_tip(game: FinishedGame, settings: Settings) -> Tip | None:
    """Return the tip to show after a game, if there is one that was not shown yet."""
    seen = settings.interface.seen_tips
    return next((tip for tip in TIPS if tip.name not in seen and tip.is_due(game)), None)


def tip_text(name: str) -> str:
    """Return a tip as the title shows it."""
    return next(_("Tip: {sentence}").format(sentence=_(tip.sentence)) for tip in TIPS if tip.name == name)
