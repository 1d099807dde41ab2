"""The program that serves rooms: connections, rooms, leaderboards, the store of matches, the log."""
