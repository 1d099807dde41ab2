"""What is refused in rooms and in the lobby."""


class RoomError(Exception):
    """Something that was asked for cannot be; nothing has changed. The text is one sentence for who asked."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        """What a program reads of it."""
