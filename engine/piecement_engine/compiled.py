"""Build of the engine: compiled or plain Python."""

from typing import Final

from piecement_engine import board

COMPILED: Final = not str(board.__file__).endswith((".py", ".pyc"))
"""Whether extension modules play the games.

Both builds give the same results, and bots choose the same with the same number of boards; without a given number the
compiled build examines more (see `search.BOARDS`). Compiled classes that are not meant as bases, such as `Game`, cannot
be subclassed.
"""
