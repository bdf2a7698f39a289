# Everything runs in .venv; the first call makes it. `make demo` needs python3, make and nothing else.
PYTHON ?= python3
BIN := .venv/bin
MADE := .venv/.made
PYTEST := $(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder --max-worker-restart 0

.NOTPARALLEL:
.PHONY: demo test check lint type golden bench page catalogues for-demo for-test

demo: for-demo $(MADE) page      ## a synthetic table, live, on http://127.0.0.1:8000
	$(BIN)/tablecam demo

test: for-test $(MADE) page      ## everything: Python, the page's types, the browser
	$(BIN)/python webui/frontend/build.py tsc --noEmit
	$(PYTEST)

check: for-demo $(MADE) lint type  ## under a minute: style, types, fast tests
	$(PYTEST) -m "not slow and not browser"

lint: $(MADE)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

type: $(MADE)
	$(BIN)/mypy

golden: for-demo $(MADE)         ## rewrites tests/golden; read the diff
	$(BIN)/pytest --golden
	$(BIN)/python -m tests.golden.sight.make

bench: for-demo $(MADE)          ## the figures of the README, beside the named peers
	$(BIN)/tablecam bench

catalogues: $(MADE) page         ## texts that changed, for the translators; read the diff
	$(BIN)/python tools/catalogues.py extract
	$(BIN)/python tools/catalogues.py check
	$(BIN)/python tools/catalogues.py compile
	$(BIN)/python tools/outside_the_catalogue.py --shrink

page: $(MADE)
	$(BIN)/python webui/frontend/build.py

# The system's packages come first: a refusal must not come after half a minute of installing.
for-demo for-test: for-%:
	@PYTHON=$(PYTHON) sh tools/system.sh $*

# The page is built by `page`, with the node that the dev extra brings, so the build hook need not fetch another.
$(MADE): pyproject.toml hatch_build.py
	$(PYTHON) -m venv .venv
	TABLECAM_FRONTEND=skip $(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
