"""Matches in which each line sends a row."""

from collections.abc import Generator

import pytest

from piecement_engine.rules.attack import ATTACKS
from tests.engine.match.oracle import PLAIN


@pytest.fixture(scope="module", autouse=True)
def _plain_attacks() -> Generator[None]:
    with pytest.MonkeyPatch.context() as attacks:
        attacks.setitem(ATTACKS, PLAIN.name, PLAIN)
        yield
