"""Rooms of a server: who is in them, and their matches."""
