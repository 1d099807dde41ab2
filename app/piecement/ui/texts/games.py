"""Games in lists: columns, signs and save slots."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from piecement.language import _
from piecement.session.formatting import clock_text, count_text, to_local_text
from piecement.session.plan import mode_title
from piecement.session.records import StoredGame
from piecement.session.statistics import finesse_text
from piecement_engine import MODES, End, Mode, Result

if TYPE_CHECKING:
    from piecement.storage.saved_games import SaveSlot

BEST_SIGN: Final = "★"
"""Before the best game of its mode."""

MARK_NAMES: Final = {
    "bot": _("bot"),
    "practice": _("practice"),
    "unranked": _("unranked"),
    "imported": _("imported"),
}
"""Reasons why a game does not compete, as one word each."""

MARK_SIGNS: Final = {"bot": "B", "practice": "P", "unranked": "U", "imported": "I"}
"""Before a game that does not compete, by what keeps it from that; the first one that holds is shown."""

LEGEND: Final = "  ".join(
    (_("{sign} best").format(sign=BEST_SIGN), *(f"{sign} {MARK_NAMES[name]}" for name, sign in MARK_SIGNS.items())),
)
"""Legend of the signs."""


def sign_of(game: StoredGame, *, is_best: bool) -> str:
    """Return the sign of a game, empty for none."""
    if is_best:
        return BEST_SIGN
    names = game.unranked.names()
    return next((sign for name, sign in MARK_SIGNS.items() if name in names), "")


END_WORDS: Final = {
    End.COMPLETED: _("won"),
    End.LIMIT_REACHED: _("limit"),
    End.BLOCK_OUT: _("block out"),
    End.LOCK_OUT: _("lock out"),
    End.TOP_OUT: _("top out"),
    End.FORFEIT: _("given up"),
}
"""Ends of a game, in one or two words."""


@dataclass(frozen=True, slots=True)
class GameColumn:
    """One column: what it is called, what it says of a game, and what it sorts by."""

    name: str
    title: str
    text: Callable[[StoredGame], str]
    sort: str
    """A name in `SORTS` of the store."""
    width: int
    """The characters that it takes on a screen."""
    descends: bool = False
    """Whether the most comes first when it is sorted by for the first time."""
    is_number: bool = True


def when(game: StoredGame) -> str:
    """Return when a game ended, by the player's clock."""
    return to_local_text(game.ended)


def mode(game: StoredGame) -> str:
    """Return the mode of a game and what was set about it."""
    return f"{game.mode_title} ({game.variant})" if game.variant else game.mode_title


def headline(game: StoredGame) -> str:
    """Return the result that a player looks at first; of a game that was not won, also how far it came."""
    name, leading = _names(game.mode)
    result = figure(game.result, name)
    return result if game.end.won or leading == name else f"{result} ({figure(game.result, leading)})"


def reached(game: StoredGame) -> str:
    return outcome(game.mode, game.result)


def outcome(mode: str, result: Result) -> str:
    """Return in one figure what a game came to."""
    return figure(result, telling_figures(MODES.get(mode), result)[0])


def telling_figures(mode: Mode | None, result: Result) -> tuple[str, ...]:
    """Return the names of the figures that tell what a game came to.

    The first is what a player looks at first, or, where less of that is better and the game was not won, how far it
    came. Of a game that was not won, the figure that ranks it follows where it is another.
    """
    if mode is None:
        return ("score",)
    leading = mode.ranking[0].removeprefix("-")
    if result.end and result.end.won:
        return (mode.headline,)
    if f"-{mode.headline}" not in mode.ranking:
        return (leading,)
    return (mode.headline,) if mode.headline == leading else (mode.headline, leading)


def order_text(column: GameColumn, *, descends: bool) -> str:
    """Return what games are sorted by, in a few words."""
    if column.sort == "rank":
        return _("place in mode, then date") if not descends else _("place in mode, last first")
    order = _("{column}, highest first") if descends else _("{column}, lowest first")
    return order.format(column=column.title)


def marks(game: StoredGame) -> str:
    """Return what keeps a game from competing."""
    return ", ".join(MARK_NAMES[name] for name in game.unranked.names())


def _finesse(game: StoredGame) -> str:
    return finesse_text(game.finesse)


def _names(name: str) -> tuple[str, str]:
    """Return the result of a mode that a player looks at first, and the one that ranks games first."""
    mode = MODES.get(name)
    return (mode.headline, mode.ranking[0].removeprefix("-")) if mode else ("score", "score")


def figure(result: Result, name: str) -> str:
    """Return one figure of a result, with its unit."""
    return clock_text(result.time_ns) if name == "time" else count_text(name, getattr(result, name))


COLUMNS: Final = (
    GameColumn("result", _("Result"), headline, "rank", 20),
    GameColumn("mode", _("Mode"), mode, "rank", 16, is_number=False),
    GameColumn("ended", _("Ended"), when, "ended", 16, descends=True, is_number=False),
    GameColumn("outcome", _("End"), lambda game: END_WORDS[game.end], "outcome", 9, is_number=False),
    GameColumn("time", _("Time"), lambda game: clock_text(game.result.time_ns), "time", 9),
    GameColumn("score", _("Score"), lambda game: str(game.result.score), "score", 8, descends=True),
    GameColumn("lines", _("Lines"), lambda game: str(game.result.lines), "lines", 7, descends=True),
    GameColumn("level", _("Level"), lambda game: str(game.result.level), "level", 7, descends=True),
    GameColumn("pieces", _("Pieces"), lambda game: str(game.result.pieces), "pieces", 8),
    GameColumn("pace", _("Pieces/s"), lambda game: f"{game.pieces_per_second:.2f}", "pace", 10, descends=True),
    GameColumn("presses", _("Keys/piece"), lambda game: f"{game.presses_per_piece:.2f}", "presses", 12),
    GameColumn("finesse", _("Finesse"), _finesse, "finesse", 9),
    GameColumn("preset", _("Preset"), lambda game: _(game.preset), "preset", 12, is_number=False),
    GameColumn("marks", _("Marks"), marks, "rank", 18, is_number=False),
)
"""All columns, from left to right: what a player looks for first is seen on the narrowest terminal."""

SORTED: Final = tuple(column for column in COLUMNS if column.sort != "rank" or column.name == "result")
"""The columns that games can be sorted by; the result stands for each mode's own order."""


_MODE_WIDTH: Final = 16
_NARROW_MODE_WIDTH: Final = 11


def slot_row(slot: str, point: "SaveSlot | None", *, narrow: bool) -> str:
    """Return a slot in a line of 57 characters, or of 32: its name, the mode, the time, the score, and when."""
    if point is None:
        return f"{slot}  {_('empty')}"
    width = _NARROW_MODE_WIDTH if narrow else _MODE_WIDTH
    row = f"{slot:.1}  {mode_title(point.origin.mode):{width}.{width}} {clock_text(point.result.time_ns):>9}"
    return f"{row} {point.result.score:>7}" if narrow else f"{row} {point.result.score:>9}  {_when(point)}"


def slot_facts(point: "SaveSlot") -> str:
    """Return the details of a saved game."""
    result = point.result
    facts = [*(count_text(name, getattr(result, name)) for name in ("lines", "level", "pieces")), _when(point)]
    return " · ".join([*facts, *(MARK_NAMES[name] for name in point.origin.unranked.names())])


def _when(point: "SaveSlot") -> str:
    return to_local_text(point.saved)
