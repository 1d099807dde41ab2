"""A game: its state, and what happens at which time."""
