"""What is kept of the player's games."""

from typing import Annotated, Final

from piecement.knobs import Names
from piecement.settings.section import Section, setting
from piecement.storage.keeping import KEEP_TITLES, Keep

_KEEP: Final = Names({keep.value: title for keep, title in KEEP_TITLES.items()})


class Storage(Section):
    """What is kept when the program ends."""

    keep: Annotated[str, _KEEP] = setting(
        default=Keep.REPLAYS.value, title="Keep", sentence="What is kept when the program ends."
    )
