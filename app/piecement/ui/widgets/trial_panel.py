"""A panel with a field to try keys and handling in, and what came of it."""

from collections.abc import Callable
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from piecement.input.bindings import Bindings
from piecement.language import _
from piecement.settings.settings import Settings
from piecement.ui.services import Services
from piecement.ui.texts.plain_hints import wants_ascii
from piecement.ui.widgets.handling_field import HandlingField

TRY_HINT: Final = _("Try your keys here: T.")
_TRYING: Final = _("Move, rotate and drop. Esc ends it.")
_REPEATS: Final = 4
"""The repeats that the bar shows."""

_FIRST: Final = 1
"""The column of the first step."""


class RepeatBar(Static):
    """The steps of a held key along time: the first at once, the second after DAS, the others ARR apart."""

    DEFAULT_CSS = "RepeatBar { width: 1fr; height: 3; }"

    def __init__(self, das_ms: float, arr_ms: float) -> None:
        super().__init__()
        self._das_ms, self._arr_ms = das_ms, arr_ms
        self._held_ms = 0.0

    def change(self, das_ms: float, arr_ms: float) -> None:
        self._das_ms, self._arr_ms = das_ms, arr_ms
        self.draw()

    def hold(self, held_ms: float) -> None:
        """Show how long a key has been held."""
        if held_ms != self._held_ms:
            self._held_ms = held_ms
            self.draw()

    def on_resize(self) -> None:
        self.draw()

    def draw(self) -> None:
        columns = max(8, self.size.width) - _FIRST - 1
        length_ms = self._das_ms + _REPEATS * self._arr_ms or 1.0
        times = [0.0, *(self._das_ms + number * self._arr_ms for number in range(_REPEATS))]
        marks = {_FIRST + round(time / length_ms * columns) for time in times}
        if not self._arr_ms:  # all at once, as far as the wall
            marks |= {max(marks) - number for number in range(2)}
        passed = _FIRST + round(min(1.0, self._held_ms / length_ms) * columns) if self._held_ms else 0
        wall, mark, way = "|#-" if wants_ascii(self) else "│▌─"
        line = [Content.styled(wall, "$muted")]
        for column in range(_FIRST, _FIRST + columns + 1):
            is_passed = column <= passed
            sign = mark if column in marks else way if is_passed else " "
            line.append(Content.styled(sign, "$accent" if is_passed else "$foreground"))
        repeat = _("then every {arr:g} ms").format(arr=self._arr_ms) if self._arr_ms else _("then at once to the wall")
        self.update(
            Content("\n").join(
                [
                    Content(_("A held key:")),
                    Content("").join(line),
                    Content.styled(_("DAS {das:g} ms, {repeat}").format(das=self._das_ms, repeat=repeat), "$muted"),
                ]
            )
        )


class TrialPanel(Vertical):
    """The field, which is played in while it has the focus, and a line of what its keys did; above it a bar of DAS and
    ARR, if they are set beside it.
    """

    DEFAULT_CSS = """
    TrialPanel { height: 1fr; }
    TrialPanel HandlingField { height: 1fr; max-height: 15; }
    TrialPanel #trial { height: auto; }
    """

    def __init__(
        self,
        services: Services,
        settings: Settings,
        bindings: Callable[[Settings], Bindings],
        hint: str,
        *,
        has_bar: bool,
    ) -> None:
        super().__init__()
        self._services: Final = services
        self._hint = hint
        self._bar: Final = RepeatBar(settings.gameplay.das_ms, settings.gameplay.arr_ms) if has_bar else None
        self.field: Final = HandlingField(services, settings, bindings=bindings, held=self._show_held)
        self._line: Final = Static(Content.styled(hint, "$muted"), id="trial")

    def compose(self) -> ComposeResult:
        if self._bar is not None:
            yield self._bar
        yield self.field
        yield self._line

    def change(self, settings: Settings, hint: str) -> None:
        """Play by other settings from now on."""
        self.field.change(settings)
        if self._bar is not None:
            self._bar.change(settings.gameplay.das_ms, settings.gameplay.arr_ms)
        self._hint = hint
        if not self.field.is_played:
            self._say(hint, "$muted")

    def begin(self) -> None:
        """Focus the field for the player's try."""
        self.field.focus()
        self._say(_TRYING, "$accent")

    def on_handling_field_ended(self) -> None:
        self._say(self._hint, "$muted")

    def on_handling_field_ran(self, event: HandlingField.Ran) -> None:
        self._say(event.text, "$accent")

    def _say(self, text: str, style: str) -> None:
        self._line.update(Content.styled(text, style))

    def _show_held(self, held_ms: float) -> None:
        if self._bar is not None and self._services.appearance.may_move:
            self._bar.hold(held_ms)
