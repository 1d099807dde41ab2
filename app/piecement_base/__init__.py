"""The base of the game and of the server: texts in all languages, errors, files, databases, plans and rankings."""

from typing import Final

GUEST: Final = "PIECEMENT_GUEST"
"""Environment variable that makes the player a guest of this machine; any non-empty value counts."""
