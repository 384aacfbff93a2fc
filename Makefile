# make sheets   sets up, builds all sheets into output/, then counts what is on them
# make test     sets up and runs lint and tests
# make test-all adds slow tests, all sampled cases, planted mistakes and lint-js
# make lint-js  checks the workbench's scripts: types and lint, with node from the machine or from a wheel
# make docs     sets up, renews docs/reference, builds the documentation with a gallery of all games into output/docs/
# All need Python 3.11+ and nothing else; a second run installs nothing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint constraints.txt
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt

# uv takes a tenth of pip's time; where it is missing, or cannot reach what pip reaches, pip does it
INSTALL = $(UV) --editable .[$(EXTRAS)] 2> /dev/null || $(PIP) --editable .[$(EXTRAS)]

# hundreds of processes are started: none of them should compile everything again
unexport PYTHONDONTWRITEBYTECODE

.PHONY: sheets test test-all lint lint-js docs bench clean

sheets: $(VENV)/.ready
	$(BIN)/pnp build
	$(BIN)/pnp build --paper letter
	$(BIN)/pnp memo
	$(BIN)/pnp check --strict
	$(BIN)/pnp audit --quiet output/*/*_full_duplex-long.pdf

test: lint
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

test-all: lint lint-js
	$(BIN)/python -m pytest --slow --numprocesses auto --dist worksteal
	$(BIN)/python tests/play/mutants.py
	$(BIN)/python tests/protections.py

lint: $(VENV)/.ready-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --num-workers auto
	$(BIN)/lint-imports

lint-js: $(VENV)/.ready-test $(if $(shell command -v npm),,$(VENV)/.ready-js)
	$(BIN)/python -m tests.typings.lint

docs: $(VENV)/.ready-docs
	$(BIN)/python -m manual

bench: $(VENV)/.ready-test
	$(BIN)/python tests/bench/press.py
	$(BIN)/python tests/bench/engine.py
	$(BIN)/python tests/bench/workbench.py
	$(BIN)/python -m tests.bench.export
	$(BIN)/python -m tests.bench.board

$(VENV)/bin/python:
	$(PYTHON) -c "import sys; sys.exit(None if sys.version_info >= (3, 11) else 'pnp needs Python 3.11 or newer: make PYTHON=python3.12')"
	$(PYTHON) -m venv $(VENV)
	-$(PIP) pip uv  # the pip that Python brings along may take twice as long

$(VENV)/.ready: EXTRAS := sim
$(VENV)/.ready: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(INSTALL)
	@touch $@

$(VENV)/.ready-test: EXTRAS := test
$(VENV)/.ready-test: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(INSTALL)
	@touch $@ $(VENV)/.ready

$(VENV)/.ready-js: EXTRAS := js
$(VENV)/.ready-js: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(INSTALL)
	@touch $@

$(VENV)/.ready-docs: EXTRAS := docs,sim
$(VENV)/.ready-docs: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(INSTALL)
	@touch $@

clean:
	rm -rf $(VENV) node_modules dist
	find output -mindepth 1 ! -name .gitkeep -delete
