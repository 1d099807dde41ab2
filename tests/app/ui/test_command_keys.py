"""Second keys: every command that some surroundings keep from the game has another key, told where it is needed."""

from typing import Final

import pytest

from piecement.input.key_labels import key_label
from piecement.input.key_presets import LEFT_BINDINGS, PRESETS, RIGHT_BINDINGS
from piecement.settings.settings import Settings
from piecement.ui.command_keys import BLINDFOLD, HINT, LOOK, SAVE, SECOND_KEYS, WATCH, intercepted_keys, reachable
from piecement.ui.game.game_keys import GAME_KEYS, commands, played_rows
from piecement.ui.menu_graph import EDGES, GLOBAL_KEYS, Node
from piecement.ui.screen import NodeScreen
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.pause import PauseScreen
from piecement.ui.screens.replay import ReplayScreen
from piecement_engine import Button
from tests.app.walking import A_QUICK_GAME, playing, text_of, words_of
from tests.sampling import together

TMUX: Final = {"TMUX": "/tmp/tmux-1000/default,1,0"}
UNSEEN: Final = {"f1", "f5", "f10", "f11", "f12"}
"""Function keys that a window or a browser takes for itself."""


@together(
    ("environment", "in_browser", "kept"),
    [
        ({}, False, set[str]()),
        ({"TMUX": ""}, False, set[str]()),
        (TMUX, False, {BLINDFOLD}),
        ({"STY": "1.pts-0.host"}, False, {SAVE}),
        ({"ZELLIJ": "0"}, False, {BLINDFOLD, LOOK, SAVE, HINT}),
        ({}, True, {WATCH, HINT}),
        (TMUX, True, {BLINDFOLD, WATCH, HINT}),
    ],
)
def test_the_surroundings_name_their_reserved_keys(
    environment: dict[str, str], in_browser: bool, kept: set[str]
) -> None:
    assert intercepted_keys(environment, in_browser=in_browser) == kept
    assert kept <= SECOND_KEYS.keys()


@pytest.mark.parametrize("name", ["TMUX", "STY", "ZELLIJ"])
def test_a_second_key_is_told_of_where_the_first_one_is_kept(name: str) -> None:
    kept = intercepted_keys({name: "yes"}, in_browser=False)

    assert {reachable(key, kept, Settings()) for key in kept} == {SECOND_KEYS[key] for key in kept}
    assert reachable("ctrl+z", kept, Settings()) == "ctrl+z"
    assert reachable(BLINDFOLD, frozenset(), Settings()) == BLINDFOLD


def test_no_second_key_is_used_for_anything_else() -> None:
    second = set(SECOND_KEYS.values())
    bound = {key for bindings in (*PRESETS.values(), LEFT_BINDINGS, RIGHT_BINDINGS) for key, _ in bindings.pairs}
    fixed = {edge.key for edge in EDGES} | {key.key for key in GLOBAL_KEYS}

    assert len(second) == len(SECOND_KEYS)
    assert not second & (bound | fixed | UNSEEN | SECOND_KEYS.keys())


def test_button_or_command_on_a_second_key_keeps_it() -> None:
    bindings = PRESETS["tetrs, with hold"].bind("f4", Button.HOLD)
    settings = Settings().with_value("controls", "keys", bindings.table()).with_value("commands", "watch_key", "f6")

    assert not {"f4", "f6"} & commands(settings)
    assert "f8" in commands(settings)
    assert reachable(BLINDFOLD, {BLINDFOLD}, settings) == BLINDFOLD


@pytest.mark.parametrize("screen", [PauseScreen, ReplayScreen])
def test_menus_and_replays_take_the_second_key_for_saving(screen: type[NodeScreen]) -> None:
    assert any(SECOND_KEYS[SAVE] in getattr(binding, "key", "").split(",") for binding in screen.BINDINGS)


async def test_a_second_key_acts_as_the_first() -> None:
    async with playing(A_QUICK_GAME) as player:
        for key, deed in (("f4", "Blindfold on"), ("f8", "Look: ")):
            await player.press(key)
            await player.wait_ms(50)
            assert deed in text_of(player.app)

        await player.press("f6")
        saving = player.node
        await player.press("escape", "escape", "f7")
        assert (saving, player.node) == (Node.SAVE_GAME, Node.LOAD_GAME)


async def test_the_second_keys_of_the_computer_follow_the_settings() -> None:
    async with playing(A_QUICK_GAME) as player:
        bot = player.screen_as(GameScreen).sides[0].bot
        await player.press("f3", "f3")
        hinted = bot.gives_hints
        player.app.settings.change("commands", "hint_key", "f9")
        await player.press("f3")

        assert hinted
        assert bot.gives_hints


async def test_help_and_legend_tell_the_second_key_under_tmux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMUX", TMUX["TMUX"])
    async with playing(A_QUICK_GAME) as player:
        await player.press("question_mark")
        seen = words_of(player.app)

    assert "F4 blindfold" in seen
    assert "Ctrl+B" not in seen
    assert "Ctrl+S save the game" in seen


def test_browser_help_tells_the_computers_second_keys() -> None:
    kept = intercepted_keys({}, in_browser=True)
    rows = played_rows(GAME_KEYS, iter(()), Settings(), lambda key: key_label(reachable(key, kept, Settings())))
    told = {row.keys: row.does for row in rows}

    assert told["F2"] == "bot plays (practice)"
    assert told["F3"] == "show hints (practice)"
    assert not {"Ctrl+W", "Ctrl+T"} & told.keys()
