# Everything runs in .venv, which is made on first use. Python 3.11 or newer, pip and make are all that is needed.
PYTHON ?= python3
# More than cores: some tests wait for processes of their own.
WORKERS ?= 3
PYTEST_ARGS ?=
ACCURACY_ARGS ?=
FIXES_ARGS ?=
CHECK_ARGS ?=
SPEED_ARGS ?= --long
FIX_FUZZ_ARGS ?= --programs 10000
FIX_PROGRAMS_ARGS ?=
STATEMENTS_ARGS ?=
GAINS_ARGS ?= --part captioning --small

BIN := .venv/bin
# A module that is added or removed changes its folder, and has to be linked; an edited one is seen as it is.
# (`lint/.`, because plain `lint` is a target.)
FOLDERS := $(shell find lint/. rules runtime_check sweep -type d -not -name __pycache__)

.PHONY: help setup demo accuracy statements fixes fix-fuzz fix-programs gains speed docs site vscode check test test-slow lint style format clean

help:
	@echo "make setup     make .venv with the pinned versions (the other targets do it where it is missing)"
	@echo "make demo      check, fix and verify a copy of examples/captioning"
	@echo "make accuracy  hold check against recorded graph breaks (ACCURACY_ARGS='--misses --alarms' lists its mistakes)"
	@echo "make statements  hold check against TorchDynamo on some 5,000 short programs (some 25 minutes; STATEMENTS_ARGS='--topic lists')"
	@echo "make fixes     hold the fixes against TorchDynamo on released models (some 20 minutes; FIXES_ARGS='--models T5')"
	@echo "make fix-fuzz  generate programs, fix them and compare what can be seen of them (FIX_FUZZ_ARGS='--programs 1000')"
	@echo "make fix-programs  fix programs written by hand and compare them (FIX_PROGRAMS_ARGS='--part known --verbose')"
	@echo "make gains     measure again what torch.compile is published to gain (GAINS_ARGS='--part vision', on a GPU)"
	@echo "make speed     time check beside linters and type checkers, and draw docs/speed (some 20 minutes on an idle machine)"
	@echo "make vscode    check, test and build the extension for VS Code, dist/fullgraph.vsix (needs Node 20 or newer)"
	@echo "make check     linters, types and the nearest tests of what is changed, in under a minute"
	@echo "make test      run the tests, but for those that compile for long"
	@echo "make test-slow run the others: whole programs, compiled with inductor"
	@echo "make docs      write the pages of the rules, docs/registry-coverage.md and the schema of the settings"
	@echo "make site      build the documentation into site"
	@echo "make lint      ruff format --check, ruff check, mypy, make style"
	@echo "make style     check README, docs, help and messages against docs/style.md"
	@echo "make format    let ruff rewrite the files"
	@echo "make clean     remove everything that was made"

setup: .venv/.installed

# An editable install made of links: edits are live, and mypy follows it (it does not follow the default import hook).
.venv/.installed: pyproject.toml constraints.txt $(FOLDERS)
	@echo "Installing fullgraph and its development tools into .venv; the first time takes some minutes."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@rm -rf build
	$(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt \
		--config-settings editable_mode=strict --editable ".[dev]"
	@touch $@

demo: setup
	$(BIN)/python examples/captioning/demo.py

# Fetches some 290 MB of packages, without installing them, into .accuracy.
accuracy: setup
	$(BIN)/python -m benchmarks.accuracy --workers $(WORKERS) $(ACCURACY_ARGS)

statements: setup
	$(BIN)/python -m benchmarks.statements --workers $(WORKERS) $(STATEMENTS_ARGS)

# Fetches transformers and, where they are missing, SciPy and Pillow, some 60 MB, into .fixes.
fixes: setup
	@mkdir -p .fixes
	$(BIN)/python -m benchmarks.fixes --workers $(WORKERS) --output-file .fixes/fixes.json $(FIXES_ARGS)

# What it writes goes to .gains; on a CPU only --small ends within minutes.
gains: setup
	$(BIN)/python -m benchmarks.gains --jobs $(WORKERS) $(GAINS_ARGS)

fix-fuzz: setup
	$(BIN)/python -m benchmarks.fix_fuzz $(FIX_FUZZ_ARGS)

fix-programs: setup
	$(BIN)/python -m benchmarks.fix_programs $(FIX_PROGRAMS_ARGS)

# TorchFix needs a LibCST of its own.
speed: setup
	@test -d .speed/torchfix || $(BIN)/python -m pip install -qq --disable-pip-version-check --target .speed/torchfix torchfix==0.7.0
	@test -d .speed/peers || $(BIN)/python -m pip install -qq --disable-pip-version-check --target .speed/peers 'pyright[nodejs]==1.1.414' ty==0.0.107 pyrefly==1.4.1
	$(BIN)/python -m benchmarks.speed --torchfix .speed/torchfix --peers .speed/peers $(SPEED_ARGS)

docs: setup
	$(BIN)/python -m fullgraph.lint.report.pages docs/rules
	$(BIN)/python -m fullgraph.runtime_check.conformance.registry --write
	$(BIN)/python -m tools.settings_schema --write

site: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

# Nothing else needs Node. Scripts of packages are not run: what is used of them works without.
vscode: editors/vscode/node_modules/.package-lock.json
	cd editors/vscode && npm run --silent lint && npm run --silent test && npm run --silent package

editors/vscode/node_modules/.package-lock.json: editors/vscode/package.json editors/vscode/package-lock.json
	@command -v npm >/dev/null || { echo "make vscode needs Node 20 or newer, with npm" >&2; exit 1; }
	cd editors/vscode && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

# Linters, types and the tests nearest to what is changed, in under a minute (CHECK_ARGS='--since main').
check: setup
	$(BIN)/python tools/check_changes.py $(CHECK_ARGS)

test: setup
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not slow" $(PYTEST_ARGS)

test-slow: setup
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m slow $(PYTEST_ARGS)

lint: setup style
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy -p fullgraph -p benchmarks.accuracy -p benchmarks.fixes -p benchmarks.gains -p benchmarks.case_studies -p benchmarks.soak -p benchmarks.speed -p benchmarks.robustness -p benchmarks.fix_fuzz -p benchmarks.fix_programs -p benchmarks.sweep -p benchmarks.comparison -p benchmarks.statements -p tools.torch_data -m tools.settings_schema -p fullgraph_action -m tools.release

style: setup
	$(BIN)/python tools/check_style.py

format: setup
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

clean:
	rm -rf site .venv .demo .accuracy .fixes .gains .speed .fullgraph_cache build dist editors/vscode/dist editors/vscode/node_modules lint/_top/_version.py *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
