"""Settings of bots: choice, speed, strength, matches and demos."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Final

from piecement.settings.choices import names_of
from piecement.settings.section import Section, setting
from piecement.settings.specs import Choices, CommandKey, Group, Name, OnlyWith, Range, choice_title
from piecement_base.language import N_
from piecement_engine.bots import BOTS
from piecement_engine.rules.attack import ATTACKS

if TYPE_CHECKING:
    from piecement_engine import Mode

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

IDLE: Final = N_("Main menu")
"""Heading of the settings of the idle title."""

KEYS_IN_A_GAME: Final = N_("In-game keys")
"""Heading of the keys of commands."""

OPPONENTS_OWN: Final = 0.0
"""Pace that stands for the opponent's own."""


class Computer(Section):
    """Settings of bots."""

    bot: Annotated[str, _WATCHED, Group(PRACTICE)] = setting(
        _BY_MODE, N_("Bot"), N_("The bot you watch and get hints from.")
    )
    pieces_per_second: Annotated[float, Range(0.25, 20, 0.25, N_("pieces/s"))] = setting(
        2.0, N_("Speed"), N_("How fast the bot plays when you watch.")
    )
    look_ahead: Annotated[int, Range(1, 10, 1, N_("pieces"))] = setting(
        5, N_("Look-ahead"), N_("How many of the visible pieces the bot plans ahead.")
    )
    hint: bool = setting(False, N_("Hint"), N_("Show where the bot would put the piece, in practice games."))
    opponent: Annotated[str, _OPPONENTS, Group(MATCH)] = setting(
        "brook", N_("Opponent"), N_("The bot you play against.")
    )
    opponent_speed: Annotated[float, Range(0, 10, 0.1, N_("pieces/s"), {OPPONENTS_OWN: N_("its own")})] = setting(
        OPPONENTS_OWN, N_("Opponent's speed"), N_("How fast the opponent plays.")
    )
    attack: Annotated[str, _ATTACKS] = setting("guideline", N_("Garbage"), N_("How clears turn into garbage."))
    best_of: Annotated[str, names_of("best_of")] = setting("1", N_("Games"), N_("The length of a match."))
    your_name: Annotated[str, Name(N_("You"))] = setting("You", N_("Your name"), N_("Your name in matches."))
    friend_name: Annotated[str, Name(N_("Friend")), OnlyWith("opponent", (FRIEND,))] = setting(
        "Friend", N_("Friend's name"), N_("The name of the second player.")
    )
    attract_s: Annotated[int, Range(0, 3600, 5, N_("s"), {0: N_("never")}), Group(IDLE)] = setting(
        30, N_("Demo after"), N_("Idle time at the main menu before a bot demo starts.")
    )
    retry_key: Annotated[str, CommandKey(), Group(KEYS_IN_A_GAME)] = setting(
        "f9", N_("Restart"), N_("Restarts the game, like Ctrl+R.")
    )
    pause_key: Annotated[str, CommandKey()] = setting(
        "escape", N_("Pause"), N_("Pauses and resumes the game, like Esc.")
    )
    row_key: Annotated[str, CommandKey()] = setting(
        "", N_("Drop one row"), N_("One row a press; with instant soft drop, set its delay too.")
    )
    watch_key: Annotated[str, CommandKey()] = setting(
        "ctrl+w", N_("Watch the bot"), N_("Hands the game to the bot, and back to you.")
    )
    hint_key: Annotated[str, CommandKey()] = setting(
        "ctrl+t", N_("Show hints"), N_("The key that shows and hides hints in a game.")
    )
    undo_key: Annotated[str, CommandKey()] = setting("", N_("Undo a piece"), N_("Undoes the last piece, like Ctrl+Z."))
    undo_press_key: Annotated[str, CommandKey()] = setting(
        "", N_("Undo a press"), N_("Undoes the last press, like Ctrl+U.")
    )
    redo_key: Annotated[str, CommandKey()] = setting(
        "ctrl+y", N_("Redo"), N_("Plays again what the last undo took back.")
    )
    target_key: Annotated[str, CommandKey()] = setting(
        "tab", N_("Next target"), N_("Attacks the next opponent, in rooms that let you choose.")
    )
    targeting_key: Annotated[str, CommandKey()] = setting(
        "v", N_("Targeting"), N_("Changes between even, random, in turn, attackers and KOs.")
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
        return mode.bot if self.bot == _BY_MODE else self.bot
