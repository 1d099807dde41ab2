#!/usr/bin/env bash
# Builds piecement.pyz of the wheels in dist/: one file with all that the game needs besides Python, for this system and
# this version of Python. It has the compiled engine if dist/ has the wheel for them.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}

version=$("$python" -c 'import runpy; print(runpy.run_path("engine/piecement_engine/version.py")["__version__"])')
# Programs that the game starts, such as the one that plays sound, find its modules by PYTHONPATH.
"$python" -m shiv -q --extend-pythonpath --compile-pyc -c piecement -o dist/piecement.pyz \
    --find-links dist --pre "piecement[online,sound]==$version"
