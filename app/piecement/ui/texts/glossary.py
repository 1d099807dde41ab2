"""Terms of the game, each explained in a sentence or two."""

from typing import Final

from piecement_base.language import N_

GLOSSARY: Final[dict[str, str]] = {
    N_("Ghost"): N_("The outline at the bottom that shows where the piece would land."),
    N_("Hold"): N_("One piece put aside for later. The key swaps it with the piece that falls, once for each piece."),
    N_("Soft drop"): N_("The piece falls faster while the key is held."),
    N_("Hard drop"): N_("The piece falls to the ground at once and stays there."),
    N_("Sonic drop"): N_("The piece falls to the ground at once, and can still be moved."),
    N_("Lock delay"): N_("The time that a piece on the ground can still be moved before it stays."),
    N_("Gravity"): N_("How fast pieces fall by themselves. 1G is one row in each sixtieth of a second."),
    N_("20G"): N_("Gravity so strong that each piece appears on the ground."),
    N_("Skyline"): N_("The top of the visible field. A piece that locks above it can end the game."),
    N_("Top out"): N_("The game is lost because the stack is too high for the next piece."),
    N_("DAS"): N_("Delayed auto shift: how long a key is held before the piece runs to the side."),
    N_("ARR"): N_("Auto-repeat rate: the time between two steps of a running piece. At 0 it is at the wall at once."),
    N_("7-bag"): N_("Pieces come in rounds of seven, each kind once, in random order."),
    N_("Recency"): N_("A randomizer that prefers the pieces that have not come for longest."),
    N_("Kick"): N_("A small move that lets a piece turn where there is no room to turn on the spot."),
    N_("SRS"): N_("Super Rotation System: how pieces turn and kick in most of today's games."),
    N_("ARS"): N_("Arika Rotation System: how pieces turn in arcade games, with few kicks and none from the floor."),
    N_("Ocular"): N_("The rotation system of tetrs: pieces turn as they look, with many kicks."),
    N_("Tuck"): N_("A piece moved sideways below an overhang."),
    N_("Spin"): N_("A piece turned into a gap that it cannot fall into."),
    N_("T-spin"): N_(
        "A T turned into a gap where three of its four corners are filled. It scores more than other clears."
    ),
    N_("Mini"): N_("A lesser T-spin: the two corners that the T points to are not both filled."),
    N_("Single, double, triple"): N_("One, two or three full rows cleared by one piece."),
    N_("Quad"): N_("Four full rows cleared by one I."),
    N_("Perfect clear"): N_("A clear that leaves the field empty."),
    N_("Combo"): N_("Clears by several pieces in a row."),
    N_("Back-to-back"): N_("Quads or T-spins with no lesser clear between; each scores more."),
    N_("Garbage"): N_("Rows with a gap that rise from below, in a match those that the other side sent."),
    N_("Attack"): N_("Rows that a clear sends to the other side."),
    N_("Spike"): N_("Much attack within a short time."),
    N_("Cheese"): N_("Garbage whose gap is in another column in each row."),
    N_("Downstacking"): N_("Clearing one's way down through garbage or a high stack."),
    N_("Well"): N_("A column left free for the I."),
    N_("Opener"): N_("A shape prepared with the first pieces, such as one for an early T-spin."),
    N_("Finesse"): N_("Moving each piece to its place by the fewest key presses."),
    N_("Initial rotation"): N_(
        "A turn key held while a piece appears turns it at once; hold and moves can work so too."
    ),
    N_("Cascade"): N_("Blocks left hanging after a clear fall, and may clear again."),
    N_("Fumen"): N_("A text in which players share boards and moves."),
}
"""Terms and their explanations."""
