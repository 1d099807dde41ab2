"""Hooks: what modifiers do, at fixed points of a game, through a `Table`, which shows and changes the game.

A modifier is a frozen value in `Rules`, and so in every recording. For each game it makes new `Hooks`, which may have
state of their own.
"""

import copy
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

from piecement_engine.buttons import Button
from piecement_engine.errors import RuleError
from piecement_engine.modifiers import MODIFIERS, ModifierValue
from piecement_engine.pieces import Piece
from piecement_engine.registry import register
from piecement_engine.table import Table


class Hooks:
    """What a modifier does at fixed points of a game: override the methods you need. Instances belong to one game."""

    barred: Collection[Button] = ()
    """Buttons that do nothing."""
    silent: bool = False
    """Whether points are given without an `Accolade` event."""

    def started(self, table: Table) -> None:
        """Called once, before anything else happens."""

    def spawning(self, table: Table) -> None:
        """Called before a new piece is drawn from the queue, but not after a hold."""

    def entering(self, table: Table, piece: Piece) -> Piece:
        """Called with a new piece where it would spawn; return it where it is to spawn."""
        return piece

    def turned(self, table: Table) -> None:
        """Called when the piece in play was turned."""

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        """Called when a piece has locked and filled `rows`, highest first; they are still there."""

    def clearing(self, table: Table, rows: Sequence[int]) -> None:
        """Called before full rows, highest first, leave the board."""

    def cleared(self, table: Table) -> None:
        """Called when full rows have left the board and are counted."""

    def blocked(self, table: Table) -> bool:
        """Called when a new piece has no room; return whether room was made, which is tried once."""
        return False

    def locked_out(self, table: Table) -> bool:
        """Called when a piece is about to lock wholly above the visible rows; return whether play goes on."""
        return False

    def copy(self) -> Self:
        """Return an independent copy. Override it where a deep copy is slow."""
        return copy.deepcopy(self)


@dataclass(frozen=True, slots=True)
class Modifier(ModifierValue):
    """The base of modifiers: frozen, slotted dataclasses with a `kind` of their own and fields of JSON's types."""

    def hooks(self) -> Hooks:
        """Return new hooks for a new game."""
        raise RuleError(f"the modifier {self.kind!r} has no hooks")


_Kind = TypeVar("_Kind", bound=Modifier)


def register_modifier(modifier: type[_Kind], *, replace: bool = False) -> type[_Kind]:
    """Register a modifier under its kind, for rules and recordings; a class decorator.

    Raises `RuleError` as `register` does.
    """
    fits = isinstance(modifier, type) and issubclass(modifier, Modifier)
    form = "a class that derives from Modifier"
    register(MODIFIERS, getattr(modifier, "kind", None), modifier, fits=fits, form=form, replace=replace)
    return modifier
