"""Boards and pieces: one integer per board, shapes, and blocks that fall after a clear."""
