"""Rules that a player made, under a name, and their draft.

The mode is named by the name and a digest of the rules, so that games by other rules are never ranked together.
"""

import json
import re
from dataclasses import replace
from typing import Any, Final, Self

from piecement.language import N_, _
from piecement.session.rule_sets import HANDLING
from piecement.terminal.clock import SECOND_NS
from piecement_engine import MODES, MODIFIERS, Game, Limit, Mode, RuleError, Rules
from piecement_engine.errors import cut
from piecement_engine.frozen import frozen_dataclass
from piecement_engine.json_values import as_object, read_json
from piecement_engine.rules.rules import RULE_NAMES, ModifierValue

LONGEST_NAME: Final = 24
_LONGEST_LINE: Final = 20_000
_DIGITS: Final = 6
_EXAMPLE: Final = '{"name":"Slow","rules":{"start_level":1}}'
_MODE_NAME: Final = re.compile(rf"(.{{1,{LONGEST_NAME}}}) #[0-9a-f]{{{_DIGITS}}}")


@frozen_dataclass()
class OwnRules:
    """Rules with a name. Raises `RuleError` for an invalid name."""

    name: str
    rules: Rules

    def __post_init__(self) -> None:
        if not (1 <= len(self.name) <= LONGEST_NAME and self.name.isprintable() and self.name == self.name.strip()):
            raise RuleError(
                _("the name of the rules is {name!r}: it has 1 to {most} letters").format(
                    name=cut(self.name), most=LONGEST_NAME
                )
            )

    @property
    def digest(self) -> str:
        """Digest that identifies the rules regardless of their name."""
        canonical = json.dumps(self.rules.to_dict(), sort_keys=True, separators=(",", ":"))
        from hashlib import sha256  # with OpenSSL, which the first frame does not wait for

        return sha256(canonical.encode()).hexdigest()[:_DIGITS]

    def line(self) -> str:
        """Return the line of text that `read` reads."""
        return json.dumps({"name": self.name, "rules": self.rules.to_dict()}, separators=(",", ":"))

    @classmethod
    def read(cls, line: str) -> Self:
        """Return the rules of a line. Raises `RuleError` for any other text."""
        complaint = _("that is no line of rules: it is like {example}").format(example=_EXAMPLE)
        if len(line) > _LONGEST_LINE:
            raise RuleError(
                _("the line has {count} letters: a line of rules has at most {most}").format(
                    count=len(line), most=_LONGEST_LINE
                )
            )
        try:
            given = as_object(read_json(line.strip()), complaint)
        except (ValueError, RecursionError) as error:
            raise error if isinstance(error, RuleError) else RuleError(complaint) from None
        name = given.get("name", "")
        rules = Rules.from_dict(as_object(given.get("rules", {}), complaint))
        return cls(name if isinstance(name, str) else "", rules)

    def mode(self) -> Mode:
        return _mode(f"{self.name} #{self.digest}", self.name, self.rules)


def mode_of_name(name: str, rules: Rules) -> Mode | None:
    """Return the mode of own rules with a full name, or None if the name is not of that form."""
    found = _MODE_NAME.fullmatch(name)
    return _mode(name, found[1], rules) if found else None


def _mode(name: str, title: str, rules: Rules) -> Mode:
    return Mode(
        name=name,
        title=title,
        sentence=N_("Rules of your own."),
        group=N_("Own rules"),
        rules=rules,
        ranking=("-score", "time"),
        headline="score",
        keeps=frozenset(RULE_NAMES) - HANDLING,
    )


class RuleDraft:
    """Rules being edited. Each change raises `RuleError` if it is invalid and then changes nothing."""

    def __init__(self, own: OwnRules, mode: str = "") -> None:
        self.own = own
        self.mode: str = mode or _nearest_mode(own.rules)
        """Name of the mode that the rules are changed from."""

    @property
    def first(self) -> "RuleDraft":
        """Draft with the unchanged rules of the mode."""
        return RuleDraft(OwnRules(self.own.name, MODES[self.mode].rules), self.mode)

    @property
    def rules(self) -> Rules:
        return self.own.rules

    def begin_with(self, mode: str) -> None:
        """Copy the rules of a mode."""
        self._set(MODES[mode].rules)
        self.mode = mode

    def rename(self, name: str) -> None:
        self.own = OwnRules(name.strip(), self.rules)

    def set_rule(self, name: str, value: Any) -> None:  # the values of rules are of many types
        self._set(replace(self.rules, **{name: value}))

    def set_limit(self, name: str, value: int, *, loses: bool) -> None:
        """Set a limit that ends the game (s for the time); 0 for none."""
        scale = SECOND_NS if name == "time" else 1
        limit = Limit(value * scale, win=not loses) if value else None
        self._set(replace(self.rules, limits=replace(self.rules.limits, **{name: limit})))

    def limit(self, name: str) -> tuple[int, bool]:
        """Return the arguments of `set_limit` for a limit."""
        limit: Limit | None = getattr(self.rules.limits, name)
        if limit is None:
            return 0, False
        return limit.value // (SECOND_NS if name == "time" else 1), not limit.win

    def modifier(self, kind: str) -> ModifierValue | None:
        """Return the modifier of a kind, or None if the rules lack it."""
        return next((one for one in self.rules.modifiers if one.kind == kind), None)

    def set_modifier(self, kind: str, **changed: Any) -> None:  # as above
        """Set fields of a modifier, adding it if needed."""
        before = self.modifier(kind)
        after = replace(before or MODIFIERS[kind](), **changed)
        others = [after if one is before else one for one in self.rules.modifiers]
        self._set(replace(self.rules, modifiers=(*others, *([] if before else [after]))))

    def drop_modifier(self, kind: str) -> None:
        self._set(replace(self.rules, modifiers=tuple(one for one in self.rules.modifiers if one.kind != kind)))

    def read(self, line: str) -> None:
        """Replace the rules and the name by those of a line."""
        self.own = OwnRules.read(line)
        self.mode = _nearest_mode(self.own.rules)

    def check(self) -> None:
        """Raise `RuleError` if no game is possible by these rules, as may be after `read`."""
        _check(self.rules)

    def _set(self, rules: Rules) -> None:
        _check(rules)
        self.own = replace(self.own, rules=rules)


def _nearest_mode(rules: Rules) -> str:
    """Return the name of the mode with the fewest other rules."""
    return min(
        MODES, key=lambda mode: sum(getattr(rules, name) != getattr(MODES[mode].rules, name) for name in RULE_NAMES)
    )


def _check(rules: Rules) -> None:
    if rules.garbage is not None:
        raise RuleError(_("garbage is of matches only: rules of your own are for one player"))
    Game(rules, 0)  # raises if a modifier does not fit the rules
