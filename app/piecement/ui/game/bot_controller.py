"""The bot of a session: it plays, or gives hints. Bots are imported when one is loaded, as most games need none."""

from typing import TYPE_CHECKING, Final

from piecement.input.key_labels import key_label
from piecement.render.scene import Legend
from piecement.session.bots import BotError
from piecement.session.bots.slices import MayThink, Slices
from piecement.session.session import Session
from piecement.settings.computer import Computer
from piecement.settings.values import SettingValue
from piecement.ui.services import Services
from piecement_base.language import _
from piecement_base.printable import one_line
from piecement_engine import EngineError, Event, Piece

if TYPE_CHECKING:
    from piecement.session.bots.bot_input import BotInput
    from piecement.session.bots.loaded_bot import Hints, LoadedBot

_STEPS: Final = {
    "up": ("pieces_per_second", 1),
    "down": ("pieces_per_second", -1),
    "plus": ("pieces_per_second", 1),
    "equals_sign": ("pieces_per_second", 1),
    "minus": ("pieces_per_second", -1),
    "right": ("look_ahead", 1),
    "left": ("look_ahead", -1),
}
"""The setting that a key changes while the bot plays, and by how many steps."""


class BotController:
    """Loads a bot when it is to play or to give hints, and runs it until `close`."""

    def __init__(
        self,
        session: Session,
        services: Services,
        settings: Computer | None = None,
        *,
        bot: str | None = None,
        is_rival: bool = False,
    ) -> None:
        """Load nothing yet; the settings are the player's, if none are given.

        `bot`, a name or a command, replaces that of the settings, and chooses itself how far it looks ahead. A rival
        plays against the player, not for the player: it announces nothing, and gives no hints.
        """
        self._session: Final = session
        self._services: Final = services
        self.settings = settings or services.settings.now.computer
        self._bot: Final = bot
        self.slices: Final = Slices(self._think, services.clock, services.later)
        """The thinking, in slices between frames."""
        self._input: BotInput | None = None
        self._hints: Hints | None = None
        self._is_rival: Final = is_rival
        self.gives_hints = self._may_hint and self.settings.hint
        self.plays = False
        """Whether `_input` is set: an attribute, as each key and each frame reads it."""

    @property
    def _may_hint(self) -> bool:
        """Whether hints may follow the setting: only in a practice game, as they would make any other one practice."""
        return self._session.unranked.practice and not self._is_rival

    @property
    def bot_name(self) -> str:
        """Name or command of the bot."""
        return self._bot or self.settings.bot_of(self._session.plan.mode)

    def toggle(self) -> str:
        """Switch between the bot and the player, and return a message about it, empty for a rival."""
        if self._input is None:
            self._start_playing()
            if self._input is None:
                return ""
            self._session.mark_unranked(bot=True)
            text = _("The bot plays.")
        else:
            self._stop_playing()
            text = _("You play.")
        return "" if self._is_rival else text

    def toggle_hints(self) -> None:
        """Turn hints in this game on or off."""
        self.gives_hints = not self.gives_hints
        if not self.gives_hints:
            self._stop_hints()

    def advance(self) -> list[Event]:
        """Run the game of a bot that plays up to now, and return the events."""
        if self._input is None or not self._session.is_running:
            return []
        try:
            return self._input.advance(self._session.time_ns)
        except BotError as error:
            self._fail(error)
            return []

    def advice(self) -> Piece | None:
        """Return the placement that the bot suggests for the current or held piece."""
        return self._hints.advice(self._session.view) if self._hints else None

    def close(self) -> None:
        self.slices.stop()
        self._stop_playing()
        self._stop_hints()

    def apply_settings(self, settings: Computer) -> None:
        before, self.settings = self.settings, settings
        if before.hint != settings.hint and self._may_hint:
            self.gives_hints = settings.hint
        if self._bot is None and (before.bot, before.look_ahead) != (settings.bot, settings.look_ahead):
            self._stop_hints()
            if self.plays:
                self._stop_playing()
                self._start_playing()
        if not self.gives_hints:
            self._stop_hints()
        if self._input is not None:
            self._input.set_pace(settings.pieces_per_second)

    def change_by(self, key: str) -> tuple[str, SettingValue] | None:
        """Return the name of the setting that a key changes while the bot plays, and its new value."""
        if not self.plays or key not in _STEPS:
            return None
        name, steps = _STEPS[key]
        spec = next(spec for spec in Computer.specs() if spec.name == name)
        return name, spec.stepped(spec.value(self.settings), steps)

    def legend(self) -> Legend:
        """Return the name of the bot that plays and the keys for it; nothing while the player plays."""
        if self._input is None:
            return ()
        settings, reachable = self.settings, self._services.keyboard.reachable
        return (
            (_("Bot"), self._input.loaded_bot.name),
            (_("Speed"), f"↑↓ {settings.pieces_per_second:g}/s"),
            *([(_("Ahead"), f"←→ {settings.look_ahead}")] if self._bot is None else []),
            (_("Play"), f"[{key_label(reachable(self._services.settings.now.commands.watch_key))}]"),
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
        from piecement.session.bots.loaded_bot import Hints  # brings the bots

        if self._hints is None:
            loaded_bot = self._load_bot()
            if loaded_bot is None:
                return False
            self._hints = Hints(loaded_bot)
        self._session.practise_by("hint")
        return self._hints.think(self._session.view, may_think)

    def _start_playing(self) -> None:
        from piecement.session.bots.bot_input import BotInput  # brings the bots

        loaded_bot = self._load_bot()
        if loaded_bot is not None:
            self._input = BotInput(self._session, loaded_bot, self.settings.pieces_per_second)
            self.plays = True

    def _load_bot(self) -> "LoadedBot | None":
        from piecement.session.bots.loaded_bot import load_bot  # brings the bots

        try:
            ahead = self.settings.look_ahead if self._bot is None else None
            return load_bot(self.bot_name, self._session.view.seed, look_ahead=ahead)
        except EngineError as error:
            sentence = one_line(error)
            self._fail(BotError(f"{sentence[:1].upper()}{sentence[1:]}."))
            return None

    def _stop_playing(self) -> None:
        if self._input is not None:
            self._input.loaded_bot.close()
            self._input = None
            self.plays = False

    def _stop_hints(self) -> None:
        if self._hints is not None:
            self._hints.loaded_bot.close()
            self._hints = None

    def _fail(self, error: BotError) -> None:
        self._stop_playing()
        self._stop_hints()
        self.gives_hints = False
        self._services.terminal.notify(str(error), severity="error", markup=False)
