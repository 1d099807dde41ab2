# make check: what a change must pass before it is handed on; make full: what CI runs, from a clean checkout.
PYTHON := .venv/bin/python

.PHONY: help environment quick check wide full
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
wide: environment       ## every screen, mode and setting, and all pictures: four minutes more
	$(PYTHON) -m pytest -m "wide and not long"
	$(PYTHON) -m pytest -m pictures
full:                   ## everything, from a clean checkout
	.ci/run
