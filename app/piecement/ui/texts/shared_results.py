"""Results as texts to share: blocks of colour and figures."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

from textual.markup import escape

from piecement.session.match_series import MatchSeries
from piecement.session.records import main_figures
from piecement.session.statistics import Counts, pieces_per_second
from piecement.ui.texts.games import figure, main_result
from piecement_base.formatting import finesse_text
from piecement_base.language import _
from piecement_base.modes import mode_ranking, mode_title
from piecement_engine import Result

_NAME: Final = "Piecement"
_JOINT: Final = " · "
_WON: Final = "🟩"
_LOST: Final = "🟥"
_FILL: Final = "⬛"
"""Fills the shorter clears, so that the counts are below each other in every font."""

_NOT_PLAYED: Final = "⬜"
_CLEARS: Final = (("quads", "🟪"), ("triples", "🟧"), ("doubles", "🟦"), ("singles", "🟩"))
"""The clears, the largest first, and the block that they are drawn with: one for each of their lines."""
_MOST_LINES: Final = 4
_COLOURS: Final = {_WON: "green", _LOST: "red", "🟪": "magenta", "🟧": "ansi_yellow", "🟦": "blue"}
_COLOURED: Final = str.maketrans({_FILL: "  ", **{block: f"[{colour}]■[/] " for block, colour in _COLOURS.items()}})
_PLAIN: Final = str.maketrans(
    {_LOST: "-", _FILL: ".", _NOT_PLAYED: ".", **dict.fromkeys("🟪🟧🟦🟩", "#"), "·": "-", "×": "x", "–": "-"}
)


def share_text(mode: str, result: Result, counts: Counts, *, is_best: bool = False) -> str:
    """Return the figures of a game: a line of results, a line for each kind of clear, and one on the play."""
    ended = _WON if result.end and result.end.won else _LOST
    best = [_("new best")] if is_best else []
    figures = (figure(result, name) for name in main_figures(mode_ranking(mode), result))
    title = _JOINT.join([_NAME, mode_title(mode), *figures, *best])
    return "\n".join([f"{ended} {title}", *_clear_lines(counts), _JOINT.join(_feats(result, counts))])


def match_share_text(series: MatchSeries) -> str:
    """Return the course of a match: a block for each game, and the speed of each side."""
    games = "".join(_WON if won else _LOST for won in series.games_won)
    players = series.players
    count = "–".join(map(str, series.wins))
    names = _("{one} against {other}").format(one=players[0].name, other=players[1].name)
    paces = [
        f"{player.name}: {player.pieces_per_second:.2f} PPS, {player.pace.attack_per_minute:.0f} APM"
        for player in players
    ]
    return "\n".join([f"{games} {_JOINT.join([_NAME, names, count])}", *paces])


def daily_share_text(day: date, mode: str, result: Result, ends: Iterable[bool | None]) -> str:
    """Return the result of a day in one line, after a block for each of the last days; None is a day without a game."""
    blocks = "".join(_NOT_PLAYED if won is None else _WON if won else _LOST for won in ends)
    return f"{blocks} {_JOINT.join([_NAME, day.isoformat(), mode_title(mode), main_result(mode, result)])}"


def in_plain_blocks(text: str) -> str:
    """Return a result with ASCII instead of blocks and marks; names and words stay as they are."""
    return text.translate(_PLAIN)


def in_colour(text: str) -> str:
    """Return a result as markup, in blocks that every font has, in the colours of the emoji that are copied."""
    return escape(text).translate(_COLOURED)


def _clear_lines(counts: Counts) -> Iterator[str]:
    for lines, (name, block) in zip(range(_MOST_LINES, 0, -1), _CLEARS, strict=True):
        if count := getattr(counts, name):
            yield f"{block * lines}{_FILL * (_MOST_LINES - lines)} ×{count}"


def _feats(result: Result, counts: Counts) -> Iterator[str]:
    yield f"{pieces_per_second(result.pieces, result.time_ns):.2f} PPS"
    if counts.spins:
        yield _("spins ×{count}").format(count=counts.spins)
    if counts.perfect_clears:
        yield _("perfect clears ×{count}").format(count=counts.perfect_clears)
    if counts.max_combo > 1:
        yield _("best combo {count}").format(count=counts.max_combo)
    if finesse := finesse_text(counts.finesse(result.pieces)):
        yield _("finesse {part}").format(part=finesse)
