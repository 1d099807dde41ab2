"""The menu graph: every screen, and everything that leads from one to another.

This is the only place that says what leads where. Screens build their menus from it, `NavigationStack` refuses what it
lacks, `piecement menu-graph` prints it, and a test walks every edge of it. A new screen is one line in `Node` and a row
of `edges.csv` for each way to it.
"""

from collections.abc import Mapping
from enum import StrEnum
from itertools import product
from typing import Final, NamedTuple

from piecement_base.language import N_
from piecement_base.tables import read_table

_WHOLE: Final = ""
_POPUP: Final = "popup"
_END: Final = "end"
"""Ways to open a screen: alone, over the one it was opened from, or as the end, after which nothing comes."""


class Node(StrEnum):
    """A screen; its value names its test, and its module and style sheet, unless another module is given last."""

    def __new__(cls, name: str, heading: str = "", opened: str = _WHOLE, module: str = "") -> "Node":
        node = str.__new__(cls, name)
        node._value_ = name
        node.heading = heading
        node.is_popup = opened == _POPUP
        node.is_end = opened == _END
        node.module = module or name
        return node

    _value_: str
    heading: str
    """The title of the screen."""
    is_popup: bool
    """Whether it lies over the screen it was opened from; any other screen closes all that are open."""
    is_end: bool
    """Whether nothing comes after it."""
    module: str
    """The name of its module and its style sheet."""

    TITLE = "title", N_("Main menu")
    FIRST_RUN = "first_run", N_("Welcome"), _POPUP
    PLAY = "play", N_("Play"), _POPUP
    MORE_MODES = "more_modes", N_("More Modes"), _POPUP
    GAME = "game", N_("Game")
    PAUSE = "pause", N_("Pause"), _POPUP
    GAME_OVER = "game_over", N_("Game Over"), _WHOLE, "result"
    GAME_COMPLETE = "game_complete", N_("Game Complete"), _WHOLE, "result"
    PASTED = "pasted", N_("Pasted"), _POPUP
    MORE_RESULTS = "more_results", N_("More"), _POPUP
    LEFT_GAME = "left_game", N_("Continue"), _POPUP, "saved_games"
    SAVE_GAME = "save_game", N_("Save"), _POPUP, "saved_games"
    LOAD_GAME = "load_game", N_("Load"), _POPUP, "saved_games"
    BOARD_EDITOR = "board_editor", N_("Board Editor"), _POPUP
    DAILY = "daily", N_("Daily"), _POPUP
    RULE_EDITOR = "rule_editor", N_("Rule Editor"), _POPUP
    SCOREBOARD = "scoreboard", N_("Scoreboard"), _POPUP
    DETAILS = "details", N_("Game Details"), _POPUP
    REPLAY = "replay", N_("Replay"), _POPUP
    STATISTICS = "statistics", N_("Statistics"), _POPUP
    HABITS = "habits", N_("Coach: All Games"), _POPUP
    STORAGE = "storage", N_("Storage"), _POPUP
    COACH = "coach", N_("Coach"), _POPUP
    ATTRACT = "attract", N_("Demo")
    VERSUS = "versus", N_("Versus"), _POPUP
    MATCH = "match", N_("Match")
    MATCH_OVER = "match_over", N_("Match Over")
    PRACTICE = "practice", N_("Practice"), _POPUP
    LESSON = "lesson", N_("Learn to play"), _POPUP
    FINESSE_DRILL = "finesse_drill", N_("Finesse"), _POPUP
    OPENERS = "openers", N_("Openers"), _POPUP
    PERFECT_CLEAR = "perfect_clear", N_("Perfect Clear"), _POPUP
    ONLINE = "online", N_("Online")
    LEADERBOARDS = "boards", N_("Leaderboards"), _POPUP, "leaderboards"
    OPEN_ROOM = "open_room", N_("Open a Room"), _POPUP
    QUEUE = "queue", N_("Find a Match"), _POPUP
    ACCOUNT = "account", N_("Account"), _POPUP
    ROOM = "room", N_("Room")
    PEOPLE = "people", N_("People"), _POPUP
    ONLINE_ROUND = "online_round", N_("Online Match")
    ONLINE_MENU = "online_menu", N_("Match Menu"), _POPUP
    ONLINE_OVER = "online_over", N_("Online Match Over")
    BRACKET = "bracket", N_("Bracket")
    ROUND_REPLAY = "round_replay", N_("Round Replay"), _POPUP, "round"
    SETTINGS = "settings", N_("Settings"), _POPUP
    CONTROLS = "controls", N_("Controls"), _POPUP
    LOOK = "look", N_("Look"), _POPUP, "settings"
    SOUND = "sound", N_("Sound"), _POPUP
    SYSTEM = "system", N_("System"), _POPUP
    MORE_SETTINGS = "more_settings", N_("More Settings"), _POPUP
    ABOUT = "about", N_("About"), _POPUP
    TRY_THIS = "try_this", N_("Try This"), _POPUP
    ACHIEVEMENTS = "achievements", N_("Achievements"), _POPUP
    SPIN_TRAINER = "spin_trainer", N_("Spins"), _POPUP
    DIG = "dig", N_("Dig"), _POPUP
    KICK_EXPLORER = "kick_explorer", N_("Kicks"), _POPUP
    PUZZLES = "puzzles", N_("Puzzles"), _POPUP
    FREE_PRACTICE = "free_practice", N_("Free Practice"), _POPUP
    HELP = "help", N_("Help"), _POPUP
    QUIT = "quit", N_("Quit"), _END


class Trigger(StrEnum):
    """Triggers of the edges."""

    MENU = "menu"
    """An entry of the screen's menu is chosen."""
    KEY = "key"
    """A key is pressed."""
    CHOICE = "choice"
    """Something else that the screen offers is chosen."""
    EVENT = "event"
    """Something happens in the game."""
    TAB = "tab"
    """Another tab is chosen, which replaces the screen."""


class Edge(NamedTuple):
    """A way from one screen to another."""

    source: Node
    target: Node
    trigger: Trigger
    label: str
    """The menu entry, or what happens."""
    key: str = ""
    """The key, as Textual names it."""
    sentence: str = ""
    """One sentence about it, shown beside its menu entry."""
    over: Node | None = None
    """Screen below a pop-up, if not the source; the source is then closed."""


class TabGroup(NamedTuple):
    """Pop-ups that replace each other, as tabs of one screen: back leaves all of them."""

    title: str
    tabs: dict[Node, str]
    """The titles of the tabs, in order. An edge to the first opens the group."""
    reopens: bool = False
    """Whether the group opens on the tab used last, or else on the first."""


class GlobalKey(NamedTuple):
    """A key that works on every screen."""

    target: Node
    label: str
    key: str


GLOBAL_KEYS: Final = (GlobalKey(Node.HELP, N_("Help"), "question_mark"), GlobalKey(Node.QUIT, N_("Quit"), "ctrl+c"))
"""The keys that no screen may use otherwise."""

TAB_GROUPS: Final = (
    TabGroup(
        N_("Settings"),
        {
            Node.SETTINGS: N_("Play"),
            Node.CONTROLS: N_("Controls"),
            Node.LOOK: N_("Look"),
            Node.SOUND: N_("Sound"),
            Node.SYSTEM: N_("System"),
        },
        reopens=True,
    ),
    TabGroup(
        N_("Scoreboard"),
        {Node.SCOREBOARD: N_("Scores"), Node.STATISTICS: N_("Statistics"), Node.ACHIEVEMENTS: N_("Achievements")},
    ),
)
"""Screens that are tabs."""


def tab_group(node: Node) -> TabGroup | None:
    """Return the tabs that a screen is one of, if it is a tab."""
    return next((group for group in TAB_GROUPS if node in group.tabs), None)


def _edge(row: Mapping[str, str]) -> Edge:
    over = Node(row["over"]) if row["over"] else None
    way = Node(row["source"]), Node(row["target"]), Trigger(row["trigger"])
    return Edge(*way, row["label"], row["key"], row["sentence"], over)


OWN_EDGES: Final = tuple(map(_edge, read_table(__file__, "edges.csv")))
"""The edges of single screens, by the screen that they leave; those of a menu in the order of its entries."""


EDGES: Final[tuple[Edge, ...]] = (
    *OWN_EDGES,
    *(
        Edge(source, target, Trigger.TAB, title)
        for group in TAB_GROUPS
        for source, (target, title) in product(group.tabs, group.tabs.items())
        if source is not target
    ),
    *(
        Edge(node, key.target, Trigger.KEY, key.label, key=key.key)
        for key, node in product(GLOBAL_KEYS, Node)
        if node is not key.target and not node.is_end
    ),
)
"""All edges: of single screens, of tabs, and by keys. The way back from a pop-up, to the screen under it, has none."""


def edges_from(node: Node, trigger: Trigger) -> tuple[Edge, ...]:
    """Return the edges that leave a screen by this trigger, in menu order."""
    return tuple(edge for edge in EDGES if edge.source is node and edge.trigger is trigger)


def edge_between(source: Node, target: Node, trigger: Trigger) -> Edge | None:
    """Return the edge from one screen to another by this trigger, if there is one."""
    return next((edge for edge in edges_from(source, trigger) if edge.target is target), None)
