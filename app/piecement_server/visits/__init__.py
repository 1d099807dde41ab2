"""Visitors by browser and SSH: a program of its own for each, on a pty, as a guest of this machine."""
