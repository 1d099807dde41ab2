"""Walks of a player who presses any keys: the real program on a real pty, in terminals of many kinds.

A walk is drawn from its seed alone: the terminal, the settings, where it begins, each key and the time after it. Its
pace is that of the player, who waits for nothing that the program shows; the terminal answers what the program asks
meanwhile. What must hold at the end of a walk is waited for.

`python -m tests.terminal.walker SEED` walks one again and shows it; `FIRST-LAST` walks many, several at once.
"""
