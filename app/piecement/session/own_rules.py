"""Own rules: rules with a name, their mode and its ranking.

The mode of a player's rules is named by the name and a digest of the rules, so that games by other rules are never
ranked together.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final, Self

from piecement_base.language import N_, _
from piecement_base.modes import ModeRanking
from piecement_base.ranking import HANDLING, goals_of
from piecement_engine import MODES, Mode, RuleError, Rules
from piecement_engine.errors import cut
from piecement_engine.json_values import as_object, read_json
from piecement_engine.modes.puzzle import PuzzlePack
from piecement_engine.rules.rules import RULE_NAMES

OWN_RULES: Final = "Own rules"
"""Name of rules that equal those of no mode and of no style."""
LONGEST_NAME: Final = 24
"""Most characters of the name of rules."""
_LONGEST_LINE: Final = 20_000
"""Most characters of a line of rules."""
DIGITS: Final = 6
"""Number of hexadecimal digits of a digest, at the end of the name of a mode."""
_EXAMPLE: Final = '{"name":"Slow","rules":{"start_level":1}}'
_BUILT_IN: Final = tuple(MODES.values())
"""The modes of the game itself, without those of the player's files, which are registered later."""
_MODE_NAME: Final = re.compile(rf"(.{{1,{LONGEST_NAME}}}) #[0-9a-f]{{{DIGITS}}}")


@dataclass(frozen=True, slots=True)
class OwnRules:
    """Rules with a name. Raises `RuleError` for an invalid name."""

    name: str
    rules: Rules

    def __post_init__(self) -> None:
        if not (1 <= len(self.name) <= LONGEST_NAME and self.name.isprintable() and self.name == self.name.strip()):
            raise RuleError(
                _("the name of the rules is {name!r}: it must have 1 to {most} characters").format(
                    name=cut(self.name), most=LONGEST_NAME
                )
            )

    @property
    def digest(self) -> str:
        """Digest that identifies the rules regardless of their name."""
        canonical = json.dumps(self.rules.to_dict(), sort_keys=True, separators=(",", ":"))
        return sha256(canonical.encode()).hexdigest()[:DIGITS]

    def line(self) -> str:
        """Return the line of text that `read` reads."""
        return json.dumps({"name": self.name, "rules": self.rules.to_dict()}, separators=(",", ":"))

    @classmethod
    def read(cls, line: str) -> Self:
        """Return the rules of a line. Raises `RuleError` for any other text."""
        complaint = _("that is not a line of rules; an example: {example}").format(example=_EXAMPLE)
        if len(line) > _LONGEST_LINE:
            raise RuleError(
                _("the line has {count} characters: a line of rules has at most {most}").format(
                    count=len(line), most=_LONGEST_LINE
                )
            )
        try:
            given = as_object(read_json(line.strip()), complaint)
        except ValueError:
            raise RuleError(complaint) from None
        name = given.get("name", "")
        rules = Rules.from_dict(as_object(given.get("rules", {}), complaint))
        return cls(name if isinstance(name, str) else "", rules)

    def mode(self) -> Mode:
        return _mode(f"{self.name} #{self.digest}", self.name, self.rules)


def mode_of_name(name: str, rules: Rules) -> Mode | None:
    """Return the mode of own rules with a full name, or None if the name is not of that form."""
    found = _MODE_NAME.fullmatch(name)
    return _mode(name, found[1], rules) if found else None


@lru_cache(maxsize=64)
def _ranking(rules: Rules) -> ModeRanking:
    """Return the ranking of own rules: that of the mode most like them which is won by the same goals, or by score."""
    pack = next((modifier for modifier in rules.modifiers if isinstance(modifier, PuzzlePack)), None)
    if pack is not None:
        if all(stage.par for stage in pack.stages):
            return ModeRanking(("-level", "pieces", "time"), "pieces")
        return ModeRanking(("-level", "time"), "level")
    goals = goals_of(rules).keys()
    alike = [mode for mode in _BUILT_IN if goals and goals_of(mode.rules).keys() == goals]
    nearest = nearest_mode(rules, alike) if alike else None
    return ModeRanking(nearest.ranking, nearest.headline) if nearest else ModeRanking(("-score", "time"), "score")


def _mode(name: str, title: str, rules: Rules) -> Mode:
    ranked = _ranking(rules)
    return Mode(
        name=name,
        title=title,
        sentence=N_("Rules of your own."),
        group=N_("Own rules"),
        rules=rules,
        ranking=ranked.ranking,
        headline=ranked.headline,
        keeps=frozenset(RULE_NAMES) - HANDLING,
    )


def nearest_mode(rules: Rules, modes: Iterable[Mode] = _BUILT_IN) -> Mode:
    """Return the mode with the fewest rules that differ."""

    def differences(mode: Mode) -> int:
        return sum(getattr(rules, name) != getattr(mode.rules, name) for name in RULE_NAMES)

    return min(modes, key=differences)
