"""The board editor: boards to draw, play, store by name, and share as fumens."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import Static

from piecement.render.still_board import StillBoard
from piecement.session.drawing import EMPTY, GARBAGE_ROW, GREY, Drawing, History
from piecement.session.own_rules import LONGEST_NAME
from piecement.session.puzzle_files import ENDING, puzzle_text, read_puzzle
from piecement.session.puzzle_packs import read_pack
from piecement.session.toml_files import TomlFileError
from piecement.storage.named_texts import DRAFT
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screen import Showing
from piecement.ui.screens.board_keys import BOARD_KEYS, MORE_CHANGES, MOVES, BoardKeys
from piecement.ui.services import Services
from piecement.ui.texts.kicks import FACINGS
from piecement.ui.widgets.board_picture import BoardSheet, CellPressed
from piecement.ui.widgets.board_widgets import BoardPrompt, Brushes
from piecement.ui.widgets.list_popups import ChoiceMenu
from piecement.ui.widgets.questions import Choose, confirmation
from piecement.ui.widgets.screen_page import ScreenPage, heading_text
from piecement_base.atomic_file import write_atomically
from piecement_base.errors import StorageError, errors_to
from piecement_base.language import _, error_text
from piecement_base.plan import Plan
from piecement_engine import GREY as GREY_TILE
from piecement_engine import MODES, TETROMINOES, FumenError
from piecement_engine.fumen import decode, encode
from piecement_engine.fumen.page import HEIGHT, WIDTH
from piecement_engine.modes import OptionValue
from piecement_engine.modes.custom import MOST_PIECES

_HIGHEST_PLAYED: Final = 19
"""Most filled rows of a board on which a game can begin."""

_FIRST_PIECE: Final = "T"
"""The piece that is laid if the brush is no piece."""

SEEN_ROWS: Final = 20
"""Rows that are seen at least."""

_MOST_LISTED: Final = 10
"""Pages, or saved boards, that are listed at most."""

_TILES: Final = {EMPTY: 0, GREY: GREY_TILE} | {name: shape.tile for name, shape in TETROMINOES.items()}


class BoardEditorScreen(Showing[str | None]):
    """A board, what it is drawn with, and what is known of it."""

    NODE = Node.BOARD_EDITOR
    KEYS = BOARD_KEYS
    AUTO_FOCUS: ClassVar[str | None] = ""  # keys go to the screen, unless the line or the menu is open

    def __init__(self, services: Services, pasted: str | None = None) -> None:
        super().__init__(services)
        self._pasted: Final = pasted
        self._history = History(Drawing())
        self._cursor = Offset(0, 0)
        self._stroke = GREY
        self._board_name = ""
        self._queue = ""
        """First pieces as they were typed."""
        self._status_text: Final = Static(id="status", markup=False)
        self._status_text.display = False
        self._load_draft()
        self._drafted: Final = self.drawing.pages
        """The pages with which the screen opened: unchanged, they do not replace a draft that could not be read."""
        self._sheet: Final = BoardSheet(self._still_board(), services, "board")
        self._brushes: Final = Brushes(services.appearance)
        self._line: Final = BoardPrompt()
        self._menu: Final = ChoiceMenu()
        self._facts_text: Final = Static(id="facts", markup=False)
        self._pages_text: Final = Static(id="pages")
        self._stored_text: Final = Static(id="stored")

    def contents(self) -> ComposeResult:
        side = Vertical(
            Horizontal(Static(f"{_('Brush').upper()} ", id="brush"), self._brushes, id="palette"),
            self._facts_text,
            BoardKeys(id="keys"),
            self._line,
            self._status_text,
            id="side",
            classes="framed",
        )
        yield ScreenPage(
            _("Board"), self._sheet, side, Vertical(self._pages_text, self._stored_text, classes="third framed")
        )
        yield self._menu

    def on_mount(self) -> None:
        self._show()
        self._show_stored()
        if self._pasted:
            self._load(self._pasted)

    @property
    def drawing(self) -> Drawing:
        return self._history.now

    def action_move(self, key: str, draws: bool = False) -> None:
        dx, dy = MOVES[key]
        x, y = self._cursor.x + dx, self._cursor.y + dy
        self._cursor = Offset(max(0, min(x, WIDTH - 1)), max(GARBAGE_ROW, min(y, HEIGHT - 1)))
        if draws:
            self._change(self.drawing.painted(*self._cursor, self._brushes.brush))
        self._show()

    def action_paint(self, letter: str | None = None) -> None:
        """Draw a letter at the cursor; without one, that of the brush, which empties a cell that has it."""
        x, y = self._cursor
        if letter is None:
            letter = EMPTY if self.drawing.cell(x, y) == self._brushes.brush else self._brushes.brush
        elif letter != EMPTY:
            self._brushes.brush = letter
        self._change(self.drawing.painted(x, y, letter))

    def action_lay(self) -> None:
        """Lay the piece of the brush at the cursor, or turn the one that lies there."""
        letter = self._brushes.brush if self._brushes.brush in TETROMINOES else _FIRST_PIECE
        self._change(self.drawing.with_piece(letter, self._cursor.x, max(0, self._cursor.y)))

    def action_change(self, name: str) -> None:
        if name in MOVES:
            self._change(self.drawing.shifted(*MOVES[name]))
        else:
            self._change(_changed(self.drawing, name, self._cursor))

    def action_more(self) -> None:
        """Offer the changes that have no key in the list."""
        titles = {action: _(title) for action, title in MORE_CHANGES.items()}
        self._offer(Choose(titles, "", {}, self._run_later))

    def _run_later(self, action: str) -> None:
        """Run an action once the list of changes is closed."""
        self.call_later(self.run_action, action)

    def action_undo(self) -> None:
        self._say("" if self._history.undo() else _("Nothing to undo."))

    def action_redo(self) -> None:
        self._say("" if self._history.redo() else _("Nothing to redo."))

    def action_turn(self, pages: int) -> None:
        self._history.turn_to(self.drawing.at + pages)
        self._show()

    def action_copy(self) -> None:
        """Copy the fumen, as far as the terminal lets programs do so, and show it: it can be marked there too."""
        fumen = encode(self.drawing.pages)
        self.app.copy_to_clipboard(fumen)
        self._say(_("Copied: {text}").format(text=fumen))

    def action_copy_letters(self) -> None:
        self.app.copy_to_clipboard(self.drawing.text())
        self._say(_("Copied as text."))

    def action_play(self) -> None:
        board = self.drawing.board()
        if len(board) > _HIGHEST_PLAYED:
            self._say(_("No room for a new piece above row {count}.").format(count=_HIGHEST_PLAYED))
            return
        self._save_draft()
        options: dict[str, OptionValue] = {"time": 0}
        if self.queue:
            options["queue"] = self.queue
        self.navigate(Node.GAME, Trigger.CHOICE, Plan(MODES["custom"], options=options, board=board))

    def action_store_puzzle(self) -> None:
        """Write the board and its pieces as a puzzle, under the name of the board, and play it."""
        name = self._board_name or _("Puzzle")
        text = puzzle_text(name[:LONGEST_NAME], self.drawing.board(), self.queue)
        path = _puzzle_path(self._services.store.paths.puzzles, name, text, is_draft=not self._board_name)
        try:
            read_puzzle(text)
            self._services.store.require_saving()
            write_atomically(path, text.encode())
            mode = read_pack(path).mode
        except (TomlFileError, StorageError) as error:
            self._say(str(error))
            return
        self._save_draft()
        self.navigate(Node.GAME, Trigger.CHOICE, Plan(mode))

    def action_ask(self, what: str) -> None:
        """Open the line for a comment, a queue, a name or a fumen."""
        known = {"comment": self.drawing.page.comment, "queue": self.queue, "name": self._board_name}
        self._line.ask(what, known.get(what, ""))

    def action_open(self) -> None:
        """Offer the boards that are stored."""
        with errors_to(self._say):
            titles = {board.name: board.name for board in self._services.store.boards.all()}
            if titles:
                self._offer(Choose(titles, self._board_name, {}, self._open))
            else:
                self._say(_("No saved boards yet: W saves this one."))

    def action_delete(self) -> None:
        if name := self._board_name:
            keep, delete = _("Keep {name}").format(name=name), _("Delete it for good")
            self._offer(confirmation((keep, ""), (delete, ""), partial(self._delete, name)))
        else:
            self._say(_("This board has no name yet."))

    def action_back(self) -> None:
        """Close the line, or leave."""
        if self._line.asked:
            self._line.close()
        else:
            self._save_draft()
            super().action_back()

    def on_paste(self, event: events.Paste) -> None:
        if not self._line.asked:
            self._load(event.text)

    def on_board_prompt_refused(self, event: BoardPrompt.Refused) -> None:
        self._say(event.problem)

    def on_board_prompt_entered(self, event: BoardPrompt.Entered) -> None:
        text = event.text
        match event.question:
            case "comment":
                with errors_to(self._say_fault, FumenError):
                    self._change(self.drawing.with_page(comment=text))
            case "queue":
                self._queue = text.upper()
                self._show()
            case "name":
                self._store(text)
            case _:
                self._load(text)

    def on_cell_pressed(self, event: CellPressed) -> None:
        self._cursor = Offset(*event.cell)
        if event.is_first:
            self._stroke = EMPTY if self.drawing.cell(*event.cell) == self._brushes.brush else self._brushes.brush
        self._change(self.drawing.painted(*event.cell, self._stroke), joins=not event.is_first)

    def on_brushes_chosen(self, event: Brushes.Chosen) -> None:
        self._brushes.brush = event.letter
        self._show()

    def _open(self, name: str) -> None:
        with errors_to(self._say):
            self._load(self._services.store.boards.text(name), name)

    def _delete(self, name: str) -> None:
        """Delete a board, which need not be the open one any more."""
        with errors_to(self._say):
            self._services.store.boards.delete(name)
            self._show_stored()
            if self._board_name == name:
                self._board_name = ""
            self._say(_("{name} deleted.").format(name=name))

    def on_closed(self) -> None:
        self.set_focus(None)

    @property
    def queue(self) -> str:
        """The pieces that a game begins with: as they were typed, or as the comment deals them."""
        quiz = self.drawing.page.quiz
        return self._queue or (f"{quiz.current}{quiz.queue}"[:MOST_PIECES] if quiz else "")

    def _change(self, drawing: Drawing, *, joins: bool = False) -> None:
        self._history.change(drawing, joins=joins)
        self._say("")

    def _say_fault(self, fault: str) -> None:
        self._say(f"{fault}.")

    def _load(self, text: str, name: str = "") -> None:
        """Show the board of a fumen, by its name if it is a saved one; what cannot be read changes nothing."""
        with errors_to(self._say_fault, FumenError):
            pages = decode(text)
            self._board_name, self._queue = name, ""
            self._change(Drawing(pages))
            self._say(_("{count} pages: PgDn shows the next.").format(count=len(pages)) if len(pages) > 1 else "")

    def _store(self, name: str) -> None:
        with errors_to(self._say):
            self._services.store.boards.put(name, encode(self.drawing.pages))
            self._show_stored()
            self._board_name = name
            self._say(_("Saved as {name}.").format(name=name))

    def _load_draft(self) -> None:
        try:
            draft = self._services.store.boards.find(DRAFT)
            self._history = History(Drawing(decode(draft)) if draft else Drawing())
        except (StorageError, FumenError) as error:
            self._status_text.update(error_text(error))
            self._status_text.display = True

    @on(events.Unmount)
    def _save_draft(self) -> None:
        if self.drawing.pages != self._drafted:
            with errors_to(self._services.warn):
                self._services.store.boards.put(DRAFT, encode(self.drawing.pages))

    def _offer(self, ask: Choose) -> None:
        area = self.query_one("#side").region
        self._menu.ask(ask, area, area.offset + Offset(0, 3))

    def _say(self, status: str) -> None:
        """Show a status; an empty one takes no row of the card."""
        self._status_text.update(status)
        self._status_text.display = bool(status)
        self._show()

    def _show(self) -> None:
        drawing = self.drawing
        self._sheet.show(self._still_board())
        self._facts_text.update("\n".join(_facts(drawing, self._cursor, self.queue)))
        self._pages_text.update(self._pages())
        page = _("page {page} of {count}").format(page=drawing.at + 1, count=len(drawing.pages))
        parts = filter(None, (self._board_name, page if len(drawing.pages) > 1 else ""))
        self.query_one(ScreenPage).heading.update(heading_text(_("Board"), *parts))

    def _still_board(self) -> StillBoard:
        """Return the page that is shown, with its piece and the cursor; the rows above the field only if needed."""
        page, cursor = self.drawing.page, self._cursor
        top = max(SEEN_ROWS, cursor.y + 1, len(page.field))
        rows = tuple(tuple(_TILES[letter] for letter in row) for row in page.field)
        board = StillBoard(WIDTH, top, rows, cursor=(cursor.x, cursor.y) if cursor.y >= 0 else None)
        return board.with_piece(page.piece) if page.piece else board

    def _pages(self) -> Content:
        lines = [Content.styled(_("Pages").upper(), "$muted")]
        for number, page in enumerate(self.drawing.pages, 1):
            left, right = "[]" if number == self.drawing.at + 1 else "  "
            lines.append(Content(f"{left}{number}{right} {page.comment}"))
        shown = max(0, self.drawing.at - _MOST_LISTED // 2)
        return Content("\n").join([lines[0], *lines[1:][shown : shown + _MOST_LISTED]])

    def _show_stored(self) -> None:
        names: list[str] = []
        with suppress(StorageError):
            names = [board.name for board in self._services.store.boards.all()]
        title = Content.styled(_("Saved boards").upper(), "$muted")
        lines = [title, *map(Content, names[:_MOST_LISTED] or [_("None yet. W saves this one.")])]
        self._stored_text.update(Content("\n").join(lines))


def _puzzle_path(folder: Path, name: str, text: str, *, is_draft: bool) -> Path:
    """Return a free file for a puzzle, or the one that a former puzzle of the same board is in.

    The board of a draft is known by the whole text, as all drafts have the same title.
    """
    start = text if is_draft else text.partition("\n")[0]

    def is_taken(path: Path) -> bool:
        try:
            return not path.read_text("utf-8", errors="replace").startswith(start)
        except OSError:  # no such file, or none that can be read: writing it reports the reason
            return False

    stem = re.sub(r"[^A-Za-z0-9_-]+", "_", name)
    stems = chain([stem], (f"{stem}_{number}" for number in count(2)))
    return next(path for path in (folder / f"{stem}{ENDING}" for stem in stems) if not is_taken(path))


def _changed(drawing: Drawing, change: str, cursor: Offset) -> Drawing:
    """Return a drawing after a change of the whole board, by the name in the action of a key."""
    page = drawing.page
    changes: dict[str, Callable[[], Drawing]] = {
        "garbage": partial(drawing.with_garbage, cursor.x),
        "row": partial(drawing.without_row, cursor.y),
        "mirror": drawing.mirrored,
        "clear": drawing.cleared,
        "page": drawing.with_next_page,
        "no_page": drawing.without_page,
        "no_piece": partial(drawing.with_page, piece=None),
        "rise": partial(drawing.with_page, rise=not page.rise),
        "lock": partial(drawing.with_page, lock=not page.lock),
    }
    return changes[change]()


def _facts(drawing: Drawing, cursor: Offset, queue: str) -> Iterator[str]:
    """Yield lines about the cursor, and about all of the page besides the board."""
    page = drawing.page
    if cursor.y >= 0:
        yield _("Column {x}, row {y}").format(x=cursor.x + 1, y=cursor.y + 1)
    else:
        yield _("Column {x}, garbage row").format(x=cursor.x + 1)
    if cursor.y < 0 or page.rise or page.garbage.strip("."):
        yield _("Garbage row: {row}").format(row=page.garbage)
    if page.rise:
        yield _("It rises after this page.")
    if page.piece is not None:
        facing = _(FACINGS[page.piece.orientation])
        text = _("Piece: {letter}, pointing {facing}")
        if not page.lock:
            text = _("Piece: {letter}, pointing {facing}, does not lock")
        yield text.format(letter=page.piece.shape.name, facing=facing)
    for title, text in ((_("Comment"), page.comment), (_("First pieces"), queue)):
        if text:
            yield f"{title}: {text}"
