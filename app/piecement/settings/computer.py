"""Settings of bots: choice, speed, strength, matches and demos."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Final

from pydantic import Field

from piecement.language import _
from piecement.settings.section import Section
from piecement.settings.specs import Choices, CommandKey, Group, Name, OnlyWith, Range, Registered, choice_title

if TYPE_CHECKING:
    from piecement_engine import Mode
    from piecement_engine.bots import Opponent

FRIEND: Final = "friend"
"""The opponent that is a second player at the same keyboard."""

_FRIEND: Final = (FRIEND, _("A friend at this keyboard. Set both players' keys under Controls."))


_TITLES: Final = {"by_mode": _("By mode")}
"""Titles that are no names."""


def _choices(sentences: Callable[[], Iterable[tuple[str, str]]]) -> Choices:
    """Return the names in a registry as choices, from a function that yields names and sentences."""
    titles = Registered(lambda: {name: _TITLES.get(name) or choice_title(name) for name, __ in sentences()})
    return Choices(titles, Registered(lambda: {name: _(sentence) for name, sentence in sentences()}))


def _bots() -> "Iterable[Opponent]":
    from piecement_engine.bots import BOTS  # a game without bots needs none

    return BOTS.values()


def _attacks() -> Iterator[tuple[str, str]]:
    from piecement_engine.rules.attack import ATTACKS

    return ((rule.name, rule.sentence) for rule in ATTACKS.values())


_BY_MODE: Final = ("by_mode", _("The bot that suits the mode: dig in Cheese, pytetris in Simple, else survive."))
_WATCHED: Final = _choices(lambda: (_BY_MODE, *((bot.name, bot.sentence) for bot in _bots() if not bot.level)))
_OPPONENTS: Final = _choices(lambda: (*((bot.name, bot.sentence) for bot in _bots() if bot.level), _FRIEND))
_ATTACKS: Final = _choices(_attacks)

_BEST_OF: Final = Choices({"1": _("1 game"), "3": _("best of 3"), "5": _("best of 5"), "7": _("best of 7")})

PRACTICE: Final = _("Bots and hints")
"""Heading of the settings of free practice."""

MATCH: Final = _("Match")
"""Heading of the settings of matches."""

IDLE: Final = _("Title")
"""Heading of the settings of the idle title."""

KEYS_IN_A_GAME: Final = _("In-game keys")
"""Heading of the keys of commands."""

OPPONENTS_OWN: Final = 0.0
"""Pace that stands for the opponent's own."""


class Computer(Section):
    """Settings of bots."""

    bot: Annotated[str, _WATCHED, Group(PRACTICE)] = Field(
        default="by_mode", title=_("Bot"), description=_("The bot you watch and get hints from.")
    )
    pieces_per_second: Annotated[float, Range(0.25, 20, 0.25, _("pieces/s"))] = Field(
        default=2.0, title=_("Speed"), description=_("How fast the bot plays when you watch.")
    )
    look_ahead: Annotated[int, Range(1, 10, 1, _("pieces"))] = Field(
        default=5, title=_("Look-ahead"), description=_("How many of the visible pieces the bot plans ahead.")
    )
    hint: bool = Field(
        default=False, title=_("Hint"), description=_("Show where the bot would put the piece, in practice games.")
    )
    opponent: Annotated[str, _OPPONENTS, Group(MATCH)] = Field(
        default="brook", title=_("Opponent"), description=_("The bot you play against.")
    )
    opponent_speed: Annotated[float, Range(0, 10, 0.1, _("pieces/s"), {OPPONENTS_OWN: _("its own")})] = Field(
        default=OPPONENTS_OWN, title=_("Opponent's speed"), description=_("How fast the opponent plays.")
    )
    attack: Annotated[str, _ATTACKS] = Field(
        default="guideline", title=_("Garbage"), description=_("How clears turn into garbage.")
    )
    best_of: Annotated[str, _BEST_OF] = Field(default="1", title=_("Games"), description=_("The length of a match."))
    your_name: Annotated[str, Name()] = Field(
        default=_("You"), title=_("Your name"), description=_("Your name in matches.")
    )
    friend_name: Annotated[str, Name(), OnlyWith("opponent", (FRIEND,))] = Field(
        default=_("Friend"), title=_("Friend's name"), description=_("The name of the second player.")
    )
    attract_s: Annotated[int, Range(0, 3600, 5, _("s"), {0: _("never")}), Group(IDLE)] = Field(
        default=30, title=_("Demo after"), description=_("Idle time at the main menu before a bot demo starts.")
    )
    retry_key: Annotated[str, CommandKey(), Group(KEYS_IN_A_GAME)] = Field(
        default="f9", title=_("Restart"), description=_("Restarts the game, like Ctrl+R.")
    )
    pause_key: Annotated[str, CommandKey()] = Field(
        default="escape", title=_("Pause"), description=_("Pauses and resumes the game, like Esc.")
    )
    row_key: Annotated[str, CommandKey()] = Field(
        default="",
        title=_("Drop one row"),
        description=_("One row a press; with instant soft drop, set its delay too."),
    )
    watch_key: Annotated[str, CommandKey()] = Field(
        default="ctrl+w", title=_("Watch the bot"), description=_("Hands the game to the bot, and back to you.")
    )
    hint_key: Annotated[str, CommandKey()] = Field(
        default="ctrl+t", title=_("Show hints"), description=_("The key that shows and hides hints in a game.")
    )
    target_key: Annotated[str, CommandKey()] = Field(
        default="tab", title=_("Next target"), description=_("Attacks the next opponent, in rooms that let you choose.")
    )
    targeting_key: Annotated[str, CommandKey()] = Field(
        default="v", title=_("Targeting"), description=_("Changes between even, random, in turn, attackers and KOs.")
    )

    @property
    def command_keys(self) -> frozenset[str]:
        """Keys of commands that the player can choose; those of targets count only where they press no button."""
        return frozenset({self.retry_key, self.pause_key, self.row_key, self.watch_key, self.hint_key}) - {""}

    def bot_of(self, mode: "Mode") -> str:
        """Return the name of the bot that plays a mode for the player."""
        return mode.bot if self.bot == _BY_MODE[0] else self.bot
