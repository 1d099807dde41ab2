"""Command line: arguments and commands. It imports every other room, and none imports it."""
