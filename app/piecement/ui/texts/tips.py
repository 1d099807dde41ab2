"""Tips: what many players never find by themselves, each shown once on the title after a game where it helps.

A tip has a way to do at once what it tells: a change of the settings, or a game to play.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from piecement.session.records import FinishedGame
from piecement.settings.presets import with_change, with_next_preset
from piecement.settings.settings import Settings
from piecement_base.language import N_, _
from piecement_base.plan import Plan
from piecement_engine import MODES

_FEW_PIECES: Final = 10
_MANY_PRESSES: Final = 4
"""The presses a piece from which on it helps to see them."""

_BOARD: Final = ("LLLJJTTTI.", "LSSJOOTII.", "SSZJOOIIJ.", "ZZTTTLLLJ.", "ZIIIITLJJ.")
"""Lowest row first. The well on the right takes an I."""

_CHAIN: Final = (".IIIIOOZZ.", "S.JJJOOTZ.", "SSLLLTT.Z.", "TSLJJJIII.", "TT.....I..")
"""Lowest row first. An I in the well on the right starts a chain of three clears, which empties the board."""

CASCADE: Final = Plan(MODES["cascade"], seed=3, board=_CHAIN, is_practice=True)
"""The first piece is an I."""


@dataclass(frozen=True, slots=True)
class Tip:
    """Something to try."""

    name: str
    title: str
    keys: str
    """The key that does it, or where it is."""
    sentence: str
    is_due: Callable[[FinishedGame], bool]
    """Returns whether it helps after a game."""
    deed: Callable[[Settings], Settings] | Plan
    """Action that follows it at once: a change of the settings, or a game to play."""
    board: tuple[str, ...]
    """Picture of it: the rows of a board as text, the highest first; small letters are outlined."""
    done: str = ""
    """Confirmation shown after the action."""


def _won_first(game: FinishedGame) -> bool:
    placing = game.placing
    before = None if placing is None else placing.best_before
    return game.end.won and placing is not None and (before is None or not before.end.won)


def _was_played(game: FinishedGame) -> bool:
    return game.result.pieces >= _FEW_PIECES


TIPS: Final = (
    Tip(
        "race",
        N_("Race your best game"),
        N_("Look"),
        N_("Race your best game on a small board beside yours."),
        _won_first,
        partial(with_change, section="graphics", name="show_rival", value=True),
        ("...T......", "..TTT.....", "......iiii", "zz........", ".zzllljj..", "JJJ.OOSS..", "IIIIOO.SS."),
        N_("Your best game will race beside your next one."),
    ),
    Tip(
        "hints",
        N_("Hints"),
        "Ctrl+T",
        N_("Ctrl+T shows a bot's placement (practice)."),
        lambda game: _was_played(game) and not game.end.won,
        Plan(MODES["marathon"], is_practice=True),
        ("...T......", "..TTT.....", "..........", "..........", "JJ....t.OO", "JZZ..tttOO", "J.ZZLLL.II"),
    ),
    Tip(
        "pressed_keys",
        N_("Input display"),
        N_("Look"),
        N_("You can show your inputs under the field."),
        lambda game: _was_played(game) and game.statistics.counts.presses > _MANY_PRESSES * game.result.pieces,
        partial(with_change, section="graphics", name="pressed_keys", value=True),
        ("........LL", ".........L", ".........L", "..........", "J.......ll", "JJJ..SS..l", "OOT.SSIIIl"),
        N_("Your inputs show under the field."),
    ),
    Tip(
        "looks",
        N_("Other looks"),
        "Ctrl+G",
        N_("Ctrl+G in a game shows the next look."),
        _was_played,
        partial(with_next_preset, section="graphics", steps=1),
        ("OO......S.", "OO......SS", "IIIITTTZ.S", "SSJLLTZZ.J", "#SSJJJZOOL", "##ZZLLLOOL"),
        N_("This is the next look. Settings, Look has them all."),
    ),
    Tip(
        "board",
        N_("Your own boards"),
        "--board",
        N_("--board FILE starts with blocks from a text file."),
        _was_played,
        Plan(MODES["marathon"], board=_BOARD),
        _BOARD[::-1],
    ),
    Tip(
        "cascade",
        N_("Three clears by one"),
        N_("Cascade"),
        N_("Drop the I at the right wall: what hangs falls, and clears again."),
        lambda game: game.plan.mode.name == "cascade",
        CASCADE,
        _CHAIN[::-1],
    ),
)
"""In the order in which they are shown."""


def due_tip(game: FinishedGame, settings: Settings) -> Tip | None:
    """Return the tip to show after a game, if there is one that was not shown yet."""
    seen = settings.interface.seen_tips
    return next((tip for tip in TIPS if tip.name not in seen and tip.is_due(game)), None)


def tip_text(name: str) -> str:
    """Return a tip as the title shows it."""
    return next(_("Tip: {sentence}").format(sentence=_(tip.sentence)) for tip in TIPS if tip.name == name)
