"""Choosing a mode, and if one likes the number that decides the pieces."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.validation import Integer
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from piecement.launch import LARGEST_SEED
from piecement.locations import STYLES
from piecement.menu_graph import Node
from piecement.menus.key_line import BACK_KEY, MENU_KEYS, KeyLine
from piecement.menus.menu_list import LIST_KEYS
from piecement.menus.menu_screen import MenuScreen
from piecement.menus.mode_facts import facts
from piecement.messages import PlanChosen
from piecement.plan import Plan
from piecement_engine import MODES, Mode

if TYPE_CHECKING:
    from piecement.application import Piecement


def build(app: "Piecement") -> "NewGameScreen":
    """Return the screen, on the mode that was played last."""
    return NewGameScreen(tuple(MODES.values()), app.plan.mode if app.plan else None)


class ModeList(OptionList):
    """The modes, a line each."""

    BINDINGS: ClassVar[list[BindingType]] = LIST_KEYS

    def __init__(self, modes: Iterable[Mode]) -> None:
        super().__init__(*(Option(mode.title, id=mode.name) for mode in modes), id="modes", compact=True)


class NewGameScreen(MenuScreen):
    """The modes."""

    NODE = Node.NEW_GAME
    CSS_PATH = STYLES / "new_game.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("s", "seed", "Seed", show=False)]

    def __init__(self, modes: tuple[Mode, ...], last: Mode | None) -> None:
        super().__init__()
        self._modes = {mode.name: mode for mode in modes}
        self._last = last

    def compose(self) -> ComposeResult:
        """Lay out the modes, what the chosen one is about, and the seed."""
        yield Static("New game", classes="heading")
        with Horizontal(id="choice"):
            yield ModeList(self._modes.values())
            yield Static(id="facts")
        with Horizontal(id="seeding"):
            yield Label("Seed")
            yield Input(
                placeholder="new pieces each time",
                restrict="[0-9]*",
                validators=[Integer(minimum=0, maximum=LARGEST_SEED)],
                valid_empty=True,
                compact=True,
                id="seed",
            )
        yield Static(id="hint")
        yield KeyLine(*MENU_KEYS, ("S", "seed"), BACK_KEY)

    def on_mount(self) -> None:
        """Put the cursor on the mode that was played last."""
        names = list(self._modes)
        self._list.highlighted = names.index(self._last.name) if self._last and self._last.name in names else 0

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell about the mode that the cursor is on."""
        mode = self._modes[str(event.option.id)]
        lines = [Content(mode.sentence), Content(""), *(Content.styled(fact, "$muted") for fact in facts(mode))]
        self.query_one("#facts", Static).update(Content("\n").join(lines))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play the mode."""
        self._play(self._modes[str(event.option.id)])

    def on_input_submitted(self) -> None:
        """Play the mode that the cursor is on."""
        self._play(list(self._modes.values())[self._list.highlighted or 0])

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what will not do as a seed."""
        fault = event.validation_result is not None and not event.validation_result.is_valid
        self.query_one("#hint", Static).update(f"A seed is a number up to {LARGEST_SEED}." if fault else "")

    def action_seed(self) -> None:
        """Go to the seed."""
        self._seed.focus()

    def action_back(self) -> None:
        """Leave the seed for the modes, or the modes for the last screen."""
        if self._seed.has_focus:
            self._list.focus()
        else:
            super().action_back()

    def _play(self, mode: Mode) -> None:
        if self._seed.is_valid:
            self.post_message(PlanChosen(Plan(mode, int(self._seed.value) if self._seed.value else None)))

    @property
    def _list(self) -> ModeList:
        return self.query_one(ModeList)

    @property
    def _seed(self) -> Input:
        return self.query_one("#seed", Input)
