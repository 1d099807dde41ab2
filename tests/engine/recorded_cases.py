"""The recorded games and rotations with the answers that the rules give, kept compressed in `tests/data/cases`."""

import json
import lzma
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[1] / "data" / "cases"


def recorded_cases(name: str) -> list[dict[str, Any]]:
    """Return the cases of one file: objects with a request and its response."""
    with lzma.open(CASES / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
