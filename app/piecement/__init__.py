"""Piecement, the game: Textual screens, keys, frames, storage and the command line."""
