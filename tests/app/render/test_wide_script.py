"""Texts in a script whose characters take two columns each: they are placed by columns."""

from collections.abc import Iterator

import pytest
from rich.cells import cell_len

from piecement.render.overlay import shifted, too_small
from piecement.render.skins.look import Look
from piecement_base.language import choose
from tests.app.drawn import drawn
from tests.app.render.test_callouts import PERFECT_CLEAR, inside, shown


@pytest.fixture(autouse=True)
def _in_japanese() -> Iterator[None]:
    choose("ja")
    yield
    choose("en")


def test_labelled_boxes_have_their_corners() -> None:
    rows = drawn(Look(), 120, 40)
    (hold,) = [row for row in rows if "ホールド" in row]
    (mode,) = [row for row in rows if "モード" in row]

    assert "┌──ホールド──╥" in hold
    assert mode.rstrip().endswith("┌───────────モード────────────┐")


def test_rule_is_as_long_as_its_heading() -> None:
    rows = drawn(Look(), 80, 24)

    assert [row.split()[0] for row in rows[1:3]] == ["統計", "────╴"]


def test_callout_without_blanks_is_broken_to_fit() -> None:
    text = "".join(line[1:11] for line in inside(shown(Look(), PERFECT_CLEAR, size=(26, 13))))

    assert "クリア" in text


def test_message_of_a_small_terminal_is_cut_by_columns() -> None:
    overlay = too_small(12, 4, (30, 13), Look())
    spans = [span for line in overlay.values() for span in line]
    right = [span for line in shifted(overlay, -5).values() for span in line]

    assert [span.x + cell_len(span.text) for span in spans] == [12, 12]
    assert [span.x + cell_len(span.text) for span in right] == [7, 7]
