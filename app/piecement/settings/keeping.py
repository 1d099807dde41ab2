"""What is kept of the player's games."""

from typing import Annotated, Final

from piecement.settings.keep import KEEP_TITLES, Keep
from piecement.settings.knobs import Names
from piecement.settings.section import Section, setting

_KEEP: Final = Names({keep.value: title for keep, title in KEEP_TITLES.items()})


class Storage(Section):
    """What is kept when the program ends."""

    keep: Annotated[str, _KEEP] = setting(
        default=Keep.REPLAYS.value, title="Keep", sentence="What is kept when the program ends."
    )
