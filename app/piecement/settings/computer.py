"""The computer as a player: who it is, how fast and how well it plays, and when it shows itself."""

from typing import Annotated, Final

from pydantic import AfterValidator, Field

from piecement.knobs import Group, Knob, Names
from piecement.settings.section import Section

_WATCHED: Final = Names(
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

_OPPONENTS: Final = Names(
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
_ATTACKS: Final = Names(
    {"guideline": "Guideline", "jstris": "Jstris", "netris": "Netris"},
    {
        "guideline": "T-spins and quads, in a row, send most; rows wait while you clear.",
        "jstris": "As in Jstris: longer combos, and every row may have its hole elsewhere.",
        "netris": "As in netris: combos are a matter of time, and rows come one by one.",
    },
)

_HELP: Final = Group("Watch and hint")
FIGHT: Final = "Versus"
"""The heading of what is set about a bout."""

_FIGHT: Final = Group(FIGHT)
_IDLE: Final = Group("Title")

OPPONENTS_OWN: Final = 0.0
"""The pace that stands for whatever an opponent likes."""


class Computer(Section):
    """The computer as a player."""

    bot: Annotated[str, _WATCHED, AfterValidator(_WATCHED.check), _HELP] = Field(
        default="survive", title="Bot", description="Who plays when you watch, and gives hints and advice."
    )
    pieces_per_second: Annotated[float, Field(ge=0.25, le=20), Knob(0.25, "pieces/s"), _HELP] = Field(
        default=2.0, title="Speed", description="How fast the bot plays when you watch."
    )
    look_ahead: Annotated[int, Field(ge=1, le=10), Knob(1, "pieces"), _HELP] = Field(
        default=5, title="Look-ahead", description="How many pieces the bot thinks ahead, as far as they are shown."
    )
    hint: Annotated[bool, _HELP] = Field(
        default=False,
        title="Hint",
        description="Show where the bot would put the piece. Such a game is for practice.",
    )
    opponent: Annotated[str, _OPPONENTS, AfterValidator(_OPPONENTS.check), _FIGHT] = Field(
        default="brook", title="Opponent", description="Whom you play against."
    )
    opponent_speed: Annotated[float, Field(ge=0, le=10), Knob(0.1, "pieces/s", {OPPONENTS_OWN: "its own"}), _FIGHT] = (
        Field(default=OPPONENTS_OWN, title="Its speed", description="How fast the opponent plays.")
    )
    attack: Annotated[str, _ATTACKS, AfterValidator(_ATTACKS.check), _FIGHT] = Field(
        default="guideline", title="Garbage", description="How clears become rows at the other side."
    )
    attract_s: Annotated[int, Field(ge=0, le=3600), Knob(5, "s", {0: "never"}), _IDLE] = Field(
        default=30, title="Show a game", description="How long the title waits before a bot plays to pass the time."
    )
    watch_key: str = Field(default="ctrl+w", description="The key that hands the game to the bot and back.")
    hint_key: str = Field(default="ctrl+t", description="The key that shows hints, and hides them.")
