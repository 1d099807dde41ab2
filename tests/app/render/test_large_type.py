"""Large type: the lines that a text becomes."""

from string import ascii_uppercase, digits

from piecement.render.large_type import can_draw, giant, large, narrow


def test_a_time_in_giant_digits() -> None:
    assert giant("0:47", "██") == (
        "██████      ██  ██  ██████",
        "██  ██  ██  ██  ██      ██",
        "██  ██      ██████      ██",
        "██  ██  ██      ██      ██",
        "██████          ██      ██",
    )


def test_a_word_in_half_blocks() -> None:
    assert large("READY") == ("█▀▄ █▀▀ █▀█ █▀▄ █ █", "█▀▄ █▀  █▀█ █ █  █ ", "▀ ▀ ▀▀▀ ▀ ▀ ▀▀   ▀ ")


def test_all_letters_and_digits_can_be_drawn() -> None:
    assert can_draw(ascii_uppercase + digits + " .:-+!")
    assert not can_draw("Ü")


def test_narrow_type_takes_half_the_columns() -> None:
    assert narrow("READY") == ("▛▖▛▘▛▌▛▖▌▌", "▛▖▛ ▛▌▌▌▐ ", "▘▘▀▘▘▘▀ ▝ ")
