"""Every screen says all that it has to say in a terminal of the usual size."""

from collections.abc import Iterable

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from piecement.ui.application import Piecement
from piecement.ui.bases.modes_screen import ModesScreen
from piecement.ui.menu_graph import Node
from piecement.ui.widgets.settings_list import RowList
from tests.app.cut_texts import cut_texts
from tests.app.walking import playing

_ELSEWHERE = {"controls_key"}
"""Where the arrows choose, and do not go through a list."""

_OF_THEIR_OWN = {"look", "look_choice"}
"""What the tests of the looks see to."""


async def cut_at_each_entry(app: Piecement, ways: Iterable[str] = ("down", "up")) -> list[str]:
    """Return the cut texts of a screen, with the cursor on each entry of its list, whose values are read once."""
    screen, pilot = app.screen, Pilot(app)
    lists = list(screen.query(OptionList).results(OptionList))
    cut = list(cut_texts(screen))
    for key in ways:
        for _ in range(lists[0].option_count - 1 if lists else 0):
            await pilot.press(key)
            for _ in range(3):
                await pilot.pause()
            cut += cut_texts(screen, with_values=False)
    return cut


async def cut_on(name: str, app: Piecement, ways: Iterable[str] = ("down", "up")) -> list[str]:
    """Return the cut texts of the screen of a sight; none for the looks."""
    if name in _OF_THEIR_OWN:
        return []
    found = cut_texts(app.screen) if name in _ELSEWHERE else await cut_at_each_entry(app, ways)
    return list(dict.fromkeys(found))


@pytest.mark.wide
@pytest.mark.parametrize("node", [Node.PLAY, Node.MORE_MODES])
async def test_no_option_of_a_mode_is_cut(node: Node) -> None:
    cut: dict[str, list[str]] = {}
    async with playing(at=node) as player:
        screen = player.screen_as(ModesScreen)
        await player.press("home")
        while (entry := screen.menu_list.current) is not None and entry.label not in cut:
            cut[entry.label] = list(cut_texts(player.app.screen))
            if screen.current is not None:
                await player.press("right")
                for _ in screen.query_one(RowList).options:
                    cut[entry.label] += cut_texts(player.app.screen)
                    await player.press("down")
                await player.press("escape")
            await player.press("down")

    assert len(cut) >= 10
    assert not {name: found for name, found in cut.items() if found}
