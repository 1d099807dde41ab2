"""A mode as it is in play: a game that a bot plays, drawn small."""

from piecement.render.skins.look import Look
from piecement.ui.texts.terminal_room import lack_of_room
from piecement.ui.widgets.demo import ModeDemo
from piecement.ui.widgets.small_picture import SmallPicture
from piecement_engine import Rules


class ModePreview(SmallPicture):
    """Shows a game of some rules, where there is room."""

    _rules: Rules | None = None

    def show_rules(self, rules: Rules | None, look: Look) -> None:
        """Begin a game of these rules; show none without any."""
        self._rules = rules
        self._look = look
        self.lay_out()
        self.run()

    def new_demo(self) -> ModeDemo | None:
        if self._rules is None or lack_of_room(self._rules, self._look, self.size):
            return None
        return ModeDemo(self._rules)
