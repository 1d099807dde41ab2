"""The commands that work on what is kept, one module each."""
