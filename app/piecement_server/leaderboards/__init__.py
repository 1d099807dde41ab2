"""Leaderboards of a server: games that it witnessed, and recordings that were submitted."""
