"""Old recordings replay for ever: those of version 0.1.0 are never made anew.

There is one of each mode, one by each name in the families of rules, some by random rules and some with garbage.
"""

import json
import lzma
from collections.abc import Collection
from pathlib import Path

import pytest

from piecement_engine import LOCKINGS, MODES, RANDOMIZERS, ROTATION_SYSTEMS, SCORINGS, Recording
from piecement_engine.rules.rules import FORMER_VALUES
from piecement_engine.rules.spins import SPIN_RULES
from piecement_engine.rules.timing import TIMINGS
from tests.sampling import together

FAMILIES: dict[str, Collection[str]] = {
    "mode": MODES,
    "randomizer": RANDOMIZERS,
    "locking": LOCKINGS,
    "scoring": SCORINGS,
    "rotation_system": ROTATION_SYSTEMS,
    "timing": TIMINGS,
    "spin_rule": SPIN_RULES,
}


def kept_recordings() -> dict[str, str]:
    """Return the texts by what they are of."""
    path = Path(__file__).parents[2] / "data" / "recordings.jsonl.xz"
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return {entry["name"]: entry["text"] for entry in map(json.loads, lines)}


KEPT = kept_recordings()


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_a_recording_of_an_earlier_day_replays_as_it_was_played(text: str) -> None:
    assert Recording.from_text(text).verify() is None


@together("family", FAMILIES)
def test_of_each_name_that_version_0_1_0_had_there_is_one(family: str) -> None:
    """A name that came later needs none, but none of the earlier ones may go."""
    kept = {name.removeprefix(f"{family} ") for name in KEPT if name.startswith(f"{family} ")}

    assert len(kept) >= 5
    assert {FORMER_VALUES.get(family, {}).get(name, name) for name in kept} <= set(FAMILIES[family])
