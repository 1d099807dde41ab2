"""Bots in a session: bot input, scheduling of their thinking, and external programs."""
