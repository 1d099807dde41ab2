"""An error of a bot. It is a module of its own, as a game needs it before any bot is imported."""

from piecement.terminal.outside_text import LONGEST_LINE, LONGEST_NAME, one_line


class BotError(Exception):
    """A bot cannot play on; the text is one sentence, whatever the bot writes."""

    def __init__(self, sentence: object = "") -> None:
        super().__init__(one_line(sentence, LONGEST_LINE + LONGEST_NAME))
