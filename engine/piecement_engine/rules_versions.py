"""The versions of the defaults of rules: whatever says only what differs from them also says which it means.

Recordings, savepoints and kept games are such. When a default of `Rules` changes, or a new rule has one that plays
otherwise than before: raise `RULES_VERSION`, and tell for every version before what the default was. Then all that was
ever recorded goes on playing as it did.
"""

from collections.abc import Mapping
from typing import Any, Final

from piecement_engine.errors import RuleError
from piecement_engine.rules import Rules

RULES_VERSION: Final = 1
"""The version of the defaults as they are."""

FORMER_DEFAULTS: Final[Mapping[int, Mapping[str, Any]]] = {}  # values of any JSON type
"""For each version before, the defaults that are others by now, in JSON's types."""


def rules_of(version: object) -> Rules:
    """Return the defaults of a version. Raises `RuleError` for one that is not known."""
    if isinstance(version, bool) or not isinstance(version, int) or not 1 <= version <= RULES_VERSION:
        raise RuleError(f"the rules are of version {version!r}: this program knows those up to {RULES_VERSION}")
    return Rules.from_dict(FORMER_DEFAULTS.get(version, {}))
