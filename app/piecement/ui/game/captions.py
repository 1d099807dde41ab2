"""Captions: what a game would let hear, as a line on the display."""

from collections.abc import Callable
from typing import Final

from piecement.settings.sound import Sound
from piecement.sound.effects import EFFECT_ROWS, GROUP_OF
from piecement.sound.game_listener import EffectCue, GameListener
from piecement.terminal.clock import SECOND_NS
from piecement_base.language import _

_SHOWN_NS: Final = 2 * SECOND_NS
_OWN_DEEDS: Final = frozenset({"moves", "drops"})
"""Groups of effects without a caption: the player just pressed the key, and sees the piece move."""


class Captions(GameListener):
    """The titles of the effects of a game, whether or not they are heard; kinds that are turned off have none."""

    def __init__(self, sound: Callable[[], Sound], clock: Callable[[], int]) -> None:
        super().__init__(self._take)
        self._sound: Final = sound
        self._clock: Final = clock
        self._titles: dict[str, int] = {}
        """Titles, and until when each is shown."""

    def text(self, now_ns: int) -> str:
        """Return the titles of the last seconds, the newest last; empty if there are none."""
        self._titles = {title: until_ns for title, until_ns in self._titles.items() if until_ns > now_ns}
        return ", ".join(self._titles)

    def _take(self, heard: EffectCue) -> None:
        group = GROUP_OF[heard.effect]
        if group not in _OWN_DEEDS and getattr(self._sound(), group):
            title = _(EFFECT_ROWS[heard.effect]["title"])
            self._titles.pop(title, None)
            self._titles[title] = self._clock() + _SHOWN_NS
