"""A player at a server: connection, state and rounds."""
