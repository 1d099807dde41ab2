"""Settings of bots and matches, names of players, and the keys of commands in games, such as restart, undo and hint.

The keys of buttons are in `controls`.
"""

from collections.abc import Mapping
from typing import Annotated, Final

from piecement.settings.choices import names_of
from piecement.settings.section import Section, setting
from piecement.settings.specs import Choices, CommandKey, Group, Name, OnlyWith, Range, choice_title
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

_Key = Annotated[str, CommandKey()]

OPPONENTS_OWN: Final = 0.0
"""Pace that stands for the usual one of the opponent."""


class Computer(Section):
    """Settings of bots and matches, and the keys of commands in games."""

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
    attract_s: Annotated[int, Range(0, 3600, 5, N_("s"), {0: N_("never")}), Group("Main menu")] = setting(
        30, "Demo after", "Idle time at the main menu before a bot demo starts."
    )
    retry_key: Annotated[_Key, Group("In-game keys")] = setting("f9", "Restart", "Gives up and starts the game anew.")
    pause_key: _Key = setting("escape", "Pause", "Pauses and resumes the game.")
    row_key: _Key = setting("", "Drop one row", "One row a press; with instant soft drop, set its delay too.")
    watch_key: _Key = setting("ctrl+w", "Watch the bot", "Hands the game to the bot, and back to you.")
    hint_key: _Key = setting("ctrl+t", "Show hints", "The key that shows and hides hints in a game.")
    undo_key: _Key = setting("", "Undo a piece", "Undoes the last piece.")
    undo_press_key: _Key = setting("", "Undo a press", "Undoes the last press of a key.")
    redo_key: _Key = setting("ctrl+y", "Redo", "Plays again what the last undo took back.")
    target_key: _Key = setting("tab", "Next target", "Attacks the next opponent, in rooms that let you choose.")
    targeting_key: _Key = setting("v", "Targeting", "Changes between even, random, in turn, attackers and KOs.")

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

    def bot_of(self, mode: Mode) -> str:
        """Return the name of the bot that plays a mode for the player."""
        return mode.bot if self.bot == _BY_MODE else self.bot
