"""Version of the game and of its engine, which are released together."""

__version__ = "1.0.0"
"""Running version, as declared in `pyproject.toml` and printed by `--version`."""
