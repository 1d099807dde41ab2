"""What the screens of settings have in common: a list of them, and what explains the line with the cursor."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.settings.knobs import Kind, Setting, SettingError, SettingValue
from piecement.settings.presets import (
    is_built_in,
    slot_name,
    slot_names,
    with_next_slot,
    with_renamed_slot,
    with_slot,
    without_slot,
)
from piecement.settings.whole import Settings
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.widgets.knob_list import Cleared, KnobList, KnobOption, RowText, SlotOption, Stepped, Typed
from piecement.ui.widgets.knob_texts import row_text, sentence, slot_sentence, value_of
from piecement.ui.widgets.menu_list import EdgeOption
from piecement.ui.widgets.overlays import OPEN, Answered, ChoiceMenu, Chosen, Closed, Considered, Entry, Refused

if TYPE_CHECKING:
    from piecement.ui.services import Services


class _Removal(SlotOption):
    """Stands for the line of a slot while it is asked whether that is to be removed."""


_REMOVE: Final = "remove"
_KEEP: Final = "keep"
_LOST: Final = "All that is set in {} is lost."
_STAYS: Final = "Everything stays as it is."


class KnobScreen(MenuScreen):
    """A screen on which settings are set. It has to yield `knobs()`, and a `#details` that says more."""

    def __init__(self, services: "Services") -> None:
        super().__init__()
        self._services = services

    def rows(self) -> Iterable[Option]:
        """Return the lines of the list."""
        raise NotImplementedError

    def knobs(self) -> ComposeResult:
        """Yield the list, and what opens over it."""
        yield KnobList(tuple(self.rows()), self.tell)
        yield Entry()
        yield ChoiceMenu()

    def on_mount(self) -> None:
        """Follow what is set, wherever that is done."""
        self._services.settings.changed.subscribe(self, lambda _: self.retell())

    def on_screen_resume(self) -> None:
        """Show what was set on the screen that lay over this one."""
        self.retell()

    def tell(self, option: Option) -> RowText:
        """Return what a line says."""
        return row_text(self.settings, option)

    def explain(self, option: Option) -> Content:
        """Return what is to be known of a line."""
        return Content(sentence(self.settings, option))

    def explain_choice(self, option: Option, name: str) -> Content:
        """Return what is to be known of a name that could be chosen for a line."""
        match option:
            case KnobOption(setting=setting):
                return Content(setting.explained.get(name) or setting.sentence)
            case _Removal(section=section):
                return Content(_LOST.format(slot_name(self.settings, section)) if name == _REMOVE else _STAYS)
            case SlotOption(section=section):
                return Content(slot_sentence(section, name))
            case _:
                return Content("")

    def retell(self) -> None:
        """Show what is set now."""
        self.knob_list.retell()
        option = self.knob_list.highlighted_option
        if option is not None and not self.query(f".{OPEN}"):
            self.say(self.explain(option))

    def say(self, text: Content) -> None:
        """Explain something."""
        self.query_one("#details", Static).update(text)

    def set(self, setting: Setting, value: SettingValue) -> None:
        """Set a setting."""
        self._services.settings.change(setting.section, setting.name, value)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Explain the line with the cursor."""
        self.say(self.explain(event.option))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open what the line is set with."""
        match event.option:
            case KnobOption() as option:
                self._open(option)
            case SlotOption(section=section) as option:
                names = slot_names(self.settings, section)
                self._choose(option, dict(zip(names, names, strict=True)), slot_name(self.settings, section))
            case _:
                pass

    def on_stepped(self, event: Stepped) -> None:
        """Set the line with the cursor some steps further."""
        step = 1 if event.steps > 0 else -1
        match event.option:
            case KnobOption(setting=setting):
                steps = event.steps if setting.kind is Kind.NUMBER else step
                self.set(setting, setting.next(value_of(self.settings, setting), steps))
            case SlotOption(section=section):
                self._services.settings.adopt(with_next_slot(self.settings, section, step))
            case EdgeOption() if step > 0:
                self.knob_list.action_select()
            case _:
                pass

    def on_cleared(self, event: Cleared) -> None:
        """Set a setting as by default, or ask whether a slot is to be removed."""
        match event.option:
            case KnobOption(setting=setting):
                self.set(setting, setting.default)
            case SlotOption(section=section):
                self._ask_for_removal(section)
            case _:
                pass

    def on_typed(self, event: Typed) -> None:
        """Let a number be typed."""
        self._type_number(event.option, event.text)

    def on_considered(self, event: Considered) -> None:
        """Explain the name that could be chosen."""
        self.say(self.explain_choice(event.option, event.name))

    def on_chosen(self, event: Chosen) -> None:
        """Take the name."""
        match event.option:
            case KnobOption(setting=setting):
                self.set(setting, event.name)
            case _Removal(section=section):
                if event.name == _REMOVE:
                    self._services.settings.adopt(without_slot(self.settings, section))
            case SlotOption(section=section):
                self._services.settings.adopt(with_slot(self.settings, section, event.name))
            case _:
                pass

    def on_answered(self, event: Answered) -> None:
        """Take what was typed."""
        match event.option:
            case KnobOption(setting=setting):
                self.set(setting, setting.parsed(event.text) or 0)
            case SlotOption(section=section):
                self._services.settings.adopt(with_renamed_slot(self.settings, section, event.text))
            case _:
                pass

    def on_refused(self, event: Refused) -> None:
        """Say what is wrong with what was typed."""
        option = self.knob_list.highlighted_option
        self.say(Content(event.complaint) if event.complaint or option is None else self.explain(option))

    def on_closed(self, _: Closed) -> None:
        """Go back to the list."""
        self.knob_list.focus()
        self.retell()

    def action_rename(self) -> None:
        """Let a slot of the player's own be named otherwise, whatever line the cursor is on."""
        for index, option in enumerate(self.knob_list.options):
            if isinstance(option, SlotOption) and self._is_own(option.section):
                self.knob_list.highlighted = index
                name = slot_name(self.settings, option.section)
                self._entry.ask(option, name, self.knob_list.value_place(), self._name_complaint(option.section))

    @property
    def settings(self) -> Settings:
        """What is set."""
        return self._services.settings.now

    @property
    def knob_list(self) -> KnobList:
        """The list."""
        return self.query_one(KnobList)

    def _is_own(self, section: str) -> bool:
        """Return whether the slot in force is the player's own, and say so if it is not."""
        name = slot_name(self.settings, section)
        if is_built_in(section, name):
            self.say(Content(f"{name} is built in: it stays, and keeps its name."))
            return False
        return True

    def _ask_for_removal(self, section: str) -> None:
        if self._is_own(section):
            kept = f"Keep {slot_name(self.settings, section)}"
            self._choose(_Removal(section), {_KEEP: kept, _REMOVE: "Remove it for good"}, _KEEP)

    @property
    def _entry(self) -> Entry:
        return self.query_one(Entry)

    def _open(self, option: KnobOption) -> None:
        setting = option.setting
        value = value_of(self.settings, setting)
        match setting.kind:
            case Kind.SWITCH:
                self.set(setting, not value)
            case Kind.NUMBER:
                self._type_number(option, f"{float(value):.6f}".rstrip("0").rstrip("."))
            case Kind.CHOICE:
                self._choose(option, setting.choices, str(value))

    def _choose(self, option: Option, titles: Mapping[str, str], current: str) -> None:
        self.query_one(ChoiceMenu).ask(option, titles, current, self.menu_place(titles))

    def menu_place(self, titles: Mapping[str, str]) -> Offset:
        """Return where on the screen a list of titles opens."""
        return self.knob_list.value_place()

    def _type_number(self, option: KnobOption, text: str) -> None:
        setting = option.setting

        def complaint(text: str) -> str:
            return "" if setting.parsed(text) is not None else f"{setting.title} can be {setting.range_text}."

        self._entry.ask(option, text, self.knob_list.value_place(), complaint)

    def _name_complaint(self, section: str) -> Callable[[str], str]:
        def complaint(text: str) -> str:
            try:
                with_renamed_slot(self.settings, section, text)
            except SettingError as error:
                return str(error)
            return ""

        return complaint
