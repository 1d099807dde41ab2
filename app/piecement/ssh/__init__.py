"""The game over SSH: a connection starts a game, and the key of the client is its account."""
