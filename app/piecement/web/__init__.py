"""The game in a browser: one page with a terminal in it, and a program of its own for each visitor."""
