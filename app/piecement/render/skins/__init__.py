"""Looks of a game as data: skins, palettes, tones and effects."""
