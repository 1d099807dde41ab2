"""The computer as a player: who plays, how fast, when it thinks, and what it knows better."""
