"""Boards of a server: games that it saw being played, and games that were handed in."""
