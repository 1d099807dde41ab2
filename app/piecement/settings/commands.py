"""Keys of commands in games, such as restart, undo and hint; those of buttons are in `controls`."""

from typing import Annotated

from piecement.settings.section import Section, setting
from piecement.settings.specs import Group
from piecement.settings.values import CommandKey

_Key = Annotated[str, CommandKey()]


class Commands(Section):
    """Keys of commands in games; an empty one is no key."""

    retry_key: Annotated[_Key, Group("In-game keys")] = setting("f9", "Restart", "Gives up and starts the game anew.")
    pause_key: _Key = setting("escape", "Pause", "Pauses and resumes the game.")
    row_key: _Key = setting("", "Drop one row", "One row a press; with instant soft drop, set its delay too.")
    watch_key: _Key = setting("ctrl+w", "Watch the bot", "Hands the game to the bot, and back to you.")
    hint_key: _Key = setting("ctrl+t", "Show hints", "The key that shows and hides hints in a game.")
    undo_key: _Key = setting("", "Undo a piece", "Undoes the last piece.")
    undo_press_key: _Key = setting("", "Undo a press", "Undoes the last press of a key.")
    redo_key: _Key = setting("ctrl+y", "Redo", "Plays again what the last undo took back.")
    target_key: _Key = setting("tab", "Next target", "Attacks the next opponent, in rooms that let you choose.")
    targeting_key: _Key = setting("v", "Targeting", "Changes between even, random, in turn, attackers and KOs.")

    @property
    def keys(self) -> frozenset[str]:
        """Keys of commands that the player can choose; those of targets count only where they press no button."""
        in_practice = (self.watch_key, self.hint_key, self.undo_key, self.undo_press_key, self.redo_key)
        return frozenset({self.retry_key, self.pause_key, self.row_key, *in_practice}) - {""}
