"""How a game is drawn: a pure function of the game, the look, what was reported, and the size of the terminal."""
