"""Recordings: a game as its setup and inputs, as text and back."""
