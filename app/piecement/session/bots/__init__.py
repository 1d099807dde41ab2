"""Bots at the board: who plays, when it thinks, and programs of the player that play."""

from piecement_base.printable import LONGEST_LINE, LONGEST_NAME, one_line


class BotError(Exception):
    """Failure of a bot that ends its play; the text is cut to one sentence."""

    def __init__(self, sentence: object = "") -> None:
        super().__init__(one_line(sentence, LONGEST_LINE + LONGEST_NAME))
