"""Puzzles: all packs with their puzzles, and what the player has solved of them."""

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.render.still_board import StillBoard
from piecement.session.puzzle_packs import ListedPack, all_packs
from piecement.session.puzzle_progress import puzzle_key
from piecement.storage.trainer_attempts import ExerciseFigures
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS_OF_LIST, KeyRow
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.services import Services
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.menu_list import Entry, static_line
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.errors import errors_to
from piecement_base.formatting import count_text
from piecement_base.language import N_, _, ngettext
from piecement_base.plan import Plan
from piecement_engine.modes.puzzle_stages import GOAL_TEXTS, PuzzleStage

_HEIGHT: Final = 8
"""Rows of a picture at least."""


class _Place(NamedTuple):
    """A puzzle in its pack."""

    pack: ListedPack
    number: int
    """Number of the puzzle in the pack, from 1."""

    @property
    def stage(self) -> PuzzleStage:
        return self.pack.stages[self.number - 1]


class PuzzlesScreen(MenuScreen):
    """The puzzles by pack, and the one with the cursor: its board, goal, author, progress and hints."""

    NODE = Node.PUZZLES
    KEYS = (
        KeyRow("Enter", N_("play"), (("enter", N_("play")),)),
        KeyRow("H", N_("hint; again: the next"), (("h", N_("hint")),), {"h": "hint"}),
        *LAST_KEYS_OF_LIST,
    )

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._packs, faults = all_packs(services.store.paths.puzzles)
        services.warn(*faults)
        self._places: Final = {
            f"{pack.mode.name} {number}": _Place(pack, number)
            for pack in self._packs
            for number in range(1, len(pack.stages) + 1)
        }
        """The puzzles by the names of their entries."""
        self._figures: dict[str, ExerciseFigures] = {}
        self._hinted = ("", 0)
        """The puzzle whose hints are shown, and how many of them."""
        self._read()
        self._title: Final = Static(id="title", markup=False)
        self._picture: Final = BoardPicture(None, services)
        self._facts: Final = Static(id="facts", markup=False)

    def contents(self) -> ComposeResult:
        card = Vertical(self._title, self._picture, self.hint, self._facts, classes="card")
        yield ScreenPage(_("Puzzles"), self.menu_list, card)

    def on_screen_resume(self) -> None:
        """Show the progress as it is after a game."""
        self._read()
        self.renew()

    def _read(self) -> None:
        with errors_to(self._services.warn):
            figures = self._services.store.trainer_attempts.figures(self.NODE.value)
            self._figures = {one.exercise: one for one in figures}

    def entries(self) -> Iterator[Option]:
        for pack in self._packs:
            solved = sum(self._has_solved(stage) for stage in pack.stages)
            yield static_line(f"{_(pack.mode.title).upper()}  {solved}/{len(pack.stages)}")
            for number, stage in enumerate(pack.stages, start=1):
                name = f"{pack.mode.name} {number}"
                play, mark = partial(self._play, self._places[name]), "●" if self._has_solved(stage) else "-"
                yield Entry(name, f"{number:>2} {stage.name}", play, figure=self.plain(mark))

    def _has_solved(self, stage: PuzzleStage) -> bool:
        figures = self._figures.get(puzzle_key(stage))
        return figures is not None and figures.solved > 0

    def _play(self, place: _Place) -> None:
        options = {"stage": place.number} if place.number > 1 else {}
        self.navigate(Node.GAME, Trigger.CHOICE, Plan(place.pack.mode, options=options))

    @property
    def _place(self) -> _Place | None:
        return self._places.get(self.menu_list.current_name)

    def sentence(self, option: Option) -> str:
        """Return the goal of a puzzle."""
        place = self._places.get(str(option.id))
        return "" if place is None else _goal(place.stage)

    def show_card(self) -> None:
        place = self._place
        if place is None:
            return
        stage = place.stage
        self._title.update(stage.name)
        self._picture.show(StillBoard.of_text(stage.rows or ("." * place.pack.mode.rules.width,), _HEIGHT))
        self.hint.update(_goal(stage))
        facts = [_("Pieces: {pieces}").format(pieces=" ".join(stage.pieces)), self._progress(stage)]
        if stage.par:
            facts.append(self._par(stage))
        if author := place.pack.authors[place.number - 1]:
            facts.append(_("By {author}").format(author=author))
        key, shown = self._hinted
        facts += stage.hints[:shown] if key == puzzle_key(stage) else ()
        self._facts.update(Content("\n").join(map(Content, facts)))

    def _progress(self, stage: PuzzleStage) -> str:
        figures = self._figures.get(puzzle_key(stage))
        if figures is None:
            return _("Not tried yet.")
        return _("Tries {tries}, solved {solved}.").format(tries=figures.attempts, solved=figures.solved)

    def _par(self, stage: PuzzleStage) -> str:
        """Return the par of a puzzle and the player's best."""
        par, best = _("Par {count}").format(count=stage.par), None
        with errors_to(self._services.warn):
            best = self._services.store.trainer_attempts.best(self.NODE.value, puzzle_key(stage))
        if best is None:
            return par
        return self.plain(f"{par} · {_('best {result}').format(result=count_text('pieces', best.pieces))}")

    def action_hint(self) -> None:
        """Show one more hint of the puzzle with the cursor."""
        place = self._place
        if place is None:
            return
        key, shown = self._hinted
        shown = shown + 1 if key == puzzle_key(place.stage) else 1
        if shown > len(place.stage.hints):
            self.show_hint(_("No more hints: in free practice a bot shows some.") if shown > 1 else _("No hint."))
            return
        self._hinted = (puzzle_key(place.stage), shown)
        self.show_card()


def _goal(stage: PuzzleStage) -> str:
    if stage.goal not in GOAL_TEXTS:
        return _("Goal: an empty board")
    return ngettext(*GOAL_TEXTS[stage.goal], stage.lines).format(count=stage.lines)
