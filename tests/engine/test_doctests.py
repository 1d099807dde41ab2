"""The examples in the engine's docstrings give what they say."""

import doctest
import pkgutil
from importlib import import_module

import piecement_engine
from tests.sampling import together

MODULES = [
    "piecement_engine",
    *(module.name for module in pkgutil.walk_packages(piecement_engine.__path__, "piecement_engine.")),
]


@together("name", MODULES)
def test_examples_run(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    assert sum(doctest.testmod(import_module(name)).attempted for name in MODULES) > 5
