"""The menu graph: every screen, and everything that leads from one to another.

This is the only place that says what leads where. Screens build their menus from it, `NavigationStack` refuses what it
lacks, `piecement menu-graph` prints it, and a test walks every edge of it. A new screen is one line in `PLACES`
and a line for each way to it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Node(StrEnum):
    """A screen; its value names the screen's module, style sheet and test."""

    TITLE = "title"
    NEW_GAME = "new_game"
    GAME = "game"
    PAUSE = "pause"
    GAME_OVER = "game_over"
    GAME_COMPLETE = "game_complete"
    LEFT_GAME = "left_game"
    SAVE_GAME = "save_game"
    LOAD_GAME = "load_game"
    SCOREBOARD = "scoreboard"
    KEPT_GAME = "kept_game"
    REPLAY = "replay"
    STATISTICS = "statistics"
    STORAGE = "storage"
    COACH = "coach"
    ATTRACT = "attract"
    NEW_MATCH = "new_match"
    MATCH = "match"
    MATCH_OVER = "match_over"
    SETTINGS = "settings"
    GRAPHICS = "graphics"
    CONTROLS = "controls"
    GAMEPLAY = "gameplay"
    COMPUTER = "computer"
    ABOUT = "about"
    HELP = "help"
    QUIT = "quit"


class Way(StrEnum):
    """How a player walks an edge."""

    MENU = "menu"
    """By an entry of the screen's menu."""
    KEY = "key"
    """By a key of its own."""
    CHOICE = "choice"
    """By choosing what the screen offers."""
    EVENT = "event"
    """It happens in the game."""


@dataclass(frozen=True, slots=True)
class Place:
    """What the graph knows of a screen."""

    title: str
    popup: bool
    """Whether it lies over the screen it was opened from and goes back there; any other place clears the way back."""
    terminal: bool = False
    """Whether nothing comes after it."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One way from a screen to another."""

    source: Node
    target: Node
    way: Way
    label: str
    """The menu entry, or what happens."""
    key: str = ""
    """The key that walks it, as Textual names it."""
    sentence: str = ""
    """What a player should know before choosing it."""


@dataclass(frozen=True, slots=True)
class Everywhere:
    """A key that works on every screen."""

    target: Node
    label: str
    key: str


PLACES: Final[dict[Node, Place]] = {
    Node.TITLE: Place("Title", popup=False),
    Node.NEW_GAME: Place("New Game", popup=True),
    Node.GAME: Place("Game", popup=False),
    Node.PAUSE: Place("Pause", popup=True),
    Node.GAME_OVER: Place("Game Over", popup=False),
    Node.GAME_COMPLETE: Place("Game Complete", popup=False),
    Node.LEFT_GAME: Place("Left Game", popup=True),
    Node.SAVE_GAME: Place("Save", popup=True),
    Node.LOAD_GAME: Place("Load", popup=True),
    Node.SCOREBOARD: Place("Scoreboard", popup=True),
    Node.KEPT_GAME: Place("Kept Game", popup=True),
    Node.REPLAY: Place("Replay", popup=True),
    Node.STATISTICS: Place("Statistics", popup=True),
    Node.STORAGE: Place("What Is Kept", popup=True),
    Node.COACH: Place("Coach", popup=True),
    Node.ATTRACT: Place("Attract", popup=False),
    Node.NEW_MATCH: Place("New Match", popup=True),
    Node.MATCH: Place("Match", popup=False),
    Node.MATCH_OVER: Place("Match Over", popup=False),
    Node.SETTINGS: Place("Settings", popup=True),
    Node.GRAPHICS: Place("Graphics", popup=True),
    Node.CONTROLS: Place("Controls", popup=True),
    Node.GAMEPLAY: Place("Gameplay", popup=True),
    Node.COMPUTER: Place("Computer", popup=True),
    Node.ABOUT: Place("About", popup=True),
    Node.HELP: Place("Help", popup=True),
    Node.QUIT: Place("Quit", popup=False, terminal=True),
}
"""Every screen."""

EVERYWHERE: Final = (
    Everywhere(Node.HELP, "Help", "question_mark"),
    Everywhere(Node.QUIT, "Quit", "ctrl+c"),
)
"""The keys that no screen may take for itself."""

_SCOREBOARD: Final = "All games that ended, the best ones first."
_TITLE: Final = "Back to the first screen."
_ABOUT: Final = "What this is, and whose work it stands on."
_GAME_WAITS: Final = "It waits for Play on."
_LOAD_KEY: Final = "ctrl+l"


def _after_a_game(source: Node) -> tuple[Edge, ...]:
    return (
        Edge(source, Node.GAME, Way.MENU, "Play again", sentence="The same mode with new pieces."),
        Edge(source, Node.NEW_GAME, Way.MENU, "New game", sentence="Choose a mode."),
        Edge(source, Node.REPLAY, Way.MENU, "Watch", sentence="See the game again, from its start."),
        Edge(source, Node.COACH, Way.MENU, "Coach", sentence="Where a bot would have done better, and why."),
        Edge(source, Node.SETTINGS, Way.MENU, "Settings", sentence="Looks and feel."),
        Edge(source, Node.SCOREBOARD, Way.MENU, "Scoreboard", sentence=_SCOREBOARD),
        Edge(source, Node.TITLE, Way.MENU, "Title", sentence=_TITLE),
        Edge(source, Node.QUIT, Way.MENU, "Quit", sentence="Leave Piecement."),
        Edge(source, Node.LOAD_GAME, Way.KEY, "Load", key=_LOAD_KEY),
    )


OWN_EDGES: Final = (
    Edge(Node.TITLE, Node.LEFT_GAME, Way.MENU, "Play on", sentence="Go on with a game that was left."),
    Edge(Node.TITLE, Node.NEW_GAME, Way.MENU, "New game", sentence="Choose a mode and play."),
    Edge(Node.TITLE, Node.NEW_MATCH, Way.MENU, "Match", sentence="Play a bot, or a friend at the same keyboard."),
    Edge(Node.TITLE, Node.SETTINGS, Way.MENU, "Settings", sentence="Looks and feel."),
    Edge(Node.TITLE, Node.SCOREBOARD, Way.MENU, "Scoreboard", sentence=_SCOREBOARD),
    Edge(Node.TITLE, Node.STATISTICS, Way.MENU, "Statistics", sentence="What all games come to."),
    Edge(Node.TITLE, Node.ABOUT, Way.MENU, "About", sentence=_ABOUT),
    Edge(Node.TITLE, Node.QUIT, Way.MENU, "Quit", sentence="Leave Piecement."),
    Edge(Node.TITLE, Node.LOAD_GAME, Way.KEY, "Load", key=_LOAD_KEY),
    Edge(Node.TITLE, Node.LEFT_GAME, Way.EVENT, "a game was left"),
    Edge(Node.LEFT_GAME, Node.GAME, Way.CHOICE, "it is played on"),
    Edge(Node.SCOREBOARD, Node.KEPT_GAME, Way.CHOICE, "a game is chosen"),
    Edge(Node.KEPT_GAME, Node.REPLAY, Way.CHOICE, "it is watched"),
    Edge(Node.KEPT_GAME, Node.COACH, Way.CHOICE, "the coach is asked"),
    Edge(Node.REPLAY, Node.GAME, Way.CHOICE, "it is played on from there"),
    Edge(Node.REPLAY, Node.SAVE_GAME, Way.KEY, "Save", key="ctrl+s"),
    Edge(Node.LOAD_GAME, Node.GAME, Way.CHOICE, "a slot is loaded"),
    Edge(Node.NEW_GAME, Node.GAME, Way.CHOICE, "a mode is chosen"),
    Edge(Node.GAME, Node.PAUSE, Way.KEY, "Pause", key="escape"),
    Edge(Node.GAME, Node.GAME, Way.KEY, "Restart", key="ctrl+r"),
    Edge(Node.GAME, Node.SAVE_GAME, Way.KEY, "Save", key="ctrl+s"),
    Edge(Node.GAME, Node.LOAD_GAME, Way.KEY, "Load", key=_LOAD_KEY),
    Edge(Node.GAME, Node.GAME_OVER, Way.EVENT, "lost or given up"),
    Edge(Node.GAME, Node.GAME_COMPLETE, Way.EVENT, "won"),
    Edge(Node.PAUSE, Node.GAME, Way.KEY, "Restart", key="ctrl+r"),
    Edge(Node.PAUSE, Node.MATCH, Way.KEY, "Restart", key="ctrl+r"),
    Edge(Node.PAUSE, Node.NEW_GAME, Way.MENU, "New game", sentence=_GAME_WAITS),
    Edge(Node.PAUSE, Node.SAVE_GAME, Way.MENU, "Save", sentence="Keep it in a slot."),
    Edge(Node.PAUSE, Node.LOAD_GAME, Way.MENU, "Load", sentence="From a slot: practice."),
    Edge(Node.PAUSE, Node.SETTINGS, Way.MENU, "Settings", sentence="Looks and feel."),
    Edge(Node.PAUSE, Node.SCOREBOARD, Way.MENU, "Scoreboard", sentence="All games that ended."),
    Edge(Node.PAUSE, Node.ABOUT, Way.MENU, "About", sentence="What this game is."),
    Edge(Node.PAUSE, Node.GAME_OVER, Way.MENU, "Give up", sentence="Ends this game for good."),
    Edge(Node.PAUSE, Node.TITLE, Way.MENU, "Title", sentence=_GAME_WAITS),
    Edge(Node.PAUSE, Node.QUIT, Way.MENU, "Quit", sentence=_GAME_WAITS),
    Edge(Node.SETTINGS, Node.GRAPHICS, Way.MENU, "Graphics", sentence="Skins, colours, effects, and what is shown."),
    Edge(Node.SETTINGS, Node.CONTROLS, Way.MENU, "Controls", sentence="Which key does what, and how keys feel."),
    Edge(Node.SETTINGS, Node.GAMEPLAY, Way.MENU, "Gameplay", sentence="Handling and rules."),
    Edge(Node.SETTINGS, Node.COMPUTER, Way.MENU, "Computer", sentence="Who plays when you watch, hints, opponents."),
    Edge(Node.SETTINGS, Node.STORAGE, Way.MENU, "What is kept", sentence="Settings, scores, replays, or nothing."),
    Edge(Node.TITLE, Node.ATTRACT, Way.EVENT, "left alone"),
    Edge(Node.ATTRACT, Node.TITLE, Way.KEY, "Title", key="escape"),
    Edge(Node.NEW_MATCH, Node.MATCH, Way.MENU, "Start", sentence="Outlast the other side."),
    Edge(Node.MATCH, Node.PAUSE, Way.KEY, "Pause", key="escape"),
    Edge(Node.MATCH, Node.MATCH, Way.KEY, "Restart", key="ctrl+r"),
    Edge(Node.MATCH, Node.MATCH_OVER, Way.EVENT, "a side has lost"),
    Edge(Node.MATCH_OVER, Node.MATCH, Way.MENU, "Rematch", sentence="The same opponent, other pieces."),
    Edge(Node.MATCH_OVER, Node.NEW_MATCH, Way.MENU, "New match", sentence="Choose whom to play."),
    Edge(Node.MATCH_OVER, Node.TITLE, Way.MENU, "Title", sentence=_TITLE),
    Edge(Node.MATCH_OVER, Node.QUIT, Way.MENU, "Quit", sentence="Leave Piecement."),
    *_after_a_game(Node.GAME_OVER),
    *_after_a_game(Node.GAME_COMPLETE),
)
"""The ways of single screens."""


def _edges_everywhere() -> Iterator[Edge]:
    for key in EVERYWHERE:
        for node, place in PLACES.items():
            if node is not key.target and not place.terminal:
                yield Edge(node, key.target, Way.KEY, key.label, key=key.key)


EDGES: Final[tuple[Edge, ...]] = (*OWN_EDGES, *_edges_everywhere())
"""Every way between screens, but for the way back: a pop-up goes back to the screen under it."""


def edges_from(node: Node, way: Way) -> tuple[Edge, ...]:
    """Return the ways of one kind that leave a screen, in menu order."""
    return tuple(edge for edge in EDGES if edge.source is node and edge.way is way)


def edge_between(source: Node, target: Node, way: Way) -> Edge | None:
    """Return the way of a kind that leads from one screen straight to another, if there is one."""
    return next((edge for edge in edges_from(source, way) if edge.target is target), None)
