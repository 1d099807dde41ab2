"""Settings of storage: the data to keep."""

from typing import Annotated, Final

from piecement.settings.choices import names_of
from piecement.settings.retention import Retention
from piecement.settings.section import Section, setting

RETENTION: Final = names_of("retention")
"""Choices of retention with titles and sentences."""


class Storage(Section):
    """Settings of storage."""

    retention: Annotated[str, RETENTION] = setting(
        Retention.REPLAYS.value, "Keep", "Keeping less deletes games; it asks first."
    )
