"""How a player's buttons act, from the settings to the messages."""

from collections.abc import Mapping
from typing import Any

from piecement.online.messages import Hand


def hand_of(rules: Mapping[str, Any]) -> Hand:  # Any: rules are of many types
    """Return the hand in the rules that a player has set."""
    return Hand(**{name: _value(rules[name]) for name in Hand.model_fields if name in rules})


def _value(value: object) -> object:
    return str(value) if isinstance(value, str) else value
