"""The welcome at the first start: three styles of keys with a field to try them in, and what the terminal can do."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.input.bindings import Bindings
from piecement.input.key_names import key_label
from piecement.language import _
from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.controls import Controls
from piecement.settings.presets import preset_name, with_preset
from piecement.terminal.key_events import KeyEvent
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.texts.keys import BUTTON_TITLES
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.texts.terminal import terminal_facts
from piecement.ui.widgets.handling_field import HandlingField, HandlingTrial, bare
from piecement.ui.widgets.menu_list import PlainList
from piecement_engine.game.inputs import Button
from piecement_engine.version import __version__

if TYPE_CHECKING:
    from piecement.settings.settings import Settings
    from piecement.ui.services import Services

_STYLES: Final = ("Guideline", "tetrs, with hold", "Vim")
"""The presets that are offered."""

_MOST_KEYS: Final = 2
"""Maximum number of keys shown for a button."""

_MOVE: Final = _("Move")
_SIDEWAYS: Final = (Button.MOVE_LEFT, Button.MOVE_RIGHT)
_TITLE_WIDTH: Final = 16

_ESC_USES: Final = replace(BACK, does=_("use these keys"), line=())
_INVITATION: Final = _("Press keys: the piece follows.")
_LATER: Final = _("Change it later in Settings: Controls, Graphics. About shows this again.")
_GOOD: Final = ("●", "$success")
_POOR: Final = ("○", "$warning")


def build(services: "Services", at_start: bool | None) -> "FirstRunScreen":
    """Return the welcome; `at_start` is true if it opens by itself at the start of the program."""
    return FirstRunScreen(services, at_start=bool(at_start))


class StyleList(PlainList, can_focus=False):
    """The styles. The keyboard belongs to the field, so numbers and the mouse choose."""

    def __init__(self, names: tuple[str, ...], chosen: str) -> None:
        super().__init__(
            *(Option(f"{number} {_(name)}", id=name) for number, name in enumerate(names, 1)), list_id="styles"
        )
        self.highlighted = names.index(chosen)


class FirstRunScreen(MenuScreen, ModalScreen[None]):
    NODE = Node.FIRST_RUN
    KEYS = (
        KeyRow("1 2 3", _("choose keys"), (("1 2 3", _("keys")),), {key: f"style({key})" for key in "1234"}),
        KeyRow("Tab", _("the next keys"), (("Tab", _("next")),), {"tab": "next_style"}),
        KeyRow("Enter", _("use these keys"), (("Enter", _("use these")),), {"enter": "accept"}),
        BACK,
        KeyRow(_("all others"), _("move the piece")),
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "first_run.tcss"
    AUTO_FOCUS = "HandlingField"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (23, "-high"), (34, "-tall")]

    def __init__(self, services: "Services", *, at_start: bool) -> None:
        super().__init__()
        self._services = services
        self._used = preset_name(services.settings.now, "controls")
        names = _STYLES if self._used in _STYLES else (*_STYLES, self._used)
        is_new = not services.settings.now.interface.first_run_notice
        self._esc_uses = at_start and is_new
        """Whether Esc does what Enter does: a new player has tried the keys of the cursor, and no others."""
        self._list = StyleList(names, _STYLES[0] if is_new and self._used in _STYLES else self._used)
        self._field = HandlingField(services.clock, self._trial(services.settings.now), _own_keys())
        self._steps = Static(Content.styled(_INVITATION, "$muted"), id="steps")
        self._keys = Static(id="keys")
        self._facts = Static(id="facts")

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(_("Welcome to Piecement"), classes="heading")
            with Horizontal(id="body"):
                with Vertical(id="choice"):
                    yield Static(_("Which keys do you like?"), classes="title")
                    yield self._list
                    yield self._keys
                with Vertical(id="trial"):
                    yield self._field
                    yield self._steps
            yield Static(_("This terminal"), classes="title", id="terminal")
            yield self._facts
            yield Static(_LATER, id="later")
        yield self.key_line()

    def on_mount(self) -> None:
        services = self._services
        services.settings.changed.subscribe(self, self._show)
        self.watch(services.terminal, "keyboard", lambda _: self._show(services.settings.now), init=False)

    def on_screen_resume(self) -> None:
        releases = self._services.settings.now.interface.wants_releases
        self._services.terminal.capture_keys(self.track_key, releases=releases)
        self._show(self._services.settings.now)

    def on_screen_suspend(self) -> None:
        self._services.terminal.release_keys(self.track_key)

    def track_key(self, event: KeyEvent) -> None:
        self._field.track_key(event)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._show(self._services.settings.now)

    def on_handling_field_ran(self, event: HandlingField.Ran) -> None:
        self._steps.update(Content.styled(event.text, "$key"))

    def action_style(self, number: int) -> None:
        if number <= self._list.option_count:
            self._list.highlighted = number - 1

    def action_next_style(self) -> None:
        self._list.highlighted = ((self._list.highlighted or 0) + 1) % self._list.option_count

    def key_rows(self) -> Iterator[KeyRow]:
        yield from (_ESC_USES if self._esc_uses and row is BACK else row for row in self.KEYS)

    def action_accept(self) -> None:
        name = self._chosen
        if name != self._used:
            self._services.settings.update(lambda settings: with_preset(settings, "controls", name))
        self._end()

    def action_back(self) -> None:
        if self._esc_uses:
            self.action_accept()
        else:
            self._end()

    def _end(self) -> None:
        """Leave; only then was the welcome seen."""
        if not self._services.settings.now.interface.first_run_notice:
            self._services.settings.change("interface", "first_run_notice", __version__)
        self.leave()

    def _show(self, settings: "Settings") -> None:
        self._keys.update(Content("\n").join(self._key_lines()))
        self._facts.update(Content("\n").join(self._fact_lines()))
        self._steps.update(Content.styled(_INVITATION, "$muted"))
        self._field.change(self._trial(settings))

    def _trial(self, settings: "Settings") -> HandlingTrial:
        services = self._services
        return HandlingTrial(
            settings.gameplay.overrides(key_releases=services.keyboard.reports_releases),
            self._tried,
            bare(services.appearance.look),
            settings.interface.hold_to_wall,
        )

    def _key_lines(self) -> Iterator[Content]:
        bound = {button: self._tried.keys(button)[:_MOST_KEYS] for button in BUTTON_TITLES}
        lines = {_MOVE: [key for button in _SIDEWAYS for key in bound.pop(button)]}
        lines |= {BUTTON_TITLES[button]: list(keys) for button, keys in bound.items() if keys}
        for title, keys in lines.items():
            labels = "  ".join(key_label(key, ascii_only=wants_ascii(self)) for key in keys)
            yield Content.assemble((f"{title:<{_TITLE_WIDTH}}", "$muted"), (labels, "bold"))

    def _fact_lines(self) -> Iterator[Content]:
        terminal, appearance = self._services.terminal, self._services.appearance
        colours = None if terminal.no_color else terminal.console.color_system
        for fact in terminal_facts(terminal.keyboard, colours, appearance.characters):
            sign, style = _GOOD if fact.is_good else _POOR
            sign = plain_hint(sign, ascii_only=wants_ascii(self))
            yield Content.assemble((f"{sign} ", style), (f"{fact.title}  ", "bold"), fact.meaning)

    @property
    def _chosen(self) -> str:
        option = self._list.highlighted_option
        return self._used if option is None or option.id is None else option.id

    @property
    def _tried(self) -> Bindings:
        built_in = BUILT_IN_PRESETS["controls"].get(self._chosen)
        if built_in is not None and isinstance(built_in.values, Controls):
            return built_in.values.bindings
        return self._services.settings.now.controls.bindings


def _own_keys() -> frozenset[str]:
    """Return the keys that are not for the field."""
    return frozenset({"question_mark", *(key for row in FirstRunScreen.KEYS for key in row.actions)})
