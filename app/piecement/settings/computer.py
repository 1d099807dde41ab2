"""Settings of bots and matches, with the names of players."""

from collections.abc import Mapping
from typing import Annotated, Final

from piecement.settings.choices import names_of
from piecement.settings.section import Section, setting
from piecement.settings.specs import Group, OnlyWith, choice_title
from piecement.settings.values import Choices, Name, Range
from piecement_base.language import N_
from piecement_engine import Mode
from piecement_engine.bots import BOTS
from piecement_engine.rules.attack import ATTACKS

FRIEND: Final = "friend"
"""The opponent that is a second player at the same keyboard."""

_BY_MODE: Final = "by_mode"


def _bots(*, has_level: bool) -> Mapping[str, tuple[str, str]]:
    """Return titles and sentences of the bots that are opponents, or of the others."""
    bots = (bot for bot in BOTS.values() if bool(bot.level) is has_level)
    return {bot.name: (choice_title(bot.name), bot.sentence) for bot in bots}


_SUITS: Final = N_("The bot that suits the mode: dig in Cheese, pytetris in Simple, else survive.")
_WATCHED: Final = Choices(lambda: {_BY_MODE: (N_("By mode"), _SUITS), **_bots(has_level=False)})
_FRIENDS: Final = N_("A friend at this keyboard. Set both players' keys under Controls.")
_OPPONENTS: Final = Choices(lambda: {**_bots(has_level=True), FRIEND: (choice_title(FRIEND), _FRIENDS)})
_ATTACKS: Final = Choices(lambda: {rule.name: (rule.label, rule.sentence) for rule in ATTACKS.values()})

PRACTICE: Final = N_("Bots and hints")
"""Heading of the settings of free practice."""

MATCH: Final = N_("Match")
"""Heading of the settings of matches."""

OPPONENTS_OWN: Final = 0.0
"""Pace that stands for the usual one of the opponent."""


class Computer(Section):
    """Settings of bots and matches."""

    bot: Annotated[str, _WATCHED, Group(PRACTICE)] = setting(_BY_MODE, "Bot", "The bot you watch and get hints from.")
    pieces_per_second: Annotated[float, Range(0.25, 20, 0.25, N_("pieces/s"))] = setting(
        2.0, "Speed", "How fast the bot plays when you watch."
    )
    look_ahead: Annotated[int, Range(1, 10, 1, N_("pieces"))] = setting(
        5, "Look-ahead", "How many of the visible pieces the bot plans ahead."
    )
    hint: bool = setting(False, "Hint", "Show where the bot would put the piece, in practice games.")
    opponent: Annotated[str, _OPPONENTS, Group(MATCH)] = setting("brook", "Opponent", "The bot you play against.")
    opponent_speed: Annotated[float, Range(0, 10, 0.1, N_("pieces/s"), {OPPONENTS_OWN: N_("its own")})] = setting(
        OPPONENTS_OWN, "Opponent's speed", "How fast the opponent plays."
    )
    attack: Annotated[str, _ATTACKS] = setting("guideline", "Garbage", "How clears turn into garbage.")
    best_of: Annotated[str, names_of("best_of")] = setting("1", "Games", "The length of a match.")
    your_name: Annotated[str, Name(N_("You"))] = setting("You", "Your name", "Your name in matches.")
    friend_name: Annotated[str, Name(N_("Friend")), OnlyWith("opponent", (FRIEND,))] = setting(
        "Friend", "Friend's name", "The name of the second player."
    )

    @property
    def players(self) -> tuple[str, str]:
        """Names of the player and of a friend, as they are shown."""
        shown = {spec.name: spec.values.text(spec.value(self)) for spec in self.specs()}
        return shown["your_name"], shown["friend_name"]

    def bot_of(self, mode: Mode) -> str:
        """Return the name of the bot that plays a mode for the player."""
        return mode.bot if self.bot == _BY_MODE else self.bot
