"""Guest mode: the player is a visitor, who must not reach beyond the game.

The program that starts the game for a visitor sets the variable. A guest's game starts no programs and opens no
connections, whatever its settings.
"""

import os
from typing import Final

GUEST: Final = "PIECEMENT_GUEST"
"""Environment variable; any non-empty value counts."""


def is_guest() -> bool:
    return bool(os.environ.get(GUEST))
