"""Version of the game and of its engine, which are released together."""

__version__ = "1.1.0.dev0"
"""Running version; `.dev` marks what leads to a release and is none."""
