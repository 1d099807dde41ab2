"""Whether the engine is compiled: a build may have extension modules in place of those that take the time of a game."""

from typing import Final

from piecement_engine import board

COMPILED: Final = not str(board.__file__).endswith((".py", ".pyc"))
"""Whether extension modules play the games. Both builds give the same results, and bots choose the same on as many
boards; one that is not told how many looks at more (see `search.BOARDS`). A class of the compiled build that is not
meant to be derived from, such as `Game`, cannot be."""
