"""The entry of a menu that keeps the seed of a game, so that its pieces can be played again."""

from typing import Final

from piecement.menus.menu_list import ActionOption

KEEP_SEED: Final = "keep_seed"
"""The action of the screen that has the entry."""

SEED_KEPT: Final = "New game has the seed."
"""What is said once it is done."""


def keep_seed_entry() -> ActionOption:
    """Return the entry."""
    return ActionOption("Keep seed", KEEP_SEED, "The same pieces again.")
