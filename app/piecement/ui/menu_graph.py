"""The menu graph: every screen, and everything that leads from one to another.

This is the only place that says what leads where. Screens build their menus from it, `NavigationStack` refuses what it
lacks, `piecement menu-graph` prints it, and a test walks every edge of it. A new screen is one line in `SCREEN_INFO`
and an `Edge` for each way to it.
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import product
from typing import Final, NamedTuple

from piecement.language import _


class Node(StrEnum):
    """A screen; its value names the screen's module, style sheet and test, but for those of `module_of`."""

    TITLE = "title"
    FIRST_RUN = "first_run"
    PLAY = "play"
    MORE_MODES = "more_modes"
    GAME = "game"
    PAUSE = "pause"
    GAME_OVER = "game_over"
    GAME_COMPLETE = "game_complete"
    MORE_RESULTS = "more_results"
    LEFT_GAME = "left_game"
    SAVE_GAME = "save_game"
    LOAD_GAME = "load_game"
    BOARD_EDITOR = "board_editor"
    RULE_EDITOR = "rule_editor"
    DAILY = "daily"
    SCOREBOARD = "scoreboard"
    DETAILS = "details"
    REPLAY = "replay"
    STATISTICS = "statistics"
    HABITS = "habits"
    STORAGE = "storage"
    COACH = "coach"
    ATTRACT = "attract"
    VERSUS = "versus"
    MATCH = "match"
    MATCH_OVER = "match_over"
    PRACTICE = "practice"
    FINESSE_DRILL = "finesse_drill"
    OPENERS = "openers"
    PERFECT_CLEAR = "perfect_clear"
    ONLINE = "online"
    BOARDS = "boards"
    OPEN_ROOM = "open_room"
    QUEUE = "queue"
    ACCOUNT = "account"
    ROOM = "room"
    PEOPLE = "people"
    ONLINE_MATCH = "online_match"
    ONLINE_MENU = "online_menu"
    ONLINE_OVER = "online_over"
    BRACKET = "bracket"
    ROUND_REPLAY = "round_replay"
    SETTINGS = "settings"
    CONTROLS = "controls"
    LOOK = "look"
    SOUND = "sound"
    SYSTEM = "system"
    MORE_SETTINGS = "more_settings"
    ABOUT = "about"
    TRY_THIS = "try_this"
    ACHIEVEMENTS = "achievements"
    SPIN_TRAINER = "spin_trainer"
    DIG = "dig"
    KICK_EXPLORER = "kick_explorer"
    FREE_PRACTICE = "free_practice"
    HELP = "help"
    QUIT = "quit"


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


class ScreenInfo(NamedTuple):
    """The title of a screen, and how it is opened."""

    title: str
    popup: bool
    """Whether it lies over the screen it was opened from; any other screen closes all that are open."""
    terminal: bool = False
    """Whether nothing comes after it."""


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

    @property
    def first(self) -> Node:
        return next(iter(self.tabs))


class GlobalKey(NamedTuple):
    """A key that works on every screen."""

    target: Node
    label: str
    key: str


SCREEN_INFO: Final[dict[Node, ScreenInfo]] = {
    Node.TITLE: ScreenInfo(_("Main menu"), popup=False),
    Node.FIRST_RUN: ScreenInfo(_("Welcome"), popup=True),
    Node.PLAY: ScreenInfo(_("Play"), popup=True),
    Node.MORE_MODES: ScreenInfo(_("More Modes"), popup=True),
    Node.GAME: ScreenInfo(_("Game"), popup=False),
    Node.PAUSE: ScreenInfo(_("Pause"), popup=True),
    Node.GAME_OVER: ScreenInfo(_("Game Over"), popup=False),
    Node.GAME_COMPLETE: ScreenInfo(_("Game Complete"), popup=False),
    Node.MORE_RESULTS: ScreenInfo(_("More"), popup=True),
    Node.LEFT_GAME: ScreenInfo(_("Continue"), popup=True),
    Node.SAVE_GAME: ScreenInfo(_("Save"), popup=True),
    Node.LOAD_GAME: ScreenInfo(_("Load"), popup=True),
    Node.BOARD_EDITOR: ScreenInfo(_("Board Editor"), popup=True),
    Node.DAILY: ScreenInfo(_("Daily"), popup=True),
    Node.RULE_EDITOR: ScreenInfo(_("Rule Editor"), popup=True),
    Node.SCOREBOARD: ScreenInfo(_("Scoreboard"), popup=True),
    Node.DETAILS: ScreenInfo(_("Game Details"), popup=True),
    Node.REPLAY: ScreenInfo(_("Replay"), popup=True),
    Node.STATISTICS: ScreenInfo(_("Statistics"), popup=True),
    Node.HABITS: ScreenInfo(_("Coach: All Games"), popup=True),
    Node.STORAGE: ScreenInfo(_("Storage"), popup=True),
    Node.COACH: ScreenInfo(_("Coach"), popup=True),
    Node.ATTRACT: ScreenInfo(_("Demo"), popup=False),
    Node.VERSUS: ScreenInfo(_("Versus"), popup=True),
    Node.MATCH: ScreenInfo(_("Match"), popup=False),
    Node.MATCH_OVER: ScreenInfo(_("Match Over"), popup=False),
    Node.PRACTICE: ScreenInfo(_("Practice"), popup=True),
    Node.FINESSE_DRILL: ScreenInfo(_("Finesse"), popup=True),
    Node.OPENERS: ScreenInfo(_("Openers"), popup=True),
    Node.PERFECT_CLEAR: ScreenInfo(_("Perfect Clear"), popup=True),
    Node.ONLINE: ScreenInfo(_("Online"), popup=False),
    Node.BOARDS: ScreenInfo(_("Leaderboards"), popup=True),
    Node.OPEN_ROOM: ScreenInfo(_("Open a Room"), popup=True),
    Node.QUEUE: ScreenInfo(_("Find a Match"), popup=True),
    Node.ACCOUNT: ScreenInfo(_("Account"), popup=True),
    Node.ROOM: ScreenInfo(_("Room"), popup=False),
    Node.PEOPLE: ScreenInfo(_("People"), popup=True),
    Node.ONLINE_MATCH: ScreenInfo(_("Online Match"), popup=False),
    Node.ONLINE_MENU: ScreenInfo(_("Match Menu"), popup=True),
    Node.ONLINE_OVER: ScreenInfo(_("Online Match Over"), popup=False),
    Node.BRACKET: ScreenInfo(_("Bracket"), popup=False),
    Node.ROUND_REPLAY: ScreenInfo(_("Round Replay"), popup=True),
    Node.SETTINGS: ScreenInfo(_("Settings"), popup=True),
    Node.CONTROLS: ScreenInfo(_("Controls"), popup=True),
    Node.LOOK: ScreenInfo(_("Look"), popup=True),
    Node.SOUND: ScreenInfo(_("Sound"), popup=True),
    Node.SYSTEM: ScreenInfo(_("System"), popup=True),
    Node.MORE_SETTINGS: ScreenInfo(_("More Settings"), popup=True),
    Node.ABOUT: ScreenInfo(_("About"), popup=True),
    Node.TRY_THIS: ScreenInfo(_("Try This"), popup=True),
    Node.ACHIEVEMENTS: ScreenInfo(_("Achievements"), popup=True),
    Node.SPIN_TRAINER: ScreenInfo(_("Spins"), popup=True),
    Node.DIG: ScreenInfo(_("Dig"), popup=True),
    Node.KICK_EXPLORER: ScreenInfo(_("Kicks"), popup=True),
    Node.FREE_PRACTICE: ScreenInfo(_("Free Practice"), popup=True),
    Node.HELP: ScreenInfo(_("Help"), popup=True),
    Node.QUIT: ScreenInfo(_("Quit"), popup=False, terminal=True),
}
"""Every screen."""

GLOBAL_KEYS: Final = (GlobalKey(Node.HELP, _("Help"), "question_mark"), GlobalKey(Node.QUIT, _("Quit"), "ctrl+c"))
"""The keys that no screen may use otherwise."""

TAB_GROUPS: Final = (
    TabGroup(
        _("Settings"),
        {
            Node.SETTINGS: _("Play"),
            Node.CONTROLS: _("Controls"),
            Node.LOOK: _("Look"),
            Node.SOUND: _("Sound"),
            Node.SYSTEM: _("System"),
        },
        reopens=True,
    ),
    TabGroup(
        _("Scoreboard"),
        {Node.SCOREBOARD: _("Scores"), Node.STATISTICS: _("Statistics"), Node.ACHIEVEMENTS: _("Achievements")},
    ),
)
"""Screens that are tabs."""


_MODULES: Final = {Node.GAME_OVER: "result", Node.GAME_COMPLETE: "result"}


def module_of(node: Node) -> str:
    """Return the name of the module and the style sheet of a screen."""
    return _MODULES.get(node, node.value)


def tab_group(node: Node) -> TabGroup | None:
    """Return the tabs that a screen is one of, if it is a tab."""
    return next((group for group in TAB_GROUPS if node in group.tabs), None)


_SCOREBOARD: Final = _("All your finished games, best first.")
_TITLE: Final = _("Back to the main menu.")
_ABOUT: Final = _("Version, credits and licence.")
_PEOPLE: Final = _("Who is here; the host mutes or sends out.")
_LOAD_KEY: Final = "ctrl+l"


def _after_a_game(source: Node) -> tuple[Edge, ...]:
    return (
        Edge(source, Node.GAME, Trigger.MENU, _("Play again"), sentence=_("Same mode, new pieces.")),
        Edge(source, Node.REPLAY, Trigger.CHOICE, _("your biggest mistake")),
        Edge(source, Node.MORE_RESULTS, Trigger.MENU, _("More"), sentence=_("Watch, coach, copy and more.")),
        Edge(source, Node.LOAD_GAME, Trigger.KEY, _("Load"), key=_LOAD_KEY),
        Edge(source, Node.TITLE, Trigger.KEY, _("Main menu"), key="escape"),
    )


_MORE_RESULTS: Final = tuple(
    Edge(Node.MORE_RESULTS, target, Trigger.MENU, label, sentence=sentence)
    for target, label, sentence in (
        (Node.REPLAY, _("Watch"), _("Watch the game from its start.")),
        (Node.COACH, _("Coach"), _("Where a bot would have done better and why.")),
        (Node.GAME, _("Same pieces"), _("Play these pieces again.")),
        (Node.PLAY, _("New mode"), _("Choose a mode.")),
        (Node.SCOREBOARD, _("Scoreboard"), _SCOREBOARD),
        (Node.TITLE, _("Main menu"), _("Back to the main menu.")),
        (Node.QUIT, _("Quit"), _("Quit Piecement.")),
    )
)


_ALONE: Final = (Node.TITLE, Node.GAME, Node.GAME_OVER, Node.GAME_COMPLETE)
"""The screens on which a player may wait for a round who is in a room already."""

_PRACTICE: Final = tuple(
    Edge(Node.PRACTICE, target, Trigger.MENU, label, sentence=sentence)
    for target, label, sentence in (
        (Node.FINESSE_DRILL, _("Finesse"), _("Fewest presses to each spot.")),
        (Node.OPENERS, _("Openers"), _("Shapes for the first bags.")),
        (Node.PERFECT_CLEAR, _("Perfect clear"), _("Clear the board.")),
        (Node.SPIN_TRAINER, _("Spins"), _("Rotate pieces in under ledges.")),
        (Node.DIG, _("Dig"), _("Race a bot through garbage.")),
        (Node.KICK_EXPLORER, _("Kicks"), _("See what each rotation tries.")),
        (Node.HABITS, _("Coach: all games"), _("What costs you most.")),
        (Node.FREE_PRACTICE, _("Free practice"), _("Undo, hints and a bot at hand.")),
    )
)

_ONLINE: Final = (
    Edge(
        Node.ONLINE,
        Node.QUEUE,
        Trigger.MENU,
        _("Find a match"),
        sentence=_("Find an opponent of your strength; rated if you have an account."),
    ),
    Edge(Node.ONLINE, Node.OPEN_ROOM, Trigger.MENU, _("Open a room"), sentence=_("Set up a room for others to join.")),
    Edge(
        Node.ONLINE,
        Node.BOARDS,
        Trigger.MENU,
        _("Leaderboards"),
        sentence=_("This server's best games: watch, race or beat them."),
    ),
    Edge(Node.BOARDS, Node.GAME, Trigger.CHOICE, _("a game is begun")),
    Edge(Node.BOARDS, Node.REPLAY, Trigger.CHOICE, _("a game is watched")),
    Edge(
        Node.ONLINE,
        Node.ACCOUNT,
        Trigger.MENU,
        _("Account and ranking"),
        sentence=_("Your name, rating and matches; the season ranking."),
    ),
    Edge(Node.QUEUE, Node.ROOM, Trigger.EVENT, _("an opponent is found")),
    Edge(
        Node.QUEUE,
        Node.PLAY,
        Trigger.MENU,
        _("Play alone"),
        sentence=_("You stay queued; your game is saved when a match starts."),
    ),
    Edge(Node.QUEUE, Node.MATCH, Trigger.MENU, _("Play a bot"), sentence=_("A bot of about your strength; unrated.")),
    Edge(Node.ONLINE, Node.ROOM, Trigger.EVENT, _("you join a room")),
    Edge(Node.TITLE, Node.ROOM, Trigger.EVENT, _("you left a match")),
    Edge(Node.ONLINE, Node.ONLINE_MATCH, Trigger.EVENT, _("you watch a round")),
    Edge(Node.ONLINE, Node.VERSUS, Trigger.KEY, _("Versus"), key="escape", over=Node.TITLE),
    Edge(Node.OPEN_ROOM, Node.ROOM, Trigger.EVENT, _("the room is open")),
    Edge(Node.ROOM, Node.ONLINE_MATCH, Trigger.EVENT, _("a round begins")),
    Edge(Node.ROOM, Node.PLAY, Trigger.MENU, _("Play alone"), sentence=_("Your game is saved when a round starts.")),
    Edge(Node.ROOM, Node.BRACKET, Trigger.MENU, _("Bracket"), sentence=_("The matches of the tournament.")),
    Edge(Node.BRACKET, Node.ROOM, Trigger.MENU, _("Room"), sentence=_("Players, rules and chat.")),
    Edge(Node.BRACKET, Node.ROUND_REPLAY, Trigger.MENU, _("Watch"), sentence=_("Watch your last round again.")),
    Edge(Node.BRACKET, Node.ROOM, Trigger.KEY, _("Room"), key="escape"),
    Edge(Node.BRACKET, Node.ONLINE_MATCH, Trigger.EVENT, _("a round begins")),
    Edge(Node.BRACKET, Node.ONLINE, Trigger.EVENT, _("the room is closed")),
    Edge(Node.ROOM, Node.PEOPLE, Trigger.MENU, _("People"), sentence=_PEOPLE),
    Edge(Node.ROOM, Node.SETTINGS, Trigger.MENU, _("Settings"), sentence=_("Looks and feel.")),
    Edge(Node.ROOM, Node.ONLINE, Trigger.MENU, _("Leave"), sentence=_("Back to the list of rooms.")),
    Edge(Node.ROOM, Node.ONLINE, Trigger.KEY, _("Leave"), key="escape"),
    *(Edge(node, Node.ONLINE_MATCH, Trigger.EVENT, _("a round begins")) for node in _ALONE),
    *(
        Edge(node, Node.ROOM, Trigger.MENU, _("Back to the room"), sentence=_("The others are there."))
        for node in (Node.PAUSE, *_ALONE[2:])
    ),
    Edge(Node.ONLINE_MATCH, Node.ONLINE_MENU, Trigger.KEY, _("Menu"), key="escape"),
    Edge(Node.ONLINE_MATCH, Node.ONLINE_MATCH, Trigger.EVENT, _("the next round begins")),
    Edge(Node.ONLINE_MATCH, Node.ONLINE_OVER, Trigger.EVENT, _("the match ends")),
    Edge(Node.ONLINE_MATCH, Node.ROOM, Trigger.EVENT, _("the match is aborted")),
    Edge(Node.ONLINE_MATCH, Node.BRACKET, Trigger.EVENT, _("a match of a tournament ends")),
    Edge(Node.ONLINE_MENU, Node.PEOPLE, Trigger.MENU, _("People"), sentence=_PEOPLE),
    Edge(Node.ONLINE_MENU, Node.SETTINGS, Trigger.MENU, _("Settings"), sentence=_("The round keeps running.")),
    Edge(Node.ONLINE_MATCH, Node.ONLINE, Trigger.EVENT, _("the room is closed")),
    Edge(Node.ONLINE_MENU, Node.ONLINE, Trigger.MENU, _("Leave"), sentence=_("You lose the match.")),
    Edge(Node.ONLINE, Node.ROUND_REPLAY, Trigger.CHOICE, _("you choose a round replay")),
    Edge(Node.ONLINE_OVER, Node.ROOM, Trigger.MENU, _("Rematch"), sentence=_("Play another match.")),
    Edge(Node.ONLINE_OVER, Node.ROUND_REPLAY, Trigger.MENU, _("Watch"), sentence=_("Watch the last round again.")),
    Edge(Node.ONLINE_OVER, Node.ONLINE_MATCH, Trigger.EVENT, _("a round begins")),
    Edge(Node.ONLINE_OVER, Node.ONLINE, Trigger.MENU, _("Leave"), sentence=_("Back to the list of rooms.")),
    Edge(Node.ONLINE_OVER, Node.ROOM, Trigger.KEY, _("Room"), key="escape"),
    Edge(Node.ONLINE_OVER, Node.TITLE, Trigger.MENU, _("Main menu"), sentence=_TITLE),
    Edge(Node.ONLINE_OVER, Node.QUIT, Trigger.MENU, _("Quit"), sentence=_("Quit Piecement.")),
)

_SETTINGS: Final = (
    *(
        Edge(node, Node.MORE_SETTINGS, Trigger.MENU, label, sentence=sentence)
        for node, label, sentence in (
            (Node.SETTINGS, _("More play settings"), _("Every rule and timing that modes leave open.")),
            (Node.CONTROLS, _("Keys in a game, and more"), _("Undo, save, hint and others; key releases; a tester.")),
            (Node.LOOK, _("More look settings"), _("Single effects, panels and figures.")),
            (Node.SOUND, _("More sound settings"), _("Kinds of effects, and the mute key.")),
            (Node.SYSTEM, _("More system settings"), _("Settings as text to share, and the demo.")),
        )
    ),
    Edge(
        Node.SYSTEM,
        Node.STORAGE,
        Trigger.MENU,
        _("Export, import, delete"),
        sentence=_("Your games, and where they are."),
    ),
    Edge(Node.SYSTEM, Node.ABOUT, Trigger.MENU, _("Version, credits, licence"), sentence=_ABOUT),
    Edge(Node.SYSTEM, Node.FIRST_RUN, Trigger.MENU, _("Welcome again"), sentence=_("Choose a style, as at the start.")),
    Edge(Node.SYSTEM, Node.TRY_THIS, Trigger.MENU, _("Try this"), sentence=_("What you may not know yet.")),
)

OWN_EDGES: Final = (
    Edge(Node.TITLE, Node.LEFT_GAME, Trigger.MENU, _("Continue"), sentence=_("Resume a game you left.")),
    Edge(Node.TITLE, Node.LEFT_GAME, Trigger.KEY, _("Unfinished games"), key="right"),
    Edge(Node.TITLE, Node.GAME, Trigger.CHOICE, _("you resume a game")),
    Edge(Node.TITLE, Node.PLAY, Trigger.MENU, _("Play"), sentence=_("Choose a mode and play.")),
    Edge(Node.TITLE, Node.VERSUS, Trigger.MENU, _("Versus"), sentence=_("Play a bot or a friend.")),
    Edge(Node.TITLE, Node.PRACTICE, Trigger.MENU, _("Practice"), sentence=_("One thing at a time.")),
    *_PRACTICE,
    Edge(Node.FREE_PRACTICE, Node.GAME, Trigger.MENU, _("Start"), sentence=_("Play without a ranking.")),
    Edge(Node.TITLE, Node.SCOREBOARD, Trigger.MENU, _("Scoreboard"), sentence=_("Your games, best first.")),
    Edge(Node.TITLE, Node.SETTINGS, Trigger.MENU, _("Settings"), sentence=_("Look and feel.")),
    Edge(Node.TITLE, Node.QUIT, Trigger.MENU, _("Quit"), sentence=_("Quit Piecement.")),
    Edge(Node.TITLE, Node.LOAD_GAME, Trigger.KEY, _("Load"), key=_LOAD_KEY),
    Edge(Node.TITLE, Node.DAILY, Trigger.KEY, _("Daily"), key="d"),
    Edge(Node.TITLE, Node.FIRST_RUN, Trigger.EVENT, _("the first start")),
    Edge(Node.TRY_THIS, Node.GAME, Trigger.CHOICE, _("a board is tried")),
    Edge(Node.FIRST_RUN, Node.SETTINGS, Trigger.KEY, _("Settings"), key="t"),
    Edge(Node.LEFT_GAME, Node.GAME, Trigger.CHOICE, _("you resume it")),
    Edge(Node.SCOREBOARD, Node.DETAILS, Trigger.CHOICE, _("a game is chosen")),
    Edge(Node.SCOREBOARD, Node.GAME, Trigger.CHOICE, _("the first game starts")),
    Edge(Node.DETAILS, Node.REPLAY, Trigger.CHOICE, _("it is watched")),
    Edge(Node.DETAILS, Node.COACH, Trigger.CHOICE, _("you ask the coach")),
    Edge(Node.DETAILS, Node.GAME, Trigger.CHOICE, _("a race against it starts")),
    Edge(Node.REPLAY, Node.GAME, Trigger.KEY, _("Play from here"), key="p"),
    Edge(Node.COACH, Node.REPLAY, Trigger.CHOICE, _("a mistake is watched")),
    Edge(Node.COACH, Node.GAME, Trigger.KEY, _("Play from here"), key="p"),
    Edge(Node.STATISTICS, Node.HABITS, Trigger.KEY, _("Coach"), key="c"),
    Edge(Node.HABITS, Node.GAME, Trigger.CHOICE, _("you play from a mistake")),
    Edge(Node.HABITS, Node.REPLAY, Trigger.KEY, _("Watch"), key="w"),
    Edge(Node.REPLAY, Node.SAVE_GAME, Trigger.KEY, _("Save"), key="ctrl+s"),
    Edge(Node.LOAD_GAME, Node.GAME, Trigger.CHOICE, _("a slot is loaded")),
    *(Edge(node, Node.GAME, Trigger.CHOICE, _("you choose a mode")) for node in (Node.PLAY, Node.MORE_MODES)),
    Edge(Node.PLAY, Node.MORE_MODES, Trigger.KEY, _("More modes"), key="m"),
    Edge(Node.PLAY, Node.BOARD_EDITOR, Trigger.KEY, _("Board editor"), key="b"),
    Edge(Node.PLAY, Node.DAILY, Trigger.KEY, _("Daily"), key="d"),
    Edge(Node.DAILY, Node.GAME, Trigger.CHOICE, _("you play the daily")),
    Edge(Node.PLAY, Node.RULE_EDITOR, Trigger.KEY, _("Rule editor"), key="r"),
    Edge(Node.RULE_EDITOR, Node.GAME, Trigger.KEY, _("Play"), key="p"),
    Edge(Node.BOARD_EDITOR, Node.GAME, Trigger.CHOICE, _("you play the board")),
    Edge(Node.GAME, Node.PAUSE, Trigger.KEY, _("Pause"), key="escape"),
    Edge(Node.GAME, Node.GAME, Trigger.KEY, _("Restart"), key="ctrl+r"),
    Edge(Node.GAME, Node.SAVE_GAME, Trigger.KEY, _("Save"), key="ctrl+s"),
    Edge(Node.GAME, Node.LOAD_GAME, Trigger.KEY, _("Load"), key=_LOAD_KEY),
    Edge(Node.GAME, Node.GAME_OVER, Trigger.EVENT, _("lost or given up")),
    Edge(Node.GAME, Node.GAME_COMPLETE, Trigger.EVENT, _("won")),
    Edge(Node.PAUSE, Node.GAME, Trigger.KEY, _("Restart"), key="ctrl+r"),
    Edge(Node.PAUSE, Node.MATCH, Trigger.KEY, _("Restart"), key="ctrl+r"),
    Edge(Node.PAUSE, Node.SETTINGS, Trigger.MENU, _("Settings"), sentence=_("Looks, keys and sound.")),
    Edge(Node.PAUSE, Node.SAVE_GAME, Trigger.MENU, _("Save"), sentence=_("Save it to a slot.")),
    Edge(Node.PAUSE, Node.GAME_OVER, Trigger.MENU, _("End game"), sentence=_("Shows your result.")),
    Edge(Node.PAUSE, Node.VERSUS, Trigger.MENU, _("Leave match"), sentence=_("Ends this match."), over=Node.TITLE),
    Edge(Node.PAUSE, Node.LOAD_GAME, Trigger.KEY, _("Load"), key=_LOAD_KEY),
    Edge(Node.PAUSE, Node.TITLE, Trigger.KEY, _("Main menu"), key="t"),
    *_SETTINGS,
    Edge(Node.TITLE, Node.ATTRACT, Trigger.EVENT, _("left alone")),
    Edge(Node.ATTRACT, Node.TITLE, Trigger.KEY, _("Main menu"), key="escape"),
    Edge(Node.VERSUS, Node.MATCH, Trigger.CHOICE, _("you choose an opponent")),
    Edge(Node.VERSUS, Node.ONLINE, Trigger.MENU, _("Online"), sentence=_("Play others over a network.")),
    Edge(Node.VERSUS, Node.REPLAY, Trigger.KEY, _("Last match"), key="l"),
    *_ONLINE,
    Edge(Node.MATCH, Node.PAUSE, Trigger.KEY, _("Pause"), key="escape"),
    Edge(Node.MATCH, Node.MATCH, Trigger.KEY, _("Restart"), key="ctrl+r"),
    Edge(Node.MATCH, Node.MATCH_OVER, Trigger.EVENT, _("a side has lost")),
    Edge(Node.MATCH_OVER, Node.MATCH, Trigger.MENU, _("Rematch"), sentence=_("The same opponent, new pieces.")),
    Edge(
        Node.MATCH_OVER,
        Node.REPLAY,
        Trigger.MENU,
        _("See the turning point"),
        sentence=_("Watch the last game from 5 seconds before it."),
    ),
    Edge(Node.MATCH_OVER, Node.COACH, Trigger.MENU, _("Coach"), sentence=_("Where a bot would have played better.")),
    Edge(Node.MATCH_OVER, Node.VERSUS, Trigger.KEY, _("Versus"), key="escape", over=Node.TITLE),
    Edge(Node.MATCH_OVER, Node.TITLE, Trigger.MENU, _("Main menu"), sentence=_TITLE),
    Edge(Node.MATCH_OVER, Node.QUIT, Trigger.MENU, _("Quit"), sentence=_("Quit Piecement.")),
    *_after_a_game(Node.GAME_OVER),
    *_after_a_game(Node.GAME_COMPLETE),
    *_MORE_RESULTS,
)
"""The edges of single screens."""


def _edges_of_tabs() -> Iterator[Edge]:
    for group in TAB_GROUPS:
        for source, (target, title) in product(group.tabs, group.tabs.items()):
            if source is not target:
                yield Edge(source, target, Trigger.TAB, title)


def _edges_everywhere() -> Iterator[Edge]:
    for key in GLOBAL_KEYS:
        for node, screen in SCREEN_INFO.items():
            if node is not key.target and not screen.terminal:
                yield Edge(node, key.target, Trigger.KEY, key.label, key=key.key)


EDGES: Final[tuple[Edge, ...]] = (*OWN_EDGES, *_edges_of_tabs(), *_edges_everywhere())
"""All edges. The way back from a pop-up, to the screen under it, has none."""


def edges_from(node: Node, trigger: Trigger) -> tuple[Edge, ...]:
    """Return the edges that leave a screen by this trigger, in menu order."""
    return tuple(edge for edge in EDGES if edge.source is node and edge.trigger is trigger)


def edge_between(source: Node, target: Node, trigger: Trigger) -> Edge | None:
    """Return the edge from one screen to another by this trigger, if there is one."""
    return next((edge for edge in edges_from(source, trigger) if edge.target is target), None)
