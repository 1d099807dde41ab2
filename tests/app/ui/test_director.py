"""A new director already has a game, whichever of its methods is called first."""

from collections.abc import Callable

import pytest
from textual.geometry import Size

from piecement_base.plan import Plan
from piecement.ui.game.director import Director
from piecement.ui.screens.clear_trainers import DigDirector, PerfectClearDirector
from piecement.ui.screens.game import AttractDirector, SingleGame
from piecement.ui.screens.match import MatchDirector
from piecement.ui.screens.openers import OpenersDirector
from piecement.ui.screens.press_trainers import FinesseDirector, SpinDirector
from piecement.ui.services import Services
from tests.app.stand_ins import ENDLESS
from tests.app.walking import playing

SIZE = Size(80, 24)

DIRECTORS: list[Callable[[Services], Director]] = [
    lambda services: SingleGame(services, Plan(ENDLESS, seed=7)),
    MatchDirector,
    AttractDirector,
    DigDirector,
    FinesseDirector,
    OpenersDirector,
    PerfectClearDirector,
    SpinDirector,
]


@pytest.mark.parametrize("director_of", DIRECTORS)
async def test_a_director_has_a_game_at_once(director_of: Callable[[Services], Director]) -> None:
    async with playing() as player:
        director = director_of(player.app.services)
        director.apply_settings(player.app.settings.now)
        director.recorder.save()
        director.begin()
        for number, side in enumerate(director.sides):
            director.overlay(number, side.layout(SIZE))
            side.bot.close()

        assert len(director.sides) == director.SIDES
        assert not director.is_over
        assert director.beside is None or director.beside.resize(SIZE).area < SIZE.area
