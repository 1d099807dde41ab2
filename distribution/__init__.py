"""What goes with the program where it is installed: a man page, completions, a menu entry, recipes."""
