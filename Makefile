# Needs Python 3.11 or newer and make, nothing else. `make help` lists what it does.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test check format lock clean

VENV := .venv
BIN := $(VENV)/bin
# The first of these that really runs and is new enough.
PYTHON ?= $(shell for python in python3.11 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)
# Two `make run` in a fresh clone must not install over each other.
LOCKED := $(if $(shell command -v flock),flock .venv.lock)

help:  ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: $(VENV)/.installed-run  ## serve on 127.0.0.1:8000; HOST=, PORT=, DATA_DIR= change that
	@# make exports variables of its command line; their defaults are the service's.
	@exec $(BIN)/python -m service serve

test: $(VENV)/.installed-dev  ## run every test
	$(BIN)/pytest

# A stamp newer than its lock file means: installed, don't ask pip again.
$(VENV)/.installed-%:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer was not found" >&2; exit 1; }
	@$(LOCKED) sh -ec 'test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV); \
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r $<; touch $@'
$(VENV)/.installed-run: requirements.txt
$(VENV)/.installed-dev: requirements-dev.txt $(VENV)/.installed-run
