# Two commands do everything on a machine with Python 3.11+, make and git:
#   make check   creates the environment and prints the verdict of every fast claim
#   make test    adds what the tests need, and runs the fast ones
# PYTHON=python3.12 chooses the interpreter, VENV=folder the environment.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# the package with what it needs, and besides what its developers need
READY  := $(VENV)/.ready
TOOLS  := $(VENV)/.ready-for-tests
# tests/spread.py says which tests a process runs; one that has no end fails after ten minutes, and
# the others go on
SPREAD := -n 2 --timeout 600
# what the pages and the slow tests need
PAGES  := $(VENV)/.ready-for-pages
SLOW   := $(VENV)/.ready-for-slow-tests
# and what all targets need
EVERY  := $(VENV)/.ready-for-everything
# Packages are compiled by as many processes as there are cores, which pip does not do; but not their
# own tests, nor large ones of which little is imported: what is left is compiled when it is imported.
# A few hold files for other versions of Python, which cannot be compiled here, and are not needed.
# The rooms are compiled as well, before several processes import them at the same time.
ROOMS   := algorithms cli paper_checks theory verify
# An environment is made anew. A link is replaced, and what it points to is left alone, and so is a
# folder with anything else in it.
NEW     = if [ -L $(VENV) ]; then rm $(VENV); fi; \
	if [ ! -e $(VENV)/pyvenv.cfg ] && [ -n "$$(ls -A $(VENV) 2>/dev/null)" ]; then \
	echo "$(VENV) is no environment of Python; name another folder, VENV=folder." >&2; exit 2; fi; \
	$(PYTHON) -m venv --clear $(VENV)
INSTALL := $(BIN)/pip install --quiet --no-compile --disable-pip-version-check
COMPILE := $(BIN)/python -m compileall -qq -j 0 \
	-x '/(tests|Cython|debugpy|mypy|mypyc|pip|pygame|sqlalchemy)/' $(VENV)/lib $(ROOMS) || true

# Python files are compiled once, not by each process that the tests start.
export PYTHONDONTWRITEBYTECODE :=
# The tests run in as many processes as there are cores, so that one thread each is enough.
export OMP_NUM_THREADS ?= 1

.PHONY: environment packages check test test-slow test-night torch browser self-test weaken variants fuzz coq coq-all lint types links figures grades benchmark docs clean

environment: $(TOOLS)

# what all targets need at once, so that no later one installs anything
packages: $(EVERY)

# KEEP=folder keeps the verdicts, and uses those of the very same programs again
check: $(READY)
	$(BIN)/banditproof check --tier fast $(if $(KEEP),--keep $(KEEP))

test: $(TOOLS)
	$(BIN)/pytest $(SPREAD) -m "not slow and not browser and not night"

# the slow tier asks other libraries for policies and opinions, and runs the notebooks
test-slow: $(SLOW)
	$(BIN)/pytest $(SPREAD) -m "slow and not night"

# For the night: the rest of long rows of like tests, of which the tests by day have a sample
test-night: $(SLOW)
	$(BIN)/pytest $(SPREAD) -m night

self-test: $(READY)
	$(BIN)/banditproof audit --self-test

# For the night: weakens each step of all proofs in turn, and stores how many carry weight. Hours pass
# where nothing is stored; what is stored of the same steps is kept.
weaken: $(READY)
	$(BIN)/python -m banditproof.paper_checks.running.write_weights

# For the night: changes the statement and the proof of each formal theorem that is not listed as it
# is now, and lists the variants that are accepted. One without a note fails.
variants: $(READY)
	$(BIN)/python -m banditproof.paper_checks.running.write_variants

# For the night: attacks each rule of the checker with random premises that hold, and looks for a
# false conclusion; EACH=600 is for ten minutes of each, SEED=7 repeats a hunt.
fuzz: $(TOOLS)
	PYTHONPATH=tests/theory/prover $(BIN)/python -m rule_fuzzer $(or $(EACH),60) $(SEED)

# Asks Coq about proofs of inequalities, and about the formal proofs that changed since it read them.
# Coq is not a Python package: where it is missing, this says so, names the packages of Debian, and
# checks nothing.
coq: $(READY)
	$(BIN)/python -m banditproof.theory.prover.coq
	$(BIN)/python -m banditproof.paper_checks.running.read_derivations

# For the night: asks Coq about every proof by steps and every certificate of a step, which takes
# some hours of one core, and writes the counts into the documentation, of both where something of
# one is refused; it fails then. SAMPLE=200 asks about as many of each, drawn at random.
# ACCEPTED=FILE keeps what Coq accepts in a file, from which another run goes on.
coq-all: $(READY)
	refused=0; \
	for what in outlines:outlines_read_by_coq certificates:read_by_coq; do \
		nice $(BIN)/python -m banditproof.paper_checks.running.read_by_coq $${what%:*} \
			--page docs/$${what#*:}.txt $(if $(SAMPLE),--sample $(SAMPLE)) \
			$(if $(ACCEPTED),--accepted $(ACCEPTED)) || refused=1; \
	done; exit $$refused

# Opens the pages of a small report in Chromium, and puts pictures of them into screenshots/. It
# installs Playwright, and Chromium where the system is Debian's and allows it; otherwise it says
# loudly that it could not, and fails. `make browser BROWSER=--or-skip` does not fail then.
browser: $(TOOLS)
	$(BIN)/python .ci/browser.py $(BROWSER)

# Installs PyTorch, which is large and in no extra of the tests, into a folder of its own, so that
# nothing else changes or waits, and runs what needs it. One version is named, so that pip takes a
# build without CUDA where it knows one.
torch: $(TOOLS)
	$(INSTALL) --upgrade --target $(abspath $(VENV))/torch torch==2.13.0
	PYTHONPATH=$(abspath $(VENV))/torch $(BIN)/pytest -k torch tests/examples/test_dp_sgd.py \
		tests/algorithms/membership/descents/test_torch_model.py

lint: $(TOOLS)
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(TOOLS)
	$(BIN)/python .ci/check_types.py

# Replaces the text files that a zip or a clone without symbolic links has in their place.
links:
	for room in $(ROOMS); do ln -sfn ../../$$room src/banditproof/$$room || exit 1; done

figures: $(TOOLS)
	for n in 1 2 3 4 5 6 7 8; do $(BIN)/banditproof figure bern.fig$$n --out figures || exit 1; done

# Runs the fast checks, and records their grades in the texts of the claims where they changed.
grades: $(READY)
	$(BIN)/python -m banditproof.paper_checks.running.record_grades

benchmark: $(TOOLS)
	$(INSTALL) --editable ".[crosscheck,oracles]"
	$(COMPILE)
	$(BIN)/python -m benchmarks

# The pages, in docs/_build/html. Their examples are run; one that fails, or a dead link, fails this.
# What was run is kept in docs/_build by its content. GALLERY=all draws every figure, in minutes.
docs: $(PAGES)
	$(BIN)/python -m sphinx --fail-on-warning --keep-going -b html docs docs/_build/html

$(EVERY): pyproject.toml setup.py
	$(NEW)
	$(INSTALL) --editable ".[slow,browser,report]"
	$(COMPILE)
	touch $(READY) $(TOOLS) $(PAGES) $(SLOW) $@

$(READY): pyproject.toml setup.py
	$(NEW)
	$(INSTALL) --editable .
	$(COMPILE)
	touch $@

$(TOOLS): $(READY)
	$(INSTALL) --editable ".[dev]"
	$(COMPILE)
	touch $@

$(PAGES): $(READY)
	$(INSTALL) --editable ".[docs]"
	$(COMPILE)
	touch $@

$(SLOW): $(READY)
	$(INSTALL) --editable ".[slow]"
	$(COMPILE)
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
