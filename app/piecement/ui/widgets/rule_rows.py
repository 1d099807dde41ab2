"""The rows of the rule editor. Each changes the draft, and says so, or why that cannot be."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from textual.content import Content
from textual.message import Message
from textual.widgets.option_list import Option

from piecement.language import _, error_text
from piecement.session.own_rules import LONGEST_NAME
from piecement.session.rule_draft import RuleDraft
from piecement.settings.setting_spec import SettingSpec, SettingValue
from piecement.ui.texts.modifier_specs import PREFIX, field_value, modifier_specs, shown_field
from piecement.ui.texts.rule_specs import LIMIT, LOSES, WITHOUT_ROW, rule_specs, rule_value, shown_value
from piecement.ui.widgets.setting_rows import ChoiceAsked, Row, RowText, SpecRow, TextAsked, grouped
from piecement_engine import MODES, MODIFIERS, RuleError


class RulesChanged(Message):
    """The rules are others now."""


@dataclass
class RulesRefused(Message):
    """Why rules cannot be."""

    reason: str


def _after(change: Callable[[], None]) -> Message:
    """Change the rules; return the message that says so, or why that cannot be."""
    try:
        change()
    except RuleError as error:
        return RulesRefused(f"{error_text(error)}.")
    return RulesChanged()


def rule_rows(draft: RuleDraft) -> Iterator[Option]:
    """Yield all rows of the rule editor."""
    yield _NameRow(draft)
    yield _BeginningRow(draft)
    yield from grouped(rule_specs(), lambda spec: RuleRow(spec, draft))
    yield from grouped(modifier_specs(), lambda spec: ModifierRow(spec, draft))
    yield _MatchGarbageRow()


class RuleRow(SpecRow):
    """A row for a rule, or for a limit."""

    def __init__(self, spec: SettingSpec, draft: RuleDraft) -> None:
        super().__init__(spec)
        self._draft = draft

    @property
    def value(self) -> SettingValue:
        name = self.spec.name
        if name.startswith(LIMIT):
            return float(self._draft.limit(name.removeprefix(LIMIT))[0])
        if name.startswith(LOSES):
            return self._draft.limit(name.removeprefix(LOSES))[1]
        return shown_value(name, getattr(self._draft.rules, name))

    def change(self, change: Callable[[SettingValue], SettingValue]) -> Message:
        name, value = self.spec.name, change(self.value)
        if name.startswith(LIMIT):
            limit = name.removeprefix(LIMIT)
            loses = self._draft.limit(limit)[1]
            return _after(lambda: self._draft.set_limit(limit, round(float(value)), loses=loses))
        if name.startswith(LOSES):
            limit = name.removeprefix(LOSES)
            number = self._draft.limit(limit)[0]
            return _after(lambda: self._draft.set_limit(limit, number, loses=bool(value)))
        return _after(lambda: self._draft.set_rule(name, rule_value(name, value)))


class ModifierRow(SpecRow):
    """A row that turns a modifier on or off, or one for a field of it, whose change turns it on."""

    def __init__(self, spec: SettingSpec, draft: RuleDraft) -> None:
        super().__init__(spec)
        self._draft = draft
        self._kind, __, self._field = spec.name.removeprefix(PREFIX).partition(".")

    @property
    def value(self) -> SettingValue:
        modifier = self._draft.modifier(self._kind)
        if not self._field:
            return modifier is not None
        return shown_field(modifier or MODIFIERS[self._kind](), self._field)

    @property
    def text(self) -> RowText:
        is_off = bool(self._field) and self._draft.modifier(self._kind) is None
        return super().text._replace(is_faint=is_off)

    def change(self, change: Callable[[SettingValue], SettingValue]) -> Message:
        value = change(self.value)
        if self._field:
            return _after(
                lambda: self._draft.set_modifier(self._kind, **{self._field: field_value(self._field, value)})
            )
        if value:
            return _after(lambda: self._draft.set_modifier(self._kind))
        return _after(lambda: self._draft.drop_modifier(self._kind))


class _MatchGarbageRow(Row):
    """Says why there is no row for the garbage of matches."""

    def __init__(self) -> None:
        super().__init__("", id="match_garbage")

    @property
    def text(self) -> RowText:
        return RowText(_("Garbage of others"), _("in matches"), is_faint=True)

    @property
    def explanation(self) -> Content:
        return Content(WITHOUT_ROW["garbage"])


class _NameRow(Row):
    """The row for the name of the rules."""

    def __init__(self, draft: RuleDraft) -> None:
        super().__init__("", id="name")
        self._draft = draft

    @property
    def text(self) -> RowText:
        return RowText(_("Name"), self._draft.own.name)

    @property
    def explanation(self) -> Content:
        return Content(_("What the rules are called. Games by them have a scoreboard of their own."))

    def select(self) -> Message | None:
        return TextAsked(self, self._draft.own.name)

    def problem(self, text: str) -> str:
        if not (1 <= len(text.strip()) <= LONGEST_NAME and text.isprintable()):
            return _("A name has 1 to {most} letters.").format(most=LONGEST_NAME)
        return ""

    def enter(self, text: str) -> Message | None:
        return _after(lambda: self._draft.rename(text))


class _BeginningRow(Row):
    """The row for the mode whose rules are taken."""

    def __init__(self, draft: RuleDraft) -> None:
        super().__init__("", id="beginning")
        self._draft = draft

    @property
    def text(self) -> RowText:
        return RowText(_("Begin with"), _("a mode"))

    @property
    def explanation(self) -> Content:
        return Content(_("Take all rules of a mode, and change them from there."))

    def explain_choice(self, name: str) -> Content:
        return Content(_(MODES[name].sentence))

    def select(self) -> Message | None:
        return ChoiceAsked(self, {mode.name: _(mode.title) for mode in MODES.values()}, "marathon")

    def choose(self, name: str) -> Message | None:
        return _after(lambda: self._draft.begin_with(name))
