"""A new director already has a game, whichever of its methods is called first."""

from collections.abc import Callable

from textual.geometry import Size

from piecement.ui.game.director import Director
from piecement.ui.game.match_director import MatchDirector
from piecement.ui.game.single_game import SingleGame
from piecement.ui.screens.attract import AttractDirector
from piecement.ui.screens.dig import DigDirector
from piecement.ui.screens.finesse_drill import FinesseDirector
from piecement.ui.screens.openers import OpenersDirector
from piecement.ui.screens.perfect_clear import PerfectClearDirector
from piecement.ui.screens.spin_trainer import SpinDirector
from piecement.ui.services import Services
from piecement_base.plan import Plan
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


async def test_a_director_has_a_game_at_once() -> None:
    async with playing() as player:
        for director_of in DIRECTORS:
            director = director_of(player.app.services)
            director.apply_settings(player.app.settings.now)
            director.recorder.save()
            director.begin()
            for number, side in enumerate(director.sides):
                director.overlay(number, side.layout(SIZE))
                side.bot.close()

            assert len(director.sides) == (2 if director_of is MatchDirector else 1)
            assert not director.is_over
            assert director.beside is None or director.beside.resize(SIZE).area < SIZE.area
