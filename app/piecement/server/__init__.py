"""The server program: connections, rooms, stores and the log."""
