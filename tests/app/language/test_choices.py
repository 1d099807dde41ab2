"""No language changes what is stored or compared, and everything can be chosen in each."""

import subprocess
import sys

import pytest
from translations.make import languages

from tests.sampling import mostly_wide


def printed(*arguments: str) -> list[str]:
    """Return the output of `choices.py`."""
    command = [sys.executable, "-m", "tests.app.language.choices", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@mostly_wide("language", sorted(languages(), key=lambda language: language not in {"de", "zh_CN"}), kept=2)
def test_stored_values_are_not_translated(language: str) -> None:
    assert printed("stored", language) == printed("stored", "en")


@pytest.mark.wide
@pytest.mark.parametrize("language", languages())
def test_every_look_and_setting_is_chosen_in_a_game(language: str) -> None:
    assert len(printed("chosen", language)) > 100
