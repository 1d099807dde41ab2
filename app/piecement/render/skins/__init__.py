"""How a game can look: skins, palettes, tones and effects, as data."""
