"""The parts of the game screen: a game on the terminal, its frames, its keys and its picture."""
