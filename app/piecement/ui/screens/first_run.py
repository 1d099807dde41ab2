"""The first choice: a style of keys, rules and look, with a field to try it in."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Static

from piecement.input.bindings import Bindings
from piecement.input.key_labels import key_label
from piecement.settings.choices import names_of
from piecement.settings.handling_and_rules import Gameplay
from piecement.settings.sound import Sound
from piecement.settings.styles import FIRST_STYLE, STYLES, style_of, style_text, with_style
from piecement.sound.music import Music
from piecement.ui import STYLES as SHEETS
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import BACK, LAST_KEYS, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement.ui.settling import DelayedChoice
from piecement.ui.widgets.handling_field import HandlingField
from piecement.ui.widgets.menu_list import Entry, MenuList
from piecement_base.language import N_, _, ngettext
from piecement_engine import Button
from piecement_engine.version import __version__

_GROUPS: Final = (
    (
        ((Button.MOVE_LEFT, Button.MOVE_RIGHT), N_("move")),
        ((Button.SOFT_DROP,), N_("soft")),
        ((Button.HARD_DROP,), N_("hard")),
    ),
    (
        ((Button.ROTATE_LEFT, Button.ROTATE_RIGHT), N_("rotate")),
        ((Button.ROTATE_180,), "180"),
        ((Button.HOLD,), N_("hold")),
    ),
)
"""Lines of buttons that are named together."""


def key_lines(bindings: Bindings, *, ascii_only: bool) -> list[str]:
    """Return the first key of each button that has one, in two lines."""
    lines: list[str] = []
    for line in _GROUPS:
        firsts = (([key for button in buttons for key in bindings.keys(button)[:1]], does) for buttons, does in line)
        labelled = ((" ".join(key_label(key, ascii_only=ascii_only) for key in keys), does) for keys, does in firsts)
        lines.append("  ".join(f"{labels} {_(does)}" for labels, does in labelled if labels))
    return [line for line in lines if line]


def rules_line(gameplay: Gameplay) -> str:
    """Return the rotation, the randomizer and the previews, and whether there is no hold."""
    count = gameplay.preview_count
    previews = ngettext("{count} preview", "{count} previews", count).format(count=count)
    names = [
        names_of("rotation_system").text(gameplay.rotation_system),
        names_of("randomizer").text(gameplay.randomizer),
        previews,
    ]
    return ", ".join([*names, *([_("no hold")] if gameplay.hold == "off" else [])])


def feel_line(gameplay: Gameplay) -> str:
    """Return the handling."""
    if gameplay.soft_drop_by == "factor":
        soft = _("soft {factor:g}×").format(factor=gameplay.soft_drop_factor)
    else:
        soft = _("soft {time:g} ms").format(time=gameplay.soft_drop_interval_ms)
    return _("DAS {das:g} ms, ARR {arr:g} ms, {soft}").format(das=gameplay.das_ms, arr=gameplay.arr_ms, soft=soft)


_KEEP: Final = "keep"
"""The name of the entry that changes nothing."""

_ESC_STARTS: Final = replace(BACK, does=N_("start with Piecement"), line=(("escape", "Piecement"),))
_LEAST_HEIGHT: Final = 23
"""The lines of a terminal from which on each style has a sentence."""

_WIDE: Final = 80
"""The columns of a terminal from which on the lines have labels."""


class StyleList(MenuList):
    """The styles, with a line on each where there is room."""

    @property
    def is_tall(self) -> bool:
        return self.app.size.height >= _LEAST_HEIGHT and self.app.size.width >= _WIDE


class FirstRunScreen(MenuScreen, Showing[bool | None], ModalScreen[None]):
    NODE = Node.FIRST_RUN
    KEYS = (
        KeyRow("1-4", N_("choose a style; again: start"), (("1 2 3 4", N_("style")),)),
        KeyRow("Enter", N_("start with this style"), (("enter", N_("start")),), {"enter": "start"}),
        KeyRow("L", N_("start, and learn to play"), (("l", N_("learn")),), {"l": "navigate_to('lesson')"}),
        KeyRow("T", N_("start, and open the settings"), (("t", N_("tweak")),), {"t": "navigate_to('settings')"}),
        KeyRow("S", N_("sound, effects only, or off"), (), {"s": "sound"}),
        KeyRow("Tab", N_("to the field and back"), (("tab", N_("field")),), {"tab,shift+tab": "field"}),
        *LAST_KEYS,
    )
    CSS_PATH = SHEETS / "first_run.tcss"
    AUTO_FOCUS = "StyleList"
    LIST = StyleList

    def __init__(self, services: Services, at_start: bool | None = None) -> None:
        """Create the first choice; `at_start` is true if it opens by itself at the start of the program."""
        super().__init__(services)
        # At the start it opens over the title, for which a key may have been meant.
        self.welcome: Final = DelayedChoice(services.clock, self.set_timer) if at_start else None
        settings = services.settings.now
        self._is_first = bool(at_start) and not settings.interface.first_run_notice
        """Whether a new player sees it: Esc begins with the first style then."""
        self._before: Final = settings
        self._asks_for_sound = False
        """Whether there is anything to play sound with, which is not known before the program begins to sound."""
        self._lines = Static(id="lines")
        keys = {key for row in self.KEYS for keys in row.actions for key in keys.split(",")} | {"question_mark"}
        # While keys are tried, T does not leave for the settings.
        self._field = HandlingField(services, settings, keys - {"t"})
        self._steps = Static(id="steps")

    def contents(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(_("Welcome to Piecement").upper(), classes="heading", markup=False)
            yield Static(_("How do you want to play? You can change it later."), id="question", markup=False)
            with Horizontal(id="body"):
                with Vertical(id="choice"):
                    yield self.menu_list
                    yield self._lines
                with Vertical(id="trial"):
                    yield self._field
                    yield self._steps

    def on_mount(self) -> None:
        self.follow_settings(self.show_card)
        self.follow_keyboard(self.show_card)

    def on_screen_resume(self) -> None:
        releases = self._services.settings.now.interface.wants_releases
        self._services.terminal.capture_keys(self._field.track_key, releases=releases)
        is_changed = self._services.settings.now != self._before
        self.menu_list.show(self.entries(), at=self.first_entry() if is_changed else "")
        self.show_card()

    def on_screen_suspend(self) -> None:
        self._services.terminal.release_keys(self._field.track_key)
        self.on_cursor_moved()

    def on_handling_field_ran(self, event: HandlingField.Ran) -> None:
        self._steps.update(Content.assemble((f"{self.plain('●')} ", "$good"), event.text))

    def on_cursor_moved(self) -> None:
        """Forget what was chosen before the player moved the cursor."""
        if self.welcome is not None:
            self.welcome.forget()

    def key_rows(self) -> Iterator[KeyRow]:
        yield from (_ESC_STARTS if self._is_first and row is BACK else row for row in self.KEYS)

    def action_sound(self) -> None:
        """Choose sound with a tune, effects alone, or silence."""
        sounds, settings = self._services.sounds, self._services.settings
        sound = settings.now.sound
        if not sounds.is_on:
            sounds.toggle()
            settings.change("sound", "music", Sound().music)
        elif sound.music != Music.NONE:
            settings.change("sound", "music", Music.NONE.value)
        else:
            sounds.toggle()
        self.show_card()

    @property
    def _sound_line(self) -> str:
        sounds, sound = self._services.sounds, self._services.settings.now.sound
        chosen = _("off") if not sounds.is_on else _("effects only") if sound.music == Music.NONE else _("on")
        return _("{chosen} (S: change)").format(chosen=chosen)

    def action_field(self) -> None:
        self.set_focus(self.menu_list if self._field.has_focus else self._field)

    def action_start(self) -> None:
        self._choose(self._start)

    def action_back(self) -> None:
        self._choose(self._skip)

    def action_navigate_to(self, target: str) -> None:
        self._choose(partial(self._start_at, target))

    def _choose(self, choice: Callable[[], None]) -> None:
        if self.welcome is None:
            choice()
        else:
            self.welcome.choose(choice)

    def _start(self) -> None:
        self._use(self._chosen)
        self._end()

    def _skip(self) -> None:
        """Leave the settings as they are; a new player gets the first style."""
        if self._is_first:
            self._use(FIRST_STYLE)
        self._end()

    def _start_at(self, target: str) -> None:
        """Use the style, and go to another screen than the title."""
        self._use(self._chosen)
        if target == Node.LESSON.value:  # which leads on to the title, not back here
            self._note_seen()
        super().action_navigate_to(target)

    @property
    def _chosen(self) -> str:
        return self.menu_list.current_name or _KEEP

    def entries(self) -> Iterator[Entry]:
        """Yield the styles, and the settings as they are where they are none of these."""
        for key, style in enumerate(STYLES.values(), start=1):
            title, words = _(style.title), _(style.few_words)
            figure = _("recommended") if style.name == FIRST_STYLE else ""
            yield Entry(style.name, title, self.action_start, words, figure=figure, key=str(key))
        if self.first_entry() == _KEEP:
            number = str(len(STYLES) + 1)
            text = style_text(self._services.settings.now)
            yield Entry(_KEEP, text, self.action_start, _("As it is now"), key=number)

    def first_entry(self) -> str:
        settings = self._services.settings.now
        style = style_of(settings)
        return _KEEP if style is None or style.changes(settings) else style.name

    def _use(self, name: str) -> None:
        if name != _KEEP and self.first_entry() != name:
            self._services.settings.update(partial(with_style, name=name))

    def _end(self) -> None:
        """Leave; only then was the choice seen."""
        self._note_seen()
        self.leave()

    def _note_seen(self) -> None:
        if not self._services.settings.now.interface.first_run_notice:
            self._services.settings.change("interface", "first_run_notice", __version__)

    @on(Resize)
    def show_card(self) -> None:
        """Show the keys, rules and feel of the entry with the cursor, and its field."""
        settings, chosen = self._services.settings.now, self._chosen
        settings = settings if chosen == _KEEP else with_style(settings, chosen)
        labels = {_("Keys"): key_lines(settings.controls.bindings, ascii_only=self.ascii_only)}
        is_measured = self._services.terminal.keyboard is None or self._services.keyboard.reports_releases
        feel = feel_line(settings.gameplay) if is_measured else _("your keyboard's own repeat")
        is_narrow = self.app.size.width < _WIDE
        if is_narrow and chosen in STYLES:  # without labels, names of rules say little
            labels |= {"": ["", _(STYLES[chosen].sentence)]}
        else:
            labels |= {_("Rules"): [rules_line(settings.gameplay)], _("Feel"): [feel]}
        width = 0 if is_narrow else max(map(cell_len, labels)) + 2
        self._asks_for_sound |= self._services.sounds.is_playing
        if self._asks_for_sound:
            labels |= {_("Sound"): [self._sound_line if width else f"{_('Sound')}: {self._sound_line}"]}
        rows = (
            Content.assemble((set_cell_size("" if number else label, width), "$muted"), line)
            for label, lines in labels.items()
            for number, line in enumerate(lines)
        )
        self._lines.update(Content("\n").join(rows))
        self._field.change(settings)
        self._invite()

    @on(events.DescendantFocus)
    def _invite(self) -> None:
        invitation = _("Try your keys here.") if self._field.has_focus else _("Tab: try your keys here.")
        self._steps.update(Content.styled(invitation, "$muted"))
