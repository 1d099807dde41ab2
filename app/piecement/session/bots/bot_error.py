"""Error of a bot, in a separate module because a game needs it before it imports any bot."""

from piecement.terminal.outside_text import LONGEST_LINE, LONGEST_NAME, one_line


class BotError(Exception):
    """Failure of a bot that ends its play; the text is cut to one sentence."""

    def __init__(self, sentence: object = "") -> None:
        super().__init__(one_line(sentence, LONGEST_LINE + LONGEST_NAME))
