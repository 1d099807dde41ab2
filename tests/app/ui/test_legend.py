"""The keys of a game beside its field: all of them where most people play, as many as there is room for elsewhere."""

import pytest

from piecement.render.picture import Picture
from piecement.render.skins.look import Look
from piecement.render.skins.skins import SKINS
from piecement.settings.settings import Settings
from piecement.ui.texts.legend import legend, practice_legend
from tests.app.drawn import CAPTION, STATS, DrawnGame, text_of


def beside(look: Look, height: int) -> list[str]:
    """Return the lines on the left of a game, with all its keys, on a terminal of 80 columns."""
    ascii_only = look.chosen_skin.is_ascii
    keys = (*legend(Settings().controls.bindings, ascii_only=ascii_only), *practice_legend(str))
    view = DrawnGame()
    picture = Picture(look, CAPTION._replace(legend=keys))
    picture.resize(80, height, view)
    picture.show(view, stats=STATS)
    return [row[: picture.layout.field.x].strip() for row in text_of(picture)]


@pytest.mark.parametrize("skin", SKINS)
def test_every_key_is_seen_at_80_by_24(skin: str) -> None:
    rows = beside(Look(skin=skin), 24)

    assert {"STATS", "Time", "CONTROLS"} <= {row.split("  ")[0] for row in rows}
    for label, keys in practice_legend(str):
        assert any(row.startswith(label) and keys in row for row in rows), label


@pytest.mark.parametrize("height", range(22, 30))
def test_headings_have_lines_under_them_only_where_that_costs_nothing(height: int) -> None:
    rows = beside(Look(), height)
    ruled = {row for row in rows if row.startswith("──")}

    assert (len(ruled) == 3) == (height >= 29)
    assert len(ruled) in {0, 3}
    assert any(row.startswith("Load") for row in rows)
