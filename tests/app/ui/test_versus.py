"""A match against the computer: on the screen, by the keys, and with every row accounted for."""

import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from textual.geometry import Size
from textual.widgets import Static

from piecement.render.garbage_marks import corner_marks
from piecement.render.layout_planner import layout_for
from piecement.render.overlay import joined
from piecement.render.skins.look import Look
from piecement.render.skins.tones import TONES
from piecement.session.bots.loaded_bot import LoadedBot
from piecement.session.match_series import RIVAL, YOU
from piecement.session.match_session import GarbageRows, MatchSession, new_match
from piecement.session.statistics import AttackPace
from piecement.settings.computer import FRIEND
from piecement.settings.presets import with_preset
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.ui.game.field_layouts import shares
from piecement.ui.game.game_keys import MATCH_KEYS
from piecement.ui.game.match_director import MatchDirector
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.match import MatchScreen
from piecement.ui.screens.match_over import MatchOverScreen
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement.ui.widgets.menu_list import MenuList
from piecement_base.plan import Plan
from piecement_engine import MODES
from piecement_engine.board.pieces import GREY
from piecement_engine.bots import BOTS, Placement, Position
from piecement_engine.events import Event, LinesCleared, PieceLocked, RowsRaised
from piecement_engine.match import ATTACKS, RowCounts
from tests.app.drawn import CAPTION, RULES, DrawnGame, picture_of
from tests.app.stand_ins import ManualClock
from tests.app.thinking import Thinker, Turns, thinking
from tests.app.walking import Player, notifications_of, playing, text_of
from tests.sampling import together


class FaultyBot:
    """Fails."""

    def think(self, position: Position) -> Iterator[Placement | None]:
        """Fail at once."""
        raise ZeroDivisionError("division by zero")


class MatchWalker(Thinker):
    """A player in a match."""

    @property
    def screen(self) -> MatchScreen:
        """The screen of the match, under whatever lies over it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, MatchScreen))

    @property
    def match(self) -> MatchSession:
        """The match on the screen."""
        assert isinstance(self.screen.director, MatchDirector)
        return self.screen.director.match


def place_of(opponent: str) -> int:
    """Return the place of an opponent in the list, which has a blank line below the bots."""
    bots = [bot.name for bot in BOTS.values() if bot.level]
    return bots.index(opponent) if opponent in bots else len(bots) + 1


def hint_of(player: Player) -> str:
    """Return the sentences of the card."""
    return str(player.app.screen.query_one("#hint", Static).content)


@asynccontextmanager
async def match_running(opponent: str = "gale", size: tuple[int, int] = (80, 24)) -> AsyncGenerator[MatchWalker]:
    """Run the application with a match that has begun."""
    turns = Turns()
    async with playing(launch=Launch(save=False), later=turns, size=size) as player:
        walker = MatchWalker.of(player, turns)
        if opponent == FRIEND:
            walker.app.keyboard = KeyboardCapabilities(31)
        await walker.go_to(Node.VERSUS)
        walker.app.screen.query_one(MenuList).highlighted = place_of(opponent)
        await walker.press("enter")
        await walker.frames(3)
        yield walker


async def test_both_sides_play_on_the_same_pieces_each_by_its_own() -> None:
    async with match_running(size=(200, 60)) as player:
        keys = next(line for line in text_of(player.app).splitlines() if "Rotate" in line)
        yours, its = (side.view for side in player.match.sessions)
        before = [side.statistics.counts.presses for side in player.match.sessions]
        await player.press("left")
        after = [side.statistics.counts.presses for side in player.match.sessions]
        await player.frames(150)

        assert keys.count("Rotate") == 1
        assert (after[YOU] - before[YOU], after[RIVAL] - before[RIVAL]) == (1, 0)
        assert (yours.seed, yours.rules) == (its.seed, its.rules)
        assert its.pieces >= 2
        assert yours.pieces == 0


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_both_fields_are_seen_with_names_and_rows_sent(size: tuple[int, int]) -> None:
    async with match_running("glacier", size=size) as player:
        text = text_of(player.app)

        assert "YOU" in text
        assert "GLACIER" in text
        assert text.count("sent 0") == 2
        assert text.count("hold") == 2


@pytest.mark.wide
@pytest.mark.parametrize("attack", ATTACKS)
async def test_every_row_is_cancelled_received_or_pending(attack: str) -> None:
    async with match_running("torrent") as player:
        player.app.settings.change("computer", "attack", attack)
        player.app.settings.change("computer", "bot", "attack")
        player.app.settings.change("computer", "pieces_per_second", 4.0)
        await player.press("ctrl+r")
        await player.frames(2)
        await player.press("ctrl+w")
        await player.frames(600)
        match = player.match if player.node is Node.MATCH else None
        result = match.result() if match else player.screen_as(MatchOverScreen).result
        yours, its = (player.counts for player in result.players)

        assert yours.made + its.made > 0
        assert yours.sent == its.cancelled + its.received + its.pending
        assert its.sent == yours.cancelled + yours.received + yours.pending


async def test_shown_figures_equal_the_account() -> None:
    async with match_running("torrent") as player:
        await player.frames(400)
        counts = player.match.counts(RIVAL)

        assert f"sent {counts.sent}" in text_of(player.app)


def garbage_of(match: MatchSession) -> list[tuple[int, int, int]]:
    """Return of each side how many rows of garbage were cleared, how many lie there, and how many came."""
    players = match.result().players
    lying = [sum(GREY in row for row in side.view.rows) for side in match.sessions]
    return [(player.dug, rows, player.counts.received) for player, rows in zip(players, lying, strict=True)]


@pytest.mark.wide
async def test_cleared_garbage_is_counted_by_its_absence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piecement.session.match_session.new_seed", lambda: 2)
    async with match_running("torrent") as player:
        player.app.settings.change("computer", "bot", "survive")
        player.app.settings.change("computer", "pieces_per_second", 4.0)
        await player.press("ctrl+r")
        await player.frames(2)
        await player.press("ctrl+w")
        match = player.match
        await player.frames(600)  # ten seconds, in which garbage is cleared with this seed
        for _ in range(60):  # rows announced rise with the next piece
            if all(dug + lying == received for dug, lying, received in garbage_of(match)):
                break
            await player.frames(1)

        assert sum(dug for dug, _, _ in garbage_of(match)) > 0
        assert all(dug + lying == received for dug, lying, received in garbage_of(match))


def test_garbage_rows_are_known_wherever_they_lie() -> None:
    garbage = GarbageRows()
    garbage.count([RowsRaised(0, 2), LinesCleared(1, (3, 1), 0), RowsRaised(2, 1), LinesCleared(3, (2, 1, 0), 0)])

    assert garbage.dug == 3


def test_pace_of_a_fight_counts_per_minute_and_100_seconds() -> None:
    pace = AttackPace.of(made=30, dug=10, time_ns=120 * 10**9)
    pieces, seconds = 240, 120

    assert pace.attack_per_minute == 15
    assert pace.versus_score == pytest.approx(100 * (pieces / seconds) * (30 + 10) / pieces)
    assert AttackPace.of(3, 1, 0) == (0, 0)


@pytest.mark.wide
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 48)])
async def test_the_attack_of_both_sides_stands_beside_their_pace(size: tuple[int, int]) -> None:
    async with match_running("torrent", size=size) as player:
        await player.frames(400)
        for _ in range(20):  # how soon it sends rows is a matter of how much time it has to think
            if player.match.pace(RIVAL).attack_per_minute:
                break
            await player.frames(200)
        pace = player.match.pace(RIVAL)
        lines = text_of(player.app).splitlines()

        for label in ("PPS", "APM", "VS "):
            assert sum(line.count(label) for line in lines) == 2
        assert pace.attack_per_minute > 0
        assert re.search(r"APM +\d+\.\d", "\n".join(lines))


@pytest.mark.parametrize("rows", [0, 3, 25])
def test_a_bar_at_the_wall_is_as_high_as_the_rows_that_wait(rows: int) -> None:
    look = Look()
    layout = layout_for(40, 24, DrawnGame(), look, CAPTION)
    marks = corner_marks("You", RowCounts(pending=rows, sent=7), layout, look)
    bars = [y for y, spans in marks.items() if any(span.text == "█" for span in spans)]

    assert len(bars) == min(rows, 21), "the row above the skyline shares the upper border"
    headline = "".join(span.text for span in marks[min(marks)])
    assert headline.startswith("YOU ")
    assert headline.endswith(" sent 7")


@pytest.mark.parametrize(("pending", "told"), [(0, "YOU sent 7"), (4, "YOU due 4 sent 7")])
def test_the_rows_that_wait_are_told_in_the_colour_of_the_bar(pending: int, told: str) -> None:
    look = Look()
    layout = layout_for(40, 24, DrawnGame(), look, CAPTION)
    marks = corner_marks("You", RowCounts(pending=pending, sent=7), layout, look)
    headline = marks[min(marks)]
    bars = {span.style.color for spans in marks.values() for span in spans if span.text == "█"}

    assert told == " ".join(" ".join(span.text for span in headline).split())
    assert sum(len(span.text) for span in headline) == layout.field.width
    assert bars == {span.style.color for span in headline if "due" in span.text}


def test_sent_rows_are_left_out_above_a_narrow_field() -> None:
    view = DrawnGame(width=4, rules=replace(RULES, width=4))
    layout = layout_for(26, 22, view, Look(skin="half_block"), CAPTION)
    marks = corner_marks("Anna", RowCounts(pending=0, sent=725), layout, Look(skin="half_block"))

    assert layout.field.width == 6
    assert [(span.x, span.text) for span in marks[layout.headline.y] if span.text] == [(layout.field.x, "ANNA  ")]


def test_the_help_of_a_match_explains_the_bar() -> None:
    told = " ".join(f"{row.keys} {row.does}" for row in MATCH_KEYS)

    assert "bar" in told
    assert "due" in told


@pytest.mark.parametrize(("palette", "colour"), [("amber", "#ff9400"), ("ansi", "color(1)"), ("monochrome", None)])
def test_the_bar_has_a_colour_of_the_palette(palette: str, colour: str | None) -> None:
    look = Look(palette=palette, tones=TONES["amber"])
    marks = corner_marks("You", RowCounts(pending=1), layout_for(40, 24, DrawnGame(), look, CAPTION), look)
    (bar,) = (span for spans in marks.values() for span in spans if span.text == "█")

    assert (bar.style.color and bar.style.color.name) == colour


def test_curtains_lie_over_one_another() -> None:
    look = Look()
    layout = layout_for(40, 24, DrawnGame(), look, CAPTION)
    one = corner_marks("A", RowCounts(), layout, look)
    both = joined(one, one)

    assert {y: len(spans) for y, spans in both.items()} == {y: 2 * len(spans) for y, spans in one.items()}


async def test_a_match_that_a_bot_plays_is_marked() -> None:
    async with match_running() as player:
        player.app.settings.change("graphics", "hud", "full")
        await player.press("ctrl+w")
        await player.frames(3)

        assert "BOT" in text_of(player.app).split()


@pytest.mark.parametrize(
    ("keys", "sentence"), [(["ctrl+w"], "A bot played for you."), (["ctrl+t", "ctrl+t"], "You used hints."), ([], "")]
)
async def test_the_result_names_the_help_used(keys: list[str], sentence: str) -> None:
    async with match_running() as player:
        await player.press(*keys)
        await player.frames(10)
        await player.press("ctrl+d")
        await player.frames(60)
        said = text_of(player.app)

        assert player.node is Node.MATCH_OVER
        assert ("for you" in said, "hints" in said) == ("for you" in sentence, "hints" in sentence)


async def test_giving_up_loses_the_match_and_the_last_one_left_wins() -> None:
    async with match_running() as player:
        await player.press("ctrl+d")
        await player.frames(60)
        assert player.screen_as(MatchOverScreen).result.winner == RIVAL
        assert "GALE WINS" in text_of(player.app)

        await player.press("enter")
        player.match.sessions[RIVAL].forfeit()
        await player.frames(60)
        assert player.screen_as(MatchOverScreen).result.winner == YOU
        assert "YOU WIN" in text_of(player.app)


async def test_a_pause_stops_both_sides() -> None:
    async with match_running() as player:
        await player.frames(30)
        await player.press("escape")
        times = [side.time_ns for side in player.match.sessions]
        await player.frames(30)
        later = [side.time_ns for side in player.match.sessions]

        assert player.node is Node.PAUSE
        assert times == later
        assert player.turns.waiting == []


async def test_moments_before_a_pause_count_in_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    applied: list[Event] = []

    def apply(_match: MatchSession, _side: int, game_events: list[Event]) -> None:
        applied.extend(game_events)

    monkeypatch.setattr(MatchSession, "apply", apply)
    async with match_running(FRIEND) as player:
        session = player.match.sessions[YOU]
        while session.view.pieces == 0:  # it falls, and locks
            player.clock.now_ns = session.next_event_at_ns
            await player.press("escape")
            await player.press("escape", "enter")

        assert any(isinstance(event, PieceLocked) for event in applied)


@pytest.mark.parametrize(("size", "look"), [((80, 24), "tetrs"), ((200, 60), "Modern")])
async def test_a_pause_hides_both_boards(size: tuple[int, int], look: str) -> None:
    async with match_running(size=size) as player:
        player.app.settings.apply(with_preset(player.app.settings.now, "graphics", look))
        await player.frames(60)
        insides, rims = player.screen.fields.insides, player.screen.fields.rims
        names = player.match.names
        await player.press("escape")
        lines = text_of(player.app).splitlines()
        inside, rim = (
            ["".join(line[area.x : area.right] for line in lines[area.y : area.bottom]) for area in areas]
            for areas in (insides, rims)
        )

        assert player.node is Node.PAUSE
        assert "Resume" in inside[0]
        assert not inside[1].strip()
        assert all(name.upper() in "".join(lines) for name in names)
        assert set("".join(rim)) <= set(" ╶")


async def test_leaving_ends_the_rival() -> None:
    async with match_running() as player:
        left = player.screen
        await player.press("escape", "end", "enter")

        assert player.node is Node.VERSUS
        assert not left.sides[1].bot.plays
        assert player.turns.waiting == []


async def test_an_error_of_the_rival_is_a_message_and_not_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def load_bot(*_: object, **__: object) -> LoadedBot:
        return LoadedBot("mine", FaultyBot())

    monkeypatch.setattr("piecement.session.bots.loaded_bot.load_bot", load_bot)
    async with match_running() as player:
        await player.frames(60)
        said = notifications_of(player.app)

        assert said == ["The bot mine has failed: division by zero."]
        assert player.node is Node.MATCH
        assert not player.match.is_over


async def test_a_rival_plays_at_the_set_speed() -> None:
    async with match_running("pebble") as player:
        player.app.settings.change("computer", "opponent_speed", 5.0)
        await player.press("ctrl+r")
        await player.frames(180)

        assert player.match.sessions[RIVAL].view.pieces >= 8


@pytest.mark.wide
@pytest.mark.parametrize("size", [(38, 12), (40, 24), (57, 24), (60, 24), (72, 24), (120, 40)])
async def test_both_fields_are_seen_whole_at_any_size(size: tuple[int, int]) -> None:
    async with match_running(size=size) as player:
        sides = player.app.screen.query(GameCanvas)
        await player.wait_for(lambda: sum(side.size.width for side in sides) == size[0])

        shown = zip(player.screen.sides, sides.results(GameCanvas), strict=True)
        layouts = [side.layout(canvas.size) for side, canvas in shown]

        assert len(layouts) == 2
        assert all(layout.fits for layout in layouts)
        assert all(0 < layout.field.x + layout.field.width <= layout.size.width for layout in layouts)
        assert "GALE" in text_of(player.app)


async def test_terminal_too_small_for_both_says_its_need_once() -> None:
    async with match_running(size=(37, 24)) as player:
        small = text_of(player.app)
        await player.pilot.resize_terminal(38, 24)
        await player.wait_for(lambda: "Too small" not in text_of(player.app))

        assert small.count("Too small.") == 1
        assert small.count("Needs 38x12, is 37x24.") == 1


async def test_two_play_at_one_keyboard_with_keys_that_they_set() -> None:
    async with match_running(FRIEND, size=(200, 60)) as player:
        keys = next(line for line in text_of(player.app).splitlines() if "Rotate" in line)
        left, right = player.app.settings.now.pair.bindings
        player.app.settings.change("pair", "right", right.bind("p", "hard_drop").table())
        pieces: list[list[int]] = []
        for key in ("w", "up", "p"):
            await player.frames(5)
            await player.press(key)
            await player.frames(5)
            pieces.append([side.view.pieces for side in player.match.sessions])

        assert keys.index("Q/E/R") < 100 < keys.index("N/M/J")
        assert pieces == [[1, 0], [1, 1], [1, 2]]
        assert left.button("p") is None
        assert "FRIEND" in text_of(player.app)
        player.app.settings.change("interface", "key_releases", "on")
        await player.frames(1)
        assert all(side.keys.assumes_releases for side in player.screen.sides)


async def test_options_change_and_opponents_are_told_by_a_sentence() -> None:
    async with playing(launch=Launch(save=False), at=Node.VERSUS) as player:
        await player.press("right", "right")
        in_options = player.app.settings.now.computer.best_of
        await player.press("escape")

        assert in_options == "3"
        assert player.app.screen.query_one(MenuList).has_focus
        for digit, sentence in (
            ("2", "Sees the next pieces; slips at times."),
            ("3", "Plans ahead at a good pace."),
            ("7", "only the last key pressed repeats."),
        ):
            await player.press(digit)
            assert sentence in hint_of(player)
        await player.press("enter")
        assert player.node is Node.MATCH


@together(
    ("width", "widths"),
    [
        (80, [80]),
        (10, [10]),
        (80, [40, 40]),
        (81, [40, 41]),
        (60, [36, 24]),
        (40, [28, 12]),
        (120, [40, 40, 40]),
        (100, [36, 32, 32]),
        (50, [26, 12, 12]),
        (161, [40, 40, 40, 41]),
    ],
)
def test_sides_share_a_terminal(width: int, widths: list[int]) -> None:
    assert [share.width for share in shares(Size(width, 24), len(widths), 36)] == widths


def test_of_many_sides_the_last_one_left_has_not_lost() -> None:
    match = new_match({}, ManualClock(), ("You", "Gale", "Pebble"), "guideline")
    match.sessions[1].forfeit()
    first = match.is_over
    match.sessions[2].forfeit()

    assert (first, match.is_over) == (False, True)


def test_a_bout_that_both_lose_at_once_is_lost() -> None:
    match = new_match({}, ManualClock(), ("You", "Gale"), "guideline")
    for side in match.sessions:
        side.forfeit()

    assert match.result().winner == RIVAL


async def test_next_unbeaten_bot_has_the_cursor() -> None:
    async with playing() as player:
        player.app.store.match_records.add("Pebble", (2, 0))
        player.app.store.match_records.add("Brook", (0, 1))
        await player.go_to(Node.VERSUS)
        seen = text_of(player.app)

        assert "Pebble   ●○○○○○    1-0  ★ beaten" in seen
        assert "Brook    ●●○○○○    0-1  next" in seen
        assert "Gale     ●●●○○○       not played" in seen
        assert player.app.screen.query_one(MenuList).highlighted == 1


async def test_last_match_is_watched_by_its_key() -> None:
    async with thinking() as player:
        await player.go_to(Node.VERSUS)
        await player.press("enter")
        await player.frames(20)
        await player.press("ctrl+d")
        await player.frames(60)
        await player.go_to(Node.VERSUS)
        seen = text_of(player.app)
        await player.press("l")

        assert "Last match   0-1" in seen
        assert player.node is Node.REPLAY


async def test_a_watched_bot_plays_no_game_that_is_begun_elsewhere() -> None:
    async with thinking(at=Node.VERSUS) as player:
        await player.press("w")
        await player.wait_ms(200)
        watched = player.session.unranked.bot
        await player.press("escape", "t")
        await player.go_to(Node.PUZZLES)
        await player.show(Node.GAME, Trigger.CHOICE, Plan(MODES["zen"]))
        await player.wait_ms(200)

        assert watched
        assert player.session.plan.mode is MODES["zen"]
        assert not player.session.unranked.bot


async def test_versus_survives_a_damaged_match_file() -> None:
    async with playing() as player:
        folder = player.app.store.paths.data / "versus"
        folder.mkdir(parents=True)
        (folder / "2026-01-01 10.00.00 You, Pebble (1).match").write_text("junk")
        await player.go_to(Node.VERSUS)
        await player.press("l")

        assert "You have no match to watch yet." in text_of(player.app)


def lit(player: Player) -> list[list[int]]:
    """Return the columns of a streak on each side."""
    screen = player.screen_as(MatchScreen)
    columns: list[list[int]] = []
    for number, layout in enumerate(screen.fields.layouts):
        spans = screen.director.overlay(number, layout).get(layout.field.bottom - 1, ())
        columns.append([span.x for span in spans if span.text == "▀"])
    return columns


@pytest.mark.parametrize("sender", [YOU, RIVAL])
async def test_sent_rows_run_from_field_to_field(sender: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(at=Node.MATCH, wait_ms=1500) as player:
        director = player.screen_as(MatchScreen).director
        assert isinstance(director, MatchDirector)
        assert lit(player) == [[], []]

        def counts(side: int) -> RowCounts:
            return RowCounts(sent=4 * (side == sender))

        monkeypatch.setattr(director.match, "counts", counts)
        seen: list[list[list[int]]] = []
        for _ in range(12):
            seen.append(lit(player))
            player.clock.pass_ms(30)

        assert all(any(step[side] for step in seen) for side in (YOU, RIVAL))
        assert seen[0][sender]
        assert not seen[0][1 - sender]
        assert lit(player) == [[], []]


@pytest.mark.parametrize(("pending", "burning", "pulses"), [(4, 0, True), (4, 4, False)])
def test_the_bar_pulses_once_rows_are_due(pending: int, burning: int, pulses: bool) -> None:
    look = Look(skin="modern", palette="modern")
    layout = picture_of(DrawnGame(), look, 40, 24).layout
    marks = [
        corner_marks("You", RowCounts(pending=pending), layout, look, burning=burning, is_bright=bright)
        for bright in (False, True)
    ]

    assert (marks[0] != marks[1]) is pulses


async def test_versus_lets_one_bot_or_two_play() -> None:
    async with playing() as player:
        for keys, node, sides in (("9 9", Node.GAME, 1), ("end enter", Node.MATCH, 2)):
            await player.go_to(Node.VERSUS)
            await player.press(*keys.split())
            screen = player.screen_as(GameScreen)

            assert player.node is node
            assert [side.bot.plays for side in screen.director.sides] == [True] * sides
            await player.go_to(Node.TITLE)


@pytest.mark.parametrize("save", [True, False])
async def test_hosting_is_offered_where_a_server_can_be_started(*, save: bool) -> None:
    async with playing(launch=Launch(save=save), at=Node.VERSUS, size=(120, 40)) as player:
        shown = text_of(player.app)
        await player.press("h")

        assert ("host a room" in shown, player.node is Node.ONLINE) == (save, save)
