"""The examples in the engine's docstrings give what they say."""

import doctest
import pkgutil
from importlib import import_module

import piecement_engine

MODULES = [
    "piecement_engine",
    *(module.name for module in pkgutil.walk_packages(piecement_engine.__path__, "piecement_engine.")),
]


def test_examples_run() -> None:
    results = {name: doctest.testmod(import_module(name)) for name in MODULES}

    assert [name for name, result in results.items() if result.failed] == []
    assert sum(result.attempted for result in results.values()) > 5
