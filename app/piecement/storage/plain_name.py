"""Names that come from files of others, and are shown, stored and made into names of files."""

import re
from typing import Final

_LONGEST: Final = 60


def plain_name(name: object) -> str:
    """Return a name without what cannot be seen, and not without end."""
    return "".join(character for character in str(name)[:_LONGEST] if character.isprintable())


def name_for_file(name: str) -> str:
    """Return a name as part of the name of a file, which leads nowhere else."""
    return re.sub(r"[^\w-]+", "_", name)
