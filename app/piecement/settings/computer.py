"""Settings of bots: choice, speed, strength, matches and demos."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

from piecement.language import _
from piecement.settings.section import Section, setting
from piecement.settings.specs import Choices, CommandKey, Name, OnlyWith, Range, Registered, choice_title

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

    GROUPS: ClassVar = {"bot": PRACTICE, "opponent": MATCH, "attract_s": IDLE, "retry_key": KEYS_IN_A_GAME}

    bot: Annotated[str, _WATCHED] = setting(_("Bot"), _("The bot you watch and get hints from."), default="by_mode")
    pieces_per_second: Annotated[float, Range(0.25, 20, 0.25, _("pieces/s"))] = setting(
        _("Speed"), _("How fast the bot plays when you watch."), default=2.0
    )
    look_ahead: Annotated[int, Range(1, 10, 1, _("pieces"))] = setting(
        _("Look-ahead"), _("How many of the visible pieces the bot plans ahead."), default=5
    )
    hint: bool = setting(_("Hint"), _("Show where the bot would put the piece, in practice games."), default=False)
    opponent: Annotated[str, _OPPONENTS] = setting(_("Opponent"), _("The bot you play against."), default="brook")
    opponent_speed: Annotated[float, Range(0, 10, 0.1, _("pieces/s"), {OPPONENTS_OWN: _("its own")})] = setting(
        _("Opponent's speed"), _("How fast the opponent plays."), default=OPPONENTS_OWN
    )
    attack: Annotated[str, _ATTACKS] = setting(_("Garbage"), _("How clears turn into garbage."), default="guideline")
    best_of: Annotated[str, _BEST_OF] = setting(_("Games"), _("The length of a match."), default="1")
    your_name: Annotated[str, Name()] = setting(_("Your name"), _("Your name in matches."), default=_("You"))
    friend_name: Annotated[str, Name(), OnlyWith("opponent", (FRIEND,))] = setting(
        _("Friend's name"), _("The name of the second player."), default=_("Friend")
    )
    attract_s: Annotated[int, Range(0, 3600, 5, _("s"), {0: _("never")})] = setting(
        _("Demo after"), _("Idle time at the main menu before a bot demo starts."), default=30
    )
    retry_key: Annotated[str, CommandKey()] = setting(_("Restart"), _("Restarts the game, like Ctrl+R."), default="f9")
    pause_key: Annotated[str, CommandKey()] = setting(
        _("Pause"), _("Pauses and resumes the game, like Esc."), default="escape"
    )
    row_key: Annotated[str, CommandKey()] = setting(
        _("Drop one row"), _("One row a press; with instant soft drop, set its delay too."), default=""
    )
    watch_key: Annotated[str, CommandKey()] = setting(
        _("Watch the bot"), _("Hands the game to the bot, and back to you."), default="ctrl+w"
    )
    hint_key: Annotated[str, CommandKey()] = setting(
        _("Show hints"), _("The key that shows and hides hints in a game."), default="ctrl+t"
    )
    target_key: Annotated[str, CommandKey()] = setting(
        _("Next target"), _("Attacks the next opponent, in rooms that let you choose."), default="tab"
    )
    targeting_key: Annotated[str, CommandKey()] = setting(
        _("Targeting"), _("Changes between even, random, in turn, attackers and KOs."), default="v"
    )

    @property
    def command_keys(self) -> frozenset[str]:
        """Keys of commands that the player can choose; those of targets count only where they press no button."""
        return frozenset({self.retry_key, self.pause_key, self.row_key, self.watch_key, self.hint_key}) - {""}

    def bot_of(self, mode: "Mode") -> str:
        """Return the name of the bot that plays a mode for the player."""
        return mode.bot if self.bot == _BY_MODE[0] else self.bot
