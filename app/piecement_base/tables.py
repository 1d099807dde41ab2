"""Tables of data as files of CSV, beside the modules that hold them."""

import csv
from pathlib import Path


def read_table(module: str, name: str) -> list[dict[str, str]]:
    """Return the rows of a table, which is beside the file of a module."""
    return list(csv.DictReader(Path(module).with_name(name).read_text("utf-8").splitlines()))
