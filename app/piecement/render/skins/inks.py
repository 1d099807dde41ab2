"""The tile ids of colours that no piece has."""

from typing import Final

WHITE: Final = 252
"""The ink of flashes."""

BLACK: Final = 255
"""The ink of what is as good as gone."""

YELLOW: Final = 1
ORANGE: Final = 6
RED: Final = 4
"""The tiles whose colours come nearest to those of a fire."""
