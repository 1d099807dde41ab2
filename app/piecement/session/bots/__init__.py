"""Bots at the board: who plays, when it thinks, and programs of the player that play."""
