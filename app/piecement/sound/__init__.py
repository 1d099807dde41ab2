"""Sound: what is heard, and the child process that plays it, so that no frame and no key waits for a sound card."""
