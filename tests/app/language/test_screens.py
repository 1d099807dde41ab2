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
@pytest.mark.parametrize(
    ("language", "size"),
    [
        *((language, "60x20") for language in ("en", *languages())),
        *((language, "80x24") for language in ("en", "de", "ja")),
        *(pytest.param(language, "80x24", marks=pytest.mark.long) for language in ("es", "fr", "pt_BR", "ru", "zh_CN")),
    ],
)
def test_no_text_is_cut(language: str, size: str) -> None:
    assert printed("cut", language, size) == []
