"""The program that serves rooms: connections, the store of matches, the log."""
