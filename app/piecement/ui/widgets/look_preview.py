"""A small game that plays itself, to show a look."""

from collections.abc import Callable
from typing import Final

from piecement.input.bindings import Bindings
from piecement.language import _
from piecement.render.layout import layout_for
from piecement.render.scene import Caption, Focus
from piecement.render.skins.look import Look
from piecement.session.live_stats import Stats
from piecement.ui.texts.legend import legend
from piecement.ui.widgets.demo import Demo
from piecement.ui.widgets.small_picture import SmallPicture, is_clear

_SKYLINES: Final = range(8, 21)


class LookPreview(SmallPicture):
    """Shows a look, and its effects where motion is wanted."""

    STATS = Stats(pieces_per_second=1.25, keys_per_piece=3.1, finesse=0.92, combo=1, back_to_back=1)
    FPS = 60

    def __init__(self, clock_ns: Callable[[], int], look: Look, bindings: Bindings) -> None:
        super().__init__(clock_ns, look, _caption(look, bindings))

    def show_look(self, look: Look, bindings: Bindings) -> None:
        """Draw in a look from now on, and begin again."""
        self._look, self._caption = look, _caption(look, bindings)
        self.lay_out()

    def new_demo(self) -> Demo:
        """Return a game with as high a field as there is room for."""
        return Demo(self._skyline())

    def _skyline(self) -> int:
        for skyline in reversed(_SKYLINES):
            layout = layout_for(*self.size, Demo(skyline).view, self._look, self._caption)
            if is_clear(layout, self._look):
                return skyline
        return _SKYLINES[0]


def _caption(look: Look, bindings: Bindings) -> Caption:
    keys = legend(bindings, ascii_only=look.chosen_skin.is_ascii)
    return Caption(title=_("Preview"), focus=Focus.TIME, legend=keys)
