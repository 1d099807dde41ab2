"""Sound of the application: the process that plays, as the settings say, and the listeners to games."""

import os
from asyncio import get_running_loop
from collections.abc import Callable
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from piecement.sound.effects import GROUP_OF, Effect
from piecement.sound.outputs import has_device, outputs
from piecement.sound.process import SoundProcess
from piecement.terminal.environment import is_remote
from piecement.ui.live_settings import LiveSettings

if TYPE_CHECKING:
    from piecement.settings.sound import Sound
    from piecement.sound.game_listener import EffectCue, GameListener
    from piecement_engine import Event, GameView

_REPEAT_NS: Final = 50_000_000
"""Minimum interval of an effect: a fast replay has more of them than an ear can tell apart."""

_PACE_NS: Final = 500_000_000
"""Interval between reports of the game to the music."""

_BELL_NS: Final = 500_000_000
"""Minimum interval of the bell."""

_BELLS: Final = frozenset({Effect.GARBAGE_WAITING, Effect.DANGER, Effect.WON, Effect.GAME_OVER})
"""The effects that the terminal's bell stands for."""

_OTHERS_PERCENT: Final = 35
"""Volume of other players."""

_ENDS: Final = frozenset({Effect.WON, Effect.GAME_OVER})
"""Effects of others at full volume: their end is that of the match."""

StartSound = Callable[[], SoundProcess | None]
"""Function that starts the process that plays; None without an output."""


def start_sound() -> SoundProcess | None:
    """Start the process that plays; None where no device or program could play."""
    if not has_device(os.environ) or not any(outputs()):
        return None
    return SoundProcess()


class Sounds:
    """Plays what is heard, once the settings are applied."""

    def __init__(
        self, settings: LiveSettings, clock: Callable[[], int], ring: Callable[[], object], start: StartSound
    ) -> None:
        """Prepare the sound, which is played by what `start` starts; `ring` rings the bell."""
        self._settings: Final = settings
        self._clock: Final = clock
        self._ring: Final = ring
        self._start: Final = start
        self._process: SoundProcess | None = None
        self.is_listening = False
        """Whether anything of a game is heard, by the process or the bell."""
        self._lines: list[str] = []
        """Lines to send next."""
        self._applied: tuple[Sound, int] | None = None
        """The settings, and the revision of the custom files."""
        self._used = "", "", 0
        """The set and the music that the process plays, and that revision."""
        self._played_ns: dict[Effect, int] = {}
        """Time at which each effect was last played."""
        self._rung_ns = -_BELL_NS
        """Time at which the bell last rang."""
        self._pace_line = ""
        """Last report of the game to the music."""
        self._paced_ns = -_PACE_NS
        """Time at which the game was last looked at for such a report."""
        self._seed = 0
        """Seed of the player's game, which also varies the music."""
        self._count = 0
        """Last number of the countdown."""
        self._scene = "menu"
        """Scene whose music is played: `menu` or `game`."""

    def apply(self) -> None:
        """Play as the settings say from now on."""
        if (state := (self._now, self._settings.store.own_files.revision)) == self._applied:
            return
        self._applied, now = state, self._now
        self.is_listening = now.rings
        if not self.is_on:
            self.close()
            return
        if not self.is_playing:
            self._process = self._start()
            self._used, self._pace_line = ("", "", 0), ""
        self.is_listening |= self._process is not None
        self._send(f"volume {now.effects_volume} {now.music_volume}")
        self._send(f"scene {self._scene}")
        self.try_out(now)

    def close(self) -> None:
        """Stop playing; the process ends by itself."""
        if self._process is not None:
            self._process.close()
            self._process = None

    @property
    def is_on(self) -> bool:
        """Whether sound is on here, by the settings."""
        return self._now.is_on(remote=self._is_remote)

    @property
    def is_playing(self) -> bool:
        """Whether the process that plays runs."""
        return self._process is not None and self._process.is_open

    def toggle(self) -> bool:
        """Turn sound on or off, and return whether it is on."""
        on = not self.is_on
        settings = self._settings.now
        self._settings.apply(settings.with_values(sound=settings.sound.turned(on=on, remote=self._is_remote)))
        return on

    def play(self, effect: Effect, step: int = 0, *, percent: int = 100) -> None:
        """Play an effect if its group is on, and it was not played a moment ago."""
        if not self.is_listening:
            return
        now_ns, last_ns = self._clock(), self._played_ns.get(effect, -_REPEAT_NS)
        if now_ns - last_ns < _REPEAT_NS or not getattr(self._now, GROUP_OF[effect]):
            return
        self._played_ns[effect] = now_ns
        self._send(f"play {effect} {step} {percent}")
        if effect in _BELLS and self._now.rings and now_ns - self._rung_ns >= _BELL_NS:
            self._rung_ns = now_ns
            self._ring()

    def preview(self, effect: Effect) -> None:
        """Play an effect, whether its group is on or not."""
        self._send(f"play {effect} 0 100")

    def try_out(self, sound: "Sound | None") -> None:
        """Use the set and the music of other settings until the next call; None is the current ones."""
        shown, files = self._now if sound is None else sound, self._settings.store.own_files
        if (wanted := (shown.effect_set, shown.music, files.revision)) != self._used:
            self._used = wanted
            own = files.sound_file(shown.effect_set)
            self._send(f"set {quote(str(own)) if own else shown.effect_set}")
            self._send(f"music {shown.music} {self._seed}")

    def enter(self, *, game: bool) -> None:
        """Play the music of a game, or that of menus."""
        self._scene = "game" if game else "menu"
        self._send(f"scene {self._scene}")

    def count(self, number: int) -> None:
        """Follow a countdown; 0 is its end."""
        if number != self._count:
            self._count = number
            self.play(Effect.COUNT if number else Effect.GO)

    def of_game(self, view: "GameView", *, is_own: bool = True) -> "GameSounds":
        """Return the listener to a game, of the player or of another one."""
        if is_own and view.seed != self._seed:
            self._seed = view.seed
            if self._process is not None:
                self._send(f"music {self._now.music} {self._seed}")
        return GameSounds(self, is_own=is_own)

    def follow(self, view: "GameView") -> None:
        """Report the game to the music, if it is time to."""
        from piecement.sound.game_listener import music_pace  # the engine is there once a game is

        now_ns = self._clock()
        if self._process is None or now_ns - self._paced_ns < _PACE_NS:
            return
        self._paced_ns, pace = now_ns, music_pace(view)
        line = f"pace {pace.level} {pace.density}"
        if line != self._pace_line:
            self._pace_line = line
            self._send(line)

    @property
    def _is_remote(self) -> bool:
        return is_remote(os.environ)

    @property
    def _now(self) -> "Sound":
        return self._settings.now.sound

    def _send(self, line: str) -> None:
        """Send a line once the present key or frame is painted: it wakes a process that may need the same processor."""
        if self._process is None:
            return
        if not self._lines:
            get_running_loop().call_soon(self._send_lines)
        self._lines.append(line)

    def _send_lines(self) -> None:
        lines, self._lines = self._lines, []
        if self._process is not None:
            for line in lines:
                self._process.send(line)


class GameSounds:
    """Effects and music of one game, while sound is on."""

    def __init__(self, sounds: Sounds, *, is_own: bool) -> None:
        self.sounds: Final = sounds
        self._is_own: Final = is_own
        self.listener: GameListener | None = None
        """Listener to the game; None while nothing is heard."""

    def play(self, events: "list[Event]", view: "GameView") -> None:
        """Play the effects of events; the music follows the player's game."""
        if not self.sounds.is_listening:
            self.listener = None
            return
        if self.listener is None:
            from piecement.sound.game_listener import GameListener

            self.listener = GameListener(self._play, is_own=self._is_own)
            self.listener.reset(view)
        self.listener.on_events(events, view)
        if self._is_own:
            self.sounds.follow(view)

    def forget(self) -> None:
        """Forget the game so far, so that its next state causes no effects."""
        self.listener = None

    def _play(self, heard: "EffectCue") -> None:
        is_full = self._is_own or heard.effect in _ENDS
        self.sounds.play(heard.effect, heard.step, percent=100 if is_full else _OTHERS_PERCENT)
