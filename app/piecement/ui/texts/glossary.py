"""Terms of the game, each explained in a sentence or two."""

import csv
from pathlib import Path
from typing import Final

_ROWS: Final = csv.DictReader(Path(__file__).with_name("glossary.csv").read_text("utf-8").splitlines())
GLOSSARY: Final = {row["term"]: row["sentence"] for row in _ROWS}
"""Terms and their explanations."""
