"""The program that serves rooms: connections, rooms, boards, the store of matches, the log."""
