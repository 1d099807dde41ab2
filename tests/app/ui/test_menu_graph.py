"""The menu graph is what the application does: every edge of it is walked by the keys of a player."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from piecement.cli.commands.menu_graph import graphviz, mermaid
from piecement.settings.styles import with_style
from piecement.ui import STYLES
from piecement.ui.menu_graph import EDGES, GLOBAL_KEYS, TAB_GROUPS, Edge, Node, Trigger, edge_between
from piecement.ui.messages import Navigate
from piecement.ui.navigation import NavigationError, NavigationStack
from piecement.ui.screen import NodeScreen
from tests.app.kept_games import keep_some
from tests.app.online_player import at_server
from tests.app.walking import (
    A_QUICK_GAME,
    CONTINUED,
    FIRST_GAME,
    FROM_HABITS,
    FROM_THE_COACH,
    LAST_MATCH,
    OF_A_MATCH,
    OF_OTHER_TEXTS,
    ONLINE,
    TO_A_MISTAKE,
    WITH_OTHERS,
    playing,
    shortest_way,
    text_of,
)
from tests.sampling import together

IN_A_GAME = frozenset({Node.GAME, Node.PAUSE, Node.GAME_OVER, Node.GAME_COMPLETE})
PLAYED = frozenset({Node.GAME, Node.MATCH, Node.ATTRACT})
SCREENS = [node for node in Node if not node.is_end]
TRAINERS = {Node.LESSON, Node.FINESSE_DRILL, Node.OPENERS, Node.PERFECT_CLEAR, Node.SPIN_TRAINER, Node.DIG}
SPECIAL = {
    *(CONTINUED, LAST_MATCH, FIRST_GAME),
    *(*OF_A_MATCH, *TO_A_MISTAKE, *OF_OTHER_TEXTS, *FROM_THE_COACH, *FROM_HABITS, *WITH_OTHERS),
}
WALKED = [edge for edge in EDGES if edge.target is not Node.LEFT_GAME and edge not in SPECIAL]
"""The edges that a player walks from any screen of their kind; the application walks that to a game that was left.

Those that take a server are walked by `test_online_edges`.
"""


def is_popup(edge: Edge) -> bool:
    """Tell whether Escape leads back from where an edge leads."""
    return edge.target.is_popup and edge.over is None


def ends_a_walk(edge: Edge) -> bool:
    """Tell whether there is no way back to the same place: the end, another game, or what only a start shows."""
    return edge.target in {Node.QUIT, Node.TITLE} or (edge.source is Node.LEFT_GAME and not is_popup(edge))


def walks() -> Iterator[tuple[Edge, ...]]:
    """Yield all edges by their source, as many as one application can walk, popups first."""
    for source in dict.fromkeys(edge.source for edge in WALKED):
        edges = sorted((edge for edge in WALKED if edge.source is source), key=lambda edge: not is_popup(edge))
        *others, last = [edge for edge in edges if ends_a_walk(edge)]
        yield (*(edge for edge in edges if not ends_a_walk(edge)), last)
        yield from ((edge,) for edge in others)


@pytest.fixture(autouse=True)
def _kept(request: pytest.FixtureRequest) -> None:
    """Keep a game to be looked at, and where it takes one, a game that was left without an end."""
    given: dict[str, tuple[Edge, ...]] = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    keep_some(left=any(edge.source is Node.LEFT_GAME for edge in given.get("edges", ())))


def name_of(edges: tuple[Edge, ...]) -> str:
    """Return the id of a walk over some edges of a screen."""
    return "-".join([edges[0].source, *(f"{edge.target}_by_{edge.trigger}" for edge in edges)])


def an_edge(source: Node, target: Node, trigger: Trigger = Trigger.MENU) -> Edge:
    """Return an edge of the graph."""
    edge = edge_between(source, target, trigger)
    assert edge is not None
    return edge


@pytest.mark.wide
@pytest.mark.parametrize("edges", list(walks()), ids=name_of)
async def test_a_player_can_walk(edges: tuple[Edge, ...]) -> None:
    source = edges[0].source
    async with playing(A_QUICK_GAME if source in IN_A_GAME else None) as player:
        if source not in IN_A_GAME:
            piecement = with_style(player.app.settings.now, "piecement")  # which keeps games without a line
            player.app.settings.apply(piecement.with_value("interface", "ready_go", False))
        await player.go_to(source)
        for edge in edges:
            before = player.app.stack.nodes
            await player.walk(edge)

            assert player.node is edge.target, edge

            if edge.trigger is Trigger.TAB:
                assert player.app.stack.nodes == (*before[:-1], edge.target), edge
                await player.walk(an_edge(edge.target, source, Trigger.TAB))
            elif is_popup(edge):
                await player.press("escape")

                assert player.app.stack.nodes == before, edge
                assert type(player.app.screen).__module__ == f"piecement.ui.screens.{source.module}", edge
            elif edge is not edges[-1] and edge.target is not Node.LESSON:  # which leads on from the welcome
                await player.go_to(source)


BACK = {
    Node.GAME: (Node.GAME, Node.PAUSE),
    Node.GAME_OVER: (Node.TITLE,),
    Node.GAME_COMPLETE: (Node.TITLE,),
    Node.ATTRACT: (Node.TITLE,),
    Node.MATCH: (Node.MATCH, Node.PAUSE),
    Node.MATCH_OVER: (Node.TITLE, Node.VERSUS),
    Node.ONLINE: (Node.TITLE, Node.VERSUS),
    Node.ROOM: (Node.ONLINE,),
    Node.ONLINE_ROUND: (Node.ONLINE_ROUND, Node.ONLINE_MENU),
    Node.ONLINE_OVER: (Node.ROOM,),
    Node.BRACKET: (Node.ROOM,),
    Node.TITLE: (Node.TITLE,),
}
"""Open screens after Esc on each screen that is no pop-up: a running game pauses, and the title stays."""


@together("edge", [edge for edge in EDGES if not edge.target.is_end])
def test_escape_leads_back_from_wherever_an_edge_leads(edge: Edge) -> None:
    trail = NavigationStack(edge.source)
    trail.follow(edge)
    if edge.trigger is Trigger.TAB:
        assert trail.nodes == (edge.target,)
        return
    if edge.target.is_popup:
        assert trail.back() is (edge.over or edge.source)
        return
    if way := next((way for way in EDGES if way.source is edge.target and way.key == "escape"), None):
        trail.follow(way)

    assert trail.nodes == BACK[edge.target]


@pytest.mark.wide
@pytest.mark.parametrize("node", BACK)
async def test_escape_leaves_every_screen_but_the_title(node: Node) -> None:
    if node in ONLINE:
        async with at_server() as online:
            await online.see(node)
            await online.press("escape")
            await online.pass_ms(250)

            assert online.app.stack.nodes == BACK[node]
        return
    async with playing(A_QUICK_GAME if node in IN_A_GAME else None, at=node) as player:
        await player.press("escape")

        assert player.app.stack.nodes == BACK[node]
        assert len(player.app.screen_stack) == len(BACK[node])


@pytest.mark.parametrize("game", [Node.MATCH_OVER, Node.ONLINE])
async def test_escape_from_there_leads_on_to_the_title(game: Node) -> None:
    async with playing(at=game) as player:
        await player.press("escape", "escape")

        assert player.app.stack.nodes == (Node.TITLE,)
        assert len(player.app.screen_stack) == 1


async def test_popups_go_back_one_by_one() -> None:
    async with playing(A_QUICK_GAME) as player:
        for key in ("escape", *["down"] * 2, "enter", "question_mark"):
            await player.press(key)
        steps = [player.app.stack.nodes]
        for _ in range(3):
            await player.press("escape")
            steps.append(player.app.stack.nodes)

        assert steps == [
            (Node.GAME, Node.PAUSE, Node.SETTINGS, Node.HELP),
            (Node.GAME, Node.PAUSE, Node.SETTINGS),
            (Node.GAME, Node.PAUSE),
            (Node.GAME,),
        ]


async def test_the_key_of_the_help_closes_it_again() -> None:
    async with playing() as player:
        await player.press("question_mark", "question_mark")

        assert player.app.stack.nodes == (Node.TITLE,)


async def test_leaving_for_the_title_stops_the_game() -> None:
    async with playing(A_QUICK_GAME, at=Node.PAUSE) as player:
        await player.walk(an_edge(Node.PAUSE, Node.TITLE, Trigger.KEY))

        assert player.app.stack.nodes == (Node.TITLE,)
        assert len(player.app.screen_stack) == 1
        assert not player.frame_timer.is_set


async def test_of_two_choices_at_once_only_the_first_is_walked() -> None:
    async with playing() as player:
        screen = player.app.screen
        screen.post_message(Navigate(an_edge(Node.TITLE, Node.SCOREBOARD)))
        screen.post_message(Navigate(an_edge(Node.TITLE, Node.SETTINGS)))
        await player.settle()

        assert player.app.stack.nodes == (Node.TITLE, Node.SCOREBOARD)


async def test_the_application_refuses_a_way_that_the_graph_lacks() -> None:
    async with playing() as player:
        with pytest.raises(NavigationError, match="no edge 'Sneak'"):
            player.app.navigate(Edge(Node.TITLE, Node.GAME_COMPLETE, Trigger.MENU, "Sneak"))

        assert player.app.stack.nodes == (Node.TITLE,)
        assert len(player.app.screen_stack) == 1


def test_a_trail_refuses_an_edge_that_starts_elsewhere() -> None:
    trail = NavigationStack(Node.TITLE)

    with pytest.raises(NavigationError, match="this is title"):
        trail.follow(an_edge(Node.GAME, Node.PAUSE, Trigger.KEY))

    assert trail.nodes == (Node.TITLE,)


def test_a_trail_does_not_go_back_from_a_full_screen() -> None:
    trail = NavigationStack(Node.TITLE)

    with pytest.raises(NavigationError, match="nothing lies under title"):
        trail.back()

    assert trail.nodes == (Node.TITLE,)


async def test_tabs_reopen_on_the_last_and_esc_leaves_all() -> None:
    async with playing(at=Node.SETTINGS) as player:
        await player.press("tab", "tab", "shift+tab")
        at_tab = player.app.stack.nodes
        await player.press("escape")
        left = player.app.stack.nodes
        await player.walk(an_edge(Node.TITLE, Node.SETTINGS))

        assert at_tab == player.app.stack.nodes == (Node.TITLE, Node.CONTROLS)
        assert left == (Node.TITLE,)


@pytest.mark.parametrize("colours", [True, False])
async def test_tab_in_use_is_marked_and_a_click_opens_another(colours: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not colours:
        monkeypatch.setenv("NO_COLOR", "1")
    async with playing(at=Node.SETTINGS) as player:
        line = text_of(player.app).splitlines()[1]
        await player.pilot.click("#tabs", offset=(line.index("Controls") - 2, 0))
        await player.settle()

        assert ("[Play]" in line) is not colours
        assert player.app.stack.nodes == (Node.TITLE, Node.CONTROLS)


def test_full_screen_clears_the_way_back() -> None:
    trail = NavigationStack(Node.TITLE)
    trail.follow(an_edge(Node.TITLE, Node.PLAY))
    trail.follow(an_edge(Node.PLAY, Node.GAME, Trigger.CHOICE))

    assert trail.nodes == (Node.GAME,)


def test_every_screen_has_its_module_and_every_sheet_a_screen() -> None:
    sheets = {STYLES / "app.tcss"}
    for node in SCREENS:
        import_module(f"piecement.ui.screens.{node.module}")
        paths = NodeScreen.BY_NODE[node].CSS_PATH or []
        sheets |= {Path(str(path)) for path in (paths if isinstance(paths, list) else [paths])}

    assert sheets == set(STYLES.glob("*.tcss"))


@together("node", SCREENS)
def test_every_screen_can_be_reached_from_the_title_and_quit(node: Node) -> None:
    assert shortest_way(Node.TITLE, node) is not None
    assert shortest_way(node, Node.QUIT)


def test_no_edge_leaves_the_end() -> None:
    assert not any(edge.source.is_end for edge in EDGES)


def test_no_two_keys_of_a_screen_are_the_same() -> None:
    keys = [(edge.source, edge.key) for edge in EDGES if edge.key and edge not in OF_A_MATCH]

    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("written", [mermaid(), graphviz()], ids=["mermaid", "graphviz"])
def test_the_printed_graph_names_every_place_and_every_way(written: str) -> None:
    assert all(node.heading in written for node in Node)
    assert all(edge.label in written for edge in EDGES if edge.trigger is not Trigger.TAB)
    assert written.count("Tab") == sum(len(group.tabs) - 1 for group in TAB_GROUPS)
    assert all(key.label in written for key in GLOBAL_KEYS)
