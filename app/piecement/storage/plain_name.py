"""Names as parts of the names of files."""

import re


def name_for_file(name: str) -> str:
    """Return a name as part of the name of a file, which leads nowhere else."""
    return re.sub(r"[^\w-]+", "_", name)
