"""What goes wrong in a bot."""


class BotError(Exception):
    """A bot cannot play on; the text says why, in one sentence."""


def guarded(name: str, error: Exception) -> BotError:
    """Return what a player reads of an error of a bot."""
    return BotError(f"The bot {name} has failed: {str(error) or type(error).__name__}.")
