"""Sound of the game, played by a child process so that no frame and no key waits for a sound card."""
