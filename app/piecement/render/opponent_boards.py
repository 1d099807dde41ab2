"""Opponents' boards side by side: half size, or full size if space allows.

Each board has a line above it for the name, and one below for the state of its player. Boards touch if they fit only
that way. If even that is too wide, players who target the viewer come first, then the viewer's target, and players who
are out last; the number of hidden boards is shown, and the table of all players names them if there is room.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from piecement.render.cells import cut, pad, pad_left
from piecement.render.pen import Pen
from piecement.render.rows import Row, side_by_side, simplified
from piecement.render.skins.look import Look
from piecement.render.skins.palettes import RED
from piecement.render.skins.skins import HALF
from piecement.render.still_board import StillBoard, board_rows
from piecement.terminal.canvas.canvas import LazyRow
from piecement_base.formatting import ordinal, team_sign
from piecement_base.language import _, pgettext
from piecement_engine import GREY, Piece

_AROUND: Final = 2
"""Columns of the walls, and lines of the name and the floor."""

_MOST_GAP: Final = 4

_LEAST_LINES: Final = 24
"""Minimum number of lines used, equal to those of the viewer's own field."""

_TABLE_LEAST: Final = 24
"""Minimum width of the table of all players (columns)."""


class OpponentLook(NamedTuple):
    """Visible state of a player: equal values look the same."""

    name: str
    rows: tuple[tuple[int, ...], ...] = ()
    """Tiles of each row, lowest first, without the empty rows on top."""
    piece: Piece | None = None
    due: int = 0
    """Rows of incoming garbage."""
    burning: int = 0
    """Number of incoming rows, the last ones, that cannot rise yet."""
    sent: int = 0
    received: int = 0
    place: int = 0
    """Place of a player who is out, from 1; 0 during play."""
    wins: int = 0
    target: str = ""
    """Name of the player's target."""
    aims_at_you: bool = False
    is_your_target: bool = False
    is_fixed: bool = False
    """Whether it is your target because you have chosen this very player."""
    team: int = 0
    """Number of the team from 1, or 0 for none."""
    is_lagging: bool = False
    is_you: bool = False


_TEAM_TILES: Final = (4, 7, 3, 1)
"""Tiles whose colours are those of the teams."""


class BoardBlock(NamedTuple):
    """Position of a board."""

    x: int
    y: int
    number: int
    """Index of the opponent in the given order."""


class BoardPlan(NamedTuple):
    """Layout of the boards."""

    scale: int
    blocks: tuple[BoardBlock, ...]
    width: int
    """Columns of a board, including walls."""
    height: int
    """Lines of a board, including its name and floor."""
    table_y: int | None
    """First line of the table of all players, or None if there is no room."""
    hidden: int = 0
    """Number of opponents without a board."""
    note_y: int | None = None
    """Line with that number, which the last board shows if there is none, or else an explanation of the signs."""


def plan_boards(size: Size, order: Sequence[int], field: tuple[int, int], players: int, look: Look) -> BoardPlan:
    """Return the layout of boards of a size in cells; if not all fit, the first of the order are shown."""
    large, small = _block(field, 1), _block(field, HALF)
    if 1 in look.chosen_skin.scales and _room_for(size, large) >= len(order):
        return _placed(size, order, large, 1, players)
    wall_to_wall = Size(small.width - 1, small.height)
    fits_only_so = _room_for(size, small) < len(order) <= _room_for(size, wall_to_wall)
    return _placed(size, order, wall_to_wall if fits_only_so else small, HALF, players)


def _block(field: tuple[int, int], scale: int) -> Size:
    """Return the size of a board with its surroundings."""
    columns, skyline = field
    inside = Size(2 * columns, skyline) if scale else Size(columns, (skyline + 1) // 2)
    return Size(inside.width + _AROUND, inside.height + _AROUND)


def _room_for(size: Size, block: Size) -> int:
    """Return the number of boards that fit."""
    return (size.width // block.width) * (size.height // block.height)


def _placed(size: Size, order: Sequence[int], block: Size, scale: int, players: int) -> BoardPlan:
    across, down = size.width // block.width, size.height // block.height
    shown = sorted(order[: across * down])
    if not shown:
        return BoardPlan(scale, (), block.width, block.height, 0 if size.height > players else None)
    hidden = len(order) - len(shown)
    across = min(across, len(shown))
    rows = -(-len(shown) // across)
    across = -(-len(shown) // rows)
    gap = min(_MOST_GAP, (size.width - across * block.width) // across)
    left = (size.width - across * (block.width + gap) + gap) // 2
    below = rows * block.height + 1
    has_table = size.height - below > players and size.width >= _TABLE_LEAST
    used = below + players + 1 if has_table else below - 1
    top = max(0, (size.height - max(used, _LEAST_LINES)) // 2)
    blocks = tuple(
        BoardBlock(left + (i % across) * (block.width + gap), top + (i // across) * block.height, number)
        for i, number in enumerate(shown)
    )
    end = top + rows * block.height
    note_y = end if end < size.height else None
    return BoardPlan(scale, blocks, block.width, block.height, top + below if has_table else None, hidden, note_y)


class OpponentsPicture:
    """Draws boards of opponents for one look and size, reusing unchanged lines."""

    def __init__(self, look: Look, field: tuple[int, int], size: Size, players: Sequence[OpponentLook]) -> None:
        """Draw all players for the first time; `field` is the number of columns and visible rows of a board."""
        self.size: Final = size
        self._field: Final = field
        self._pen: Final = Pen(look)
        self._look: Final = look
        self._drawn: Final[dict[int, tuple[OpponentLook, tuple[int, int, int], list[Row]]]] = {}
        self._draw_all(tuple(players))

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
            self._draw_all(now)
        return self._rows

    def _draw_all(self, players: tuple[OpponentLook, ...]) -> None:
        self._seen = players
        others = [number for number, player in enumerate(players) if not player.is_you]
        order = sorted(others, key=lambda number: _urgency(players[number]))
        self._plan = plan_boards(self.size, order, self._field, len(players), self._look)
        table = self._table_rows(players) if self._plan.table_y is not None else []
        lines = (self._parts(y, table) for y in range(self.size.height))
        self._rows = tuple(LazyRow((self._pen, parts), partial(self._strip, parts)) for parts in lines)

    def _strip(self, parts: tuple[tuple[int, Row], ...]) -> Strip:
        segments = side_by_side(parts, 0, self.size.width, self._pen.blank)
        return Strip(simplified(segments)).crop(0, self.size.width)

    def _parts(self, y: int, table: Sequence[Row]) -> tuple[tuple[int, Row], ...]:
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
        untold = plan.hidden if block == plan.blocks[-1] and plan.note_y is None else 0
        shape = plan.width, plan.height, untold
        known = self._drawn.get(number)
        if known is None or known[:2] != (player, shape):
            known = self._drawn[number] = player, shape, self._draw(player, untold)
        return known[2]

    def _draw(self, player: OpponentLook, untold: int) -> list[Row]:
        """Return the lines of a board, with the number of hidden boards at its floor."""
        pen, box, width = self._pen, self._pen.skin.box, self._plan.width
        inside = self._inside(player)
        has_right_wall = width > 1 + self._field[0] * (2 if self._plan.scale else 1)
        right = [(box.vertical, pen.frame)] if has_right_wall else []
        lines: list[Row] = [self._name(player, width)]
        step = 1 if self._plan.scale else 2
        for index, cells in enumerate(inside):
            parts = [(segment.text, segment.style or pen.blank) for segment in cells]
            lines.append(pen.row(width, self._wall(player, (len(inside) - 1 - index) * step), *parts, *right))
        room = width - 1 - len(right)
        text = cut(_floor(player, untold), room)
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
        if not self._plan.scale:
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

    def _table_rows(self, players: Sequence[OpponentLook]) -> list[Row]:
        """Return the table of all players, the best first."""
        pen = self._pen
        names = {player: f"{team_sign(player.team)} {player.name}".lstrip() for player in players}
        won, sent, got = pgettext("column", "won"), pgettext("column", "sent"), pgettext("column", "got")
        longest = max(map(cell_len, names.values())) + 1
        got_width = 5 if longest + 17 <= self.size.width else max(4, cell_len(got) + 1)
        name_width = max(2, min(longest, self.size.width - 10 - got_width))  # a blank before it
        width = name_width + 9 + got_width
        head = " " * name_width + pad_left(won, 4) + pad_left(sent, 5) + pad_left(got, got_width)
        aims = pgettext("column", "aims at")
        aim_width = max(cell_len(aims), *(cell_len(player.target) for player in players)) + 2
        has_aims = width + aim_width <= self.size.width and any(player.target for player in players)
        width += aim_width if has_aims else 0
        rows = [pen.row(width, (f"{head}  {aims}" if has_aims else head, pen.muted))]
        for player in sorted(players, key=lambda one: (one.place or 0, -one.wins, -one.sent)):
            style = pen.muted if player.place else pen.lit if player.is_you else pen.text
            text = pad(cut(names[player], name_width - 1), name_width)
            text += f"{player.wins:>4}{player.sent:>5}{player.received:>{got_width}}"
            aim = ordinal(player.place) if player.place else player.target
            rows.append(pen.row(width, (f"{text}  {aim}" if has_aims else text, style)))
        return rows


def _urgency(player: OpponentLook) -> tuple[bool, bool, bool]:
    """Return the order in which boards are shown if not all fit."""
    return player.place > 0, not player.aims_at_you, not player.is_your_target


def _floor(player: OpponentLook, untold: int) -> str:
    """Return the text at the floor of a board."""
    text = f" {ordinal(player.place)} " if player.place else f" ↑{player.sent} ↓{player.received} "
    return f"{text}+{untold} " if untold else text
