"""Table of all players of a round: their wins, rows sent and received, and targets or places."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from piecement.render.cells import cut, pad, pad_left
from piecement.render.opponent_look import OpponentLook
from piecement.render.pen import Pen
from piecement.render.rows import Row
from piecement_base.formatting import ordinal, team_sign
from piecement_base.language import pgettext

_LEAST_NAME_WIDTH: Final = 2
_WON_WIDTH: Final = 4
_SENT_WIDTH: Final = 5
_GOT_WIDTH: Final = 5
_LEAST_GOT_WIDTH: Final = 4

_NAME_GAP: Final = 1
"""Columns between the longest name and the column of wins."""

_AIM_GAP: Final = 2
"""Columns before the target."""

_LEAST_MARGIN: Final = 1
"""Columns that stay free beside the table: a blank before it."""

_MARGIN: Final = 3
"""Free columns beside the table, for which its last number is drawn narrower: two before it and one after."""


def players_table(players: Sequence[OpponentLook], pen: Pen, width: int) -> list[Row]:
    """Return the table for a space of a width (columns), the best players first; targets are left out if too wide."""
    won, sent, got = pgettext("column", "won"), pgettext("column", "sent"), pgettext("column", "got")
    aims = pgettext("column", "aims at")
    longest = max(cell_len(_name(player)) for player in players) + _NAME_GAP
    has_margin = longest + _WON_WIDTH + _SENT_WIDTH + _GOT_WIDTH + _MARGIN <= width
    got_width = _GOT_WIDTH if has_margin else max(_LEAST_GOT_WIDTH, cell_len(got) + 1)
    numbers_width = _WON_WIDTH + _SENT_WIDTH + got_width
    name_width = max(_LEAST_NAME_WIDTH, min(longest, width - numbers_width - _LEAST_MARGIN))
    aim_width = _AIM_GAP + max(cell_len(aims), *(cell_len(player.target) for player in players))
    has_aims = name_width + numbers_width + aim_width <= width and any(player.target for player in players)
    row_width = name_width + numbers_width + (aim_width if has_aims else 0)

    def row(name: str, numbers: tuple[str, str, str], aim: str, style: Style) -> Row:
        text = pad(cut(name, name_width - _NAME_GAP), name_width)
        text += "".join(map(pad_left, numbers, (_WON_WIDTH, _SENT_WIDTH, got_width)))
        return pen.row(row_width, (text + " " * _AIM_GAP + aim if has_aims else text, style))

    rows = [row("", (won, sent, got), aims, pen.muted)]
    for player in sorted(players, key=lambda one: (one.place or 0, -one.wins, -one.sent)):
        style = pen.muted if player.place else pen.lit if player.is_you else pen.text
        aim = ordinal(player.place) if player.place else player.target
        rows.append(row(_name(player), (str(player.wins), str(player.sent), str(player.received)), aim, style))
    return rows


def _name(player: OpponentLook) -> str:
    return f"{team_sign(player.team)} {player.name}".lstrip()
