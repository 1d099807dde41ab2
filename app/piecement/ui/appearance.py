"""How everything is drawn: by what the player has set, and by what the terminal can."""

import os
from typing import TYPE_CHECKING, Final

from piecement.terminal.answers import BackgroundColour, CursorPosition, TerminalAnswer
from piecement.terminal.background import Background, background_of_colour, background_of_environment
from piecement.terminal.character_widths import CHARACTER_WARNINGS, Characters, characters_of
from piecement.terminal.keyboard_app import KeyboardApp
from piecement.ui.live_settings import LiveSettings
from piecement.ui.theme import THEMES, depth_of, theme_for

if TYPE_CHECKING:
    from piecement.render.skins.look import Look


class Appearance:
    """The looks of an application; before the settings are read, only what needs none."""

    def __init__(self, app: KeyboardApp[None], settings: LiveSettings) -> None:
        self._app: Final = app
        self._settings: Final = settings
        self._background = background_of_environment(os.environ)
        """What is known of the terminal's own background."""
        self._characters = Characters.GOOD
        for theme in THEMES:
            app.register_theme(theme)
        self._apply_theme_of_terminal()

    @property
    def look(self) -> "Look":
        """How the game is to be drawn, by the settings and by what the terminal can."""
        from piecement.ui.look import look_of  # noqa: PLC0415 - comes with all skins

        is_ascii = self._characters is not Characters.GOOD
        return look_of(
            self._settings.now, self.depth, may_move=self.may_move, background=self._background, is_ascii=is_ascii
        )

    @property
    def may_move(self) -> bool:
        """Whether things may move only to look good."""
        return not self._settings.now.interface.reduced_motion and self._app.animation_level != "none"

    @property
    def depth(self) -> str:
        """How many colours the terminal has: a `Depth`."""
        return "none" if self._app.no_color else depth_of(self._app.console.color_system)

    @property
    def ascii_only(self) -> bool:
        """Whether there may be nothing but ASCII on the screen."""
        return self._app.ascii_only

    def apply(self) -> None:
        """Have the application be drawn by the settings."""
        from piecement.ui.look import theme_of  # noqa: PLC0415 - comes with all skins

        theme = theme_of(self._settings.now, self.depth, self._background)
        if theme.name not in self._app.available_themes:
            self._app.register_theme(theme)
        self._app.theme = theme.name
        self._app.ascii_only = self.look.chosen_skin.is_ascii

    def on_answer(self, answer: "TerminalAnswer") -> str:
        """Suit the looks to what the terminal said of itself, however late; return a warning, or nothing."""
        if isinstance(answer, BackgroundColour):
            self.set_background(background_of_colour(answer.red, answer.green, answer.blue))
        elif isinstance(answer, CursorPosition) and (found := characters_of(answer.row, answer.column)):
            return self.set_characters(found)
        return ""

    def set_background(self, background: Background) -> None:
        """Suit the looks to the terminal's own background."""
        if background is not self._background:
            self._background = background
            if not self._settings.are_read or self.look.chosen_tones.background is None:
                self._terminal_changed()

    def set_characters(self, characters: Characters) -> str:
        """Keep to ASCII from now on where the terminal cannot show more; return a warning then, or nothing."""
        if characters is self._characters:
            return ""
        self._characters = characters
        self._terminal_changed()
        return CHARACTER_WARNINGS.get(characters, "")

    def _terminal_changed(self) -> None:
        if self._settings.are_read:
            self._settings.publish()
        else:
            self._apply_theme_of_terminal()
            self._app.ascii_only = self._characters is not Characters.GOOD

    def _apply_theme_of_terminal(self) -> None:
        self._app.theme = theme_for(self.depth, self._background).name
