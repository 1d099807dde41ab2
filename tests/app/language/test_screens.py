"""Every screen in every language: each text is a translation, and none is cut."""

import subprocess
import sys

import pytest
from translations.make import languages


def printed(*arguments: str) -> list[str]:
    """Return the findings of `tour.py`."""
    command = [sys.executable, "-m", "tests.app.language.tour", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.pictures
def test_no_screen_has_a_text_that_cannot_be_translated() -> None:
    assert printed("english") == []


@pytest.mark.pictures
@pytest.mark.parametrize("language", languages())
def test_no_text_of_a_translation_is_cut_in_a_usual_terminal(language: str) -> None:
    assert printed("cut", language) == []
