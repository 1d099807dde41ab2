"""Terms of the game, each explained in a sentence or two."""

import csv
from pathlib import Path
from typing import Final

TERM_ROWS: Final = tuple(csv.DictReader(Path(__file__).with_name("glossary.csv").read_text("utf-8").splitlines()))
"""The table of terms: each with its sentence, and the pieces, presses, rows and rules of its board."""

GLOSSARY: Final = {row["term"]: row["sentence"] for row in TERM_ROWS}
"""Terms and their explanations."""
