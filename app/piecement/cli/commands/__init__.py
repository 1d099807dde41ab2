"""The commands besides playing, one module each."""
