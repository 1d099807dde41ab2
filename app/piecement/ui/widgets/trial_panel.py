"""A panel to try handling in: the field, a line of what its keys did, and a bar of the delays of a held key."""

from collections.abc import Callable
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from piecement.input.bindings import Bindings
from piecement.settings.settings import Settings
from piecement.ui.services import Services
from piecement.ui.texts.plain_hints import wants_ascii
from piecement.ui.widgets.handling_field import HandlingField
from piecement_base.language import N_, _

TRY_HINT: Final = N_("Try your keys here: T.")

_REPEATS: Final = 4
"""The repeats that the bar shows."""

_FIRST: Final = 1
"""The column of the first step."""


class RepeatBar(Widget):
    """The steps of a held key along time: the first at once, the second after DAS, the others ARR apart.

    The row below stays free, so that a piece above the field does not touch them.
    """

    DEFAULT_CSS = "RepeatBar { width: 1fr; height: 3; }"

    das_ms: reactive[float] = reactive(0.0)
    arr_ms: reactive[float] = reactive(0.0)
    held_ms: reactive[float] = reactive(0.0)
    """Time that a key has been held."""

    def render(self) -> Content:
        columns = max(8, self.size.width) - _FIRST - 1
        length_ms = self.das_ms + _REPEATS * self.arr_ms or 1.0
        times = [0.0, *(self.das_ms + number * self.arr_ms for number in range(_REPEATS))]
        marks = {_FIRST + round(time / length_ms * columns) for time in times}
        if not self.arr_ms:  # all at once, as far as the wall
            marks |= {max(marks) - number for number in range(2)}
        passed = _FIRST + round(min(1.0, self.held_ms / length_ms) * columns) if self.held_ms else 0
        wall, mark, way = "|#-" if wants_ascii(self) else "│▌─"
        line = [Content.styled(wall, "$muted")]
        for column in range(_FIRST, _FIRST + columns + 1):
            is_passed = column <= passed
            sign = mark if column in marks else way if is_passed else " "
            line.append(Content.styled(sign, "$accent" if is_passed else "$foreground"))
        repeat = _("then every {arr:g} ms").format(arr=self.arr_ms) if self.arr_ms else _("then at once to the wall")
        told = Content.styled(_("DAS {das:g} ms, {repeat}").format(das=self.das_ms, repeat=repeat), "$muted")
        return Content("\n").join([told, Content("").join(line)])


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
        self, services: Services, settings: Settings, bindings: Callable[[Settings], Bindings], *, has_bar: bool
    ) -> None:
        super().__init__()
        self._services: Final = services
        self._hint = ""
        self._bar: Final = RepeatBar()
        self._bar.display = has_bar
        self.field: Final = HandlingField(services, settings, bindings=bindings, held=self._show_held)
        self._line: Final = Static(id="trial")

    def compose(self) -> ComposeResult:
        yield from (self._bar, self.field, self._line)

    def change(self, settings: Settings, hint: str) -> None:
        """Play by other settings from now on."""
        self.field.change(settings)
        self._bar.das_ms, self._bar.arr_ms = settings.gameplay.das_ms, settings.gameplay.arr_ms
        self._hint = hint
        if not self.field.is_played:
            self._say(hint, "$muted")

    def begin(self) -> None:
        """Focus the field for the player's try."""
        self.field.focus()
        self._say(_("Move, rotate and drop. Esc ends it."), "$accent")

    def on_handling_field_ended(self) -> None:
        self._say(self._hint, "$muted")

    def on_handling_field_ran(self, event: HandlingField.Ran) -> None:
        self._say(event.text, "$accent")

    def _say(self, text: str, style: str) -> None:
        self._line.update(Content.styled(text, style))

    def _show_held(self, held_ms: float) -> None:
        if self._services.appearance.may_move:
            self._bar.held_ms = held_ms
