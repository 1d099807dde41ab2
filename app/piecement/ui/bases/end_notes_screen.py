"""Notes of both results of a game: a line of new achievements, and a tip."""

from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from piecement.language import _
from piecement.session.records import FinishedGame
from piecement.storage.errors import StorageError
from piecement.ui.bases.end_screen import EndScreen
from piecement.ui.key_rows import KeyRow, KeyTable, Labelled
from piecement.ui.menu_graph import Edge, Node, Trigger, edge_between
from piecement.ui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from piecement.ui.services import Services
    from piecement.ui.texts.tips import Tip

TIP_KEYS: Final[KeyTable] = (
    KeyRow("Y", _("do what the tip says"), (), {"y": "try_tip"}),
    KeyRow("X", _("hide the tip"), (), {"x": "hide_tip"}),
)

_TIP: Final = _("Tip")
_ANSWERS: Final[tuple[Labelled, ...]] = (("Y", _("do it")), ("X", _("hide")))


class TipLine(KeyLine):
    """The line of the tip, above that of the keys; a click on a key presses it."""

    DEFAULT_CSS = """
    TipLine { layer: over; margin: 0 0 1 0; display: none; }
    TipLine.-told { display: block; }
    """


class EndNotesScreen(EndScreen):
    """The end of a game that may have earned something, and may be the moment for a tip."""

    def __init__(self, services: "Services", result: FinishedGame) -> None:
        super().__init__(services)
        self.result = result
        self._tip: Tip | None = None
        """The change that Y makes at once."""

    def achieved_line(self) -> ComposeResult:
        yield Static(id="achieved")

    def tip_line(self) -> ComposeResult:
        yield TipLine()

    def on_mount(self) -> None:
        self.call_after_refresh(self._look_for_news)

    def _look_for_news(self) -> None:
        """Say what is new, once the result is seen: the games are gone through for it."""
        if self.is_attached:
            self._show_achieved()
            self._show_tip()

    def _show_achieved(self) -> None:
        if self.result.placing is None:
            return
        try:
            earned = self._services.store.achievements.count(self.result.placing.id)
        except StorageError as error:
            self._services.warn(str(error))
            return
        self._open_looks({one.opens for one in (*earned.before, *earned.new) if one.opens})
        if earned.new:
            titles = ", ".join(one.title for one in earned.new)
            opened = "".join(_(" (opens the look {name})").format(name=one.opens) for one in earned.new if one.opens)
            line = Content.assemble((_("Achieved: "), "$success"), titles, (opened, "$muted"))
            achieved = self.query_one("#achieved", Static)
            achieved.update(line)
            achieved.add_class("-new")

    def _open_looks(self, names: set[str]) -> None:
        opened = self._services.settings.now.interface.opened_looks
        if added := sorted(names - {*opened}):
            self._services.settings.change("interface", "opened_looks", (*opened, *added))

    def _show_tip(self) -> None:
        from piecement.ui.texts.tips import due_tip  # once in a while

        settings = self._services.settings
        self._tip = due_tip(self.result, settings.now)
        if self._tip is not None:
            settings.change("interface", "seen_tips", (*settings.now.interface.seen_tips, self._tip.name))
            self._tell((_TIP, self._tip.sentence), *_ANSWERS)

    def action_try_tip(self) -> None:
        from piecement.session.plan import Plan

        tip, self._tip = self._tip, None
        if tip is None:
            return
        plan = tip.deed
        if not isinstance(plan, Plan):
            self._services.settings.apply(plan(self._services.settings.now))
            self._tell((_TIP, tip.done))
        elif edge := self._way_to_a_game():
            self.follow(edge, lambda: plan)

    def action_hide_tip(self) -> None:
        self._tip = None
        self.query_one(TipLine).remove_class("-told")

    def _way_to_a_game(self) -> Edge | None:
        return edge_between(self.NODE, Node.GAME, Trigger.MENU)

    def _tell(self, *parts: Labelled) -> None:
        line = self.query_one(TipLine)
        line.show(*parts)
        line.add_class("-told")
