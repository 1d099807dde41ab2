"""Texts are translated when they are shown, so that the language can change while the program runs."""

import subprocess
import sys

PROGRAM = """
import pkgutil, sys, traceback
from importlib import import_module
import piecement_base.language
from piecement_base import language as texts

def noting(name, function):
    def call(*arguments):
        frame = traceback.extract_stack()[-2]
        print(f"{frame.filename}:{frame.lineno}: {name}{arguments}")
        return function(*arguments)
    return call

for name in ("_", "ngettext", "pgettext", "error_text"):
    function = noting(name, getattr(texts, name))
    setattr(texts, name, function)
    setattr(piecement_base.language, name, function)
imported = 0
for package in ("piecement", "piecement_base", "piecement_net", "piecement_server"):
    for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        if module.name.rpartition(".")[2] not in {"__main__", "windows_driver", "windows_job"}:
            import_module(module.name)
            imported += 1
assert imported > 300, imported
"""
"""Imports all modules but those of another system, and prints each translation meanwhile."""


def test_nothing_is_translated_at_import() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)

    assert (done.stdout, done.stderr) == ("", "")
