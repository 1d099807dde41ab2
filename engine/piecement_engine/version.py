"""The version of the game and its engine, which are released together."""

__version__ = "1.0.0"
"""The running version: what `pyproject.toml` declares and `--version` prints."""
