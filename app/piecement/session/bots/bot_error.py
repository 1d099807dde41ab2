"""What goes wrong in a bot."""

from piecement.terminal.outside_text import LONGEST_LINE, LONGEST_NAME, one_line


class BotError(Exception):
    """A bot cannot play on; the text says why, in one sentence, whatever the bot says."""

    def __init__(self, sentence: object = "") -> None:
        super().__init__(one_line(sentence, LONGEST_LINE + LONGEST_NAME))


def guarded(name: str, error: Exception) -> BotError:
    """Return what a player reads of an error of a bot."""
    said = one_line(error) or type(error).__name__
    return BotError(f"The bot {one_line(name, LONGEST_NAME)} has failed: {said}.")
