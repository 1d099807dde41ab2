"""The computer as a player: who it is, how fast and how well it plays, and when it shows itself."""

from typing import Annotated, Final

from piecement.settings.section import Section, setting
from piecement.settings.setting_spec import Choices, CommandKey, Group, Range

_WATCHED: Final = Choices(
    {"survive": "Survive", "score": "Score", "attack": "Attack", "pytetris": "Pytetris"},
    {
        "survive": "Keeps the stack low, for ever if it can.",
        "score": "Wants points by the rules of the game.",
        "attack": "Builds for spins and quads.",
        "pytetris": "The player of pytetris: straight drops, one piece ahead.",
    },
)
FRIEND: Final = "friend"
"""The opponent who is no bot, but somebody at the same keyboard."""

_OPPONENTS: Final = Choices(
    {name: name.capitalize() for name in ("pebble", "brook", "gale", "anvil", "torrent", "glacier", FRIEND)},
    {
        "pebble": "Drops one piece at a time, and not always well.",
        "brook": "Sees what comes next, and dreams at times.",
        "gale": "Plans ahead at a good pace.",
        "anvil": "Makes few mistakes, and you will feel it.",
        "torrent": "Makes none, and is quick about it.",
        "glacier": "Looks at everything, and comes down on you.",
        FRIEND: "Left: WASD, Q and E to turn, X to hold. Right: arrows, N and M to turn, B to hold.",
    },
)
_ATTACKS: Final = Choices(
    {"guideline": "Guideline", "jstris": "Jstris", "netris": "Netris"},
    {
        "guideline": "T-spins and quads, in a row, send most; rows wait while you clear.",
        "jstris": "As in Jstris: longer combos, and every row may have its hole elsewhere.",
        "netris": "As in netris: combos are a matter of time, and rows come one by one.",
    },
)

_HELP: Final = Group("Watch and hint")
MATCH: Final = "Match"
"""The heading of what is set about a match."""

_MATCH: Final = Group(MATCH)
_IDLE: Final = Group("Title")
_KEYS: Final = Group("Keys in a game")

OPPONENTS_OWN: Final = 0.0
"""The pace that stands for whatever an opponent likes."""


class Computer(Section):
    """The computer as a player."""

    bot: Annotated[str, _WATCHED, _HELP] = setting(
        default="survive", title="Bot", sentence="Who plays when you watch, and gives hints and advice."
    )
    pieces_per_second: Annotated[float, Range(0.25, 20, 0.25, "pieces/s"), _HELP] = setting(
        default=2.0, title="Speed", sentence="How fast the bot plays when you watch."
    )
    look_ahead: Annotated[int, Range(1, 10, 1, "pieces"), _HELP] = setting(
        default=5, title="Look-ahead", sentence="How many pieces the bot thinks ahead, as far as they are shown."
    )
    hint: Annotated[bool, _HELP] = setting(
        default=False,
        title="Hint",
        sentence="Show where the bot would put the piece. Such a game is for practice.",
    )
    opponent: Annotated[str, _OPPONENTS, _MATCH] = setting(
        default="brook", title="Opponent", sentence="Whom you play against."
    )
    opponent_speed: Annotated[float, Range(0, 10, 0.1, "pieces/s", {OPPONENTS_OWN: "its own"}), _MATCH] = setting(
        default=OPPONENTS_OWN, title="Its speed", sentence="How fast the opponent plays."
    )
    attack: Annotated[str, _ATTACKS, _MATCH] = setting(
        default="guideline", title="Garbage", sentence="How clears become rows at the other side."
    )
    attract_s: Annotated[int, Range(0, 3600, 5, "s", {0: "never"}), _IDLE] = setting(
        default=30, title="Show a game", sentence="How long the title waits before a bot plays to pass the time."
    )
    watch_key: Annotated[str, CommandKey(), _KEYS] = setting(
        default="ctrl+w", title="Let the bot play", sentence="The key that hands the game to the bot and back."
    )
    hint_key: Annotated[str, CommandKey(), _KEYS] = setting(
        default="ctrl+t", title="Show hints", sentence="The key that shows hints, and hides them."
    )
