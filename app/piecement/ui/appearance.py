"""The look of the application, from the settings and from what the terminal supports."""

import os
from typing import TYPE_CHECKING, Final

from piecement.terminal.background import Background, background_of_colour, background_of_environment
from piecement.terminal.character_widths import CHARACTER_WARNINGS, Characters, characters_of
from piecement.terminal.environment import has_seams, has_unicode
from piecement.terminal.keyboard_app import KeyboardApp
from piecement.terminal.replies import BackgroundColour, CursorPosition, TerminalReply
from piecement.ui.live_settings import LiveSettings
from piecement.ui.themes import THEMES, depth_of, theme_for
from piecement_base.language import _

if TYPE_CHECKING:
    from piecement.render.skins.look import Look
    from piecement.settings.settings import Settings


class Appearance:
    """The look and the theme of an application; before the settings are read, the theme that needs none of them."""

    def __init__(self, app: KeyboardApp[None], settings: LiveSettings) -> None:
        self._app: Final = app
        self._settings: Final = settings
        self._background = background_of_environment(os.environ)
        """The background of the terminal itself, if known."""
        self._has_unicode: Final = has_unicode(os.environ)
        self.characters = Characters.GOOD if self._has_unicode else Characters.BYTES
        """The characters outside ASCII that the locale has and the terminal draws, as far as it has replied."""
        self._animation_level: Final = app.animation_level
        """Level of Textual's animations without reduced motion, by the environment."""
        for theme in THEMES:
            app.register_theme(theme)
        self._apply_theme_of_terminal()

    @property
    def look(self) -> "Look":
        return self.look_with(self._settings.now)

    def look_with(self, settings: "Settings") -> "Look":
        """Return the look that other settings would give."""
        from piecement.ui.game_look import look_of  # comes with all skins

        is_ascii = self.characters is not Characters.GOOD
        return look_of(
            settings,
            self.depth,
            may_move=self.may_move,
            background=self._background,
            is_ascii=is_ascii,
            has_tints=self._app.console.color_system != "256",
            has_seams=has_seams(os.environ),
            revision=self._settings.store.own_files.revision,
        )

    @property
    def may_move(self) -> bool:
        """Whether there may be motion that is only decoration."""
        return not self._settings.now.interface.reduced_motion and self._animation_level != "none"

    @property
    def depth(self) -> str:
        """Colours of the terminal: a `Depth`."""
        return "none" if self._app.no_color else depth_of(self._app.console.color_system)

    @property
    def ascii_only(self) -> bool:
        """Whether there may be nothing but ASCII on the screen."""
        return self._app.ascii_only

    def apply(self) -> None:
        """Apply the settings to the theme of the application."""
        from piecement.ui.game_look import theme_of  # comes with all skins

        theme = theme_of(self._settings.now, self.depth, self._background)
        if theme.name not in self._app.available_themes:
            self._app.register_theme(theme)
        self._app.theme = theme.name
        self._app.animation_level = self._animation_level if self.may_move else "none"
        self._app.ascii_only = self.look.chosen_skin.is_ascii

    def on_answer(self, answer: "TerminalReply") -> str:
        """Adapt the look to an answer of the terminal, however late; return a warning, or an empty text."""
        if isinstance(answer, BackgroundColour):
            self.set_background(background_of_colour(answer.red, answer.green, answer.blue))
        elif isinstance(answer, CursorPosition) and self._has_unicode:
            return self.set_characters(characters_of(answer.row, answer.column) or self.characters)
        return ""

    def set_background(self, background: Background) -> None:
        if background is not self._background:
            self._background = background
            self._terminal_changed()

    def set_characters(self, characters: Characters) -> str:
        """Use ASCII only from now on if the terminal shows no more; return a warning then, or an empty text."""
        if characters is self.characters:
            return ""
        self.characters = characters
        self._terminal_changed()
        return _(CHARACTER_WARNINGS.get(characters, ""))

    def _terminal_changed(self) -> None:
        if self._settings.are_read:
            self._settings.publish()
        else:
            self._apply_theme_of_terminal()

    def _apply_theme_of_terminal(self) -> None:
        self._app.theme = theme_for(self.depth, self._background).name
        self._app.ascii_only = self.characters is not Characters.GOOD
