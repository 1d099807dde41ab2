"""Settings of sound: effects, music, the bell of the terminal."""

from typing import Annotated, ClassVar, Final

from piecement.input.bindings import Bindings
from piecement.language import _
from piecement.settings.section import Section, setting
from piecement.settings.specs import Choices, CommandKey, Range, Registered
from piecement.sound.names import Music, SoundSet

AUTO: Final = "auto"
_ON: Final = "on"
_OFF: Final = "off"

_SOUND: Final = Choices(
    {AUTO: _("Automatic"), _ON: _("On"), _OFF: _("Off")},
    {AUTO: _("On, except over SSH."), _ON: _("On, even over SSH."), _OFF: _("No sound at all, not even the bell.")},
)
OWN_SETS: Final[dict[str, str]] = {}
"""Sentences about the sound sets of the player's own, by name."""

_BUILT_IN_SETS: Final = Choices.of(
    {
        SoundSet.SOFT: (_("Soft"), _("Soft mallets.")),
        SoundSet.SQUARE: (_("8-bit"), _("The square waves of an 8-bit machine.")),
        SoundSet.BELL: (_("Elektronika 60"), _("The bell of an old terminal: its rhythm tells events apart.")),
    }
)
_SETS: Final = Choices(
    Registered(lambda: {**_BUILT_IN_SETS.titles, **{name: name for name in OWN_SETS}}),
    Registered(lambda: {**_BUILT_IN_SETS.sentences, **OWN_SETS}),
)
_MUSIC: Final = Choices.of(
    {
        Music.NONE: (_("None"), ""),
        Music.GENERATED: (_("Generated"), _("Generated from each game's seed; denser as the stack rises.")),
        Music.MINUET: (_("Minuet in G"), _("Christian Petzold, from the notebook for Anna Magdalena Bach, 1725.")),
        Music.PRELUDE: (_("Prelude in C"), _("Johann Sebastian Bach, The Well-Tempered Clavier I, 1722.")),
        Music.ODE: (_("Ode to Joy"), _("Ludwig van Beethoven, from his ninth symphony, 1824.")),
    }
)
_PERCENT: Final = Range(0, 100, 5, "%", {0: _("silent")})

EFFECTS: Final = _("Effects")
"""Heading of the kinds of effects."""

_MUTE_KEYS: Final = ("v", "f10")
"""Keys that mute if the chosen one is a key of a player."""


class Sound(Section):
    """Settings of sound. By default effects of games are on, and music is off."""

    GROUPS: ClassVar = {"sound": _("Sound"), "moves": EFFECTS, "bell": _("Bell and key")}

    sound: Annotated[str, _SOUND] = setting(_("Sound"), _("Turn sound on or off."), default=AUTO)
    effects_volume: Annotated[int, _PERCENT] = setting(_("Effects"), _("The volume of the effects."), default=60)
    effect_set: Annotated[str, _SETS] = setting(
        _("Instrument"), _("The style of the sound effects."), default=SoundSet.SOFT.value
    )
    music: Annotated[str, _MUSIC] = setting(
        _("Tune"), _("The tune: faster by level, calm in menus."), default=Music.NONE.value
    )
    music_volume: Annotated[int, _PERCENT] = setting(_("Music"), _("The volume of the music."), default=40)
    moves: bool = setting(_("Moves"), _("A piece moves, rotates or is held."), default=True)
    drops: bool = setting(_("Drops and locks"), _("A piece drops or locks; blocks fall."), default=True)
    clears: bool = setting(_("Clears"), _("Lines by their number, spins, combos, perfect clears."), default=True)
    garbage: bool = setting(_("Garbage"), _("Garbage is sent, waits or rises."), default=True)
    warnings: bool = setting(_("Warnings"), _("The stack nears the top; the countdown."), default=True)
    results: bool = setting(_("Levels and ends"), _("You level up; a game is won or lost."), default=True)
    menus: bool = setting(_("Menus"), _("The cursor moves, a screen opens or closes."), default=False)
    bell: bool = setting(
        _("Terminal bell"), _("Ring the terminal bell, even over SSH: garbage, danger, game end."), default=False
    )
    mute_key: Annotated[str, CommandKey()] = setting(_("Mute"), _("Turns sound off and on in a game."), default="m")

    def is_on(self, *, remote: bool) -> bool:
        """Return whether sound is on at this machine; `remote` means that the player is at another one."""
        return self.sound == _ON or (self.sound == AUTO and not remote)

    @property
    def rings(self) -> bool:
        """Whether the bell of the terminal is on."""
        return self.bell and self.sound != _OFF

    def turned(self, *, on: bool, remote: bool = False) -> "Sound":
        """Return the section with sound turned on or off, for a remote player if so."""
        if not on:
            return self.with_values(sound=_OFF)
        return self.with_values(sound=_ON if remote else AUTO)

    def free_mute_key(self, *players: Bindings) -> str:
        """Return the key that mutes: the chosen one, or another if that is a key of a player."""
        keys = (self.mute_key, *_MUTE_KEYS)
        return next((key for key in keys if not any(player.button(key) for player in players)), "")
