"""The end of a match: who won, and the figures of both sides."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Static

from piecement.language import _
from piecement.session.match_session import RIVAL, YOU, MatchPlayer, MatchResult, MatchSeries
from piecement.session.plan import UnrankedReasons
from piecement.storage.errors import StorageError
from piecement.ui import STYLES
from piecement.ui.bases.end_screen import EndScreen
from piecement.ui.key_rows import AGAIN, ANYWHERE, BACK, COPY, LIST, bindings_of
from piecement.ui.menu_graph import Edge, Node
from piecement.ui.texts.results import headline, match_share_text, record_text

if TYPE_CHECKING:
    from piecement.ui.services import Services

_ROWS: Final[tuple[tuple[str, Callable[[MatchPlayer], str]], ...]] = (
    (_("Pieces"), lambda side: str(side.pieces)),
    (_("Pieces/s"), lambda side: f"{side.pieces_per_second:.2f}"),
    ("APM", lambda side: f"{side.pace.attack_per_minute:.1f}"),
    ("VS", lambda side: f"{side.pace.versus_score:.1f}"),
    (_("Lines"), lambda side: str(side.lines)),
    (_("Attack"), lambda side: str(side.counts.made)),
    (_("Garbage dug"), lambda side: str(side.dug)),
    (_("Sent"), lambda side: str(side.counts.sent)),
    (_("Cancelled"), lambda side: str(side.counts.cancelled)),
    (_("Received"), lambda side: str(side.counts.received)),
    (_("Incoming"), lambda side: str(side.counts.pending)),
)
"""The figures of each side."""

_BACK: Final = replace(BACK, actions={"escape": "navigate_to('versus')"})

_LABEL: Final = 15
_FIGURE: Final = 10


def _help(reasons: UnrankedReasons) -> Iterator[str]:
    if reasons.bot:
        yield _("A bot played for you.")
    if reasons.practice:
        yield _("You used hints.")


def build(services: "Services", series: MatchSeries) -> "MatchOverScreen":
    return MatchOverScreen(services, series)


class MatchOverScreen(EndScreen):
    """The result of a match."""

    NODE = Node.MATCH_OVER
    RETRIES = Node.MATCH
    KEYS = (AGAIN, COPY, *LIST, _BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "match_over.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-tall")]

    def __init__(self, services: "Services", series: MatchSeries) -> None:
        super().__init__(services)
        self.series = series

    @property
    def result(self) -> MatchResult:
        """The result of the last game."""
        return self.series.last

    def compose(self) -> ComposeResult:
        has_won = self.series.winner == YOU
        yield Static(headline(self.series), id="headline", classes="-won" if has_won else "-lost", markup=False)
        yield Static(self._note(), id="help", markup=False)
        with Horizontal(id="told"):
            with Container(classes="figures"):
                yield Static(self._figures(), id="figures")
            with Container(classes="menu"):
                yield self.menu()
        yield Static(id="hint")
        yield self.key_line()

    def share_text(self) -> str:
        return match_share_text(self.series)

    def payload(self, edge: Edge) -> object:
        """Return the last game of both sides to watch, or the player's for the coach."""
        match edge.target:
            case Node.REPLAY:
                return self.result.recording
            case Node.COACH:
                return self.result.recording.games[YOU]
            case _:
                return super().payload(edge)

    def _note(self) -> str:
        """Return the record against the opponent, or why the match does not count."""
        if self.series.unranked:
            return " ".join([*_help(self.series.unranked), _("The match does not count.")])
        opponent = self.result.players[RIVAL].name
        try:
            return record_text(opponent, self._services.store.match_records.against(opponent))
        except StorageError as error:
            return str(error)

    def _figures(self) -> Content:
        players = self.series.players
        head = Content.styled(f"{'':<{_LABEL}}{_columns(_shortened(player.name) for player in players)}", "$key")
        lines = (
            Content.assemble((f"{label:<{_LABEL}}", "$muted"), (_columns(map(figure, players)), "bold"))
            for label, figure in _ROWS
        )
        return Content("\n").join([head, *lines])


def _shortened(name: str) -> str:
    return name if len(name) < _FIGURE else f"{name[: _FIGURE - 2]}…"


def _columns(texts: Iterable[str]) -> str:
    return "".join(f"{text:>{_FIGURE}}" for text in texts)
