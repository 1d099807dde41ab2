"""Rows of the rule editor: a group of rules each, which unfolds to its rules, below the name and the first mode."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Final

from textual.content import Content

from piecement.language import _, error_text
from piecement.session.own_rules import LONGEST_NAME, RuleDraft
from piecement.settings.specs import SettingSpec, SettingValue
from piecement.ui.texts.rule_specs import (
    HANDLING_GROUP,
    LIMIT,
    LOSES,
    PREFIX,
    SUMMARIES,
    WITHOUT_ROW,
    field_value,
    modifier_specs,
    rule_specs,
    rule_value,
    shown_field,
    shown_value,
)
from piecement.ui.widgets.asks import Choose, Type
from piecement.ui.widgets.setting_rows import Row, RowText, value_row
from piecement_engine import MODES, MODIFIERS, RuleError

Try = Callable[[Callable[[], None]], None]
"""Calls a function that changes the draft, and shows the outcome."""


class RuleRows:
    """The rows of a draft."""

    def __init__(self, draft: RuleDraft, show: Callable[[str], None], renew: Callable[[], None]) -> None:
        """Fold all groups.

        Args:
            draft: The rules to show and change.
            show: Called after each change, with the reason if it was refused, or else an empty text.
            renew: Called when a group was unfolded or folded.
        """
        self._draft: Final = draft
        self._show: Final = show
        self._renew: Final = renew
        self._groups: Final = {
            title: tuple(group) for title, group in groupby((*rule_specs(), *modifier_specs()), lambda spec: spec.group)
        }
        self._unfolded: set[str] = set()

    @property
    def changes(self) -> int:
        """Number of rules that differ from those of the first mode."""
        return sum(_is_changed(spec, self._draft) for specs in self._groups.values() for spec in specs)

    def lines(self) -> Iterator[Row]:
        yield _name_row(self._draft, self._attempt)
        yield _beginning_row(self._draft, self._attempt)
        for title, specs in self._groups.items():
            yield self._group_row(title, specs)
            if title in self._unfolded:
                yield from (_indented(spec_row(spec, self._draft, self._attempt)) for spec in specs)
        text = RowText(HANDLING_GROUP, _("yours"), is_faint=True)
        yield Row("handling", lambda: text, lambda: Content(WITHOUT_ROW["das_ns"]))

    def _attempt(self, change: Callable[[], None]) -> None:
        try:
            change()
        except RuleError as error:
            self._show(f"{error_text(error)}.")
        else:
            self._show("")

    def _group_row(self, title: str, specs: tuple[SettingSpec, ...]) -> Row:
        """Return the row of a group: the arrows change its first rule, Enter unfolds it."""
        main = next(spec for spec in specs if spec.name == SUMMARIES[title].steps)
        row = spec_row(main, self._draft, self._attempt)

        def text() -> RowText:
            is_changed = any(_is_changed(spec, self._draft) for spec in specs)
            value = SUMMARIES[title].text(self._draft.rules)
            mark = "-" if title in self._unfolded else "+"
            return RowText(title, value, mark, may_step=True, note=_("changed") if is_changed else "")

        def explain() -> Content:
            return Content(
                _("Arrows change {rule}. Enter shows all {count}.").format(rule=main.title, count=len(specs))
            )

        return Row(f"group.{main.name}", text, explain, partial(self._toggle, title), row.step, row.clear)

    def _toggle(self, title: str) -> None:
        self._unfolded ^= {title}
        self._renew()


def spec_row(spec: SettingSpec, draft: RuleDraft, attempt: Try) -> Row:
    """Return a row for a rule, a limit, a modifier or a field of one; Del takes the value of the first mode."""
    row = value_row(spec, lambda: _value(spec, draft), lambda value: attempt(lambda: _change(spec, draft, value)))

    def text() -> RowText:
        kind, __, field = spec.name.removeprefix(PREFIX).partition(".")
        is_faint = bool(field) and spec.name.startswith(PREFIX) and draft.modifier(kind) is None
        return row.text()._replace(is_faint=is_faint, note=_("changed") if _is_changed(spec, draft) else "")

    def clear() -> None:
        if _is_changed(spec, draft):
            attempt(lambda: _change(spec, draft, _value(spec, draft.first)))

    return replace(row, text=text, clear=clear)


def _is_changed(spec: SettingSpec, draft: RuleDraft) -> bool:
    return _value(spec, draft) != _value(spec, draft.first)


def _value(spec: SettingSpec, draft: RuleDraft) -> SettingValue:
    name = spec.name
    if name.startswith(LIMIT):
        return float(draft.limit(name.removeprefix(LIMIT))[0])
    if name.startswith(LOSES):
        return draft.limit(name.removeprefix(LOSES))[1]
    if not name.startswith(PREFIX):
        return shown_value(name, getattr(draft.rules, name))
    kind, __, field = name.removeprefix(PREFIX).partition(".")
    modifier = draft.modifier(kind)
    return shown_field(modifier or MODIFIERS[kind](), field) if field else modifier is not None


def _change(spec: SettingSpec, draft: RuleDraft, value: SettingValue) -> None:
    """Change a rule. The first change of a field of a modifier adds that."""
    name = spec.name
    if name.startswith(LIMIT):
        limit = name.removeprefix(LIMIT)
        draft.set_limit(limit, round(float(value)), loses=draft.limit(limit)[1])
    elif name.startswith(LOSES):
        limit = name.removeprefix(LOSES)
        draft.set_limit(limit, draft.limit(limit)[0], loses=bool(value))
    elif not name.startswith(PREFIX):
        draft.set_rule(name, rule_value(name, value))
    else:
        kind, __, field = name.removeprefix(PREFIX).partition(".")
        if field:
            draft.set_modifier(kind, **{field: field_value(field, value)})
        elif value:
            draft.set_modifier(kind)
        else:
            draft.drop_modifier(kind)


def _indented(row: Row) -> Row:
    return replace(row, text=lambda: (text := row.text())._replace(title=f"  {text.title}"))


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

    def explained(name: str) -> Content:
        return Content(_(MODES[name].sentence))

    def take(name: str) -> None:
        attempt(lambda: draft.begin_with(name))

    return Row(
        "beginning",
        lambda: RowText(_("Start from"), titles[draft.mode]),
        lambda: Content(_("Copy all rules of a mode, then change them.")),
        lambda: Choose(titles, draft.mode, explained, take),
    )
