"""The Textual application: which screen is on, what leads where, and how everything looks."""
