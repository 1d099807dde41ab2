"""Bases of several screens."""
