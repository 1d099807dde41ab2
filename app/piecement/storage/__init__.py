"""Data stored between runs: settings in a file, games in a database, replays as texts."""
