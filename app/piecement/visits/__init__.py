"""Whoever plays here from elsewhere: a program of its own for each, on a pty, as a guest of this machine."""
