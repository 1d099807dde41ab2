"""Longest wait of a test for an expected event."""

from typing import Final

PATIENCE_S: Final = 30.0
"""Seconds that no machine is too slow for; only a failure takes them."""
