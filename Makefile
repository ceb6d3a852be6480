# Needs Python 3.11 or newer and make, nothing else. `make help` lists what it does.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test examples fuzz coverage check format bench races chaos mutants lock clean

VENV := .venv
BIN := $(VENV)/bin
WEB := tools/web
# The first of these that really runs and is new enough.
PYTHON ?= $(shell for python in python3.11 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)
# Two `make run` in a fresh clone must not install over each other.
LOCKED := $(if $(shell command -v flock),flock .venv.lock)
COMPILE := UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet \
	--universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	$(UPGRADE) pyproject.toml
# It looks for its settings where it is started.
BIOME := cd service/web && $(abspath $(BIN))/node \
	$(abspath $(WEB))/node_modules/@biomejs/biome/bin/biome

help:  ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1 \2/p' $(MAKEFILE_LIST) \
	| while read -r make target words; do printf '  make %-10s %s\n' "$$target" "$$words"; done

run: $(VENV)/.installed-run  ## serve on 127.0.0.1:8000; HOST=, PORT=, DATA_DIR= change that
	@# make hands on the variables of its command line; the service knows the defaults.
	@exec $(BIN)/python -m service serve

test: $(VENV)/.installed-dev  ## run every test
	$(BIN)/pytest --numprocesses 2 --dist loadfile

examples: $(VENV)/.installed-dev  ## write the examples in openapi.yaml again, from the service's own answers
	$(BIN)/python -m tests.openapi.examples

fuzz: $(VENV)/.installed-dev  ## send malformed requests: 200,000 mutated ones, and more made from openapi.yaml
	$(BIN)/python -m fuzz $(FUZZ)
	$(BIN)/pytest tests/openapi/test_schemathesis.py --hypothesis-profile deep --timeout 3000

coverage: $(VENV)/.installed-dev  ## fail unless the tests take every branch of the rules
	$(BIN)/pytest tests/rules --cov service.rules --cov-fail-under 100

check: $(VENV)/.installed-dev $(WEB)/node_modules/.installed  ## lint, format, types, layers, spelling, scripts of the pages, deployment files
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --cache-dir .cache/import-linter
	$(BIN)/codespell
	$(BIN)/yamllint --strict .
	$(BIN)/hadolint deploy/Dockerfile
	$(BIOME) check --error-on-warnings
	$(BIN)/node $(WEB)/node_modules/typescript/bin/tsc --project service/web
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml

format: $(VENV)/.installed-dev $(WEB)/node_modules/.installed  ## format the code and apply automatic fixes
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/python $(WEB)/api_types.py
	$(BIOME) check --write

bench: $(VENV)/.installed-run  ## measure the speed; BENCH="engine http" only these (see benchmarks/)
	$(BIN)/python -m benchmarks $(BENCH)

races: $(VENV)/.installed-dev  ## race 10,000 commands, then check every log and every refusal
	$(BIN)/python -m chaos races

chaos: $(VENV)/.installed-dev  ## kill processes and break the store while 50 games go on; some minutes
	$(BIN)/python -m chaos crashes outages slow

mutants: $(VENV)/.installed-dev  ## test 2,600 mutants of the rules and the append; an hour
	rm -rf mutants
	$(BIN)/python -m mutation

lock: $(VENV)/.installed-dev  ## pin the versions of pyproject.toml's ranges; UPGRADE=--upgrade takes newer versions
	$(COMPILE) --output-file requirements.txt
	$(COMPILE) --group dev --constraints requirements.txt --output-file requirements-dev.txt
	$(BIN)/npm $(if $(UPGRADE),update,install) --prefix $(WEB) --package-lock-only

clean:  ## remove what make made; games in DATA_DIR stay
	rm -rf $(VENV) .venv.lock .cache .hypothesis mutants $(WEB)/node_modules
	find service testkit tests tools benchmarks chaos fuzz mutation -name __pycache__ -prune -exec rm -rf {} +

# A stamp newer than its lock file means: installed, no need to ask pip again.
$(VENV)/.installed-run: requirements.txt
$(VENV)/.installed-dev: requirements-dev.txt $(VENV)/.installed-run
$(VENV)/.installed-%:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer was not found" >&2; exit 1; }
	@$(LOCKED) sh -ec 'test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV); \
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r $<; touch $@'

# The checkers of the scripts; node itself is one of the packages in requirements-dev.txt.
$(WEB)/node_modules/.installed: $(WEB)/package-lock.json $(VENV)/.installed-dev
	@$(LOCKED) sh -ec '$(BIN)/npm ci --prefix $(WEB) --ignore-scripts --loglevel error \
	>/dev/null; touch $@'
