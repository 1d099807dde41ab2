"""Hooks: code of modifiers, called at fixed points of a game, which reads and changes the game through a `Table`.

A modifier is a frozen value in `Rules`, and so in every recording. For each game it makes new `Hooks`, which may have
state.
"""

import copy
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

from piecement_engine.board.pieces import Piece
from piecement_engine.errors import RuleError
from piecement_engine.game.inputs import Button
from piecement_engine.game.table import Table
from piecement_engine.registry import register, require
from piecement_engine.rules.rules import MODIFIERS, ModifierValue


class Hooks:
    """Code of a modifier: override the methods you need. An instance belongs to one game."""

    barred: Collection[Button] = ()
    """Buttons that have no effect."""
    silent: bool = False
    """Whether no `Accolade` event reports points."""
    rises_in: int | None = None
    """Number of locks until a row rises if none of them clears lines, or None where none is known."""

    grade: str = ""
    """The grade of the player so far, in a game that has grades."""
    section_times_ns: tuple[int, ...] = ()
    """Times of the sections that were passed (ns), in a game that has sections."""
    attack: int | None = None
    """Rows that the clears so far would send, or None where nothing asks for it."""

    outcomes: tuple[int, ...] = ()
    """Number of pieces by which each attempt so far at a puzzle solved it; 0 for a failed one."""
    par: int | None = None
    """The fewest pieces that can win the game, or None where it is unknown."""

    def started(self, table: Table) -> None:
        """Called once, before all else."""

    def spawning(self, table: Table) -> None:
        """Called before a new piece is drawn from the queue, but not after a hold."""

    def out_of_pieces(self, table: Table) -> None:
        """Called before `spawning` if no piece is left to spawn.

        Finish the game, as won or lost, or give pieces by `Table.set_queue`; else it ends with `End.OUT_OF_PIECES`.
        """

    def pressed(self, table: Table, buttons: int) -> None:
        """Called with a mask of the buttons that are about to be pressed; it is 0 if buttons are only released."""

    def entering(self, table: Table, piece: Piece) -> Piece:
        """Called with a new piece at its spawn; return the piece at the spot where it shall spawn."""
        return piece

    def turned(self, table: Table) -> None:
        """Called when the piece in play was rotated."""

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        """Called when a piece has locked. `rows` are the full rows, highest first, still on the board."""

    def clearing(self, table: Table, rows: Sequence[int]) -> None:
        """Called before full rows, highest first, leave the board."""

    def cleared(self, table: Table) -> None:
        """Called when full rows have left the board and were counted."""

    def blocked(self, table: Table) -> bool:
        """Called when a new piece has no room; return whether the hook made room. The game then tries once more."""
        return False

    def locked_out(self, table: Table) -> bool:
        """Called when a piece is about to lock wholly above the visible rows; return whether the game continues."""
        return False

    def copy(self) -> Self:
        """Return an independent copy. Override it if a deep copy is slow."""
        return copy.deepcopy(self)


@dataclass(frozen=True, slots=True)
class Modifier(ModifierValue):
    """Base of modifiers: frozen, slotted dataclasses with a unique `kind` and fields of JSON types."""

    def hooks(self) -> Hooks:
        """Return new hooks for a new game."""
        raise RuleError(f"the modifier {self.kind!r} has no hooks")


def new_hooks(modifier: Modifier) -> Hooks:
    """Return new hooks for a game. Raises `RuleError` if a modifier makes something else."""
    hooks = modifier.hooks()
    form = "an instance of a class that derives from Hooks"
    require(hooks, f"the modifier {modifier.kind}: hooks", form, fits=isinstance(hooks, Hooks))
    return hooks


_Kind = TypeVar("_Kind", bound=Modifier)


def register_modifier(modifier: type[_Kind], *, replace: bool = False) -> type[_Kind]:
    """Register a modifier under its kind, for rules and recordings; a class decorator.

    Raises `RuleError` as `register` does.
    """
    fits = isinstance(modifier, type) and issubclass(modifier, Modifier)
    form = "a class that derives from Modifier"
    register(MODIFIERS, getattr(modifier, "kind", None), modifier, fits=fits, form=form, replace=replace)
    return modifier
