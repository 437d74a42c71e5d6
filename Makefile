# Two commands do everything on a machine with Python 3.11+, make and git:
#   make check   creates the environment and prints the verdict of every fast claim
#   make test    runs the fast tests
# PYTHON=python3.12 chooses the interpreter, VENV=folder the environment.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
ROOMS  := algorithms cli paper_checks theory verify

# Python files are compiled once, not by each process that the tests start.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: environment check test test-slow browser self-test coq lint types links figures index benchmark clean

environment: $(READY)

check: $(READY)
	$(BIN)/banditproof check --tier fast

test: $(READY)
	$(BIN)/pytest -n 2 --dist loadfile -m "not slow and not browser"

# the slow tier runs the policies of other libraries, which an extra installs
test-slow: $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[adapters]"
	$(BIN)/pytest -n 2 --dist loadfile -m slow

self-test: $(READY)
	$(BIN)/banditproof audit --self-test

# Asks Coq for a second opinion on stored proofs of inequalities. Coq is not a Python package:
# where it is missing, this says so, names the packages of Debian, and checks nothing.
coq: $(READY)
	$(BIN)/python -m banditproof.theory.prover.coq

# Opens the pages of a small report in Chromium, and puts pictures of them into screenshots/. It
# installs Playwright, and Chromium where the system is Debian's and allows it; otherwise it says
# loudly that it could not, and fails. `make browser BROWSER=--or-skip` does not fail then.
browser: $(READY)
	$(BIN)/python .ci/browser.py $(BROWSER)

lint: $(READY)
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/python .ci/check_types.py

# Replaces the text files that a zip or a clone without symbolic links has in their place.
links:
	for room in $(ROOMS); do ln -sfn ../../$$room src/banditproof/$$room || exit 1; done

figures: $(READY)
	for n in 1 2 3 4 5 6 7 8; do $(BIN)/banditproof figure bern.fig$$n --out figures || exit 1; done

# Writes the list of claims that `banditproof claims` shows; after a claim was added or changed.
index: $(READY)
	$(BIN)/python -m banditproof.paper_checks.write_index --grades

benchmark: $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[crosscheck]"
	$(BIN)/python -m benchmarks

$(READY): pyproject.toml setup.py
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
