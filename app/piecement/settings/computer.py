"""Settings of bots: choice, speed, strength, matches and demos."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Final

from pydantic import Field

from piecement_base.language import N_
from piecement.settings.section import Section
from piecement.settings.specs import Choices, CommandKey, Group, Name, OnlyWith, Range, Registered, choice_title
from piecement_engine.rules.attack import ATTACKS

if TYPE_CHECKING:
    from piecement_engine import Mode
    from piecement_engine.bots import Opponent

FRIEND: Final = "friend"
"""The opponent that is a second player at the same keyboard."""

_FRIEND: Final = (FRIEND, N_("A friend at this keyboard. Set both players' keys under Controls."))


_TITLES: Final = {"by_mode": N_("By mode")}
"""Titles that are no names."""


def _choices(sentences: Callable[[], Iterable[tuple[str, str]]]) -> Choices:
    """Return the names in a registry as choices, from a function that yields names and sentences."""
    titles = Registered(lambda: {name: _TITLES.get(name) or choice_title(name) for name, _sentence in sentences()})
    return Choices(titles, Registered(lambda: dict(sentences())))


def _bots() -> "Iterable[Opponent]":
    from piecement_engine.bots import BOTS  # a game without bots needs none

    return BOTS.values()


def _attacks() -> Iterator[tuple[str, str]]:
    return ((rule.name, rule.sentence) for rule in ATTACKS.values())


_BY_MODE: Final = ("by_mode", N_("The bot that suits the mode: dig in Cheese, pytetris in Simple, else survive."))
_WATCHED: Final = _choices(lambda: (_BY_MODE, *((bot.name, bot.sentence) for bot in _bots() if not bot.level)))
_OPPONENTS: Final = _choices(lambda: (*((bot.name, bot.sentence) for bot in _bots() if bot.level), _FRIEND))
_ATTACKS: Final = _choices(_attacks)

_BEST_OF: Final = Choices({"1": N_("1 game"), "3": N_("best of 3"), "5": N_("best of 5"), "7": N_("best of 7")})

PRACTICE: Final = N_("Bots and hints")
"""Heading of the settings of free practice."""

MATCH: Final = N_("Match")
"""Heading of the settings of matches."""

IDLE: Final = N_("Title")
"""Heading of the settings of the idle title."""

KEYS_IN_A_GAME: Final = N_("In-game keys")
"""Heading of the keys of commands."""

OPPONENTS_OWN: Final = 0.0
"""Pace that stands for the opponent's own."""


class Computer(Section):
    """Settings of bots."""

    bot: Annotated[str, _WATCHED, Group(PRACTICE)] = Field(
        default="by_mode", title=N_("Bot"), description=N_("The bot you watch and get hints from.")
    )
    pieces_per_second: Annotated[float, Range(0.25, 20, 0.25, N_("pieces/s"))] = Field(
        default=2.0, title=N_("Speed"), description=N_("How fast the bot plays when you watch.")
    )
    look_ahead: Annotated[int, Range(1, 10, 1, N_("pieces"))] = Field(
        default=5, title=N_("Look-ahead"), description=N_("How many of the visible pieces the bot plans ahead.")
    )
    hint: bool = Field(
        default=False, title=N_("Hint"), description=N_("Show where the bot would put the piece, in practice games.")
    )
    opponent: Annotated[str, _OPPONENTS, Group(MATCH)] = Field(
        default="brook", title=N_("Opponent"), description=N_("The bot you play against.")
    )
    opponent_speed: Annotated[float, Range(0, 10, 0.1, N_("pieces/s"), {OPPONENTS_OWN: N_("its own")})] = Field(
        default=OPPONENTS_OWN, title=N_("Opponent's speed"), description=N_("How fast the opponent plays.")
    )
    attack: Annotated[str, _ATTACKS] = Field(
        default="guideline", title=N_("Garbage"), description=N_("How clears turn into garbage.")
    )
    best_of: Annotated[str, _BEST_OF] = Field(default="1", title=N_("Games"), description=N_("The length of a match."))
    your_name: Annotated[str, Name(N_("You"))] = Field(
        default="You", title=N_("Your name"), description=N_("Your name in matches.")
    )
    friend_name: Annotated[str, Name(N_("Friend")), OnlyWith("opponent", (FRIEND,))] = Field(
        default="Friend", title=N_("Friend's name"), description=N_("The name of the second player.")
    )
    attract_s: Annotated[int, Range(0, 3600, 5, N_("s"), {0: N_("never")}), Group(IDLE)] = Field(
        default=30, title=N_("Demo after"), description=N_("Idle time at the main menu before a bot demo starts.")
    )
    retry_key: Annotated[str, CommandKey(), Group(KEYS_IN_A_GAME)] = Field(
        default="f9", title=N_("Restart"), description=N_("Restarts the game, like Ctrl+R.")
    )
    pause_key: Annotated[str, CommandKey()] = Field(
        default="escape", title=N_("Pause"), description=N_("Pauses and resumes the game, like Esc.")
    )
    row_key: Annotated[str, CommandKey()] = Field(
        default="",
        title=N_("Drop one row"),
        description=N_("One row a press; with instant soft drop, set its delay too."),
    )
    watch_key: Annotated[str, CommandKey()] = Field(
        default="ctrl+w", title=N_("Watch the bot"), description=N_("Hands the game to the bot, and back to you.")
    )
    hint_key: Annotated[str, CommandKey()] = Field(
        default="ctrl+t", title=N_("Show hints"), description=N_("The key that shows and hides hints in a game.")
    )
    undo_key: Annotated[str, CommandKey()] = Field(
        default="", title=N_("Undo a piece"), description=N_("Undoes the last piece, like Ctrl+Z.")
    )
    undo_press_key: Annotated[str, CommandKey()] = Field(
        default="", title=N_("Undo a press"), description=N_("Undoes the last press, like Ctrl+U.")
    )
    redo_key: Annotated[str, CommandKey()] = Field(
        default="ctrl+y", title=N_("Redo"), description=N_("Plays again what the last undo took back.")
    )
    target_key: Annotated[str, CommandKey()] = Field(
        default="tab",
        title=N_("Next target"),
        description=N_("Attacks the next opponent, in rooms that let you choose."),
    )
    targeting_key: Annotated[str, CommandKey()] = Field(
        default="v", title=N_("Targeting"), description=N_("Changes between even, random, in turn, attackers and KOs.")
    )

    @property
    def players(self) -> tuple[str, str]:
        """Names of the player and of a friend, as they are shown."""
        shown = {spec.name: spec.values.text(spec.value(self)) for spec in self.specs()}
        return shown["your_name"], shown["friend_name"]

    @property
    def command_keys(self) -> frozenset[str]:
        """Keys of commands that the player can choose; those of targets count only where they press no button."""
        in_practice = (self.watch_key, self.hint_key, self.undo_key, self.undo_press_key, self.redo_key)
        return frozenset({self.retry_key, self.pause_key, self.row_key, *in_practice}) - {""}

    def bot_of(self, mode: "Mode") -> str:
        """Return the name of the bot that plays a mode for the player."""
        return mode.bot if self.bot == _BY_MODE[0] else self.bot
