"""Drawing of a game: a pure function of the game, the look, its events and the size of the terminal."""
