"""The rule editor: the rules of a mode and what is changed of them; stored by a name, played, and shared as a line."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from piecement.render.layout_planner import size_warning
from piecement.render.still_board import StillBoard
from piecement.session.own_rules import LONGEST_NAME, OwnRules
from piecement.session.rule_draft import RuleDraft
from piecement.settings.specs import SettingSpec
from piecement.settings.values import SettingValue
from piecement.storage.named_texts import DRAFT
from piecement.storage.paths import short_path
from piecement.terminal.clock import SECOND_NS
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import CHANGE, LAST_KEYS, MOVE, OPEN, RESTORE, TYPE, KeyRow
from piecement.ui.menu_graph import Edge, Node
from piecement.ui.rule_specs import (
    HANDLING_GROUP,
    WITHOUT_ROW,
    is_changed,
    is_without_effect,
    modifier_specs,
    rule_specs,
    set_value,
    value_of,
)
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement.ui.texts.rule_summaries import SUMMARIES, in_words
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.questions import Choose, TypeText
from piecement.ui.widgets.rows import Reply, Row, RowText, TextRow
from piecement.ui.widgets.screen_page import ScreenPage, heading_text
from piecement.ui.widgets.setting_rows import ValueRow
from piecement.ui.widgets.settings_list import SettingsList
from piecement_base.errors import errors_to
from piecement_base.language import N_, _, error_text, ngettext
from piecement_base.plan import Plan
from piecement_engine import MODES, EngineError, Game, RuleError

Apply = Callable[[Callable[[], None]], None]
"""Calls a function that changes the draft, and shows the outcome."""


class RuleEntry(ValueRow):
    """A row for a rule, a limit, a modifier or a field of one; Del takes the value of the first mode."""

    def __init__(self, spec: SettingSpec, draft: RuleDraft, apply: Apply, indent: str = "") -> None:
        super().__init__(spec)
        self._draft: Final = draft
        self._apply: Final = apply
        self._indent: Final = indent

    def value(self) -> SettingValue:
        return value_of(self.spec, self._draft)

    def change(self, value: SettingValue) -> None:
        self._apply(partial(set_value, self.spec, self._draft, value))

    def text(self) -> RowText:
        text = super().text()
        is_faint = is_without_effect(self.spec, self._draft)
        note = _("changed") if is_changed(self.spec, self._draft) else ""
        return text._replace(title=f"{self._indent}{text.title}", is_faint=is_faint, note=note)

    def clear(self) -> None:
        if is_changed(self.spec, self._draft):
            self.change(value_of(self.spec, self._draft.first))


def _name_problem(text: str) -> str:
    if not (1 <= len(text.strip()) <= LONGEST_NAME and text.isprintable()):
        return _("A name has 1 to {most} characters.").format(most=LONGEST_NAME)
    return ""


_FIRST_MODE: Final = "marathon"


class _HandlingRow(Row):
    def text(self) -> RowText:
        return RowText(_(HANDLING_GROUP), _("yours"), is_faint=True)

    def explain(self) -> Content:
        return Content(_(WITHOUT_ROW["das_ns"]))


class _GroupRow(Row):
    """The row of a group: the arrows change its first rule, Enter unfolds it."""

    def __init__(self, title: str, specs: tuple[SettingSpec, ...], screen: "RuleEditorScreen") -> None:
        self._main = RuleEntry(specs[0], screen.draft, screen.apply)
        super().__init__(f"group.{self._main.spec.name}")
        self._title: Final = title
        self._specs: Final = specs
        self._screen: Final = screen

    def text(self) -> RowText:
        draft = self._screen.draft
        note = _("changed") if any(is_changed(spec, draft) for spec in self._specs) else ""
        value = SUMMARIES[self._title](draft.rules)
        mark = "-" if self._title in self._screen.unfolded else "+"
        return RowText(_(self._title), value, mark, may_step=True, note=note)

    def explain(self) -> Content:
        sentence = _("Arrows change {rule}. Enter shows all {count}.")
        return Content(sentence.format(rule=_(self._main.spec.title), count=len(self._specs)))

    def select(self) -> None:
        self._screen.toggle(self._title)

    def step(self, steps: int) -> Reply:
        return self._main.step(steps)

    def clear(self) -> None:
        self._main.clear()


class RuleEditorScreen(MenuScreen, Showing[str | None]):
    """The rules, and the explanation of the one with the cursor."""

    NODE = Node.RULE_EDITOR
    KEYS = (
        KeyRow("P", N_("play with these rules"), (("p", N_("play")),), {"p": "navigate_to('game')"}),
        MOVE.without_line(),
        CHANGE,
        OPEN,
        TYPE,
        RESTORE,
        KeyRow("W", N_("save the rules"), (("w", N_("save")),), {"w": "store"}),
        KeyRow("B", N_("open saved rules"), (("b", N_("open")),), {"b": "open"}),
        KeyRow("Shift+Del", N_("delete saved rules"), (), {"shift+delete": "delete"}),
        KeyRow("C", N_("copy as a rule code"), (("c", N_("copy")),), {"c": "copy"}),
        KeyRow("F", N_("enter a rule code"), (("f", N_("code")),), {"f": "enter_line"}),
        *LAST_KEYS,
    )

    def __init__(self, services: Services, pasted: str | None = None) -> None:
        super().__init__(services)
        self._pasted: Final = pasted
        self.draft: Final = RuleDraft(OwnRules(_("My rules"), MODES[_FIRST_MODE].rules), MODES[_FIRST_MODE])
        self._load_draft()
        self._drafted: Final = self.draft.own
        """The rules with which the screen opened: unchanged, they do not replace a draft that could not be read."""
        self._groups: Final = {
            title: tuple(group) for title, group in groupby((*rule_specs(), *modifier_specs()), attrgetter("group"))
        }
        self.unfolded: Final[set[str]] = set()
        """Titles of the groups whose rows are shown."""
        self._details = Static(id="details")
        self._facts = Static(self._facts_text(), id="facts", markup=False)
        self._status = Static(id="status", markup=False)
        self._line = Input(compact=True, id="line", disabled=True, placeholder=_("A rule code. Enter uses it."))
        self._line.display = False
        self._settings_list = SettingsList(self._rows(), self._details.update)
        self._board: Final = BoardPicture(self._first_board(), services)

    def contents(self) -> ComposeResult:
        aside = Vertical(self._details, self._facts, self._status, id="aside", classes="card")
        yield ScreenPage(self._heading(), self._settings_list, aside, Vertical(self._board, classes="third"))
        yield self._line

    def on_mount(self) -> None:
        if self._pasted:
            self.read(self._pasted)

    def payloads(self) -> Mapping[Node, object]:
        return {Node.GAME: self._plan}

    def _plan(self) -> Plan:
        """Return the plan of a game by these rules, of their saved mode if they are saved."""
        return Plan(self._services.store.own_files.modes.saved(self.draft.own) or self.draft.own.mode())

    def offers(self, edge: Edge) -> bool:
        """Return whether an edge is offered; a game that there is no room for says so."""
        if edge.target is not Node.GAME:
            return True
        try:
            self.draft.check()
            warning = size_warning(self.draft.rules, self._services.appearance.look, self.app.size)
        except RuleError as error:
            warning = f"{error_text(error)}."
        self._show(warning)
        return not warning

    def action_store(self) -> None:
        """Write the rules as the file of a mode."""
        with errors_to(self._show, RuleError):
            self.draft.check()
            self._services.store.require_saving()
            path = self._services.store.own_files.modes.write(self.draft.own)
            self._show(_("Saved as {path}.").format(path=short_path(path)))

    def action_open(self) -> None:
        """Offer the modes of files."""
        titles = {mode.name: mode.title for mode in self._services.store.own_files.modes.all()}
        if titles:
            saved = self._services.store.own_files.modes.saved(self.draft.own)
            self._settings_list.ask(Choose(titles, saved.name if saved else "", {}, self._open_mode))
        else:
            self._show(_("No saved rules yet: W saves these."))

    def action_delete(self) -> None:
        """Delete what is stored by the name; the rules stay as they are here."""
        name = self.draft.own.name
        with errors_to(self._show):
            self._services.store.require_saving()
            self._services.store.own_files.modes.remove(name)
            self._show(_("{name} deleted. W saves it again.").format(name=name))

    def action_copy(self) -> None:
        line = self.draft.own.line()
        self.app.copy_to_clipboard(line)
        self._show(_("Copied: {text}").format(text=line))

    def action_enter_line(self) -> None:
        self._line.disabled, self._line.display, self._line.value = False, True, ""
        self._line.focus()

    def action_back(self) -> None:
        if self._line.display:
            self._close_line()
        else:
            self._store_draft()
            super().action_back()

    def on_paste(self, event: events.Paste) -> None:
        if not self._line.display:
            self.read(event.text)

    @on(Input.Submitted, "#line")
    def use_line(self, event: Input.Submitted) -> None:
        event.stop()
        self._close_line()
        self.read(event.value)

    def _begin_with(self, name: str) -> None:
        self._load(partial(self.draft.begin_with, MODES[name]))

    def _open_mode(self, name: str) -> None:
        if mode := MODES.get(name):
            self._load(partial(self.draft.open, OwnRules(mode.title, mode.rules)))

    def read(self, line: str) -> None:
        """Load the rules of a line."""
        self._load(partial(self.draft.read, line))

    @on(events.Unmount)
    def _store_draft(self) -> None:
        if self.draft.own != self._drafted:
            with errors_to(self._services.warn):
                self._services.store.rule_sets.put(DRAFT, self.draft.own.line())

    def _load_draft(self) -> None:
        with errors_to(self._services.warn, RuleError):
            line = self._services.store.rule_sets.find(DRAFT)
            if line is not None:
                self.draft.read(line)

    def _close_line(self) -> None:
        self._line.disabled, self._line.display = True, False
        self._settings_list.rows.focus()

    def _rows(self) -> Iterator[Row]:
        own, mode = self.draft.own, self.draft.mode
        rename = TypeText(own.name, _name_problem, self._rename)
        sentence = _("The name of the rules. Their games get their own scoreboard.")
        yield TextRow("name", _("Name"), own.name, sentence, rename)
        titles = {name: _(mode.title) for name, mode in MODES.items()}
        sentences = {name: _(mode.sentence) for name, mode in MODES.items()}
        begin = Choose(titles, mode.name, sentences, self._begin_with)
        sentence = _("Copy all rules of a mode, then change them.")
        yield TextRow("beginning", _("Start from"), _(mode.title), sentence, begin)
        for title, specs in self._groups.items():
            yield _GroupRow(title, specs, self)
            if title in self.unfolded:
                yield from (RuleEntry(spec, self.draft, self.apply, "  ") for spec in specs)
        yield _HandlingRow("handling")

    def toggle(self, group: str) -> None:
        """Unfold a group, or fold it."""
        self.unfolded.symmetric_difference_update({group})
        self._settings_list.rows.renew_rows(self._rows())

    def _rename(self, name: str) -> None:
        self._load(partial(self.draft.rename, name))

    def _load(self, change: Callable[[], None]) -> None:
        """Change the name of the draft, or what it is made of, and show new rows."""
        self.apply(change)
        self._settings_list.rows.renew_rows(self._rows())

    def apply(self, change: Callable[[], None]) -> None:
        """Change the draft, and show the outcome."""
        with errors_to(lambda fault: self._show(f"{fault}."), RuleError):
            change()
            self._show("")

    def _facts_text(self) -> str:
        return self.plain(f"{_('In words').upper()}\n{in_words(self.draft.rules)}")

    def _first_board(self) -> StillBoard | None:
        """Return the board a second after a game by the rules begins, if they are possible."""
        try:
            game = Game(self.draft.rules, seed=1)
            game.update(SECOND_NS)
        except EngineError:
            return None
        return StillBoard.of_view(game.view)

    def _heading(self) -> Content:
        mode = _(self.draft.mode.title)
        count = sum(is_changed(spec, self.draft) for specs in self._groups.values() for spec in specs)
        changes = ngettext("from {mode}, {count} change", "from {mode}, {count} changes", count)
        origin = changes.format(mode=mode, count=count) if count else _("as in {mode}").format(mode=mode)
        return Content.assemble(heading_text(_("Rules"), self.draft.own.name), (f"   ({origin})", "$muted not bold"))

    def _show(self, status: str) -> None:
        self.query_one(ScreenPage).heading.update(self._heading())
        self._settings_list.refresh_rows()
        self._facts.update(self._facts_text())
        self._status.update(status)
        self._board.show(self._first_board())
