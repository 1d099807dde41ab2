#!/usr/bin/env bash
# Builds a release in dist/: sdist and wheel of `piecement` and `piecement-engine`, PKGBUILD, and piecement.pyz.
# Needs the extra `lint`. With PIECEMENT_COMPILE=required it compiles the engine for this Python too. Compiled wheels of
# all versions come from `cibuildwheel engine`, on each system. Publishing: documentation/pages/releasing.md.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}

rm -rf dist
# The game's wheel is built from its sdist; `pip wheel .` in a checkout would include the engine.
PIECEMENT_COMPILE='' "$python" -m build -q --outdir dist .
PIECEMENT_COMPILE='' "$python" -m build -q --outdir dist engine
"$python" -m twine check --strict dist/*
"$python" -m check_wheel_contents dist/piecement-*.whl
"$python" -m check_wheel_contents --toplevel piecement_engine,piecement_gym dist/piecement_engine-*.whl
if [ -n "${PIECEMENT_COMPILE:-}" ]; then "$python" -m pip wheel -q --no-deps -w dist ./engine; fi

version=$("$python" -c 'import runpy; print(runpy.run_path("engine/piecement_engine/version.py")["__version__"])')
sed "s/@version@/$version/" distribution/PKGBUILD > dist/PKGBUILD
PYTHON=$python distribution/one_file.sh
