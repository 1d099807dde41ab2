"""Racing oneself: the game that is played against the best one of its mode."""
