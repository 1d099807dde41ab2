"""The menu graph: every screen, and everything that leads from one to another.

This is the only place that says what leads where. Screens build their menus from it, `NavigationStack` refuses what it
lacks, `piecement menu-graph` prints it, and a test walks every edge of it. A new screen is one line in `Node` and an
`Edge` for each way to it.
"""

from enum import StrEnum
from itertools import product
from typing import Final, NamedTuple

from piecement_base.language import N_

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
    MORE_RESULTS = "more_results", N_("More"), _POPUP, "details"
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
    HABITS = "habits", N_("Coach: All Games"), _POPUP, "coach"
    STORAGE = "storage", N_("Storage"), _POPUP, "saved_games"
    COACH = "coach", N_("Coach"), _POPUP
    ATTRACT = "attract", N_("Demo"), _WHOLE, "game"
    VERSUS = "versus", N_("Versus"), _POPUP
    MATCH = "match", N_("Match")
    MATCH_OVER = "match_over", N_("Match Over")
    PRACTICE = "practice", N_("Practice"), _POPUP
    LESSON = "lesson", N_("Learn to play"), _POPUP
    FINESSE_DRILL = "finesse_drill", N_("Finesse"), _POPUP, "press_trainers"
    OPENERS = "openers", N_("Openers"), _POPUP
    PERFECT_CLEAR = "perfect_clear", N_("Perfect Clear"), _POPUP
    ONLINE = "online", N_("Online")
    LEADERBOARDS = "boards", N_("Leaderboards"), _POPUP, "leaderboards"
    OPEN_ROOM = "open_room", N_("Open a Room"), _POPUP
    QUEUE = "queue", N_("Find a Match"), _POPUP, "open_room"
    ACCOUNT = "account", N_("Account"), _POPUP
    ROOM = "room", N_("Room")
    PEOPLE = "people", N_("People"), _POPUP
    ONLINE_MATCH = "online_match", N_("Online Match")
    ONLINE_MENU = "online_menu", N_("Match Menu"), _POPUP, "round_menus"
    ONLINE_OVER = "online_over", N_("Online Match Over"), _WHOLE, "round_menus"
    BRACKET = "bracket", N_("Bracket"), _WHOLE, "round_menus"
    ROUND_REPLAY = "round_replay", N_("Round Replay"), _POPUP, "online_match"
    SETTINGS = "settings", N_("Settings"), _POPUP
    CONTROLS = "controls", N_("Controls"), _POPUP
    LOOK = "look", N_("Look"), _POPUP, "settings"
    SOUND = "sound", N_("Sound"), _POPUP
    SYSTEM = "system", N_("System"), _POPUP
    MORE_SETTINGS = "more_settings", N_("More Settings"), _POPUP
    ABOUT = "about", N_("About"), _POPUP, "help"
    TRY_THIS = "try_this", N_("Try This"), _POPUP, "help"
    ACHIEVEMENTS = "achievements", N_("Achievements"), _POPUP
    SPIN_TRAINER = "spin_trainer", N_("Spins"), _POPUP, "press_trainers"
    DIG = "dig", N_("Dig"), _POPUP
    KICK_EXPLORER = "kick_explorer", N_("Kicks"), _POPUP
    PUZZLES = "puzzles", N_("Puzzles"), _POPUP
    FREE_PRACTICE = "free_practice", N_("Free Practice"), _POPUP, "practice"
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


_TITLE: Final = N_("Back to the main menu.")
_QUIT: Final = N_("Quit Piecement.")
_PEOPLE: Final = N_("Challenge somebody; the host can mute or remove players.")
_LOAD_KEY: Final = "ctrl+l"


def _menu(source: Node, *entries: tuple[Node, str, str]) -> tuple[Edge, ...]:
    """Return the edges of a menu: target, entry and sentence of each."""
    return tuple(Edge(source, target, Trigger.MENU, label, sentence=sentence) for target, label, sentence in entries)


def _after_a_game(source: Node) -> tuple[Edge, ...]:
    return (
        Edge(source, Node.GAME, Trigger.MENU, N_("Play again"), sentence=N_("Same mode, new pieces.")),
        Edge(source, Node.REPLAY, Trigger.CHOICE, N_("your biggest mistake")),
        Edge(source, Node.MORE_RESULTS, Trigger.MENU, N_("More"), sentence=N_("Watch, coach, copy and more.")),
        Edge(source, Node.LOAD_GAME, Trigger.KEY, N_("Load"), key=_LOAD_KEY),
        Edge(source, Node.TITLE, Trigger.KEY, N_("Main menu"), key="escape"),
    )


_MORE_RESULTS: Final = _menu(
    Node.MORE_RESULTS,
    (Node.REPLAY, N_("Watch"), N_("Watch the game from its start.")),
    (Node.COACH, N_("Coach"), N_("Where a bot would have done better and why.")),
    (Node.GAME, N_("Same pieces"), N_("Play these pieces again.")),
    (Node.PLAY, N_("New mode"), N_("Choose a mode.")),
    (Node.SCOREBOARD, N_("Scoreboard"), N_("All your finished games, best first.")),
    (Node.TITLE, N_("Main menu"), _TITLE),
    (Node.QUIT, N_("Quit"), _QUIT),
)

_ALONE: Final = (Node.TITLE, Node.GAME, Node.GAME_OVER, Node.GAME_COMPLETE)
"""The screens on which a player may wait for a round who is in a room already."""

_PRACTICE: Final = _menu(
    Node.PRACTICE,
    (Node.LESSON, N_("Learn to play"), N_("Step by step, with your keys.")),
    (Node.FINESSE_DRILL, N_("Finesse"), N_("Fewest presses to each spot.")),
    (Node.OPENERS, N_("Openers"), N_("Shapes for the first bags.")),
    (Node.PERFECT_CLEAR, N_("Perfect clear"), N_("Clear the board.")),
    (Node.SPIN_TRAINER, N_("Spins"), N_("Rotate pieces in under ledges.")),
    (Node.DIG, N_("Dig"), N_("Race a bot through garbage.")),
    (Node.KICK_EXPLORER, N_("Kicks"), N_("See what each rotation tries.")),
    (Node.HABITS, N_("Coach: all games"), N_("What costs you most.")),
    (Node.PUZZLES, N_("Puzzles"), N_("Boards, a few pieces and a goal.")),
    (Node.FREE_PRACTICE, N_("Free practice"), N_("Undo, hints and a bot at hand.")),
)

_ONLINE: Final = (
    *_menu(
        Node.ONLINE,
        (Node.QUEUE, N_("Find a match"), N_("Find an opponent of your strength; rated if you have an account.")),
        (Node.OPEN_ROOM, N_("Open a room"), N_("Set up a room for others to join.")),
        (Node.PEOPLE, N_("People"), N_("Who else is here: challenge somebody to a match.")),
        (Node.LEADERBOARDS, N_("Leaderboards"), N_("This server's best games: watch, race or beat them.")),
        (Node.ACCOUNT, N_("Account and ranking"), N_("Your name, rating and matches; the season ranking.")),
    ),
    Edge(Node.LEADERBOARDS, Node.GAME, Trigger.CHOICE, N_("a game is begun")),
    Edge(Node.LEADERBOARDS, Node.REPLAY, Trigger.CHOICE, N_("a game is watched")),
    Edge(Node.QUEUE, Node.ROOM, Trigger.EVENT, N_("an opponent is found")),
    *_menu(
        Node.QUEUE,
        (Node.PLAY, N_("Play alone"), N_("You stay queued; your game is saved when a match starts.")),
        (Node.MATCH, N_("Play a bot"), N_("A bot of about your strength; unrated.")),
    ),
    Edge(Node.ONLINE, Node.ROOM, Trigger.EVENT, N_("you join a room")),
    Edge(Node.TITLE, Node.ROOM, Trigger.EVENT, N_("you left a match")),
    Edge(Node.ONLINE, Node.ONLINE_MATCH, Trigger.EVENT, N_("you watch a round")),
    Edge(Node.ONLINE, Node.VERSUS, Trigger.KEY, N_("Versus"), key="escape", over=Node.TITLE),
    Edge(Node.OPEN_ROOM, Node.ROOM, Trigger.EVENT, N_("the room is open")),
    Edge(Node.ROOM, Node.ONLINE_MATCH, Trigger.EVENT, N_("a round begins")),
    Edge(Node.ROOM, Node.PLAY, Trigger.MENU, N_("Play alone"), sentence=N_("Your game is saved when a round starts.")),
    Edge(Node.ROOM, Node.BRACKET, Trigger.MENU, N_("Bracket"), sentence=N_("The matches of the tournament.")),
    Edge(Node.BRACKET, Node.ROOM, Trigger.MENU, N_("Room"), sentence=N_("Players, rules and chat.")),
    Edge(Node.BRACKET, Node.ROUND_REPLAY, Trigger.MENU, N_("Watch"), sentence=N_("Watch your last round again.")),
    Edge(Node.BRACKET, Node.ROOM, Trigger.KEY, N_("Room"), key="escape"),
    Edge(Node.BRACKET, Node.ONLINE_MATCH, Trigger.EVENT, N_("a round begins")),
    Edge(Node.BRACKET, Node.ONLINE, Trigger.EVENT, N_("the room is closed")),
    Edge(Node.ROOM, Node.PEOPLE, Trigger.MENU, N_("People"), sentence=_PEOPLE),
    Edge(Node.PEOPLE, Node.ROOM, Trigger.EVENT, N_("a challenge is accepted")),
    Edge(Node.ROOM, Node.SETTINGS, Trigger.MENU, N_("Settings"), sentence=N_("Looks and feel.")),
    Edge(Node.ROOM, Node.ONLINE, Trigger.MENU, N_("Leave"), sentence=N_("Back to the list of rooms.")),
    Edge(Node.ROOM, Node.ONLINE, Trigger.KEY, N_("Leave"), key="escape"),
    *(Edge(node, Node.ONLINE_MATCH, Trigger.EVENT, N_("a round begins")) for node in _ALONE),
    *(
        Edge(node, Node.ROOM, Trigger.MENU, N_("Back to the room"), sentence=N_("The others are there."))
        for node in (Node.PAUSE, *_ALONE[2:])
    ),
    Edge(Node.ONLINE_MATCH, Node.ONLINE_MENU, Trigger.KEY, N_("Menu"), key="escape"),
    Edge(Node.ONLINE_MATCH, Node.ONLINE_MATCH, Trigger.EVENT, N_("the next round begins")),
    Edge(Node.ONLINE_MATCH, Node.ONLINE_OVER, Trigger.EVENT, N_("the match ends")),
    Edge(Node.ONLINE_MATCH, Node.ROOM, Trigger.EVENT, N_("the match is aborted")),
    Edge(Node.ONLINE_MATCH, Node.BRACKET, Trigger.EVENT, N_("a match of a tournament ends")),
    Edge(Node.ONLINE_MENU, Node.PEOPLE, Trigger.MENU, N_("People"), sentence=_PEOPLE),
    Edge(Node.ONLINE_MENU, Node.SETTINGS, Trigger.MENU, N_("Settings"), sentence=N_("The round keeps running.")),
    Edge(Node.ONLINE_MATCH, Node.ONLINE, Trigger.EVENT, N_("the room is closed")),
    Edge(Node.ONLINE_MENU, Node.ONLINE, Trigger.MENU, N_("Leave"), sentence=N_("You lose the match.")),
    Edge(Node.ONLINE, Node.ROUND_REPLAY, Trigger.CHOICE, N_("you choose a round replay")),
    Edge(Node.ONLINE_OVER, Node.ROOM, Trigger.MENU, N_("Rematch"), sentence=N_("Play another match.")),
    Edge(Node.ONLINE_OVER, Node.ROUND_REPLAY, Trigger.MENU, N_("Watch"), sentence=N_("Watch the last round again.")),
    Edge(Node.ONLINE_OVER, Node.ONLINE_MATCH, Trigger.EVENT, N_("a round begins")),
    Edge(Node.ONLINE_OVER, Node.ONLINE, Trigger.MENU, N_("Leave"), sentence=N_("Back to the list of rooms.")),
    Edge(Node.ONLINE_OVER, Node.ROOM, Trigger.KEY, N_("Room"), key="escape"),
    Edge(Node.ONLINE_OVER, Node.TITLE, Trigger.MENU, N_("Main menu"), sentence=_TITLE),
    Edge(Node.ONLINE_OVER, Node.QUIT, Trigger.MENU, N_("Quit"), sentence=_QUIT),
)

_SETTINGS: Final = (
    *_menu(
        Node.SETTINGS,
        (Node.MORE_SETTINGS, N_("More play settings"), N_("Every rule and timing that modes leave open.")),
    ),
    *_menu(
        Node.CONTROLS,
        (
            Node.MORE_SETTINGS,
            N_("Keys in a game, and more"),
            N_("Undo, save, hint and others; key releases; a tester."),
        ),
    ),
    *_menu(Node.LOOK, (Node.MORE_SETTINGS, N_("More look settings"), N_("Single effects, panels and figures."))),
    *_menu(Node.SOUND, (Node.MORE_SETTINGS, N_("More sound settings"), N_("Kinds of effects, and the mute key."))),
    *_menu(
        Node.SYSTEM,
        (Node.MORE_SETTINGS, N_("More system settings"), N_("Settings as text to share, and the demo.")),
        (Node.STORAGE, N_("Export, import, delete"), N_("Your games, and where they are.")),
        (Node.ABOUT, N_("Version, credits, licence"), N_("Version, credits and licence.")),
        (Node.FIRST_RUN, N_("Welcome again"), N_("Choose a style, as at the start.")),
        (Node.TRY_THIS, N_("Try this"), N_("What you may not know yet.")),
    ),
)

OWN_EDGES: Final = (
    Edge(Node.TITLE, Node.LEFT_GAME, Trigger.MENU, N_("Continue"), sentence=N_("Resume a game you left.")),
    Edge(Node.TITLE, Node.LEFT_GAME, Trigger.KEY, N_("Unfinished games"), key="right"),
    Edge(Node.TITLE, Node.GAME, Trigger.CHOICE, N_("you resume a game")),
    Edge(Node.TITLE, Node.PLAY, Trigger.MENU, N_("Play"), sentence=N_("Choose a mode and play.")),
    Edge(Node.TITLE, Node.VERSUS, Trigger.MENU, N_("Versus"), sentence=N_("Play a bot or a friend.")),
    Edge(Node.TITLE, Node.PRACTICE, Trigger.MENU, N_("Practice"), sentence=N_("One thing at a time.")),
    *_PRACTICE,
    Edge(Node.PUZZLES, Node.GAME, Trigger.CHOICE, N_("you choose a puzzle")),
    Edge(Node.FREE_PRACTICE, Node.GAME, Trigger.MENU, N_("Start"), sentence=N_("Play without a ranking.")),
    Edge(Node.TITLE, Node.SCOREBOARD, Trigger.MENU, N_("Scoreboard"), sentence=N_("Your games, best first.")),
    Edge(Node.TITLE, Node.SETTINGS, Trigger.MENU, N_("Settings"), sentence=N_("Look and feel.")),
    Edge(Node.TITLE, Node.QUIT, Trigger.MENU, N_("Quit"), sentence=_QUIT),
    Edge(Node.TITLE, Node.LOAD_GAME, Trigger.KEY, N_("Load"), key=_LOAD_KEY),
    Edge(Node.TITLE, Node.DAILY, Trigger.KEY, N_("Daily"), key="d"),
    Edge(Node.TITLE, Node.REPLAY, Trigger.KEY, N_("Last replay"), key="r"),
    Edge(Node.TITLE, Node.ACHIEVEMENTS, Trigger.KEY, N_("Achievements"), key="a"),
    Edge(Node.TITLE, Node.FIRST_RUN, Trigger.EVENT, N_("the first start")),
    Edge(Node.TRY_THIS, Node.GAME, Trigger.CHOICE, N_("a board is tried")),
    Edge(Node.FIRST_RUN, Node.LESSON, Trigger.KEY, N_("Learn to play"), key="l", over=Node.TITLE),
    Edge(Node.FIRST_RUN, Node.SETTINGS, Trigger.KEY, N_("Settings"), key="t"),
    Edge(Node.LEFT_GAME, Node.GAME, Trigger.CHOICE, N_("you resume it")),
    *(
        Edge(node, Node.PASTED, Trigger.EVENT, N_("a game, board or rules are pasted"))
        for node in (Node.TITLE, Node.PLAY, Node.MORE_MODES, Node.SCOREBOARD)
    ),
    Edge(Node.PASTED, Node.REPLAY, Trigger.CHOICE, N_("it is watched")),
    Edge(Node.PASTED, Node.GAME, Trigger.CHOICE, N_("a race against it starts")),
    Edge(Node.PASTED, Node.BOARD_EDITOR, Trigger.CHOICE, N_("a board is opened")),
    Edge(Node.PASTED, Node.RULE_EDITOR, Trigger.CHOICE, N_("rules are opened")),
    Edge(Node.TITLE, Node.REPLAY, Trigger.EVENT, N_("the start is to show a replay")),
    Edge(Node.SCOREBOARD, Node.DETAILS, Trigger.CHOICE, N_("a game is chosen")),
    Edge(Node.SCOREBOARD, Node.GAME, Trigger.CHOICE, N_("the first game starts")),
    Edge(Node.DETAILS, Node.REPLAY, Trigger.CHOICE, N_("it is watched")),
    Edge(Node.DETAILS, Node.COACH, Trigger.CHOICE, N_("you ask the coach")),
    Edge(Node.DETAILS, Node.GAME, Trigger.CHOICE, N_("a race against it starts")),
    Edge(Node.REPLAY, Node.GAME, Trigger.KEY, N_("Play from here"), key="p"),
    Edge(Node.COACH, Node.REPLAY, Trigger.CHOICE, N_("a mistake is watched")),
    Edge(Node.COACH, Node.GAME, Trigger.KEY, N_("Play from here"), key="p"),
    Edge(Node.STATISTICS, Node.HABITS, Trigger.KEY, N_("Coach"), key="c"),
    Edge(Node.HABITS, Node.GAME, Trigger.CHOICE, N_("you play from a mistake")),
    Edge(Node.HABITS, Node.REPLAY, Trigger.KEY, N_("Watch"), key="w"),
    Edge(Node.REPLAY, Node.SAVE_GAME, Trigger.KEY, N_("Save"), key="ctrl+s"),
    Edge(Node.LOAD_GAME, Node.GAME, Trigger.CHOICE, N_("a slot is loaded")),
    *(Edge(node, Node.GAME, Trigger.CHOICE, N_("you choose a mode")) for node in (Node.PLAY, Node.MORE_MODES)),
    Edge(Node.PLAY, Node.MORE_MODES, Trigger.KEY, N_("More modes"), key="m"),
    Edge(Node.PLAY, Node.BOARD_EDITOR, Trigger.KEY, N_("Board editor"), key="b"),
    Edge(Node.PLAY, Node.DAILY, Trigger.KEY, N_("Daily"), key="d"),
    Edge(Node.DAILY, Node.GAME, Trigger.CHOICE, N_("you play the daily")),
    Edge(Node.PLAY, Node.RULE_EDITOR, Trigger.KEY, N_("Rule editor"), key="r"),
    Edge(Node.RULE_EDITOR, Node.GAME, Trigger.KEY, N_("Play"), key="p"),
    Edge(Node.BOARD_EDITOR, Node.GAME, Trigger.CHOICE, N_("you play the board")),
    Edge(Node.GAME, Node.PAUSE, Trigger.KEY, N_("Pause"), key="escape"),
    Edge(Node.GAME, Node.GAME, Trigger.KEY, N_("Restart"), key="ctrl+r"),
    Edge(Node.GAME, Node.SAVE_GAME, Trigger.KEY, N_("Save"), key="ctrl+s"),
    Edge(Node.GAME, Node.LOAD_GAME, Trigger.KEY, N_("Load"), key=_LOAD_KEY),
    Edge(Node.GAME, Node.GAME_OVER, Trigger.EVENT, N_("lost or given up")),
    Edge(Node.GAME, Node.GAME_COMPLETE, Trigger.EVENT, N_("won")),
    Edge(Node.PAUSE, Node.GAME, Trigger.KEY, N_("Restart"), key="ctrl+r"),
    Edge(Node.PAUSE, Node.MATCH, Trigger.KEY, N_("Restart"), key="ctrl+r"),
    Edge(Node.PAUSE, Node.SETTINGS, Trigger.MENU, N_("Settings"), sentence=N_("Looks, keys and sound.")),
    Edge(Node.PAUSE, Node.SAVE_GAME, Trigger.MENU, N_("Save"), sentence=N_("Save it to a slot.")),
    Edge(Node.PAUSE, Node.GAME_OVER, Trigger.MENU, N_("End game"), sentence=N_("Shows your result.")),
    Edge(Node.PAUSE, Node.VERSUS, Trigger.MENU, N_("Leave match"), sentence=N_("Ends this match."), over=Node.TITLE),
    Edge(Node.PAUSE, Node.LOAD_GAME, Trigger.KEY, N_("Load"), key=_LOAD_KEY),
    Edge(Node.PAUSE, Node.TITLE, Trigger.KEY, N_("Main menu"), key="t"),
    *_SETTINGS,
    Edge(Node.TITLE, Node.ATTRACT, Trigger.EVENT, N_("left alone")),
    Edge(Node.ATTRACT, Node.TITLE, Trigger.KEY, N_("Main menu"), key="escape"),
    Edge(Node.VERSUS, Node.MATCH, Trigger.CHOICE, N_("you choose an opponent")),
    Edge(Node.VERSUS, Node.GAME, Trigger.CHOICE, N_("you watch a bot")),
    Edge(Node.VERSUS, Node.ONLINE, Trigger.MENU, N_("Online"), sentence=N_("Play others over a network.")),
    Edge(Node.VERSUS, Node.REPLAY, Trigger.KEY, N_("Last match"), key="l"),
    *_ONLINE,
    Edge(Node.MATCH, Node.PAUSE, Trigger.KEY, N_("Pause"), key="escape"),
    Edge(Node.MATCH, Node.MATCH, Trigger.KEY, N_("Restart"), key="ctrl+r"),
    Edge(Node.MATCH, Node.MATCH_OVER, Trigger.EVENT, N_("a side has lost")),
    Edge(Node.MATCH_OVER, Node.MATCH, Trigger.MENU, N_("Rematch"), sentence=N_("The same opponent, new pieces.")),
    *_menu(
        Node.MATCH_OVER,
        (Node.REPLAY, N_("See the turning point"), N_("Watch the last game from 5 seconds before it.")),
        (Node.COACH, N_("Coach"), N_("Where a bot would have played better.")),
    ),
    Edge(Node.MATCH_OVER, Node.VERSUS, Trigger.KEY, N_("Versus"), key="escape", over=Node.TITLE),
    Edge(Node.MATCH_OVER, Node.TITLE, Trigger.MENU, N_("Main menu"), sentence=_TITLE),
    Edge(Node.MATCH_OVER, Node.QUIT, Trigger.MENU, N_("Quit"), sentence=_QUIT),
    *_after_a_game(Node.GAME_OVER),
    *_after_a_game(Node.GAME_COMPLETE),
    *_MORE_RESULTS,
)
"""The edges of single screens."""


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
