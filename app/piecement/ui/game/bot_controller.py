"""The bot at a side: it plays there, or gives hints. Bots are imported when one is loaded: most games do without."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from piecement.input.key_names import key_label
from piecement.render.scene import Legend
from piecement.session.bots.loaded_bot import BotError
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
    """The bot of a session, from when it is asked to play or to give hints until `close`."""

    def __init__(
        self,
        session: Session,
        settings: Computer,
        clock_ns: Callable[[], int],
        report_error: Callable[[str], object],
        *,
        bot: str | None = None,
        later: Later | None = None,
        is_rival: bool = False,
    ) -> None:
        """Prepare it for a session; errors are reported in sentences.

        `bot`, a name or a command, plays instead of the one that is set, and looks as far ahead as it likes. A rival
        plays beside the player, not in the player's place: it announces nothing, and gives no hints.
        """
        self._session: Final = session
        self._settings = settings
        self._report_error: Final = report_error
        self._bot: Final = bot
        self._slices: Final = Slices(self._think, clock_ns, later or on_loop)
        self._input: BotInput | None = None
        self._hints: Hints | None = None
        self._announced: list[Event] = []
        self._is_rival: Final = is_rival
        self.gives_hints = settings.hint and not is_rival

    @property
    def plays(self) -> bool:
        return self._input is not None

    @property
    def is_at_work(self) -> bool:
        """Whether it plays or gives hints, and so needs every frame."""
        return self.plays or self.gives_hints

    def toggle(self) -> None:
        """Take the game over, or give it back."""
        if self._input is None:
            self._start_playing()
            if self._input is not None:
                self._session.mark_unranked(bot=True)
                self._announce("The bot plays.")
        else:
            self._stop_playing()
            self._announce("You play.")

    def advance(self) -> list[Event]:
        """Return what happened since this was done last; if it plays, run the game to the present moment."""
        events, self._announced = self._announced, []
        if self._input is None or not self._session.is_running:
            return events
        try:
            return events + self._input.advance(self._session.time_ns)
        except BotError as error:
            self._fail(error)
            return events

    def advice(self) -> Piece | None:
        """Return where it would put the piece in play, or the one in hold."""
        return self._hints.advice(self._session.view) if self._hints else None

    def after_frame(self, fps: float) -> None:
        """Think until the next frame, if there is anything to think about."""
        if self.is_at_work:
            self._slices.after_frame(fps)

    def pause_thinking(self) -> None:
        """Think no more until after another frame."""
        self._slices.stop()

    def close(self) -> None:
        self._slices.stop()
        self._stop_playing()
        self._stop_hints()

    def apply_settings(self, settings: Computer) -> None:
        before, self._settings = self._settings, settings
        self.gives_hints = settings.hint and not self._is_rival
        if self._bot is None and (before.bot, before.look_ahead) != (settings.bot, settings.look_ahead):
            self._stop_hints()
            if self.plays:
                self._stop_playing()
                self._start_playing()
        if not settings.hint:
            self._stop_hints()
        if self._input is not None:
            self._input.set_pace(settings.pieces_per_second)

    def change_by(self, key: str) -> tuple[str, SettingValue] | None:
        """Return the name of the setting that a key changes while the bot plays, and its new value."""
        if not self.plays or key not in _STEPS:
            return None
        name, steps = _STEPS[key]
        spec = next(spec for spec in Computer.specs() if spec.name == name)
        return name, spec.stepped(spec.value(self._settings), steps)

    def legend(self, keys: Legend, reachable: Callable[[str], str]) -> Legend:
        """Return what stands where the keys of a game would: while the bot plays, its name and the keys for it."""
        if self._input is None:
            return keys
        settings = self._settings
        return (
            ("Bot", self._input.loaded_bot.name),
            ("Speed", f"↑↓ {settings.pieces_per_second:g}/s"),
            *([("Ahead", f"←→ {settings.look_ahead}")] if self._bot is None else []),
            ("Play", f"[{key_label(reachable(settings.watch_key))}]"),
            *(line for line in keys if line[0] in {"Pause", "Help"}),
        )

    def _think(self, may_think: MayThink) -> bool:
        """Think for a slice; an error ends the bot, never the game."""
        if not self._session.is_running or self._session.is_over:
            return False
        try:
            return self._input.think(may_think) if self._input is not None else self._think_of_hints(may_think)
        except BotError as error:
            self._fail(error)
            return False

    def _think_of_hints(self, may_think: MayThink) -> bool:
        if self._hints is None:
            loaded_bot = self._load_bot()
            if loaded_bot is None:
                return False
            from piecement.session.bots.hints import Hints  # noqa: PLC0415 - brings the bots

            self._hints = Hints(loaded_bot)
        self._session.mark_unranked(practice=True)
        return self._hints.think(self._session.view, may_think)

    def _start_playing(self) -> None:
        loaded_bot = self._load_bot()
        if loaded_bot is not None:
            from piecement.session.bots.bot_input import BotInput  # noqa: PLC0415 - brings the bots

            self._input = BotInput(self._session, loaded_bot, self._settings.pieces_per_second)

    def _load_bot(self) -> "LoadedBot | None":
        from piecement.session.bots.loaded_bot import load_bot  # noqa: PLC0415 - brings the bots
        from piecement_engine.bots import ExternalBotError  # noqa: PLC0415 - as above

        settings = self._settings
        try:
            ahead = settings.look_ahead if self._bot is None else None
            return load_bot(self._bot or settings.bot, self._session.view.seed, look_ahead=ahead)
        except ExternalBotError as error:
            sentence = one_line(error)
            self._fail(BotError(f"{sentence[:1].upper()}{sentence[1:]}."))
            return None

    def _stop_playing(self) -> None:
        if self._input is not None:
            self._input.loaded_bot.close()
            self._input = None

    def _stop_hints(self) -> None:
        if self._hints is not None:
            self._hints.loaded_bot.close()
            self._hints = None

    def _fail(self, error: BotError) -> None:
        self._stop_playing()
        self._stop_hints()
        self.gives_hints = False
        self._report_error(str(error))

    def _announce(self, text: str) -> None:
        if not self._is_rival:
            self._announced.append(Announced(self._session.view.time_ns, text))
