"""The rule editor: the rules of a mode and what is changed of them; stored by a name, played, and shared as a line."""

from collections.abc import Callable, Mapping
from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from piecement.language import _, error_text, ngettext
from piecement.render.still_board import StillBoard
from piecement.session.own_rules import OwnRules, RuleDraft
from piecement.session.plan import Plan
from piecement.storage.errors import errors_to
from piecement.storage.player_data import DRAFT
from piecement.terminal.clock import SECOND_NS
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import CHANGE, LAST_KEYS, MOVE, OPEN, RESTORE, TYPE, KeyRow
from piecement.ui.menu_graph import Edge, Node
from piecement.ui.services import Services
from piecement.ui.texts.modes import facts, size_warning
from piecement.ui.texts.rule_specs import in_words
from piecement.ui.widgets.asks import Choose
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.page import ScreenPage
from piecement.ui.widgets.rule_rows import RuleRows
from piecement.ui.widgets.settings_list import SettingsList
from piecement_engine import MODES, EngineError, Game, RuleError

_FIRST_NAME: Final = _("My rules")
_FIRST_MODE: Final = "marathon"


class RuleEditorScreen(MenuScreen):
    """The rules, and the explanation of the one with the cursor."""

    NODE = Node.RULE_EDITOR
    KEYS = (
        KeyRow("P", _("play with these rules"), (("P", _("play")),), {"p": "navigate_to('game')"}),
        MOVE.without_line(),
        CHANGE,
        OPEN,
        TYPE,
        RESTORE,
        KeyRow("W", _("save the rules"), (("W", _("save")),), {"w": "store"}),
        KeyRow("B", _("open saved rules"), (("B", _("open")),), {"b": "open"}),
        KeyRow("Shift+Del", _("delete saved rules"), (), {"shift+delete": "delete"}),
        KeyRow("C", _("copy as a rule code"), (("C", _("copy")),), {"c": "copy"}),
        KeyRow("F", _("enter a rule code"), (("F", _("code")),), {"f": "enter_line"}),
        *LAST_KEYS,
    )

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.draft: Final = RuleDraft(OwnRules(_FIRST_NAME, MODES[_FIRST_MODE].rules), _FIRST_MODE)
        self._load_draft()
        self._rule_rows = RuleRows(self.draft, self._show, self._renew)
        self._details = Static(id="details")
        self._facts = Static(self._facts_text(), id="facts", markup=False)
        self._status = Static(id="status", markup=False)
        self._line = Input(compact=True, id="line", disabled=True, placeholder=_("A rule code. Enter uses it."))
        self._line.display = False
        self._settings_list = SettingsList(self._rule_rows.lines(), self._details.update)
        self._board: Final = BoardPicture(self._first_board(), services)

    def contents(self) -> ComposeResult:
        aside = Vertical(self._details, self._facts, self._status, id="aside")
        page = ScreenPage(_("Rules"), self._settings_list, aside, Vertical(self._board, classes="third"))
        page.heading.update(self._heading())
        yield page
        yield self._line

    def on_unmount(self) -> None:
        self._keep(DRAFT)

    def payloads(self) -> Mapping[Node, Callable[[], object]]:
        return {Node.GAME: lambda: Plan(self.draft.own.mode())}

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
        if self._keep(self.draft.own.name):
            self._show(_("Saved as {name}: find it under New game.").format(name=self.draft.own.name))

    def action_open(self) -> None:
        """Offer the rules that are stored."""
        with errors_to(self._show):
            titles = {stored.name: stored.name for stored in self._services.store.rule_sets.all()}
            if titles:
                self._settings_list.ask(Choose(titles, self.draft.own.name, Content, self._open_stored))
            else:
                self._show(_("No saved rules yet: W saves these."))

    def action_delete(self) -> None:
        """Delete what is stored by the name; the rules stay as they are here."""
        name = self.draft.own.name
        with errors_to(self._show):
            self._services.store.rule_sets.text(name)
            self._services.store.rule_sets.delete(name)
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
            self._keep(DRAFT)
            super().action_back()

    def on_paste(self, event: events.Paste) -> None:
        if not self._line.display:
            self.read(event.text)

    @on(Input.Submitted, "#line")
    def use_line(self, event: Input.Submitted) -> None:
        event.stop()
        self._close_line()
        self.read(event.value)

    def _open_stored(self, name: str) -> None:
        """Load the stored rules of a name."""
        with errors_to(self._show):
            self.read(self._services.store.rule_sets.text(name))

    def read(self, line: str) -> None:
        """Load the rules of a line."""
        with errors_to(lambda fault: self._show(f"{fault}."), RuleError):
            self.draft.read(line)
            self._show("")

    def _keep(self, name: str) -> bool:
        with errors_to(self._services.warn):
            self._services.store.rule_sets.put(name, self.draft.own.line())
            return True
        return False

    def _load_draft(self) -> None:
        with errors_to(self._services.warn, RuleError):
            line = self._services.store.rule_sets.find(DRAFT)
            if line is not None:
                self.draft.read(line)

    def _close_line(self) -> None:
        self._line.disabled, self._line.display = True, False
        self._settings_list.rows.focus()

    def _renew(self) -> None:
        self._settings_list.rows.renew_rows(self._rule_rows.lines())

    def _facts_text(self) -> str:
        sentences = " ".join([*in_words(self.draft.rules), *facts(self.draft.rules)])
        text = "\n".join([_("In words").upper(), sentences])
        return self.plain(text)

    def _first_board(self) -> StillBoard | None:
        """Return the board a second after a game by the rules begins, if they are possible."""
        try:
            game = Game(self.draft.rules, seed=1)
            game.update(SECOND_NS)
        except EngineError:
            return None
        return StillBoard.of_view(game.view)

    def _heading(self) -> Content:
        mode, count = _(MODES[self.draft.mode].title), self._rule_rows.changes
        changes = ngettext("from {mode}, {count} change", "from {mode}, {count} changes", count)
        origin = changes.format(mode=mode, count=count) if count else _("as in {mode}").format(mode=mode)
        return Content.assemble(
            f"{_('Rules').upper()}   ",
            (self.draft.own.name, "$foreground not bold"),
            (f"   ({origin})", "$muted not bold"),
        )

    def _show(self, status: str) -> None:
        self.query_one(ScreenPage).heading.update(self._heading())
        self._settings_list.refresh_rows()
        self._facts.update(self._facts_text())
        self._status.update(status)
        self._board.show(self._first_board())
