"""Built-in bindings."""

from typing import Final

from piecement.input.bindings import Bindings
from piecement_base.tables import read_table
from piecement_engine.game.inputs import Button

# Keyboards that swap Y and Z have Y where a US keyboard has Z; the key right of L goes by its letter there. The second
# keys of the number pad are for terminals that report it as the row of digits.
PRESET_ROWS: Final = read_table(__file__, "key_presets.csv")
"""Keys and sentence of each built-in preset. A preset for two players has two rows; the first has the sentence."""


def _presets(player: str) -> dict[str, Bindings]:
    """Return the built-in bindings by name: of a player (`left`, `right` or alone, "") or a `pad`."""
    rows = (row for row in PRESET_ROWS if row["player"] == player)
    return {row["preset"]: Bindings.of({button: row[button].split() for button in Button}) for row in rows}


PRESETS: Final = _presets("")
"""Built-in bindings by name, the default first."""

PAD_BUTTONS: Final = dict(_presets("pad")["Gamepad"].pairs)
"""Buttons of a gamepad's keys with any bindings, as long as the player binds them to nothing else."""

DEFAULT_BINDINGS: Final = PRESETS["Guideline"]
"""Arrows to move, Space to drop, X, Z and A to rotate, C or Shift to hold."""

PAIR_PRESETS: Final = {name: (left, _presets("right")[name]) for name, left in _presets("left").items()}
"""Built-in bindings of two players at one keyboard by name, the left player first."""

LEFT_BINDINGS, RIGHT_BINDINGS = PAIR_PRESETS["Default"]
"""Default bindings of two players."""
