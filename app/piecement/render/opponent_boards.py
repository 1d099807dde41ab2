"""Opponents' boards side by side, at the positions of a plan, with a line for the hidden ones and the signs used.

If not all fit, players who target the viewer come first, then the viewer's target, and players who are out last.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from piecement.render.cells import cut
from piecement.render.opponent_look import OpponentLook
from piecement.render.opponent_plan import BoardBlock, BoardPlan, plan_boards
from piecement.render.pen import Pen
from piecement.render.players_table import players_table
from piecement.render.rows import Row, side_by_side, simplified
from piecement.render.skins.look import Look
from piecement.render.skins.palettes import RED
from piecement.render.still_board import StillBoard, board_rows
from piecement.terminal.canvas.canvas import LazyRow
from piecement_base.formatting import ordinal, team_sign
from piecement_base.language import _
from piecement_engine import GREY

_TEAM_TILES: Final = (4, 7, 3, 1)
"""Tiles whose colours are those of the teams."""


class OpponentsPicture:
    """Draws boards of opponents for one look and size, reusing unchanged lines."""

    def __init__(self, look: Look, field: tuple[int, int], size: Size, players: Sequence[OpponentLook]) -> None:
        """Draw all players for the first time; `field` is the number of columns and visible rows of a board."""
        self.size: Final = size
        self._field: Final = field
        self._pen: Final = Pen(look)
        self._look: Final = look
        self._drawn: Final[dict[int, tuple[OpponentLook, tuple[int, int, int], list[Row]]]] = {}
        self._seen = tuple(players)
        self._plan = self._plan_for(self._seen)
        self._rows = self._draw_all()

    @property
    def leaves_last_line(self) -> bool:
        """Whether neither boards nor what is below them take the last line."""
        plan, last = self._plan, self.size.height - 1
        ends = [block.y + plan.height for block in plan.blocks]
        ends += [] if plan.note_y is None else [plan.note_y + 1]
        ends += [] if plan.table_y is None else [plan.table_y + 1 + len(self._seen)]
        return bool(self.size.width) and max(ends, default=0) <= last

    def player_at(self, x: int, y: int) -> int | None:
        """Return the index of the player whose board is drawn at a cell, or None."""
        width, height = self._plan.width, self._plan.height
        blocks = self._plan.blocks
        return next((b.number for b in blocks if 0 <= x - b.x < width and 0 <= y - b.y < height), None)

    def rows(self, players: Sequence[OpponentLook]) -> tuple[LazyRow, ...]:
        """Return the rows for the players; while none changes, they are the same objects."""
        now = tuple(players)
        if now != self._seen:
            self._seen = now
            self._plan = self._plan_for(now)
            self._rows = self._draw_all()
        return self._rows

    def _plan_for(self, players: Sequence[OpponentLook]) -> BoardPlan:
        others = [number for number, player in enumerate(players) if not player.is_you]
        order = sorted(others, key=lambda number: players[number].urgency)
        return plan_boards(self.size, order, self._field, len(players), self._look)

    def _draw_all(self) -> tuple[LazyRow, ...]:
        """Return the rows for the players seen and their plan."""
        table = [] if self._plan.table_y is None else players_table(self._seen, self._pen, self.size.width)
        lines = (self._parts(y, table) for y in range(self.size.height))
        return tuple(LazyRow((self._pen, parts), partial(self._strip, parts)) for parts in lines)

    def _strip(self, parts: tuple[tuple[int, Row], ...]) -> Strip:
        segments = side_by_side(parts, 0, self.size.width, self._pen.blank)
        return Strip(simplified(segments)).crop(0, self.size.width)

    def _parts(self, y: int, table: Sequence[Row]) -> tuple[tuple[int, Row], ...]:
        """Return the columns and texts on a line: of boards, then of the note or the table."""
        plan = self._plan
        parts = tuple(
            (block.x, self._board(block)[y - block.y]) for block in plan.blocks if 0 <= y - block.y < plan.height
        )
        if y == plan.note_y:
            text = cut(self._note, self.size.width)
            x = (self.size.width - cell_len(text)) // 2
            return (*parts, (x, self._pen.row(cell_len(text), (text, self._pen.muted))))
        row = -1 if plan.table_y is None else y - plan.table_y
        if 0 <= row < len(table):
            free = max(0, self.size.width - sum(s.cell_length for s in table[row]))
            left = max(min(2, free), (free + 1) // 2)  # apart from the figures beside the field
            return (*parts, (left, table[row]))
        return parts

    @property
    def _note(self) -> str:
        """The number of hidden boards, and the meaning of the signs at those shown, as much of it as fits."""
        shown = [self._seen[block.number] for block in self._plan.blocks]
        mark = self._chosen_mark if any(player.is_fixed for player in shown) else ">"
        aims = _("> your target").replace(">", mark), _("! attacks you")
        rows = _("↑ sent"), _("↓ received")
        more = (_("{count} more").format(count=self._plan.hidden),) if self._plan.hidden else ()
        texts = [gap.join((*more, *aims, *rows)) for gap in ("   ", "  ")]
        if any(player.is_your_target for player in shown) and self._plan.table_y is not None:
            texts.append("  ".join((*more, aims[0])))  # columns of the table name the rows
        texts += ["  ".join((*more, *rows)), *more] if more else ["  ".join(aims)]
        return next((text for text in texts if cell_len(text) <= self.size.width), texts[-1])

    def _board(self, block: BoardBlock) -> list[Row]:
        player, number = self._seen[block.number], block.number
        plan = self._plan
        hidden = plan.hidden if block == plan.blocks[-1] and plan.note_y is None else 0
        shape = plan.width, plan.height, hidden
        known = self._drawn.get(number)
        if known is None or known[:2] != (player, shape):
            known = self._drawn[number] = player, shape, self._draw(player, hidden)
        return known[2]

    def _draw(self, player: OpponentLook, hidden: int) -> list[Row]:
        """Return the lines of a board, with a number of hidden boards, if any, at its floor."""
        pen, box, width = self._pen, self._pen.skin.box, self._plan.width
        inside = self._inside(player)
        has_right_wall = width > 1 + self._field[0] * (1 if self._plan.is_half else 2)
        right = [(box.vertical, pen.frame)] if has_right_wall else []
        lines: list[Row] = [self._name(player, width)]
        step = 2 if self._plan.is_half else 1
        for index, cells in enumerate(inside):
            parts = [(segment.text, segment.style or pen.blank) for segment in cells]
            lines.append(pen.row(width, self._wall(player, (len(inside) - 1 - index) * step), *parts, *right))
        room = width - 1 - len(right)
        text = cut(_floor(player, hidden), room)
        before = (room - cell_len(text)) // 2
        after = room - cell_len(text) - before
        end = box.bottom_right if right else ""
        floor = (box.bottom_left + box.horizontal * before, pen.frame), (text, pen.lit if player.place else pen.muted)
        return [*lines, pen.row(width, *floor, (box.horizontal * after + end, pen.frame))]

    def _wall(self, player: OpponentLook, y: int) -> tuple[str, Style]:
        """Return the left wall beside a row: red for incoming garbage, and fainter while its fuse burns."""
        pen = self._pen
        if y >= player.due or player.place:
            return pen.skin.box.vertical, pen.frame
        glyph, burns = ("#", ":") if pen.skin.is_ascii else ("█", "▒")
        red = Style(color=pen.colour(RED), bgcolor=pen.blank.bgcolor, bold=True)
        return burns if y >= player.due - player.burning else glyph, red

    def _inside(self, player: OpponentLook) -> list[Row]:
        columns, skyline = self._field
        height, rows = skyline, player.rows
        if self._plan.is_half:
            height += skyline % 2  # of two rows on a line, the upper one may lie above the board
            rows = tuple(tuple(tile and GREY for tile in row) for row in rows) if player.place else rows
        board = StillBoard(columns, height, rows).with_piece(None if player.place else player.piece)
        return board_rows(board, self._pen, self._plan.scale)

    def _name(self, player: OpponentLook, width: int) -> Row:
        pen = self._pen
        fixed = self._chosen_mark if player.is_fixed else ""
        aim = fixed + ("!" if player.aims_at_you else "" if fixed else ">" if player.is_your_target else "")
        style = pen.muted if player.place or player.is_lagging else pen.lit if player.aims_at_you else pen.strong
        text = f"{aim}{player.name}{' …' if player.is_lagging else ''}"
        team = team_sign(player.team)
        text = cut(f"{' ' if team else ''}{text}", width - len(team))
        before = (width - len(team) - cell_len(text)) // 2
        after = width - len(team) - cell_len(text) - before
        parts = (" " * before, style), (team, self._team_style(player.team)), (text + " " * after, style)
        return pen.row(width, *parts)

    @property
    def _chosen_mark(self) -> str:
        """The sign at the name of a chosen target."""
        return ">>" if self._pen.skin.is_ascii else "»"

    def _team_style(self, team: int) -> Style:
        """Return the style of a team's sign, which is reversed, so that it is seen without colours too."""
        colour = self._pen.colour(_TEAM_TILES[team - 1]) if team else None
        return Style(color=colour or self._pen.text.color, bgcolor=self._pen.blank.bgcolor, bold=True, reverse=True)


def _floor(player: OpponentLook, hidden: int) -> str:
    """Return the text at the floor of a board."""
    text = f" {ordinal(player.place)} " if player.place else f" ↑{player.sent} ↓{player.received} "
    return f"{text}+{hidden} " if hidden else text
