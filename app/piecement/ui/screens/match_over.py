"""The end of a match: who won, and the figures of both sides."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Center
from textual.content import Content
from textual.widgets import Static

from piecement.language import _
from piecement.session.match_session import YOU, MatchPlayer, MatchResult
from piecement.session.unranked_reasons import UnrankedReasons
from piecement.ui.bases.retry_screen import RetryScreen
from piecement.ui.key_rows import AGAIN, ANYWHERE, LIST, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.style_sheets import STYLES

if TYPE_CHECKING:
    from piecement.ui.services import Services

_ROWS: Final[tuple[tuple[str, Callable[[MatchPlayer], str]], ...]] = (
    (_("Pieces"), lambda side: str(side.pieces)),
    (_("Pieces/s"), lambda side: f"{side.pieces_per_second:.2f}"),
    ("APM", lambda side: f"{side.pace.attack_per_minute:.1f}"),
    ("VS", lambda side: f"{side.pace.versus_score:.1f}"),
    (_("Lines"), lambda side: str(side.lines)),
    (_("Garbage made"), lambda side: str(side.counts.made)),
    (_("Garbage dug"), lambda side: str(side.dug)),
    (_("Sent"), lambda side: str(side.counts.sent)),
    (_("Cancelled"), lambda side: str(side.counts.cancelled)),
    (_("Received"), lambda side: str(side.counts.received)),
    (_("Still to come"), lambda side: str(side.counts.pending)),
)
"""The figures of each side."""

_LABEL: Final = 15
_FIGURE: Final = 9


def _help(reasons: UnrankedReasons) -> Iterator[str]:
    if reasons.bot:
        yield _("A bot played for you.")
    if reasons.practice:
        yield _("Hints were shown.")


def build(services: "Services", result: MatchResult) -> "MatchOverScreen":
    return MatchOverScreen(services, result)


class MatchOverScreen(RetryScreen):
    """The result of a match."""

    NODE = Node.MATCH_OVER
    RETRIES = Node.MATCH
    KEYS = (*LIST, AGAIN, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "match_over.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-tall")]  # noqa: RUF012 - Textual declares it

    def __init__(self, services: "Services", result: MatchResult) -> None:
        super().__init__(services)
        self.result = result

    def compose(self) -> ComposeResult:
        has_won = self.result.winner == YOU
        winner = _("You win") if has_won else _("{name} wins").format(name=self.result.players[self.result.winner].name)
        yield Static(winner, id="headline", classes="-won" if has_won else "-lost")
        if self.result.unranked:
            yield Static(" ".join(_help(self.result.unranked)), id="help")
        with Center(classes="figures"):
            yield Static(self._figures(), id="figures")
        with Center():
            yield self.menu()
        yield Static(id="hint")
        yield self.key_line()

    def _figures(self) -> Content:
        players = self.result.players
        head = Content.styled(f"{'':<{_LABEL}}{_columns(player.name for player in players)}", "$accent")
        lines = (
            Content.assemble((f"{label:<{_LABEL}}", "$muted"), (_columns(map(figure, players)), "bold"))
            for label, figure in _ROWS
        )
        return Content("\n").join([head, *lines])


def _columns(texts: Iterable[str]) -> str:
    return "".join(f"{text:>{_FIGURE}}" for text in texts)
