#!/usr/bin/env bash
# Builds what a release consists of, in dist/: an sdist and a wheel each of `piecement` and `piecement-engine`. Needs the
# extra `lint`. Compiled wheels of the engine come from `cibuildwheel engine`, on each system.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}

rm -rf dist
# The game's wheel is built from its sdist; `pip wheel .` in a checkout would include the engine.
"$python" -m build -q --outdir dist .
"$python" -m build -q --outdir dist engine
"$python" -m twine check --strict dist/*
"$python" -m check_wheel_contents --toplevel piecement dist/piecement-*.whl
"$python" -m check_wheel_contents --toplevel piecement_engine,piecement_gym dist/piecement_engine-*.whl
