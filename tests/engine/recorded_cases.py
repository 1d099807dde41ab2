"""The recorded cases: what to ask of the engine, and the answers that its rules give."""

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[1] / "data" / "cases"
"""One compressed file a topic: `fuzz`, `locking`, `rotations`, `scoring`; one JSON object a line."""


def recorded_cases(topic: str) -> Iterator[dict[str, Any]]:  # a JSON object has values of any JSON type
    """Yield the cases of a topic, each with a request and a response in the protocol of the headless command."""
    with lzma.open(CASES / f"{topic}.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
