"""The game in a browser: one page with a terminal, and a program per visitor."""
