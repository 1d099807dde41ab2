"""What a player calls the names that rules are chosen from. A name that is not in these tables is shown as it is."""

from collections.abc import Collection, Mapping
from typing import Final

from piecement.settings.setting_spec import Choices, title_of
from piecement_engine import LOCKINGS, RANDOMIZERS, ROTATION_SYSTEMS, SCORINGS, SPIN_RULES, TIMINGS

_Texts = Mapping[str, tuple[str, str]]
"""Title and sentence by name."""


def _names(known: Collection[str], texts: _Texts) -> Choices:
    """Return the names that the engine has, in the order of the table, with those that it lacks at the end."""
    ordered = [*(name for name in texts if name in known), *(name for name in known if name not in texts)]
    return Choices(
        {name: texts[name][0] if name in texts else title_of(name) for name in ordered},
        {name: texts[name][1] for name in ordered if name in texts},
    )


ROTATIONS: Final = _names(
    ROTATION_SYSTEMS,
    {
        "ocular": ("Ocular", "Pieces turn to where they seem to fit; spins are easy, and all pieces have them."),
        "srs": ("SRS", "The system of most games of today, with five tries for each turn."),
        "srs_plus": ("SRS+", "SRS with better kicks for I and turns by a half."),
        "classic_left": ("Classic, left", "No kicks; pieces of two places lean to the left, as on the Game Boy."),
        "classic_right": ("Classic, right", "No kicks; pieces of two places lean to the right, as on the NES."),
        "ars": ("ARS", "The arcades' system: a try to the right, then one to the left, and rules of its own for some."),
        "auto": ("AutoRS", "Finds the nearest place where a turned piece fits, whatever its shape."),
    },
)
"""How pieces turn."""

RANDOMIZERS_NAMED: Final = _names(
    RANDOMIZERS,
    {
        "recency": ("Recency", "The longer a piece has not come, the likelier it is."),
        "recency_with_repeats": ("Recency, repeats", "As Recency, but a piece may now and then come twice in a row."),
        "bag": ("Bag", "Every piece once, in any order, then again; so none is long in coming."),
        "uniform": ("Uniform", "Any piece at any time, whatever came before."),
        "balance": ("Balance", "The less often a piece has come in all, the likelier it is."),
        "reroll": ("Reroll", "A piece that would repeat is drawn again."),
        "nes": ("NES", "As on the NES: a repeat or a blank is drawn once more, and stands."),
        "tgm1": ("TGM", "None of the last four if it can be helped, in four tries."),
        "tgm2": ("TGM 2", "None of the last four if it can be helped, in six tries."),
        "tgm3": ("TGM 3", "As TGM 2, out of a pool that fills up with what is longest in coming."),
        "rank_bag": ("Rank bag", "With pieces of many sizes: any size, then a bag of its pieces."),
    },
)
"""Which piece comes next."""

TIMINGS_NAMED: Final = _names(
    TIMINGS,
    {
        "tetrs": ("Tetrs", "From a second a row to at once in twenty levels."),
        "guideline": ("Guideline", "The guideline's formula, with half a second to lock."),
        "nes": ("NES", "The NES's steps; pieces lock after one fall."),
        "game_boy": ("Game Boy", "The Game Boy's steps; pieces lock after one fall."),
        "game_boy_heart": ("Game Boy, hearts", "The Game Boy's ten levels that are faster."),
        "tetro": ("Tetro", "By the line instead of by the level."),
        "tetro_classic": ("Tetro classic", "The NES's steps at 60 Hz."),
        "tetro_master": ("Tetro master", "At once from the start; the time to lock shrinks."),
        "tgm1": ("TGM", "The arcade's curve, up to 20 rows a frame."),
        "java": ("Falling Bricks", "The steps of the game in Java."),
        "pytetris": ("Pytetris", "Six steps."),
        "netris": ("Netris", "One speed throughout."),
    },
)
"""How fast pieces fall and lock."""

LOCKINGS_NAMED: Final = _names(
    LOCKINGS,
    {
        "ground_time": (
            "Ground time",
            "Moves and turns restart the delay, for some time at each height.",
        ),
        "extended_placement": ("Extended", "So many moves and turns restart the delay (guideline)."),
        "infinite": ("Infinite", "Moves and turns restart the delay without end."),
        "classic": ("Classic", "Nothing restarts the delay."),
        "reset_cap": ("Capped", "Moves and turns restart the delay, for so many delays at each height."),
        "forced": ("Forced", "Moves and turns restart the delay, but not a second one of time on the ground."),
        "separate_delays": ("Separate", "Turns have a delay of their own, and moves lock sooner."),
    },
)
"""When a piece on the ground locks."""

SCORINGS_NAMED: Final = _names(
    SCORINGS,
    {
        "tetrs": ("Tetrs", "Clears, squared with the combo; spins four times, perfect clears a hundred times."),
        "tetro": ("Tetro", "Clears, squared; spins and perfect clears four times."),
        "guideline": ("Guideline", "Clears, spins, combos and drops by the guideline's table, times the level."),
        "nes": ("NES", "40, 100, 300 and 1200 by lines, times the level they lead to; soft drops as on the NES."),
        "game_boy": ("Game Boy", "As NES, with a point for each row of the soft drop that led to the lock."),
        "nes_plain": ("NES, plain", "As NES, but times the level before, and a point for each row soft dropped."),
        "jminos": ("Jminos", "Twice as much for each line more; spins count twice the lines."),
        "pytetris": ("Pytetris", "10, 30, 60 and 100 for one to four lines."),
    },
)
"""What earns points."""

SPINS_NAMED: Final = _names(
    SPIN_RULES,
    {
        "cannot_move_up": ("Cannot rise", "A spin is a lock where the piece cannot move up."),
        "immobile": ("Immobile", "A spin is a lock where the piece cannot move at all; a kick makes a mini."),
        "t_three_corner": ("Three corners", "A spin is a turned T with three of its corners filled (guideline)."),
        "all_mini": ("All, as minis", "T by its corners; any other piece that was turned and cannot move is a mini."),
        "none": ("None", "Nothing is a spin."),
    },
)
"""Which locks are spins."""

HOLDS: Final = Choices(
    {"once": "Once a piece", "unlimited": "Any time", "off": "Off"},
    {"unlimited": "Swap as often as you like.", "off": "There is no hold."},
)
"""How often the piece may be swapped with the one in hold."""

_HELD_OR_TAPPED: Final = {"off": "Off", "held": "While held", "tapped": "Once tapped"}

INITIAL_ACTIONS: Final = Choices(
    _HELD_OR_TAPPED,
    {
        "off": "The button must be pressed once the piece is there.",
        "held": "A button that is held as the piece comes in acts at once.",
        "tapped": "A button that was pressed since the last lock acts at once.",
    },
)
"""What makes a button act on a piece as it comes in."""

INITIAL_MOVES: Final = Choices(
    {**_HELD_OR_TAPPED, "charged": "Charged"},
    {
        "off": "A held direction has to be charged anew.",
        "held": "A held direction goes on at the repeat rate.",
        "tapped": "As while held; a direction tapped since the last lock moves the piece by one.",
        "charged": "A held direction goes on with its charge, which counts from the press.",
    },
)
"""What makes a piece move as it comes in."""
