"""The bots cost nothing until they are asked for, and their examples are true."""

import doctest
import subprocess
import sys

import piecement_engine.bots

LOADED = "import sys, piecement_engine; print([name for name in sys.modules if 'piecement_engine.bots' in name])"


def test_the_engine_does_not_load_the_bots() -> None:
    run = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)

    assert run.stdout.strip() == "[]"


def test_the_examples_of_the_package_are_true() -> None:
    failed, tried = doctest.testmod(piecement_engine.bots)

    assert tried > 5
    assert failed == 0


def test_the_index_names_what_there_is() -> None:
    names = piecement_engine.bots.__all__

    assert len(set(names)) == len(names)
    assert all(hasattr(piecement_engine.bots, name) for name in names)
