"""Draft of the rule editor: own rules that are being changed, and the mode that they are changed from."""

from dataclasses import replace
from typing import Any

from piecement.session.own_rules import OwnRules, nearest_mode
from piecement_base.language import _
from piecement_engine import MODIFIERS, Game, Limit, Mode, RuleError, Rules
from piecement_engine.rules.rules import ModifierValue
from piecement_engine.rules.timing import SECOND


class RuleDraft:
    """Rules being edited.

    A change of a value raises `RuleError` if it is invalid, and then changes nothing; rules that are opened or read as
    a whole are checked by `check`.
    """

    def __init__(self, own: OwnRules, mode: Mode | None = None) -> None:
        self.own = own
        self.mode: Mode = mode or nearest_mode(own.rules)
        """The mode that the rules are changed from."""

    @property
    def first(self) -> "RuleDraft":
        """Draft with the unchanged rules of the mode."""
        return RuleDraft(OwnRules(self.own.name, self.mode.rules), self.mode)

    @property
    def rules(self) -> Rules:
        return self.own.rules

    def begin_with(self, mode: Mode) -> None:
        """Copy the rules of a mode."""
        self._set(mode.rules)
        self.mode = mode

    def rename(self, name: str) -> None:
        self.own = OwnRules(name.strip(), self.rules)

    def set_rule(self, name: str, value: Any) -> None:  # the values of rules are of many types
        self._set(replace(self.rules, **{name: value}))

    def set_limit(self, name: str, value: float, *, loses: bool) -> None:
        """Set a limit that ends the game (s for the time); 0 for none."""
        scale = SECOND if name == "time" else 1
        limit = Limit(round(value * scale), win=not loses) if value else None
        self._set(replace(self.rules, limits=replace(self.rules.limits, **{name: limit})))

    def limit(self, name: str) -> tuple[float, bool]:
        """Return the arguments of `set_limit` for a limit."""
        limit: Limit | None = getattr(self.rules.limits, name)
        if limit is None:
            return 0, False
        return limit.value / SECOND if name == "time" else limit.value, not limit.win

    def modifier(self, kind: str) -> ModifierValue | None:
        """Return the modifier of a kind, or None if the rules lack it."""
        return next((one for one in self.rules.modifiers if one.kind == kind), None)

    def set_modifier(self, kind: str, **changed: Any) -> None:  # the values of rules are of many types
        """Set fields of a modifier, adding it if needed."""
        before = self.modifier(kind)
        after = replace(before or MODIFIERS[kind](), **changed)
        others = [after if one is before else one for one in self.rules.modifiers]
        self._set(replace(self.rules, modifiers=(*others, *([] if before else [after]))))

    def drop_modifier(self, kind: str) -> None:
        self._set(replace(self.rules, modifiers=tuple(one for one in self.rules.modifiers if one.kind != kind)))

    def read(self, line: str) -> None:
        """Replace the rules and the name by those of a line."""
        self.open(OwnRules.read(line))

    def open(self, own: OwnRules) -> None:
        """Replace the rules and the name."""
        self.own = own
        self.mode = nearest_mode(own.rules)

    def check(self) -> None:
        """Raise `RuleError` if no game is possible by these rules, as may be after `read`."""
        _check(self.rules)

    def _set(self, rules: Rules) -> None:
        _check(rules)
        self.own = replace(self.own, rules=rules)


def _check(rules: Rules) -> None:
    if rules.garbage is not None:
        raise RuleError(_("garbage is for matches only: your own rules are for one player"))
    Game(rules, 0)  # raises if a modifier does not fit the rules
