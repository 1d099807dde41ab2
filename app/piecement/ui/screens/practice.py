"""Practice: the trainers, the coach of all games and free practice, each with the record of the player."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.render.cells import pad
from piecement.render.skins.skins import TileKind
from piecement.render.still_board import StillBoard
from piecement.storage.trainer_attempts import ExerciseFigures, TrainerTotals
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS_OF_LIST, KeyRow, number_keys
from piecement.ui.menu_graph import Node, Trigger, edges_from
from piecement.ui.services import Services
from piecement.ui.texts.bars import dots, meter
from piecement.ui.texts.training import NEW, finesse_tip, record_text, totals_text, trainer_table
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.errors import StorageError
from piecement_base.language import N_, _, ngettext
from piecement_base.tables import read_table

_TRAINERS: Final = (Node.LESSON, Node.FINESSE_DRILL, Node.OPENERS, Node.PERFECT_CLEAR, Node.SPIN_TRAINER, Node.DIG)
"""The trainers with exercises."""

_ROWS: Final = read_table(__file__, "practice.csv")
_PICTURES: Final = {row["entry"]: row["picture"].split() for row in _ROWS}
"""The pictures of entries, the highest row first; small letters are outlined."""

BEFORE_TRIES: Final = {row["entry"]: row["before_tries"] for row in _ROWS if row["before_tries"]}
"""The sentences that stand for the table of a trainer before its first tries."""

_LAST: Final = 20
"""Tries that are shown as dots."""
_DIGITS: Final = 9
"""Entries that have a digit as their key."""
_METER: Final = 8
"""Columns of a meter in the table."""
_MOST_ROWS: Final = 15
"""Rows of the table."""
_HEIGHT: Final = 8
"""The rows of a picture."""


def _board_of(node: Node) -> StillBoard | None:
    """Return the picture of an entry, if it has one; its outlined cells are a ghost's."""
    if node not in _PICTURES:
        return None
    board = StillBoard.of_text(_PICTURES[node], _HEIGHT)
    return board._replace(cells=tuple(cell._replace(kind=TileKind.GHOST) for cell in board.cells))


class _Tries(NamedTuple):
    """Tries in a trainer: all, those of a week, those of each exercise, and whether the last ones were right."""

    totals: TrainerTotals
    week: TrainerTotals
    figures: tuple[ExerciseFigures, ...]
    last: tuple[bool, ...]


_NOTHING: Final = _Tries(TrainerTotals(), TrainerTotals(), (), ())


class PracticeScreen(MenuScreen):
    NODE = Node.PRACTICE
    KEYS = (
        KeyRow("Enter", N_("start"), (("enter", N_("start")),)),
        number_keys(min(_DIGITS, len(edges_from(NODE, Trigger.MENU))), N_("entry; again: start"), N_("choose")),
        *LAST_KEYS_OF_LIST,
    )

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._problem = ""
        """Reason why the records cannot be read, or an empty text."""
        self._tries: dict[Node, _Tries] = {}
        self._reviewed = 0
        """The number of games that the coach has reviewed."""
        self._read()
        self._picture: Final = BoardPicture(None, services)
        self._record: Final = Static(id="record")
        self._table: Final = Static(classes="third")

    def contents(self) -> ComposeResult:
        card = Vertical(self._picture, self.hint, self._record, classes="card")
        yield ScreenPage(_("Practice"), self.menu_list, card, self._table)

    def on_screen_resume(self) -> None:
        """Show the records as they are after a trainer."""
        self._read()
        self.renew()

    def sentence(self, option: Option) -> str:
        """Return the sentence of an entry, or why the records cannot be read."""
        return self._problem or super().sentence(option)

    def _read(self) -> None:
        store, self._problem = self._services.store, ""
        attempts = store.trainer_attempts
        try:
            for node in _TRAINERS:
                name = node.value
                all_tries, of_week = attempts.totals(name), attempts.totals(name, days=7)
                self._tries[node] = _Tries(all_tries, of_week, attempts.figures(name), attempts.history(name, _LAST))
            self._reviewed = store.game_reviews.count()
        except StorageError as error:
            self._problem = str(error)

    def entries(self) -> Iterator[Entry]:
        for number, edge in enumerate(edges_from(self.NODE, Trigger.MENU), start=1):
            entry = self.edge_entry(edge, self._figure(edge.target))
            entry.key = str(number) if number <= _DIGITS else ""
            yield entry

    def _figure(self, node: Node) -> str:
        if node is Node.HABITS:
            return str(self._reviewed or _(NEW))
        tries = self._tries.get(node)
        return "" if tries is None else record_text(node, tries.totals, tries.figures)

    def show_card(self) -> None:
        entry = self.menu_list.current
        if entry is None:
            return
        node = Node(str(entry.id))
        tries = self._tries.get(node, _NOTHING)
        self._picture.show(_board_of(node))
        self.hint.update(self.explanation(entry))
        self._record.update(self._record_text(node, tries))
        self._table.update(self._table_text(node, tries))

    def _record_text(self, node: Node, tries: _Tries) -> Content:
        if node is Node.HABITS and self._reviewed:
            text = ngettext("{count} game reviewed", "{count} games reviewed", self._reviewed)
            return Content(text.format(count=self._reviewed))
        if not tries.totals.attempts:
            return Content.styled(_("Not tried yet.") if node in _TRAINERS else "", "$muted")
        marks = dots(tries.last, ascii_only=self.ascii_only)
        coloured = [
            Content.styled(dot, "$good" if right else "$bad") for dot, right in zip(marks, tries.last, strict=True)
        ]
        half = _LAST // 2
        lines = [Content(" ").join(some) for some in (coloured[:half], coloured[half:]) if some]
        title = Content.styled(_("LAST {count}").format(count=_LAST), "$muted")
        tip = finesse_tip(tries.figures) if node is Node.FINESSE_DRILL else ""
        tips = [Content(), Content.styled(tip, "$muted")] if tip else []
        return Content("\n").join([Content(totals_text(tries.totals, tries.week)), Content(), title, *lines, *tips])

    def _table_text(self, node: Node, tries: _Tries) -> Content:
        title, rows = trainer_table(node, tries.figures)
        if not rows:
            return Content.styled(_(BEFORE_TRIES[node]), "$muted") if node in BEFORE_TRIES else Content()
        widest = max(cell_len(row[0]) for row in rows)
        lines = [
            Content(f"{pad(label, widest)}  {meter(part, _METER, ascii_only=self.ascii_only)}  {value}")
            for label, part, value in rows[:_MOST_ROWS]
        ]
        return Content("\n").join([Content.styled(title, "$muted"), Content(), *lines])
