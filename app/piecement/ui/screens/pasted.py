"""Pasted text: a game to watch, race or save, a fumen for the board editor, or a rule code for the rule editor."""

from collections.abc import Iterator, Mapping
from functools import partial

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.session.race import race_plan
from piecement.session.records import origin_of
from piecement.session.replay_player import LastBoard
from piecement.storage.replay_files import is_line, read_line
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS, LIST
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement.ui.texts.games import END_WORDS, main_result
from piecement.ui.texts.label_lines import Figure, figure_lines
from piecement.ui.widgets.board_picture import LastBoardPicture
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.errors import errors_to
from piecement_base.formatting import clock_text, grouped
from piecement_base.language import _
from piecement_base.modes import mode_title
from piecement_base.origin import Owner
from piecement_base.printable import plain_name
from piecement_engine import Recording, RecordingError, Result
from piecement_engine.errors import EngineError


class PastedScreen(MenuScreen, Showing[str]):
    """Choices for a pasted text. A game is played first, a little at a time, before anything is offered."""

    NODE = Node.PASTED
    KEYS = (*LIST, *LAST_KEYS)
    CSS_PATH = STYLES / "details.tcss"
    HAS_SENTENCES = False

    def __init__(self, services: Services, text: str) -> None:
        super().__init__(services)
        self.add_class("-details")
        self._text = text
        self._recording: Recording | None = None
        if is_line(text):
            with errors_to(self.hint.update, RecordingError):
                recording = read_line(text)
                self._check = self.review_task(LastBoard(recording), self._checked)
                self._recording = recording
                self.hint.update(_("Checking…"))
        self._board = LastBoardPicture(services, "board")
        self._board.set_class(self._recording is None, "-none")

    def contents(self) -> ComposeResult:
        game = self._recording
        facts = Static(figure_lines(_figures(game)) if game else "", id="figures")
        middle = Vertical(self.menu_list, self.hint, id="middle")
        yield ScreenPage(self._heading(), self._board, middle, Vertical(facts, id="beside", classes="framed"))

    def on_mount(self) -> None:
        if self._recording is not None:
            self._check.start()

    def payloads(self) -> Mapping[Node, object]:
        recording = self._recording
        return {
            Node.REPLAY: recording,
            Node.GAME: partial(race_plan, recording) if recording else None,
            Node.BOARD_EDITOR: self._text,
            Node.RULE_EDITOR: self._text,
        }

    def _heading(self) -> Content:
        game = self._recording
        if game is None:
            return Content(_(self.NODE.heading).upper())
        origin, name = origin_of(game), plain_name(game.about.get("name", ""))
        by = f"\n{_('Played by {name}').format(name=name)}" if name else ""
        reached = self.plain(f"   {mode_title(origin.mode)}   {main_result(origin.mode, game.result)}{by}")
        return Content.assemble(_("Pasted game").upper(), (reached, "$foreground"))

    def _checked(self, error: EngineError | None) -> None:
        """Offer what can be done with the game, if it leads to its result."""
        game, last = self._recording, self._check.review
        if game is None:
            return
        is_as_recorded = game.lock_checks in {b"", last.statistics.lock_checks.checks}
        if error is None and is_as_recorded and Result.of(last.view) == game.result:
            self._board.show_last(last.view)
            self.menu_list.show(self._choices(game))
        else:
            self.show_hint(_("This game does not lead to the result in its line."))

    def _choices(self, game: Recording) -> Iterator[Option]:
        race = _("Play the same pieces beside this game.")
        yield Entry("watch", _("Watch"), self._go(Node.REPLAY), _("Watch the game from its start."))
        yield Entry("race", _("Race against it"), self._go(Node.GAME), race)
        if game.result.end is not None:
            keep = _("Save it among your games, as another player's.")
            yield Entry("keep", _("Save"), partial(self._keep, game), keep)

    def entries(self) -> Iterator[Option]:
        """Yield the editor that the text is for; a game is offered once it was checked."""
        if not is_line(self._text):
            node = Node.RULE_EDITOR if self._text.lstrip().startswith("{") else Node.BOARD_EDITOR
            yield Entry(node, node.heading, self._go(node), _("Open it there."))

    def _go(self, node: Node) -> partial[None]:
        return partial(self.navigate, node, Trigger.CHOICE)

    def _keep(self, game: Recording) -> None:
        number = self._services.store.replays.import_recording(game, Owner.OTHER)
        self.show_hint(_("Saved as game {number}.").format(number=number))


def _figures(game: Recording) -> Iterator[Figure]:
    result = game.result
    yield _("End"), _(END_WORDS[result.end]) if result.end else _("unfinished")
    yield _("Time"), clock_text(result.time_ns)
    yield _("Lines"), grouped(result.lines)
    yield _("Score"), grouped(result.score)
    yield _("Pieces"), grouped(result.pieces)
