"""Edges of blocks: what they cost, and where they are drawn."""

from pathlib import Path

import pytest

from piecement.terminal.environment import Background
from piecement.ui.screens.game import GameScreen
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_engine import Button
from tests.app.still_life import MARATHON, still_world
from tests.app.walking import playing


@pytest.mark.parametrize(("edges", "most"), [(True, 230), (False, 150)])
async def test_a_sideways_move_takes_few_bytes(tmp_path: Path, *, edges: bool, most: int) -> None:
    with still_world(tmp_path):
        async with playing(MARATHON) as player:
            player.app.appearance.set_background(Background.DARK)
            player.app.settings.change("graphics", "skin", "modern")
            player.app.settings.change("graphics", "edges", edges)
            await player.wait_ms(300)
            await player.press("x")
            screen = player.screen_as(GameScreen)
            side, canvas = screen.sides[0], screen.query_one(GameCanvas)
            canvas.pending_text(0, 0)
            taken: list[int] = []
            for button in (Button.MOVE_LEFT, Button.MOVE_RIGHT) * 3:
                side.on_events(side.session.hold(frozenset({button}), player.clock.now_ns))
                side.on_events(side.session.hold(frozenset(), player.clock.now_ns))
                frame = side.frame(player.app.size, None)
                canvas.draw_rows(frame.layout.size, frame.rows)
                text, _ = canvas.pending_text(0, 0)
                taken.append(len(text.encode()))

    assert 20 < max(taken[1:]) <= most  # the first one comes with all that was not painted yet
