"""A game in plain lines, for screen readers, braille displays and scripts: each command is answered in sentences."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from piecement.render.messages import clear_text, message_text
from piecement.session.bots.loaded_bot import Hints, load_bot
from piecement.session.session import Session
from piecement.session.turns import placements_of, play_placement, swap_hold
from piecement.ui.texts.games import END_WORDS
from piecement_base.formatting import count_text
from piecement_base.language import N_, _, ngettext
from piecement_engine import Button, Event, Piece
from piecement_engine.board.board import Board
from piecement_engine.board.pieces import ORIENTATIONS, Cell, Orientation
from piecement_engine.errors import PlacementError
from piecement_engine.events import PieceLocked
from piecement_engine.play import Placement, Position, Way

_TURNS: Final = {"": "N", N_("right"): "E", N_("twice"): "S", N_("left"): "W"}
"""Orientations by the word after a column, in input and output."""

_NOT_SAVED: Final = N_("The games of this run are not saved.")

_WAYS: Final = {Way.DROP: "", Way.TUCK: N_("tuck into row {row}"), Way.TWIST: N_("twist into row {row}")}


class _Column(NamedTuple):
    """Column of the board."""

    height: int
    """Number of rows up to the highest block."""
    holes: tuple[int, ...]
    """Rows of the free cells below a block, from 1."""


def _columns_of(rows: Sequence[Sequence[int]], width: int) -> list[_Column]:
    columns: list[_Column] = []
    for x in range(width):
        height = max((y + 1 for y, row in enumerate(rows) if row[x]), default=0)
        columns.append(_Column(height, tuple(y + 1 for y in range(height) if not rows[y][x])))
    return columns


def _number(word: str) -> int:
    """Return a number of at most nine digits, or 0 for any other word."""
    return int(word) if word.isdecimal() and len(word) < 10 else 0


def _hole_count(count: int) -> str:
    return ngettext("{count} hole", "{count} holes", count).format(count=count)


def _turn(piece: Piece) -> str:
    name = ORIENTATIONS[piece.orientation]
    return next(word for word, orientation in _TURNS.items() if orientation == name)


def _orientation(word: str) -> str:
    """Return the orientation that a word names, in English or the language in use; empty for another word."""
    return next((name for known, name in _TURNS.items() if word in {known, _(known).lower() if known else ""}), "")


def _dropped_cells(board: Board, piece: Piece) -> set[Cell]:
    """Return the cells of a piece dropped from the highest row where it fits; empty if it fits in none."""
    lowered = (piece._replace(y=y) for y in range(piece.y, -1, -1))
    return next((set(board.dropped(each).cells) for each in lowered if board.fits(each)), set[Cell]())


def _span(piece: Piece) -> str:
    """Return the columns of a piece, such as `4 to 6`."""
    columns = [x + 1 for x, _y in piece.cells]
    first, last = min(columns), max(columns)
    return str(first) if first == last else _("{first} to {last}").format(first=first, last=last)


def _spot(piece: Piece) -> str:
    """Return the columns and the turn of a piece, such as `4 to 6 twice`."""
    return f"{_span(piece)} {_(_turn(piece))}" if _turn(piece) else _span(piece)


def _placement_parts(position: Position, placement: Placement) -> Iterator[str]:
    """Yield the spot of a placement, then the way there, its clear, and the holes and the height after it."""
    yield _spot(placement.piece)
    if way := _WAYS[placement.way]:
        yield _(way).format(row=placement.piece.y + 1)
    if feat := clear_text(placement.piece.shape.name, placement.spin, placement.lines):
        yield feat
    columns = _columns_of(position.push(placement).rows, position.rules.width)
    if holes := sum(len(column.holes) for column in columns):
        yield _hole_count(holes)
    yield _("height {height}").format(height=max(column.height for column in columns))


def _event_sentences(events: Sequence[Event]) -> list[str]:
    """Return a sentence for each lock and each message."""
    sentences: list[str] = []
    for event in events:
        if isinstance(event, PieceLocked):
            sentences.append(_("{piece} at {spot}.").format(piece=event.piece.shape.name, spot=_span(event.piece)))
        elif text := message_text(event):
            sentences.append(f"{text}.")
    return sentences


class TextCommand(NamedTuple):
    """Command of a text game, by its word in English or the language in use."""

    word: str
    argument: str
    sentence: str
    answer: Callable[..., Sequence[str]]
    """Takes the game, and the argument if there is one."""
    unsaved: str = ""
    """Sentence in a run that saves no games, if it is another one."""


class TextGame:
    """Player of a session by commands; each placement is one turn."""

    def __init__(self, session: Session, saves: Callable[[], bool] = lambda: True) -> None:
        """Bring the first piece into play. With a session whose clock stands still, turns have no time limit.

        `saves` returns whether games of this run are saved.
        """
        self.session: Final = session
        self._saves: Final = saves
        self.wants_to_leave = False
        session.resume()
        self._news = [f"{_(session.plan.mode.title)}.", *_event_sentences(session.play_on())]
        """Sentences that the next answer begins with, such as the goal of a puzzle."""

    def opening(self) -> list[str]:
        """Return the lines that describe the game before the first command."""
        return [" ".join([*self._take_news(), self._state()]), self._heights()]

    def answer(self, line: str) -> list[str]:
        """Return the lines that answer a command; the answer to an unknown command lists the known ones."""
        self._news += _event_sentences([*self.session.advance(), *self.session.play_on()])
        answers = self._run(line.split())
        return [*self._take_news(), *answers]

    def _take_news(self) -> list[str]:
        """Return one line about the events since the last answer, or nothing without events."""
        news, self._news = self._news, []
        return [" ".join(news)] if news else []

    def _run(self, words: Sequence[str]) -> Sequence[str]:
        if not words:
            return [_("Type a column, such as 4 or 4 left, or help.")]
        word, rest = words[0].lower(), words[1:]
        if self.session.is_over:
            return [self._over()]
        if word.isdecimal():
            return self._answer_column(_number(word), rest)
        command = next((each for each in COMMANDS if word in {each.word, _(each.word).lower()}), None)
        if command is None:
            known = ", ".join(_(each.word) for each in COMMANDS)
            return [_("Unknown command. Type a column, such as 4 or 4 left, or one of: {known}.").format(known=known)]
        if bool(rest) != bool(command.argument) or len(rest) > 1:
            return [_("Type it like this: {form}.").format(form=_form(command))]
        return command.answer(self, *rest)

    def _answer_column(self, column: int, turns: Sequence[str]) -> list[str]:
        position = self._position()
        orientation = _orientation(turns[0].lower() if turns else "")
        if len(turns) > 1 or not orientation:
            words = ", ".join(_(word) for word in _TURNS if word)
            return [_("A column is followed by nothing, or one of: {words}.").format(words=words)]
        width, shape = position.rules.width, position.piece.shape if position.piece else None
        if shape is None or not 1 <= column <= width:
            return [_("Columns are 1 to {width}.").format(width=width)]
        above = Piece(shape, Orientation[orientation], column - 1, position.board.height - 1)
        last = width - max(x for x, _y in above.cells) + above.x
        if column > last:
            return [_("{piece} fits at columns 1 to {last} in that rotation.").format(piece=shape.name, last=last)]
        cells = _dropped_cells(position.board, above)
        return self._play(next((each for each in placements_of(self.session) if set(each.piece.cells) == cells), None))

    def _play(self, placement: Placement | None) -> list[str]:
        """Play a placement and return what it did, the state, and the heights; or that there is none."""
        with suppress(PlacementError):
            if placement is not None:
                self._news += _event_sentences(play_placement(self.session, placement))
                return [*self._take_news(), *self._now()]
        return [_("The piece cannot get there. Type list for all placements.")]

    def _go(self, number: str) -> list[str]:
        placements = placements_of(self.session)
        if not placements:
            return self._list()
        if not 1 <= _number(number) <= len(placements):
            return [_("Placements are 1 to {count}. Type list for all.").format(count=len(placements))]
        return self._play(placements[_number(number) - 1])

    def _list(self) -> list[str]:
        position = self._position()
        return [
            f"{number}. {', '.join(_placement_parts(position, placement))}"
            for number, placement in enumerate(placements_of(self.session), start=1)
        ] or [_("No placement is possible. Type hold or end.")]

    def _hold(self) -> list[str]:
        if Button.HOLD in self.session.unused_buttons or not self._position().may_hold:
            return [_("Hold cannot be used now.")]
        swap_hold(self.session)
        return self._now()

    def _undo(self) -> list[str]:
        return self._moved() if self.session.undo_piece() else [_("Nothing to undo.")]

    def _redo(self) -> list[str]:
        return self._moved() if self.session.redo() else [_("Nothing to redo.")]

    def _moved(self) -> list[str]:
        """Bring a piece into play after the game went back or forward, and describe the game."""
        self.session.play_on()
        return self._now()

    def _hint(self) -> list[str]:
        bot = load_bot("survive", self.session.view.seed)
        hints = Hints(bot)
        hints.think(self.session.view, lambda: True)
        piece = hints.advice(self.session.view)
        self.session.practise_by("hint")
        if piece is None:
            return [_("No hint.")]
        position = self._position()
        held = position.piece is None or piece.shape != position.piece.shape
        spot = f"{piece.shape.name} {_spot(piece)}"
        return [_("Hold, then {spot}.").format(spot=spot) if held else f"{spot}."]

    def _board(self) -> list[str]:
        rows = [row for row in self.session.view.board.to_text() if row.strip(".")]
        return rows[::-1] or [_("The board is empty.")]

    def _row(self, number: str) -> list[str]:
        rows = self.session.view.board.to_text()
        if not 1 <= _number(number) <= self.session.view.height:
            return [_("Rows are 1 to {height}.").format(height=self.session.view.height)]
        return [rows[_number(number) - 1] if _number(number) <= len(rows) else "." * self.session.view.width]

    def _column(self, number: str) -> list[str]:
        columns = self._columns()
        if not 1 <= _number(number) <= len(columns):
            return [_("Columns are 1 to {width}.").format(width=len(columns))]
        height, holes = columns[_number(number) - 1]
        text = _("Height {height}.").format(height=height)
        if holes:
            rows = ", ".join(map(str, holes))
            text += " " + ngettext("Hole in row {rows}.", "Holes in rows {rows}.", len(holes)).format(rows=rows)
        return [text]

    def _next(self) -> list[str]:
        return [self._state()]

    def _score(self) -> list[str]:
        view = self.session.view
        counts = (count_text(name, getattr(view, name)) for name in ("score", "level", "lines", "pieces"))
        return [", ".join(counts) + "."]

    def _help(self) -> list[str]:
        return [
            _("4: drop the piece with its left edge in column 4."),
            _("4 right, 4 left, 4 twice: rotate it first."),
            *(f"{_form(command)}: {_(self._sentence(command))}" for command in COMMANDS),
        ]

    def _sentence(self, command: TextCommand) -> str:
        return command.sentence if self._saves() or not command.unsaved else command.unsaved

    def _end(self) -> list[str]:
        self.session.forfeit()
        return [self._over()]

    def _save(self) -> list[str]:
        return [_("Every turn is saved.") if self._saves() else _(_NOT_SAVED)]

    def _quit(self) -> list[str]:
        self.wants_to_leave = True
        return []

    def _now(self) -> list[str]:
        return [self._over()] if self.session.is_over else [self._state(), self._heights()]

    def _state(self) -> str:
        """Return what is left, the piece in play, the next ones and the piece in hold."""
        view = self.session.view
        goal = view.rules.limits.lines
        if goal is not None:
            left = max(0, goal.value - view.lines)
            parts = [ngettext("{count} left.", "{count} left.", left).format(count=left)]
        else:
            parts = [count_text("score", view.score) + "."]
        if view.piece is not None:
            parts.append(_("You have {piece}.").format(piece=view.piece.shape.name))
        if view.next:
            parts.append(_("Next {pieces}.").format(pieces=" ".join(shape.name for shape in view.next)))
        if Button.HOLD not in self.session.unused_buttons:
            parts.append(_("Hold {piece}.").format(piece=view.hold.shape.name) if view.hold else _("Hold empty."))
        return " ".join(parts)

    def _heights(self) -> str:
        columns = self._columns()
        holes = sum(len(column.holes) for column in columns)
        text = _("Heights {heights}").format(heights=" ".join(str(column.height) for column in columns))
        return f"{text}, {_hole_count(holes)}." if holes else f"{text}."

    def _over(self) -> str:
        end = self.session.view.end
        ended = _("Game over: {end}.").format(end=_(END_WORDS[end])) if end else ""
        return " ".join([ended, *self._score()])

    def _columns(self) -> list[_Column]:
        return _columns_of(self.session.view.rows, self.session.view.width)

    def _position(self) -> Position:
        return Position.of(self.session.view)


def _form(command: TextCommand) -> str:
    return f"{_(command.word)} {_(command.argument)}" if command.argument else _(command.word)


COMMANDS: Final = (
    TextCommand(N_("list"), "", N_("All placements, tucks and twists too."), TextGame._list),
    TextCommand(N_("go"), N_("NUMBER"), N_("Play a placement of the list."), TextGame._go),
    TextCommand(N_("hold"), "", N_("Hold the piece."), TextGame._hold),
    TextCommand(N_("board"), "", N_("The board, from the top row down."), TextGame._board),
    TextCommand(N_("row"), N_("NUMBER"), N_("A row, counted from the floor."), TextGame._row),
    TextCommand(N_("column"), N_("NUMBER"), N_("The height and the holes of a column."), TextGame._column),
    TextCommand(N_("next"), "", N_("The piece in play and the next ones."), TextGame._next),
    TextCommand(N_("hint"), "", N_("A bot's placement; the game counts as practice."), TextGame._hint),
    TextCommand(N_("undo"), "", N_("Take the last piece back; the game counts as practice."), TextGame._undo),
    TextCommand(N_("redo"), "", N_("Play it again."), TextGame._redo),
    TextCommand(N_("score"), "", N_("Score, level, lines and pieces."), TextGame._score),
    TextCommand(N_("save"), "", N_("Nothing to do: every turn is saved."), TextGame._save, _NOT_SAVED),
    TextCommand(N_("help"), "", N_("These commands."), TextGame._help),
    TextCommand(N_("end"), "", N_("End the game now."), TextGame._end),
    TextCommand(N_("quit"), "", N_("Leave; the game can be continued."), TextGame._quit, N_("Leave the game.")),
)
