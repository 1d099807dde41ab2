"""The menu graph: every screen, and everything that leads from one to another.

This is the only place that says what leads where. Screens build their menus from it, `NavigationStack` refuses what it
lacks, `piecement menu-graph` prints it, and a test walks every edge of it. A new screen is one line in `Node` and an
`Edge` for each way to it.
"""

from enum import StrEnum
from itertools import product
from typing import Final, NamedTuple

from piecement.language import _

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

    TITLE = "title", _("Main menu")
    FIRST_RUN = "first_run", _("Welcome"), _POPUP
    PLAY = "play", _("Play"), _POPUP
    MORE_MODES = "more_modes", _("More Modes"), _POPUP, "play"
    GAME = "game", _("Game")
    PAUSE = "pause", _("Pause"), _POPUP
    GAME_OVER = "game_over", _("Game Over"), _WHOLE, "result"
    GAME_COMPLETE = "game_complete", _("Game Complete"), _WHOLE, "result"
    PASTED = "pasted", _("Pasted"), _POPUP
    MORE_RESULTS = "more_results", _("More"), _POPUP, "details"
    LEFT_GAME = "left_game", _("Continue"), _POPUP, "saved_games"
    SAVE_GAME = "save_game", _("Save"), _POPUP, "saved_games"
    LOAD_GAME = "load_game", _("Load"), _POPUP, "saved_games"
    BOARD_EDITOR = "board_editor", _("Board Editor"), _POPUP
    DAILY = "daily", _("Daily"), _POPUP
    RULE_EDITOR = "rule_editor", _("Rule Editor"), _POPUP
    SCOREBOARD = "scoreboard", _("Scoreboard"), _POPUP
    DETAILS = "details", _("Game Details"), _POPUP
    REPLAY = "replay", _("Replay"), _POPUP
    STATISTICS = "statistics", _("Statistics"), _POPUP
    HABITS = "habits", _("Coach: All Games"), _POPUP, "coach"
    STORAGE = "storage", _("Storage"), _POPUP, "saved_games"
    COACH = "coach", _("Coach"), _POPUP
    ATTRACT = "attract", _("Demo"), _WHOLE, "game"
    VERSUS = "versus", _("Versus"), _POPUP
    MATCH = "match", _("Match")
    MATCH_OVER = "match_over", _("Match Over"), _WHOLE, "match"
    PRACTICE = "practice", _("Practice"), _POPUP
    LESSON = "lesson", _("Learn to play"), _POPUP
    FINESSE_DRILL = "finesse_drill", _("Finesse"), _POPUP, "press_trainers"
    OPENERS = "openers", _("Openers"), _POPUP
    PERFECT_CLEAR = "perfect_clear", _("Perfect Clear"), _POPUP, "clear_trainers"
    ONLINE = "online", _("Online")
    BOARDS = "boards", _("Leaderboards"), _POPUP
    OPEN_ROOM = "open_room", _("Open a Room"), _POPUP
    QUEUE = "queue", _("Find a Match"), _POPUP, "open_room"
    ACCOUNT = "account", _("Account"), _POPUP
    ROOM = "room", _("Room")
    PEOPLE = "people", _("People"), _POPUP
    ONLINE_MATCH = "online_match", _("Online Match")
    ONLINE_MENU = "online_menu", _("Match Menu"), _POPUP, "round_menus"
    ONLINE_OVER = "online_over", _("Online Match Over"), _WHOLE, "round_menus"
    BRACKET = "bracket", _("Bracket"), _WHOLE, "round_menus"
    ROUND_REPLAY = "round_replay", _("Round Replay"), _POPUP, "online_match"
    SETTINGS = "settings", _("Settings"), _POPUP
    CONTROLS = "controls", _("Controls"), _POPUP
    LOOK = "look", _("Look"), _POPUP, "settings"
    SOUND = "sound", _("Sound"), _POPUP, "settings"
    SYSTEM = "system", _("System"), _POPUP, "settings"
    MORE_SETTINGS = "more_settings", _("More Settings"), _POPUP, "controls"
    ABOUT = "about", _("About"), _POPUP, "help"
    TRY_THIS = "try_this", _("Try This"), _POPUP, "help"
    ACHIEVEMENTS = "achievements", _("Achievements"), _POPUP, "statistics"
    SPIN_TRAINER = "spin_trainer", _("Spins"), _POPUP, "press_trainers"
    DIG = "dig", _("Dig"), _POPUP, "clear_trainers"
    KICK_EXPLORER = "kick_explorer", _("Kicks"), _POPUP
    FREE_PRACTICE = "free_practice", _("Free Practice"), _POPUP, "practice"
    HELP = "help", _("Help"), _POPUP
    QUIT = "quit", _("Quit"), _END


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


def tab_group(node: Node) -> TabGroup | None:
    """Return the tabs that a screen is one of, if it is a tab."""
    return next((group for group in TAB_GROUPS if node in group.tabs), None)


_TITLE: Final = _("Back to the main menu.")
_QUIT: Final = _("Quit Piecement.")
_PEOPLE: Final = _("Challenge somebody; the host mutes or sends out.")
_LOAD_KEY: Final = "ctrl+l"


def _menu(source: Node, *entries: tuple[Node, str, str]) -> tuple[Edge, ...]:
    """Return the edges of a menu: target, entry and sentence of each."""
    return tuple(Edge(source, target, Trigger.MENU, label, sentence=sentence) for target, label, sentence in entries)


def _after_a_game(source: Node) -> tuple[Edge, ...]:
    return (
        Edge(source, Node.GAME, Trigger.MENU, _("Play again"), sentence=_("Same mode, new pieces.")),
        Edge(source, Node.REPLAY, Trigger.CHOICE, _("your biggest mistake")),
        Edge(source, Node.MORE_RESULTS, Trigger.MENU, _("More"), sentence=_("Watch, coach, copy and more.")),
        Edge(source, Node.LOAD_GAME, Trigger.KEY, _("Load"), key=_LOAD_KEY),
        Edge(source, Node.TITLE, Trigger.KEY, _("Main menu"), key="escape"),
    )


_MORE_RESULTS: Final = _menu(
    Node.MORE_RESULTS,
    (Node.REPLAY, _("Watch"), _("Watch the game from its start.")),
    (Node.COACH, _("Coach"), _("Where a bot would have done better and why.")),
    (Node.GAME, _("Same pieces"), _("Play these pieces again.")),
    (Node.PLAY, _("New mode"), _("Choose a mode.")),
    (Node.SCOREBOARD, _("Scoreboard"), _("All your finished games, best first.")),
    (Node.TITLE, _("Main menu"), _TITLE),
    (Node.QUIT, _("Quit"), _QUIT),
)

_ALONE: Final = (Node.TITLE, Node.GAME, Node.GAME_OVER, Node.GAME_COMPLETE)
"""The screens on which a player may wait for a round who is in a room already."""

_PRACTICE: Final = _menu(
    Node.PRACTICE,
    (Node.LESSON, _("Learn to play"), _("Step by step, with your keys.")),
    (Node.FINESSE_DRILL, _("Finesse"), _("Fewest presses to each spot.")),
    (Node.OPENERS, _("Openers"), _("Shapes for the first bags.")),
    (Node.PERFECT_CLEAR, _("Perfect clear"), _("Clear the board.")),
    (Node.SPIN_TRAINER, _("Spins"), _("Rotate pieces in under ledges.")),
    (Node.DIG, _("Dig"), _("Race a bot through garbage.")),
    (Node.KICK_EXPLORER, _("Kicks"), _("See what each rotation tries.")),
    (Node.HABITS, _("Coach: all games"), _("What costs you most.")),
    (Node.FREE_PRACTICE, _("Free practice"), _("Undo, hints and a bot at hand.")),
)

_ONLINE: Final = (
    *_menu(
        Node.ONLINE,
        (Node.QUEUE, _("Find a match"), _("Find an opponent of your strength; rated if you have an account.")),
        (Node.OPEN_ROOM, _("Open a room"), _("Set up a room for others to join.")),
        (Node.PEOPLE, _("People"), _("Who else is here: challenge somebody to a match.")),
        (Node.BOARDS, _("Leaderboards"), _("This server's best games: watch, race or beat them.")),
        (Node.ACCOUNT, _("Account and ranking"), _("Your name, rating and matches; the season ranking.")),
    ),
    Edge(Node.BOARDS, Node.GAME, Trigger.CHOICE, _("a game is begun")),
    Edge(Node.BOARDS, Node.REPLAY, Trigger.CHOICE, _("a game is watched")),
    Edge(Node.QUEUE, Node.ROOM, Trigger.EVENT, _("an opponent is found")),
    *_menu(
        Node.QUEUE,
        (Node.PLAY, _("Play alone"), _("You stay queued; your game is saved when a match starts.")),
        (Node.MATCH, _("Play a bot"), _("A bot of about your strength; unrated.")),
    ),
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
    Edge(Node.PEOPLE, Node.ROOM, Trigger.EVENT, _("a challenge is accepted")),
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
    Edge(Node.ONLINE_OVER, Node.QUIT, Trigger.MENU, _("Quit"), sentence=_QUIT),
)

_SETTINGS: Final = (
    *_menu(
        Node.SETTINGS, (Node.MORE_SETTINGS, _("More play settings"), _("Every rule and timing that modes leave open."))
    ),
    *_menu(
        Node.CONTROLS,
        (Node.MORE_SETTINGS, _("Keys in a game, and more"), _("Undo, save, hint and others; key releases; a tester.")),
    ),
    *_menu(Node.LOOK, (Node.MORE_SETTINGS, _("More look settings"), _("Single effects, panels and figures."))),
    *_menu(Node.SOUND, (Node.MORE_SETTINGS, _("More sound settings"), _("Kinds of effects, and the mute key."))),
    *_menu(
        Node.SYSTEM,
        (Node.MORE_SETTINGS, _("More system settings"), _("Settings as text to share, and the demo.")),
        (Node.STORAGE, _("Export, import, delete"), _("Your games, and where they are.")),
        (Node.ABOUT, _("Version, credits, licence"), _("Version, credits and licence.")),
        (Node.FIRST_RUN, _("Welcome again"), _("Choose a style, as at the start.")),
        (Node.TRY_THIS, _("Try this"), _("What you may not know yet.")),
    ),
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
    Edge(Node.TITLE, Node.QUIT, Trigger.MENU, _("Quit"), sentence=_QUIT),
    Edge(Node.TITLE, Node.LOAD_GAME, Trigger.KEY, _("Load"), key=_LOAD_KEY),
    Edge(Node.TITLE, Node.DAILY, Trigger.KEY, _("Daily"), key="d"),
    Edge(Node.TITLE, Node.FIRST_RUN, Trigger.EVENT, _("the first start")),
    Edge(Node.TRY_THIS, Node.GAME, Trigger.CHOICE, _("a board is tried")),
    Edge(Node.FIRST_RUN, Node.LESSON, Trigger.KEY, _("Learn to play"), key="l"),
    Edge(Node.FIRST_RUN, Node.SETTINGS, Trigger.KEY, _("Settings"), key="t"),
    Edge(Node.LEFT_GAME, Node.GAME, Trigger.CHOICE, _("you resume it")),
    *(
        Edge(node, Node.PASTED, Trigger.EVENT, _("a game, board or rules are pasted"))
        for node in (Node.TITLE, Node.PLAY, Node.MORE_MODES, Node.SCOREBOARD)
    ),
    Edge(Node.PASTED, Node.REPLAY, Trigger.CHOICE, _("it is watched")),
    Edge(Node.PASTED, Node.GAME, Trigger.CHOICE, _("a race against it starts")),
    Edge(Node.PASTED, Node.BOARD_EDITOR, Trigger.CHOICE, _("a board is opened")),
    Edge(Node.PASTED, Node.RULE_EDITOR, Trigger.CHOICE, _("rules are opened")),
    Edge(Node.TITLE, Node.REPLAY, Trigger.EVENT, _("the start is to show a replay")),
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
    *_menu(
        Node.MATCH_OVER,
        (Node.REPLAY, _("See the turning point"), _("Watch the last game from 5 seconds before it.")),
        (Node.COACH, _("Coach"), _("Where a bot would have played better.")),
    ),
    Edge(Node.MATCH_OVER, Node.VERSUS, Trigger.KEY, _("Versus"), key="escape", over=Node.TITLE),
    Edge(Node.MATCH_OVER, Node.TITLE, Trigger.MENU, _("Main menu"), sentence=_TITLE),
    Edge(Node.MATCH_OVER, Node.QUIT, Trigger.MENU, _("Quit"), sentence=_QUIT),
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
