# Everything runs in .venv; the first call makes it. `make demo` needs python3, make and nothing else.
PYTHON ?= python3
BIN := .venv/bin
# what a user gets, the page included; and that with the extras, which all but the demo needs
MADE := .venv/.made
MADE_DEV := .venv/.made-dev
# a Home Assistant for a test, beside ours: it wants other versions of our libraries
HOME_ASSISTANT := .venv/home-assistant
MADE_HOME := .venv/.made-home-assistant
PIP_INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --editable
# compiled when tablecam is installed
KERNEL_SOURCES := tools/kernel.py $(wildcard tablecam/table/geometry/kernel/*.[ch])
PAGE_SOURCES := $(shell find webui/frontend -name node_modules -prune -o -type f -print) tablecam/rules/books/views.py
# kept bytecode halves the start of the tests, and of each program that a test starts
export PYTHONDONTWRITEBYTECODE :=
# what is installed elsewhere
PRODUCT := tablecam calibration webui hardware
# Half of the time of a browser's test is waiting: five workers keep two processors busy. The long journeys calculate more.
PYTEST := $(BIN)/pytest --dist loadfile --no-loadscope-reorder --max-worker-restart 0

# Two workers share two processors: more threads in each, and in the servers that tests start, only wait for each other.
test test-long check: export OPENBLAS_NUM_THREADS := 1
test test-long check: export OPENCV_FOR_THREADS_NUM := 1

.NOTPARALLEL:
.PHONY: demo hub test test-long check lint type golden bench pictures mutants page catalogues release-check for-demo for-hub for-test

demo: for-demo $(MADE)           ## a synthetic table, live, on http://127.0.0.1:8000
	$(BIN)/tablecam demo

hub: for-hub $(MADE_DEV) page    ## a record of three tables that play by themselves; Ctrl-C ends it
	BIN=$(BIN) sh tools/hub.sh

test: for-test $(MADE_DEV) page  ## Python, the page's types, the browser; twelve minutes
	$(BIN)/python webui/frontend/build.py tsc --noEmit
	$(PYTEST) -n 5 -m "not long"

test-long: for-test $(MADE_DEV) $(MADE_HOME) page  ## the rest: a whole evening, crowds, thousands of games, installs
	$(PYTEST) -n 4 -m long

check: for-demo $(MADE_DEV) lint type  ## under a minute: style, types, fast tests
	$(PYTEST) -n 4 -m "not slow and not browser and not long"

lint: $(MADE_DEV)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/python webui/frontend/build.py biome ci .

type: $(MADE_DEV)
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 $(PRODUCT) & windows=$$!; \
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin $(PRODUCT) && wait $$windows

golden: for-demo $(MADE_DEV)     ## rewrites tests/golden; read the diff
	$(BIN)/pytest --golden
	$(BIN)/python -m tests.golden.sight.make

bench: for-demo $(MADE_DEV)      ## the figures of docs/figures.md beside the named peers; PART="room sight": those alone
	$(BIN)/python -m tools.bench $(PART)

pictures: for-test $(MADE_DEV) page  ## the pictures of README.md and docs/ from the page as it is; PART="page film": those alone
	$(BIN)/python tools/screenshot.py $(PART)

mutants: for-test $(MADE_DEV) page  ## draws mutants of the product and counts those that the tests kill; hours
	$(BIN)/python tools/mutants.py

release-check: for-demo $(MADE_DEV) page  ## builds sdist and wheel, and tries the wheel away from here; needs an index
	$(BIN)/python tools/release_check.py $(if $(OUT),--out $(OUT)) $(if $(TAG),--tag $(TAG))

catalogues: $(MADE_DEV) page         ## texts that changed, for the translators; read the diff
	$(BIN)/python tools/catalogues.py extract
	$(BIN)/python tools/catalogues.py check
	$(BIN)/python tools/catalogues.py compile
	$(BIN)/python tools/outside_the_catalogue.py

page: $(MADE_DEV)
	$(BIN)/python webui/frontend/build.py

# The system's packages come first: a refusal must not come after half a minute of installing.
for-demo for-hub for-test: for-%:
	@PYTHON=$(PYTHON) sh tools/system.sh $*

# The build hook fetches node for as long as it takes to build the page.
$(MADE): pyproject.toml hatch_build.py $(KERNEL_SOURCES) $(PAGE_SOURCES)
	$(PYTHON) -m venv .venv
	$(PIP_INSTALL) .
	@touch $@

# The page is built by `page`, with the node that the dev extra brings, so the build hook need not fetch another.
$(MADE_DEV): pyproject.toml hatch_build.py $(KERNEL_SOURCES)
	$(PYTHON) -m venv .venv
	TABLECAM_FRONTEND=skip $(PIP_INSTALL) '.[dev]'
	@touch $@

$(MADE_HOME): tests/doors/publishing/home_assistant.txt $(MADE_DEV)
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(HOME_ASSISTANT)
	$(BIN)/uv pip install --quiet --python $(HOME_ASSISTANT)/bin/python --requirements $<
	@touch $@
