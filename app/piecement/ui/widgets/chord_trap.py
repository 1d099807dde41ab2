"""Waits for the key of a command, which may be one with Ctrl or Alt."""

from textual import events

from piecement.ui.widgets.key_trap import MODIFIER_KEYS, KeyTrap


class ChordTrap(KeyTrap):
    """Asks for a key, and catches it as Textual names it."""

    def on_key(self, event: events.Key) -> None:
        """Take the key that was pressed, now that no menu can take it."""
        event.stop()
        event.prevent_default()
        if event.key not in MODIFIER_KEYS:
            self.post_message(self.Left() if event.key == "escape" else self.Caught(event.key))
