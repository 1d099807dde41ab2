"""Rows of the rule editor. Each changes the draft, and reports the reason if the rules refuse it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from textual.content import Content

from piecement.language import _, error_text
from piecement.session.own_rules import LONGEST_NAME, RuleDraft
from piecement.settings.specs import SettingSpec, SettingValue
from piecement.ui.texts.rule_specs import (
    LIMIT,
    LOSES,
    PREFIX,
    WITHOUT_ROW,
    field_value,
    modifier_specs,
    rule_specs,
    rule_value,
    shown_field,
    shown_value,
)
from piecement.ui.widgets.asks import Choose, Reply, Type
from piecement.ui.widgets.setting_rows import Line, Row, RowText, grouped, value_row
from piecement_engine import MODES, MODIFIERS, RuleError

Try = Callable[[Callable[[], None]], None]
"""Calls a function that changes the draft, and shows the outcome."""


_FRONT: Final = (
    *("width", "skyline", "pieces", "randomizer", "rotation_system", "start_level"),
    f"{LIMIT}lines",
    f"{PREFIX}rising_rows",
)
"""The rules that make a game, shown before all others."""

_ALL_RULES: Final = _("All rules, in groups.")


def rule_rows(draft: RuleDraft, show: Callable[[str], None], fold: Callable[[], Reply] | None = None) -> Iterator[Line]:
    """Yield all rows of the rule editor, or the first ones and one that shows all.

    Args:
        draft: The rules to show and change.
        show: Called after each change, with the reason if it was refused, or else an empty text.
        fold: Shows all rows; None if they are shown.
    """

    def attempt(change: Callable[[], None]) -> None:
        try:
            change()
        except RuleError as error:
            show(f"{error_text(error)}.")
        else:
            show("")

    yield _name_row(draft, attempt)
    yield _beginning_row(draft, attempt)
    if fold is not None:
        specs = {spec.name: spec for spec in (*rule_specs(), *modifier_specs())}
        for name in _FRONT:
            make = modifier_row if name.startswith(PREFIX) else rule_row
            yield make(specs[name], draft, attempt)
        title = _("Show all rules")
        yield Row("all_rules", lambda: RowText(title, f"{len(specs)} ›"), lambda: Content(_ALL_RULES), fold)
        return
    yield from grouped(rule_specs(), lambda spec: rule_row(spec, draft, attempt))
    yield from grouped(modifier_specs(), lambda spec: modifier_row(spec, draft, attempt))
    yield Row(
        "match_garbage",
        lambda: RowText(_("Incoming garbage"), _("in matches"), is_faint=True),
        lambda: Content(WITHOUT_ROW["garbage"]),
    )


def rule_row(spec: SettingSpec, draft: RuleDraft, attempt: Try) -> Row:
    """Return a row for a rule, or for a limit."""
    name = spec.name
    if name.startswith(LIMIT):
        limit = name.removeprefix(LIMIT)
        return value_row(
            spec,
            lambda: float(draft.limit(limit)[0]),
            lambda value: attempt(lambda: draft.set_limit(limit, round(float(value)), loses=draft.limit(limit)[1])),
        )
    if name.startswith(LOSES):
        limit = name.removeprefix(LOSES)
        return value_row(
            spec,
            lambda: draft.limit(limit)[1],
            lambda value: attempt(lambda: draft.set_limit(limit, draft.limit(limit)[0], loses=bool(value))),
        )
    return value_row(
        spec,
        lambda: shown_value(name, getattr(draft.rules, name)),
        lambda value: attempt(lambda: draft.set_rule(name, rule_value(name, value))),
    )


def modifier_row(spec: SettingSpec, draft: RuleDraft, attempt: Try) -> Row:
    """Return a row that turns a modifier on or off, or one for a field of it, whose change turns it on."""
    kind, __, field = spec.name.removeprefix(PREFIX).partition(".")

    def turn(is_on: SettingValue) -> None:
        attempt(lambda: draft.set_modifier(kind) if is_on else draft.drop_modifier(kind))

    if not field:
        return value_row(spec, lambda: draft.modifier(kind) is not None, turn)
    row = value_row(
        spec,
        lambda: shown_field(draft.modifier(kind) or MODIFIERS[kind](), field),
        lambda value: attempt(lambda: draft.set_modifier(kind, **{field: field_value(field, value)})),
    )
    return replace(row, text=lambda: row.text()._replace(is_faint=draft.modifier(kind) is None))


def _name_row(draft: RuleDraft, attempt: Try) -> Row:
    def problem(text: str) -> str:
        if not (1 <= len(text.strip()) <= LONGEST_NAME and text.isprintable()):
            return _("A name has 1 to {most} characters.").format(most=LONGEST_NAME)
        return ""

    return Row(
        "name",
        lambda: RowText(_("Name"), draft.own.name),
        lambda: Content(_("The name of the rules. Their games get their own scoreboard.")),
        lambda: Type(draft.own.name, problem, lambda text: attempt(lambda: draft.rename(text))),
    )


def _beginning_row(draft: RuleDraft, attempt: Try) -> Row:
    """Return the row for the mode whose rules are taken."""
    titles = {mode.name: _(mode.title) for mode in MODES.values()}
    ask = Choose(
        titles,
        "marathon",
        lambda name: Content(_(MODES[name].sentence)),
        lambda name: attempt(lambda: draft.begin_with(name)),
    )
    return Row(
        "beginning",
        lambda: RowText(_("Start from"), _("a mode")),
        lambda: Content(_("Copy all rules of a mode, then change them.")),
        lambda: ask,
    )
