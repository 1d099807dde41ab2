"""Whether the one who plays is a guest of this machine: a visitor of a site, who is not to reach beyond the game.

Whoever starts the program for somebody else sets the variable. A guest's game starts no programs and opens no
connections, whatever its settings say.
"""

import os
from typing import Final

GUEST: Final = "PIECEMENT_GUEST"
"""The variable; any value but an empty one counts."""


def is_guest() -> bool:
    return bool(os.environ.get(GUEST))
