"""Beside a field of any size a figure is whole, short, or not there: never cut within a word or a number."""

from dataclasses import replace
from typing import Final

import pytest

from piecement.render.hud_figures import MATCH_FIGURES, RACE_FIGURES, SCORE_FIGURES
from piecement.render.layout import Slot
from piecement.render.scene import Caption
from piecement.render.skins.look import HudStyle, Look, PanelKind
from piecement.session.hud import RaceSplit, RaceStanding
from piecement.session.statistics import AttackPace
from tests.app.drawn import CAPTION, LEGEND, STATS, Drawing, DrawnGame, text_of
from tests.sampling import sampled

SCORE: Final = CAPTION._replace(
    title="Perfect clears", focus="score", figures=SCORE_FIGURES, best="best 12,345,678", mark="practice bot"
)
CAPTIONS: Final = (
    SCORE,
    SCORE._replace(figures=RACE_FIGURES, has_race=True, legend=LEGEND),
    SCORE._replace(figures=MATCH_FIGURES, has_attack=True, mark=""),
)
GAME: Final = DrawnGame(level=19, score=12_345_678, lines=13, time_ns=3_723_450_000_000)
FIGURES: Final = STATS._replace(
    splits=(RaceSplit("10", "0:12.10", "-0.12", ahead=True), RaceSplit("20", "10:24.33", "+10.31")),
    race=(RaceStanding("Best at 20 lines", "-0.31", ahead=True, short="Best"), RaceStanding("On pace for", "9:48.80")),
    alone=(12, 3),
    attack=AttackPace(123.4, 201.2),
)
WORDS: Final = """
    LEVEL LV SCORE LINES LN LEFT TIME PACE PPS KEYS/PIECE KPP FINESSE FIN SENT APM PERFECT CLEARS best PRACTICE BOT
    STATS Level Score Lines Time left to clear Finesse Combo B2B Attack Spike VS Best at 20 lines On pace for mode
    19 12,345,678 12345678 13 27 62:03.45 62:03 -0.31 9:48.80 1.50 3.25 90% 4 123.4 201.2 2 3 12
    10 0:12.10 -0.12 20 10:24.33 +10.31 → >
"""
"""Everything that the figures of this game are made of, and their labels, whole and short."""

PARTS: Final = frozenset(PanelKind) - {
    *(PanelKind.NEXT, PanelKind.HOLD, PanelKind.PIECES, PanelKind.LEGEND, PanelKind.FOOTER),
    *(PanelKind.RIVAL, PanelKind.PRESSED, PanelKind.MESSAGES),
}
_LINES: Final = "━╌─│╭╮╰╯┌┐└┘├┤╶╴=-|+"


def figures_at(size: tuple[int, int], look: Look, caption: Caption) -> list[tuple[Slot, list[str]]]:
    """Return what stands in each slot of a figure, line by line."""
    drawing = Drawing(replace(GAME), look, size, caption, stats=FIGURES)
    rows = text_of(drawing)
    return [
        (slot, [row[slot.x : slot.x + slot.width] for row in rows[slot.y : slot.y + slot.height]])
        for slot in drawing.layout.slots
        if slot.part in PARTS
    ]


def is_whole(word: str) -> bool:
    return word in WORDS.split() or word.strip(_LINES) in {"", *WORDS.split()}


@pytest.mark.parametrize(
    ("caption", "skin", "style"),
    sampled(CAPTIONS, ["modern", "unicode", "ascii"], [HudStyle.NORMAL, HudStyle.FULL], rest=pytest.mark.wide),
)
def test_no_figure_is_cut_at_any_size(style: str, skin: str, caption: Caption) -> None:
    look = Look(skin=skin, hud_style=style)
    cut = {
        (width, height, slot.part, line)
        for width in (*range(22, 50), *range(50, 100, 7))
        for height in (11, 14, 20, 23, 30)
        for slot, lines in figures_at((width, height), look, caption)
        for line in lines
        if not all(map(is_whole, line.split()))
    }

    assert cut == set()


@pytest.mark.parametrize("caption", CAPTIONS, ids=["score", "race", "match"])
def test_no_label_stands_without_its_value(caption: Caption) -> None:
    for width in range(30, 80):
        for slot, lines in figures_at((width, 20), Look(hud_style="normal"), caption):
            if slot.part is PanelKind.STATS and slot.figure and lines[0].strip():
                assert any(letter.isdigit() for letter in "".join(lines)), (width, lines)
    for height in range(12, 24):
        for slot, lines in figures_at((80, height), Look(hud_style="full"), caption):
            if slot.part is PanelKind.EXTRAS and (shown := [line for line in lines if line.strip()]):
                assert any(letter.isdigit() for letter in shown[-1]), (height, lines)


def test_figures_are_short_in_the_narrowest_column() -> None:
    shown = [lines[0].strip() for _, lines in figures_at((30, 20), Look(skin="modern", hud_style="calm"), SCORE)]

    assert shown == ["PRACTICE", "LEVEL 19", "12345678", "LINES 13", "62:03.45"]
