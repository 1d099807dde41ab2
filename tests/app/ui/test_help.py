"""Help: the keys of the screen that one is on."""

import pytest

from piecement.input.bindings import PRESETS, Bindings
from piecement.settings.settings import Settings
from piecement.ui.menu_graph import PLACES, Node
from piecement.ui.texts.keys_of import keys_of
from piecement_engine import Button
from tests.app.kept_games import keep_some
from tests.app.walking import A_QUICK_GAME, playing, text_of

SCREENS = [node for node, place in PLACES.items() if not place.terminal and node is not Node.HELP]


@pytest.mark.parametrize("node", SCREENS)
async def test_every_screen_has_its_keys(node: Node) -> None:
    keep_some(left=node is Node.LEFT_GAME)
    in_a_game = node in {Node.GAME, Node.PAUSE, Node.GAME_OVER, Node.GAME_COMPLETE}
    async with playing(A_QUICK_GAME if in_a_game else None) as player:
        await player.go_to(node)
        await player.press("question_mark")
        seen = text_of(player.app)

        assert f"Keys: {PLACES[node].title}" in seen
        assert "Ctrl+C  quit" in seen


def bound(bindings: Bindings) -> Settings:
    """Return settings with these keys."""
    return Settings().with_value("controls", "keys", bindings.table())


@pytest.mark.parametrize("node", [node for node in SCREENS if PLACES[node].popup])
def test_every_popup_says_how_to_leave_it(node: Node) -> None:
    assert "Esc" in dict(keys_of(node, Settings()))


def test_the_keys_of_a_game_are_those_that_are_bound() -> None:
    keys = keys_of(Node.GAME, bound(PRESETS["Guideline"]))

    assert ("Space", "drop and lock") in keys
    assert ("X ↑", "turn right") in keys


def test_the_keys_of_practice_are_told_where_they_work() -> None:
    practice = {"Ctrl+Z", "Ctrl+U", "Ctrl+S", "Ctrl+L"}

    assert practice <= dict(keys_of(Node.GAME, Settings())).keys()
    assert not practice & dict(keys_of(Node.MATCH, Settings())).keys()


@pytest.mark.parametrize("node", [node for node in SCREENS if node not in {Node.GAME, Node.MATCH, Node.ATTRACT}])
def test_ctrl_z_suspends_every_other_screen(node: Node) -> None:
    assert dict(keys_of(node, Settings()))["Ctrl+Z"] == "suspend"


def test_every_file_that_a_replay_can_be_written_to_has_its_key_told() -> None:
    keys = dict(keys_of(Node.REPLAY, Settings()))

    assert keys["V F X"] == "write picture, film, game"


def test_a_button_without_a_key_is_left_out() -> None:
    told = [does for _, does in keys_of(Node.GAME, bound(PRESETS["Default"].clear(Button.HOLD)))]

    assert not any("hold" in does for does in told if does != "fall faster while held")


@pytest.mark.parametrize("node", SCREENS)
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("watched", [None, "", "survive"])
def test_a_line_of_keys_fits_a_narrow_terminal(node: Node, ascii_only: bool, watched: str | None) -> None:
    keys = keys_of(node, Settings(), ascii_only=ascii_only, watched=watched)
    wide = max(len(key) for key, _ in keys)

    assert all(wide + 2 + len(does) <= 36 for _, does in keys)


@pytest.mark.parametrize("node", [Node.GAME, Node.MATCH])
def test_the_keys_of_the_computer_are_those_that_are_set(node: Node) -> None:
    settings = Settings().with_value("computer", "watch_key", "f2").with_value("computer", "hint_key", "ctrl+f3")
    keys = dict(keys_of(node, settings))

    assert {"F2", "Ctrl+F3"} <= keys.keys()
    assert not {"Ctrl+W", "Ctrl+T"} & keys.keys()


def test_the_keys_of_two_at_one_keyboard_are_told_for_both() -> None:
    settings = Settings().with_value("computer", "opponent", "friend")

    assert ("W ↑", "drop and lock") in keys_of(Node.MATCH, settings)


@pytest.mark.parametrize("node", SCREENS)
def test_the_keys_are_told_in_ascii_where_the_skin_has_nothing_else(node: Node) -> None:
    assert all(key.isascii() for key, _ in keys_of(node, Settings(), ascii_only=True))


async def test_the_help_stops_the_game() -> None:
    async with playing(A_QUICK_GAME) as player:
        await player.press("question_mark")

        assert not player.frame_timer.is_set


async def test_the_help_while_a_bot_plays_tells_of_the_bot_s_keys_and_not_of_the_player_s() -> None:
    async with playing(A_QUICK_GAME) as player:
        await player.wait_ms(50)
        await player.press("question_mark")
        playing_oneself = text_of(player.app)
        await player.press("escape")
        await player.wait_ms(5_000)
        await player.press("ctrl+w")
        await player.press("question_mark")
        watching = text_of(player.app)

    assert "bot faster, slower" in watching
    assert "play on yourself" in watching
    assert "turn right" not in watching
    assert "take back" not in watching
    assert "turn right" in playing_oneself
    assert "bot faster, slower" not in playing_oneself


@pytest.mark.parametrize("node", [Node.GAME, Node.MATCH])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_keys_of_a_watched_game_fit_a_narrow_terminal(node: Node, ascii_only: bool) -> None:
    keys = keys_of(node, Settings(), ascii_only=ascii_only, watched="")
    wide = max(len(key) for key, _ in keys)

    assert all(wide + 2 + len(does) <= 36 for _, does in keys)
