"""Remote visitors: each runs the game as a guest in its own pty."""
