"""Detection of key releases that a terminal promises but does not send."""

from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp


class MissingReleases:
    """Detector of missing key releases.

    The same physical key pressed twice without a release between is proof that the terminal, or a multiplexer in
    between, sends none. From then on presses are untracked, so that holds are inferred from repeats, until a release
    comes after all.
    """

    def __init__(self) -> None:
        self.are_missing = False
        """Whether promised releases do not come."""
        self._down: dict[str, KeyDown] = {}
        """Tracked presses without a release so far, by place."""

    def check(self, event: KeyEvent) -> list[KeyUp]:
        """Note an event and return the releases that are missing before it; a press without releases is untracked."""
        if not isinstance(event, KeyDown):
            self._down.pop(event.place, None)
            self.are_missing = False
        elif event.tracked:
            if self.are_missing:
                event.tracked = False
            elif not event.repeat and self._down.setdefault(event.place, event) is not event:
                self.are_missing, event.tracked = True, False
                missing = [KeyUp(key.key_id, key.base_id, key.modifiers, event.time_ns) for key in self._down.values()]
                self._down.clear()
                return missing
        return []

    def forget_presses(self) -> None:
        """Forget keys whose release another program may have got, as after a lost focus or a new request."""
        self._down.clear()
