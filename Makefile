# make check: what a change must pass before it is handed on; make full: what CI runs, from a clean checkout.
PYTHON := .venv/bin/python

.PHONY: help environment quick check wide full wheels
help:                   ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' Makefile
environment: .venv/.made ## the virtual environment with all tools
.venv/.made: pyproject.toml
	python3 -m venv .venv && $(PYTHON) -m pip install -q -e '.[test,lint,docs,pictures]'
	touch $@
quick: environment      ## linters of seconds
	.ci/lint quick
check: environment      ## linters, type checkers and the tests: about five minutes with two processors
	.ci/lint
	$(PYTHON) -m pytest
wide: environment       ## every screen, mode and setting, and all pictures: five minutes more
	$(PYTHON) -m pytest -m "(wide or pictures) and not long"
full:                   ## everything, from a clean checkout
	.ci/run
wheels: environment     ## dist/: the wheels of pure Python, and the engine compiled for each Python that is here: minutes each
	$(PYTHON) -m build -q --wheel --outdir dist .
	$(PYTHON) -m build -q --wheel --outdir dist engine
	for version in 3.11 3.12 3.13 3.14; do \
	    ! python=$$(.ci/find_python $$version) || PIECEMENT_COMPILE=required $$python -m pip wheel -q --no-deps -w dist ./engine || exit; \
	done
