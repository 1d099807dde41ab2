"""Titles of rule names for the player. Names without a title are shown unchanged."""

from collections.abc import Collection, Mapping
from typing import Final

from piecement.language import _
from piecement.settings.specs import Choices, choice_title
from piecement_engine import LOCKINGS, RANDOMIZERS, ROTATION_SYSTEMS, SCORINGS, SPIN_RULES, TIMINGS

_Texts = Mapping[str, tuple[str, str]]
"""Titles and sentences by name."""


def _names(known: Collection[str], texts: _Texts) -> Choices:
    """Return the names of the engine as choices, in the order of the table; others follow."""
    ordered = [*(name for name in texts if name in known), *(name for name in known if name not in texts)]
    return Choices.of({name: texts.get(name, (choice_title(name), "")) for name in ordered})


ROTATIONS: Final = _names(
    ROTATION_SYSTEMS,
    {
        "ocular": (_("Ocular"), _("Pieces rotate to where they seem to fit; easy spins with every piece.")),
        "srs": ("SRS", _("The standard of modern games: five kick tests per rotation.")),
        "srs_plus": ("SRS+", _("SRS with better kicks for I and for 180° rotation.")),
        "classic_left": (_("Classic, left"), _("No kicks; I, S and Z lean left, as on the Game Boy.")),
        "classic_right": (_("Classic right"), _("No kicks; I, S and Z lean right, as on the NES.")),
        "ars": ("ARS", _("The arcade system: kicks right, then left, with special rules for some pieces.")),
        "auto": (_("AutoRS"), _("Finds the nearest spot where the rotated piece fits, for any shape.")),
    },
)
"""Rotation systems."""

RANDOMIZERS_NAMED: Final = _names(
    RANDOMIZERS,
    {
        "recency": (_("Recency"), _("The longer you have waited for a piece, the likelier it is.")),
        "recency_with_repeats": (_("Recency twice"), _("Like Recency, but a piece may come twice in a row.")),
        "bag": (_("7-bag"), _("All seven pieces in random order, then again.")),
        "uniform": (_("Uniform"), _("Purely random.")),
        "balance": (_("Balance"), _("Pieces you got less often are likelier.")),
        "reroll": (_("Reroll"), _("A repeated piece is rerolled.")),
        "nes": ("NES", _("As on the NES: a repeat or a blank is rerolled once.")),
        "tgm1": ("TGM", _("Four tries to avoid the last four pieces.")),
        "tgm2": ("TGM 2", _("Six tries to avoid the last four pieces.")),
        "tgm3": ("TGM 3", _("Like TGM 2, from a pool that favours the pieces you lack.")),
        "rank_bag": (_("Rank bag"), _("For pieces of many sizes: a random size, then a bag of its pieces.")),
    },
)
"""Randomizers."""

TIMINGS_NAMED: Final = _names(
    TIMINGS,
    {
        "tetrs": (_("Tetrs"), _("From one second per row to instant, in twenty levels.")),
        "guideline": ("Guideline", _("The guideline formula; pieces lock after 0.5 s.")),
        "nes": ("NES", _("NES speeds; pieces lock after one fall step.")),
        "game_boy": (_("Game Boy"), _("Game Boy speeds; pieces lock after one fall step.")),
        "game_boy_heart": (_("Game Boy, hearts"), _("The Game Boy's ten faster levels.")),
        "tetro": ("Tetro", _("Faster with every line instead of every level.")),
        "tetro_classic": (_("Tetro classic"), _("NES speeds at 60 Hz.")),
        "tetro_master": (_("Tetro master"), _("20G from the start; the lock delay shrinks.")),
        "tgm1": ("TGM", _("The arcade curve, up to 20 rows per frame.")),
        "java": (_("Falling Bricks"), _("The speeds of the Java game.")),
        "pytetris": (_("Pytetris"), _("Six speeds.")),
        "netris": (_("Netris"), _("One speed only.")),
    },
)
"""Timings."""

LOCKINGS_NAMED: Final = _names(
    LOCKINGS,
    {
        "ground_time": (_("Ground time"), _("Moves and rotations reset the delay, for a limited time per height.")),
        "extended_placement": (
            _("Extended"),
            _("A limited number of moves and rotations reset the delay (guideline)."),
        ),
        "infinite": (_("Infinite"), _("Every move or rotation resets the delay.")),
        "classic": (_("Classic"), _("Only a new lowest row restarts the delay.")),
        "landing": (_("Landing"), _("Every landing restarts the delay; moves and rotations do not.")),
        "reset_cap": (_("Capped"), _("Moves and rotations reset the delay, a few times per height.")),
        "forced": (_("Forced"), _("Moves and rotations reset the delay; a second timer caps the time on the ground.")),
        "separate_delays": (_("Separate"), _("Rotations have their own delay; moves lock sooner.")),
    },
)
"""Lock rules."""

SCORINGS_NAMED: Final = _names(
    SCORINGS,
    {
        "tetrs": (_("Tetrs"), _("Clears squared with the combo; spins ×4, perfect clears ×100.")),
        "tetro": ("Tetro", _("Clears squared; spins and perfect clears ×4.")),
        "guideline": ("Guideline", _("Clears, spins, combos and drops by the guideline, times the level.")),
        "nes": ("NES", _("40, 100, 300 or 1200 by lines, times the new level; soft drops as on the NES.")),
        "game_boy": (_("Game Boy"), _("Like NES, plus a point per row of the last soft drop.")),
        "nes_plain": ("NES, plain", _("Like NES, by the old level; a point per soft drop row.")),
        "jminos": (_("Jminos"), _("Twice as much for each extra line; spins count double.")),
        "pytetris": (_("Pytetris"), _("10, 30, 60 or 100 for one to four lines.")),
    },
)
"""Scoring rules."""

SPINS_NAMED: Final = _names(
    SPIN_RULES,
    {
        "cannot_move_up": (_("Can't move up"), _("A piece that cannot move up when it locks is a spin.")),
        "immobile": (_("Immobile"), _("A piece that cannot move is a spin; after a kick, a mini.")),
        "t_three_corner": (_("Three corners"), _("A rotated T with three filled corners is a spin (guideline).")),
        "guideline_all_mini": (
            _("All-mini"),
            _("T by its corners; any other rotated piece that cannot move is a mini."),
        ),
        "all_mini_plus": ("All-mini+", _("T by its corners; any rotated piece that cannot move is a mini (TETR.IO).")),
        "all_twists": (_("All twists"), _("A kicked piece that cannot move is a spin; T also by corners.")),
        "none": (_("None"), _("No spins.")),
    },
)
"""Spin rules."""

HOLDS: Final = Choices(
    {"once": _("Once a piece"), "unlimited": _("Any time"), "off": _("Off")},
    {"unlimited": _("Swap as often as you like."), "off": _("No hold.")},
)
"""Hold rules."""

INITIAL_ACTIONS: Final = Choices.of(
    {
        "off": (_("Off"), _("Press the key after the piece spawns.")),
        "held": (_("While held"), _("A key held as the piece spawns acts at once.")),
        "tapped": (_("Once tapped"), _("A key tapped since the last lock acts at once.")),
    }
)
"""Rules of buttons at the spawn of a piece."""

INITIAL_MOVES: Final = Choices.of(
    {
        "off": (_("Off"), _("A held direction has to charge DAS again.")),
        "held": (_("While held"), _("A held direction keeps repeating.")),
        "tapped": (_("Once tapped"), _("Like While held; a direction tapped since the last lock moves one cell.")),
        "charged": (_("Charged"), _("A held direction keeps its DAS charge.")),
    }
)
"""Rules of movement at the spawn of a piece."""
