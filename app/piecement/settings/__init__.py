"""The player's settings: values with a title, a sentence, a range, a step and a unit, for screens to be made from.

Every value is frozen; a change is a new value that pydantic checks. Pydantic itself is imported only where there is
something to check, and this package when a setting is first needed, not with the application.
"""

from piecement.settings.computer import Computer
from piecement.settings.controls import Controls
from piecement.settings.described import described
from piecement.settings.gameplay import Gameplay
from piecement.settings.graphics import AUTOMATIC, Graphics
from piecement.settings.interface import Interface
from piecement.settings.keeping import Storage
from piecement.settings.racks import Rack, Racks
from piecement.settings.section import Section
from piecement.settings.whole import Settings

__all__ = [
    "AUTOMATIC",
    "Computer",
    "Controls",
    "Gameplay",
    "Graphics",
    "Interface",
    "Rack",
    "Racks",
    "Section",
    "Settings",
    "Storage",
    "described",
]
