"""The computer beside a player: it plays in the player's place when it is asked to, or says what it would do.

Most games do without it: the bots are only imported when one is loaded.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from piecement.input.key_names import key_label
from piecement.render.scene import Legend
from piecement.session.bots.bot_error import BotError
from piecement.session.bots.slices import Later, MayThink, Slices, on_loop
from piecement.session.session import Session
from piecement.settings.computer import Computer
from piecement.settings.setting_spec import SettingValue
from piecement.terminal.outside_text import one_line
from piecement_engine import Event, Piece
from piecement_engine.events import Announced

if TYPE_CHECKING:
    from piecement.session.bots.bot_input import BotInput
    from piecement.session.bots.hints import Hints
    from piecement.session.bots.loaded_bot import LoadedBot

_STEPS: Final = {
    "up": ("pieces_per_second", 1),
    "down": ("pieces_per_second", -1),
    "plus": ("pieces_per_second", 1),
    "equals_sign": ("pieces_per_second", 1),
    "minus": ("pieces_per_second", -1),
    "right": ("look_ahead", 1),
    "left": ("look_ahead", -1),
}
"""The keys that change a setting while the bot plays, and which way."""


class BotController:
    """The bot of a session. Nothing of it outlasts `close`."""

    def __init__(
        self,
        current: Session,
        settings: Computer,
        clock_ns: Callable[[], int],
        complain: Callable[[str], object],
        *,
        bot: str | None = None,
        later: Later | None = None,
        is_rival: bool = False,
    ) -> None:
        """Prepare it for a session; complaints are sentences.

        `bot`, a name or a command, is who plays instead of whom the player has set, and looks as far ahead as it likes.
        A rival plays beside the player, not in the player's place: it says nothing, and gives no hints.
        """
        self._current: Final = current
        self._settings = settings
        self._complain: Final = complain
        self._bot: Final = bot
        self._slices: Final = Slices(self._think, clock_ns, later or on_loop)
        self._pilot: BotInput | None = None
        self._hints: Hints | None = None
        self._said: list[Event] = []
        self._is_rival: Final = is_rival
        self._gives_hints = settings.hint and not is_rival

    @property
    def plays(self) -> bool:
        """Whether it plays in the player's place."""
        return self._pilot is not None

    @property
    def is_at_work(self) -> bool:
        """Whether it plays or gives hints, and so needs every frame."""
        return self._pilot is not None or self._gives_hints

    def watch(self) -> None:
        """Take the game over, or give it back."""
        if self._pilot is None:
            self._pilot = self._take_over()
            if self._pilot is not None:
                self._current.mark_unranked(bot=True)
                self._say("The bot plays.")
        else:
            self._leave_pilot()
            self._say("You play.")

    def advance(self) -> list[Event]:
        """Return what happened since this was done last; if it plays, run the game to the present moment."""
        said, self._said = self._said, []
        if self._pilot is None or not self._current.is_running:
            return said
        try:
            return said + self._pilot.advance(self._current.time_ns)
        except BotError as error:
            self._fail(error)
            return said

    def advice(self) -> Piece | None:
        """Return where it would put the piece in play, or the one in hold."""
        return self._hints.advice(self._current.view) if self._hints else None

    def after_frame(self, fps: float) -> None:
        """Think until the next frame, if there is anything to think about."""
        if self.is_at_work:
            self._slices.after_frame(fps)

    def rest(self) -> None:
        """Think no more until after another frame."""
        self._slices.stop()

    def close(self) -> None:
        """End it."""
        self._slices.stop()
        self._leave_pilot()
        self._leave_hints()

    def dress(self, settings: Computer) -> None:
        """Play and advise as the player has set it now."""
        before, self._settings = self._settings, settings
        self._gives_hints = settings.hint and not self._is_rival
        if self._bot is None and (before.bot, before.look_ahead) != (settings.bot, settings.look_ahead):
            self._leave_hints()
            if self._pilot is not None:
                self._leave_pilot()
                self._pilot = self._take_over()
        if not settings.hint:
            self._leave_hints()
        if self._pilot is not None:
            self._pilot.set_pace(settings.pieces_per_second)

    def change_by(self, key: str) -> tuple[str, SettingValue] | None:
        """Return the name of the setting that a key changes while the bot plays, and its new value."""
        if not self.plays or key not in _STEPS:
            return None
        name, steps = _STEPS[key]
        spec = next(spec for spec in Computer.specs() if spec.name == name)
        return name, spec.stepped(spec.value(self._settings), steps)

    def legend(self, keys: Legend, reachable: Callable[[str], str]) -> Legend:
        """Return what stands where the keys of a game would: what the bot is at, while it plays."""
        if self._pilot is None:
            return keys
        settings = self._settings
        return (
            ("Bot", self._pilot.loaded_bot.name),
            ("Speed", f"↑↓ {settings.pieces_per_second:g}/s"),
            *([("Ahead", f"←→ {settings.look_ahead}")] if self._bot is None else []),
            ("Play", f"[{key_label(reachable(settings.watch_key))}]"),
            *(line for line in keys if line[0] in {"Pause", "Help"}),
        )

    def _think(self, may_think: MayThink) -> bool:
        """Think for a slice; an error ends it, never the game."""
        if not self._current.is_running or self._current.is_over:
            return False
        try:
            if self._pilot is not None:
                return self._pilot.think(may_think)
            return self._advise(may_think)
        except BotError as error:
            self._fail(error)
            return False

    def _advise(self, may_think: MayThink) -> bool:
        if self._hints is None:
            loaded_bot = self._load_bot()
            if loaded_bot is None:
                return False
            from piecement.session.bots.hints import Hints  # noqa: PLC0415 - brings the bots

            self._hints = Hints(loaded_bot)
        self._current.mark_unranked(practice=True)
        return self._hints.think(self._current.view, may_think)

    def _take_over(self) -> "BotInput | None":
        loaded_bot = self._load_bot()
        if loaded_bot is None:
            return None
        from piecement.session.bots.bot_input import BotInput  # noqa: PLC0415 - brings the bots

        return BotInput(self._current, loaded_bot, self._settings.pieces_per_second)

    def _load_bot(self) -> "LoadedBot | None":
        from piecement.session.bots.loaded_bot import load_bot  # noqa: PLC0415 - brings the bots
        from piecement_engine.bots import ExternalBotError  # noqa: PLC0415 - as above

        settings = self._settings
        try:
            ahead = settings.look_ahead if self._bot is None else None
            return load_bot(self._bot or settings.bot, self._current.view.seed, look_ahead=ahead)
        except ExternalBotError as error:
            said = one_line(error)
            self._fail(BotError(f"{said[:1].upper()}{said[1:]}."))
            return None

    def _leave_pilot(self) -> None:
        if self._pilot is not None:
            self._pilot.loaded_bot.close()
            self._pilot = None

    def _leave_hints(self) -> None:
        if self._hints is not None:
            self._hints.loaded_bot.close()
            self._hints = None

    def _fail(self, error: BotError) -> None:
        self._leave_pilot()
        self._leave_hints()
        self._gives_hints = False
        self._complain(str(error))

    def _say(self, text: str) -> None:
        if not self._is_rival:
            self._said.append(Announced(self._current.view.time_ns, text))
