"""The keys of a game beside its field: all of them where most people play, as many as there is room for elsewhere."""

from piecement.render.skins.look import Look
from piecement.render.skins.skins import SKINS
from piecement.settings.settings import Settings
from piecement.ui.texts.keys import button_legend, menu_legend, practice_legend
from piecement_base.plan import Plan
from piecement_engine import MODES
from tests.app.drawn import CAPTION, STATS, Drawing, DrawnGame
from tests.app.drawn import text_of as rows_of
from tests.app.walking import playing, text_of
from tests.sampling import mostly_wide, together


def beside(look: Look, height: int) -> list[str]:
    """Return the lines on the left of a game, with all its keys, on a terminal of 80 columns."""
    ascii_only = look.chosen_skin.is_ascii
    buttons = button_legend(Settings().controls.bindings, ascii_only=ascii_only)
    keys = (*buttons, *menu_legend(), *practice_legend(str))
    picture = Drawing(DrawnGame(), look, (80, height), CAPTION._replace(legend=keys), stats=STATS)
    return [row[: picture.layout.field.x].strip() for row in rows_of(picture)]


@together("skin", SKINS)
def test_every_key_is_seen_at_80_by_24(skin: str) -> None:
    rows = beside(Look(skin=skin), 24)

    assert {"STATS", "Time", "CONTROLS"} <= {row.split("  ")[0] for row in rows}
    for label, keys in practice_legend(str):
        assert any(row.startswith(label) and keys in row for row in rows), label


@mostly_wide(
    ("mode", "rules", "missing"),
    [
        ("marathon", {"hold": "off"}, "Hold"),
        ("ascent", {}, "Drop"),
        ("pytetris", {}, "Hold"),
        ("elektronika_60", {}, "Hold"),
        ("puzzle", {}, "Hold"),
    ],
    kept=2,
)
async def test_no_key_is_told_that_does_nothing(mode: str, rules: dict[str, str], missing: str) -> None:
    does = {"Hold": "hold, or swap with hold", "Drop": "drop and lock"}[missing]
    async with playing(Plan(MODES[mode], seed=1), size=(120, 40)) as player:
        for name, value in rules.items():
            player.app.settings.change("gameplay", name, value)
        await player.press("ctrl+r")
        await player.wait_ms(100)
        beside = [line.split() for line in text_of(player.app).splitlines()]
        await player.press("question_mark")

        assert not [line for line in beside if line[:1] == [missing]]
        assert does not in text_of(player.app)


@together("height", range(22, 30))
def test_headings_have_lines_below_only_where_free(height: int) -> None:
    rows = beside(Look(), height)
    ruled = {row for row in rows if row.startswith("──")}

    assert (len(ruled) == 3) == (height >= 29)
    assert len(ruled) in {0, 3}
    assert any(row.startswith("Load") for row in rows)
